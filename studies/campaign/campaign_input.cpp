#include "studies/campaign/campaign_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text/text.hpp"
#include "studies/campaign/campaign_weather.hpp"

namespace combat_odds::red_barricades {
namespace {

std::vector<std::string> names_of(const std::vector<TextFile>& files) {
  std::vector<std::string> names;
  for (const TextFile& file : files) {
    names.push_back(stem(file.name));
  }
  if (names.size() < 2 || names[0] != names[1]) return names;
  if (files[0].name != files[1].name) return {files[0].name, files[1].name};
  names[1] += " (again)";
  return names;
}

}  // namespace

Campaign::Campaign(const CampaignInput& input, const Charts& charts, const RunControl* control)
    : charts_(charts), settings_(input.settings), plan_names_(names_of(input.plans)) {
  for (const std::string& measure : input.follow) {
    std::vector<std::string>& all = running_measures_;
    if (std::find(all.begin(), all.end(), measure) == all.end()) all.push_back(measure);
  }
  for (const std::string& name : plan_names_) {
    if (name.find_first_of("=+-@") != 0) continue;
    throw InputError(
        {name}, "a plan goes by the name of its file, which a spreadsheet would read as a formula",
        "a file whose name begins with none of = + - @");
  }
  Faults faults;
  for (const TextFile& file : input.plans) {
    plans_.push_back(read_campaign_plan(file, charts_, settings_, faults));
  }
  if (input.budget) budget_ = read_campaign_budget(*input.budget, charts_, faults);
  if (input.points) points_ = read_unit_points(*input.points, charts_, faults);
  if (input.weather) settings_.overcast = read_campaign_weather(*input.weather, charts_, faults);
  if (input.losses) losses_ = read_campaign_losses(*input.losses, charts_, faults);
  const std::optional<DieChance> fought = read_die_chance(input.fought);
  if (!fought) {
    faults.add({"--fought"}, fmt::format("'{}' is no chance", input.fought),
               "such as 80%, 2.5% or 5/6");
  }
  faults.throw_if_any();
  losses_.fought = *fought;

  forces_.reserve(2 * plans_.size());
  for (std::size_t p = 0; p < plans_.size(); ++p) {
    for (const Side side : {Side::german, Side::russian}) {
      const auto of_side = [&](const PlanLine& line) { return line.group->side == side; };
      if (std::none_of(plans_[p].lines.begin(), plans_[p].lines.end(), of_side)) continue;
      forces_.emplace_back(plans_[p], side, budget_ ? &*budget_ : nullptr, points_, charts_,
                           settings_, control);
      on_map_.emplace_back(losses_, forces_.back());
      plan_of_.push_back(p);
      if (budget_ && !budget_->given(side) && p == 0) without_budget_.push_back(side);
    }
  }
  // Two plans with one side each are the two sides of one campaign.
  const bool one_side_each = forces_.size() == 2 && plan_of_[0] != plan_of_[1];
  for (const bool same_plan : {true, false}) {
    for (std::size_t a = 0; a < forces_.size(); ++a) {
      for (std::size_t b = a + 1; b < forces_.size(); ++b) {
        const bool same_side = forces_[a].side() == forces_[b].side();
        if ((plan_of_[a] == plan_of_[b]) == same_plan &&
            (same_side != same_plan || one_side_each)) {
          pairs_.emplace_back(a, b);
        }
      }
    }
  }
}

}  // namespace combat_odds::red_barricades
