#include "studies/plan/offers.hpp"

#include <algorithm>

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

/// The group as it is; also with each number of Pre-Registered hexes, or with a second CPP for
/// Stukas.
std::vector<PlanLine> variants(const ReinforcementGroup& group, int adjustment,
                               int scenario_turns) {
  PlanLine line;
  line.group = &group;
  line.adjustment = adjustment;
  std::vector<PlanLine> all = {line};
  for (int hexes = 1; group.pre_registered && hexes <= ReinforcementGroup::most_pre_registered;
       ++hexes) {
    line.pre_registered = hexes;
    all.push_back(line);
  }
  if (group.kind == Kind::stuka && scenario_turns > 0) {
    all.front().scenario_turns = line.scenario_turns = scenario_turns;
    line.stuka_cpp = 2;
    all.push_back(line);
  }
  return all;
}

}  // namespace

Offers::Offers(Side side, const CampaignPlan& kept,
               const std::map<const ReinforcementGroup*, int>& adjustments,
               const CampaignCharts& charts, const CampaignSettings& settings,
               const UnitPoints& points, int scenario_turns)
    : charts_(charts), side_(side) {
  for (const PlanLine& line : kept.lines) {
    if (line.group->side == side) offers_.push_back({line, line.quantity});
  }
  for (const ReinforcementGroup& group : charts.groups.all()) {
    if (group.side != side) continue;
    if (group.on_gun_battery_table() && !settings.battery_full_at_most) {
      unknown_.push_back(&group);
      continue;
    }
    const auto adjusted = adjustments.find(&group);
    const int adjustment = adjusted == adjustments.end() ? 0 : adjusted->second;
    for (const PlanLine& line : variants(group, adjustment, scenario_turns))
      offers_.push_back({line, {}});
  }
  for (const Offer& offer : offers_) {
    PlanLine line = offer.line;
    line.day = 0;
    line.quantity = 1;
    plan_.lines.push_back(line);
  }
  any_dice_.cpp[{0, side}] = DiceSum{"d2", {{1, 2}}, 0};
  force_ =
      std::make_unique<CampaignForce>(plan_, side, &any_dice_, points, charts, settings, nullptr);
  purchase_of_.resize(offers_.size());
  for (std::size_t p = 0; p < force_->purchases().size(); ++p) {
    purchase_of_[force_->purchases()[p].line] = p;
  }
}

std::vector<std::string> Offers::measures() const {
  std::vector<std::string> names;
  for (const CampaignMeasure& measure : force_->measures()) names.push_back(measure.name);
  return names;
}

bool Offers::available(std::size_t offer, std::size_t day) const {
  if (offers_[offer].fixed && offers_[offer].line.day != day) return false;
  return draw(offer, day, 0) != CampaignForce::no_draw;
}

std::size_t Offers::draw(std::size_t offer, std::size_t day, std::size_t ordinal_class) const {
  return force_->draw(purchase_of_[offer], day, ordinal_class);
}

double Offers::mean(std::size_t offer, std::size_t day, std::size_t ordinal_class,
                    const std::string& measure) const {
  const std::size_t drawn = draw(offer, day, ordinal_class);
  const std::optional<std::size_t> m = force_->measure(measure);
  if (drawn == CampaignForce::no_draw || !m) return 0;
  const auto [known, is_new] = means_.try_emplace({drawn, *m}, 0.0);
  if (is_new) known->second = force_->draws()[drawn].exact_mean(*m);
  return known->second;
}

SumDistribution Offers::distribution(std::size_t offer, std::size_t day, std::size_t ordinal_class,
                                     const std::string& measure) const {
  const std::size_t drawn = draw(offer, day, ordinal_class);
  const std::optional<std::size_t> m = force_->measure(measure);
  if (drawn == CampaignForce::no_draw || !m) return SumDistribution(0);
  return force_->draws()[drawn].exact(*m);
}

}  // namespace combat_odds::red_barricades
