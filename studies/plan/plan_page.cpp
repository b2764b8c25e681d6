#include "studies/plan/plan_page.hpp"

#include <fmt/format.h>

#include "core/text/columns.hpp"
#include "reports/text/text.hpp"
#include "studies/campaign/day_by_day.hpp"

namespace combat_odds::red_barricades {
namespace {

/// A section of the page: a file of the folder as a table, with column names for readers.
struct Section {
  const char* heading;
  const char* paragraph;  ///< empty: none
  const char* file;
  std::vector<std::pair<const char*, const char*>> columns;  ///< name in the file, name shown
  bool words;                                                ///< all columns flush left
  std::size_t most = SIZE_MAX;                               ///< rows that are shown
};

void add_table(Page& page, const Folder& folder, const Section& section) {
  std::vector<std::string> names;
  Table table;
  for (const auto& [name, shown] : section.columns) {
    names.emplace_back(name);
    table.header.emplace_back(shown);
  }
  const Columns lines = reported_lines(folder, section.file, names);
  if (section.words) table.set_words();
  for (const Columns::Row row : lines) {
    if (table.rows.size() == section.most) break;
    std::vector<std::string> cells;
    for (const std::string& name : names) {
      const std::string& text = row.text(name);
      cells.push_back(name.ends_with("date") ? short_date(text) : text);
    }
    table.add(std::move(cells));
  }
  if (table.rows.empty()) {
    page.paragraph("None.");
  } else {
    page.table(table);
  }
  if (lines.size() > section.most)
    page.paragraph(fmt::format("{} more stand in {}.", lines.size() - section.most, section.file));
}

void add_section(Page& page, const Folder& folder, const Section& section) {
  page.heading(2, section.heading);
  if (*section.paragraph != '\0') page.paragraph(section.paragraph);
  add_table(page, folder, section);
}

const Section plan_with_reasons = {
    "The plan",
    "What each purchase adds to the goal, and what its CPP would be worth elsewhere if purchases "
    "need not be whole (the dual prices of the relaxed program).",
    "why.csv",
    {{"date", "date"},
     {"name", "group"},
     {"quantity", "number"},
     {"cpp", "CPP"},
     {"adds", "adds"},
     {"adds_per_cpp", "per CPP"},
     {"relaxed_worth", "CPP worth (relaxed)"}},
    false};

const Section plain_plan = {"The plan",
                            "",
                            "plan.csv",
                            {{"date", "date"}, {"note", "group"}, {"quantity", "number"}},
                            false};

/// The sections after the pictures, in this order. One without its file in the folder is left out.
const Section sections[] = {
    {"The check",
     "The same plan through the campaign: its convolutions, and its dice.",
     "check.csv",
     {{"term", "goal"}, {"planned", "planned"}, {"exact", "exact"}, {"simulated", "simulated"}},
     false},
    {"What the policy is worth",
     "",
     "worth.csv",
     {{"what", "what"}, {"exact", "exact"}, {"simulated", "simulated"}, {"answer", "the answer"}},
     false},
    {"The policy",
     "What to do when: the first line whose words are true. Day 1 is 17 October.",
     "policy-rules.csv",
     {{"question", "question"},
      {"when", "when"},
      {"do", "do"},
      {"times_a_game", "times a campaign"},
      {"least_cost", "a mistake costs at least"},
      {"most_cost", "at most"}},
     true},
    {"Day by day",
     "What the policy buys, given the day, the CPP at hand and what was bought before; the "
     "likeliest first.",
     "policy-states.csv",
     {{"date", "date"},
      {"cpp", "CPP"},
      {"bought", "bought before"},
      {"buy", "buy"},
      {"chance", "chance"}},
     true,
     200},
    {"What to keep",
     "CPP at hand and what the policy keeps of them, on average, and what would be lost by buying on "
     "that day until nothing can be added.",
     "waiting.csv",
     {{"date", "date"},
      {"at_hand", "at hand"},
      {"spent", "spent"},
      {"kept", "kept"},
      {"waiting", "waiting is worth"}},
     false},
    {"Day by day",
     "",
     "plan-days.csv",
     {{"date", "date"},
      {"income", "income"},
      {"at_hand", "at hand"},
      {"spent", "spent"},
      {"left", "left"},
      {"one_cpp_more", "1 CPP more adds"},
      {"proven", "proven"}},
     false},
    {"As good, and next best",
     "",
     "alternatives.csv",
     {{"kind", "kind"},
      {"leave_date", "not on"},
      {"leave_group", "this"},
      {"take_date", "but on"},
      {"take_group", "this"},
      {"loss", "loss"}},
     true,
     40},
};

/// The forces on the map day by day: a picture for each of the measures in the folder.
void add_forces(Page& page, const Folder& folder, const std::string& title) {
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
}

/// The page of a choice of plans.
std::string choice_page(const Folder& folder, PageFormat format) {
  const WrittenCommand command = read_command(folder);
  const std::vector<ChartSource> charts = read_reported_charts(folder);
  const std::string title =
      fmt::format("Which plan should the {} side take?", command.value("--side"));
  const Section mix{"Which plan, how often",
                    "Nobody can do better, however the other side chooses. Score: the chance to be "
                    "ahead against the other side's mix, half where both have as much.",
                    "plan-mix.csv",
                    {{"side", "side"}, {"plan", "plan"}, {"share", "share"}, {"score", "score"}},
                    false};
  const Section game{"Plan against plan",
                     "",
                     "plan-game.csv",
                     {{"mine", "mine"},
                      {"theirs", "theirs"},
                      {"my_mean", "mine, expected"},
                      {"their_mean", "theirs"},
                      {"ahead", "ahead"},
                      {"behind", "behind"}},
                     true};
  return page(format, title, [&](Page& page) {
    add_section(page, folder, mix);
    add_section(page, folder, game);
    add_charts(page, charts);
    add_command(page, "the same files", command.program, charts, command.line());
  });
}

/// What waiting is worth, as a curve over the days.
void add_waiting(Page& page, const Folder& folder) {
  const Columns lines = reported_lines(folder, "waiting.csv", {"date", "waiting"});
  FanChart chart;
  chart.caption.headed = false;
  chart.y = "what keeping CPP is worth";
  FanSeries& curve = chart.panels.emplace_back().series.emplace_back();
  curve.name = "what would be lost by buying that day until nothing can be added";
  for (const Columns::Row row : lines) {
    const double worth = row.number("waiting").value_or(0);
    curve.points.push_back({chart.ticks.size(), worth, worth, worth, worth, worth});
    chart.ticks.push_back(short_date(row.text("date")));
  }
  page.heading(3, "What keeping CPP is worth");
  add_figure(page, chart, fan_chart);
}

}  // namespace

std::string plan_page(const Folder& folder, PageFormat format) {
  if (folder.has("plan-mix.csv")) return choice_page(folder, format);
  const WrittenCommand command = read_command(folder);
  const std::vector<ChartSource> charts = read_reported_charts(folder);
  const std::string title = fmt::format("What should the {} side buy for {}?",
                                        command.value("--side"), command.value("--best"));
  return page(format, title, [&](Page& page) {
    page.paragraph(fmt::format("Purchases of a Red Barricades campaign for the CPP of {}.",
                               command.value("--budget")));
    add_section(page, folder, folder.has("why.csv") ? plan_with_reasons : plain_plan);
    add_forces(page, folder, title);
    if (folder.has("waiting.csv")) add_waiting(page, folder);
    for (const Section& section : sections) {
      if (folder.has(section.file)) add_section(page, folder, section);
    }
    add_charts(page, charts);
    add_command(page, "the same files", command.program, charts, command.line());
  });
}

}  // namespace combat_odds::red_barricades
