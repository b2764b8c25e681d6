#include "studies/plan/plan_page.hpp"

#include <fmt/format.h>

#include "core/text/columns.hpp"
#include "reports/text/text.hpp"
#include "studies/campaign/day_by_day.hpp"

namespace combat_odds::red_barricades {
namespace {

/// A file as a table, with other words above its columns.
void add_table(Page& page, const Folder& folder, const char* file,
               const std::vector<std::pair<const char*, const char*>>& columns, bool words,
               std::size_t most = SIZE_MAX) {
  std::vector<std::string> names;
  PageTable table;
  for (const auto& [name, shown] : columns) {
    names.emplace_back(name);
    table.header.emplace_back(shown);
  }
  const Columns lines(folder.csv(file), names, {}, Columns::Others::ignored);
  table.words = words;
  for (const Columns::Row row : lines) {
    if (table.rows.size() == most) break;
    std::vector<std::string> cells;
    for (const std::string& name : names) {
      const std::string& text = row.text(name);
      cells.push_back(name.ends_with("date") ? short_date(text) : text);
    }
    table.rows.push_back(std::move(cells));
  }
  if (table.rows.empty()) {
    page.paragraph("None.");
  } else {
    page.table(table);
  }
  if (lines.size() > most)
    page.paragraph(fmt::format("{} more stand in {}.", lines.size() - most, file));
}

}  // namespace

std::string plan_page(const Folder& folder, PageFormat format) {
  const WrittenCommand command = read_command(folder);
  const std::vector<ChartSource> charts = read_reported_charts(folder);
  const std::string title = fmt::format("What should the {} side buy for {}?",
                                        command.value("--side"), command.value("--best"));
  return page(format, title, [&](Page& page) {
    page.paragraph(fmt::format("Purchases of a Red Barricades campaign for the CPP of {}.",
                               command.value("--budget")));
    page.heading(2, "The plan");
    if (folder.has("why.csv")) {
      page.paragraph(
          "What each purchase adds to the goal, and what its CPP would be worth "
          "elsewhere where purchases need not be whole.");
      add_table(page, folder, "why.csv",
                {{"date", "date"},
                 {"name", "group"},
                 {"quantity", "number"},
                 {"cpp", "CPP"},
                 {"adds", "adds"},
                 {"adds_per_cpp", "per CPP"},
                 {"cpp_worth", "CPP worth"}},
                false);
    } else {
      add_table(page, folder, "plan.csv",
                {{"date", "date"}, {"note", "group"}, {"quantity", "number"}}, false);
    }
    const std::vector<CampaignDay> days = read_campaign_days(folder);
    for (const char* const measure : {"squads", "leaders", "afvs"}) {
      bool any = false;
      for (const CampaignDay& day : days) any = any || day.measure == measure;
      if (!any) continue;
      FanChart chart = campaign_fan(days, measure, title, "");
      chart.caption.headed = false;
      page.heading(3, chart.y);
      add_figure(page, chart, fan_chart);
    }
    if (folder.has("check.csv")) {
      page.heading(2, "The check");
      page.paragraph("The same plan through the campaign: its convolutions, and its dice.");
      add_table(page, folder, "check.csv",
                {{"term", "goal"},
                 {"planned", "planned"},
                 {"exact", "exact"},
                 {"simulated", "simulated"}},
                false);
    }
    if (folder.has("worth.csv")) {
      page.heading(2, "What the policy is worth");
      add_table(page, folder, "worth.csv",
                {{"what", "what"},
                 {"exact", "exact"},
                 {"simulated", "simulated"},
                 {"answer", "the answer"}},
                false);
    }
    if (folder.has("policy-rules.csv")) {
      page.heading(2, "The policy");
      page.paragraph("What to do when: the first line whose words are true. Day 1 is 17 October.");
      add_table(page, folder, "policy-rules.csv",
                {{"question", "question"},
                 {"when", "when"},
                 {"do", "do"},
                 {"times_a_game", "times a campaign"},
                 {"least_cost", "a mistake costs at least"},
                 {"most_cost", "at most"}},
                true);
    }
    if (folder.has("policy-states.csv")) {
      page.heading(2, "Day by day");
      page.paragraph(
          "What the policy buys, given the day, the CPP at hand and what was bought before; the "
          "likeliest first.");
      add_table(page, folder, "policy-states.csv",
                {{"date", "date"},
                 {"cpp", "CPP"},
                 {"bought", "bought before"},
                 {"buy", "buy"},
                 {"chance", "chance"}},
                true, 200);
    }
    if (folder.has("plan-days.csv")) {
      page.heading(2, "Day by day");
      add_table(page, folder, "plan-days.csv",
                {{"date", "date"},
                 {"income", "income"},
                 {"at_hand", "at hand"},
                 {"spent", "spent"},
                 {"left", "left"},
                 {"cpp_worth", "1 CPP more adds"}},
                false);
    }
    if (folder.has("alternatives.csv")) {
      page.heading(2, "As good, and next best");
      add_table(page, folder, "alternatives.csv",
                {{"kind", "kind"},
                 {"leave_date", "not on"},
                 {"leave_group", "this"},
                 {"take_date", "but on"},
                 {"take_group", "this"},
                 {"loss", "loss"}},
                true, 40);
    }
    add_charts(page, charts);
    add_command(page, "the same files", command.program, charts, command.line());
  });
}

}  // namespace combat_odds::red_barricades
