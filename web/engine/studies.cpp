#include "web/engine/studies.hpp"

#include <algorithm>

#include "studies/campaign/campaign_page.hpp"
#include "studies/campaign/day_by_day.hpp"
#include "studies/luck/luck_report.hpp"
#include "web/engine/request.hpp"

namespace combat_odds::web {
namespace {

namespace rb = red_barricades;

constexpr std::uint64_t campaign_trials = 100'000;

rb::CampaignInput campaign_input(const Json& request) {
  rb::CampaignInput input;
  if (!request.contains("plans") || !request["plans"].is_array() || request["plans"].empty() ||
      request["plans"].size() > 2) {
    throw InputError({"plans"}, "are not as they should be", "one plan, or two to compare");
  }
  for (const Json& plan : request["plans"]) {
    if (!plan.is_object()) throw InputError({"plans"}, "are no plans", "{name, text}");
    input.plans.push_back({text_in(plan, "name"), text_in(plan, "text")});
  }
  if (const std::string text = text_in(request, "budget"); !text.empty()) {
    input.budget = {"budget.csv", text};
  }
  if (const std::string text = text_in(request, "points"); !text.empty()) {
    input.points = {"points.csv", text};
  }
  if (const std::string measure = text_in(request, "measure"); !measure.empty()) {
    input.follow.push_back(measure);
  }
  input.settings.balance_drm = {integer_in(request, "german_balance", -5, 5).value_or(0),
                                integer_in(request, "russian_balance", -5, 5).value_or(0)};
  input.settings.battery_full_at_most = integer_in(request, "battery_full", -10, 30);
  return input;
}

/// What the program would be asked for the same.
WrittenCommand campaign_command(const Json& request, const rb::CampaignInput& input,
                                const OddsOptions& options) {
  WrittenCommand command;
  command.program = "combat-odds";
  command.name = "campaign";
  const auto add = [&command](const char* name, const std::string& value) {
    command.options.emplace_back(name, value);
    command.typed += std::string(" ") + name + "=" + value;
  };
  command.typed = "combat-odds campaign";
  for (const TextFile& plan : input.plans) {
    command.options.emplace_back("PLAN", plan.name);
    command.typed += " " + plan.name;
  }
  if (input.budget) add("--budget", input.budget->name);
  if (input.points) add("--points", input.points->name);
  for (const auto& [key, option] : {std::pair{"battery_full", "--battery-full"},
                                    std::pair{"german_balance", "--german-balance"},
                                    std::pair{"russian_balance", "--russian-balance"}}) {
    if (const auto number = integer_in(request, key, -10, 30)) {
      add(option, std::to_string(*number));
    }
  }
  if (options.method == Method::exact) {
    add("--method", "exact");
  } else {
    add("--method", "monte-carlo");
    add("--trials", std::to_string(options.trials));
    add("--seed", std::to_string(options.seed));
  }
  add("--confidence", "0.95");
  return command;
}

Json measures_of(const rb::Campaign& campaign) {
  Json names = Json::array();
  for (const rb::CampaignForce& force : campaign.forces()) {
    for (const rb::CampaignMeasure& measure : force.measures()) {
      if (std::find(names.begin(), names.end(), measure.name) == names.end()) {
        names.push_back(measure.name);
      }
    }
  }
  return names;
}

}  // namespace

Json luck(const Json& request) {
  const std::vector<LoggedRoll> rolls = read_luck_log({"log", text_in(request, "log")});
  const std::vector<Luck> all = luck_of(rolls);
  const std::string title = "The dice of this game";
  return {{"sentences", luck_sentences(all)},
          {"csv", luck_csv(all)},
          {"svg", luck_plot(rolls, title, PictureWords{})},
          {"page", luck_page(all, rolls, title, {}, PageFormat::html)}};
}

Json read_luck(const Json& request) {
  Json rolls = Json::array();
  for (const LoggedRoll& roll : read_luck_log({"log", text_in(request, "log")})) {
    rolls.push_back({{"roll", roll.written},
                     {"kind", roll.kind->name},
                     {"player", roll.side},
                     {"note", roll.note},
                     {"needed", roll.needed}});
  }
  return {{"rolls", std::move(rolls)}};
}

Json campaign(const Json& request, const Charts& charts) {
  const rb::CampaignInput input = campaign_input(request);
  const rb::Campaign campaign(input, charts);
  const std::string measure = rb::fan_measure(campaign, text_in(request, "measure"));
  const bool scheduled =
      std::all_of(campaign.forces().begin(), campaign.forces().end(),
                  [](const rb::CampaignForce& force) { return force.scheduled(); });
  OddsOptions options;
  options.method = scheduled ? Method::exact : Method::monte_carlo;
  options.trials = campaign_trials;

  rb::CampaignCounts counted;
  if (!scheduled) counted = simulate_campaign(campaign, options);
  const rb::CampaignResult result = campaign_result(campaign, counted, options.method);
  const rb::CampaignReport report{
      &campaign, &result, {options.method, options.seed, options.confidence}};
  const std::vector<rb::CampaignDay> days = campaign_days(report);
  Folder folder;
  folder.files = campaign_files(report, days, ahead_days(report),
                                campaign_command(request, input, options), charts);
  FanChart fan = campaign_fan(days, measure, fan_title(report), fan_note(report));
  drawing_in(request).apply(fan.caption);
  return {{"files", folder.files},
          {"svg", fan_chart(fan)},
          {"page", rb::campaign_page(folder, PageFormat::html)},
          {"measures", measures_of(campaign)}};
}

}  // namespace combat_odds::web
