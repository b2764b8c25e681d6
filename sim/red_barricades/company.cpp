#include <fmt/format.h>

#include "sim/red_barricades/purchase.hpp"

namespace combat_odds::red_barricades {
namespace {

/// An infantry company: Strength, then Leaders, then the support weapons of its type.
class Infantry : public Reinforcement {
 public:
  Infantry(const CompanyCharts& charts, const ReinforcementGroup& group,
           const Circumstances& circumstances)
      : charts_(charts),
        group_(group),
        strength_drm_(circumstances.historical_drm + circumstances.balance_drm),
        leader_drm_(charts.leader_drm.company(group, circumstances.ordinal)),
        rolls_strength_(!group.always_full && circumstances.strength.empty()),
        fixed_full_(group.always_full || circumstances.strength == "full") {
    if (circumstances.second_campaign_game) {
      leader_drm_ += charts.leader_drm.second_campaign_game(group.side);
    }
  }

  Received draw(Dice& dice) const override {
    bool full = fixed_full_;
    if (rolls_strength_) {
      full = dice.DR(
          [&](TwoDice roll) { return charts_.strength.full(roll.total() + strength_drm_); });
    }
    const int leader_drm = leader_drm_ + (full ? 0 : charts_.leader_drm.depleted(group_.side));
    const std::size_t row =
        dice.DR([&](TwoDice roll) { return charts_.leaders.row(roll.total() + leader_drm); });
    const std::vector<std::string>& leaders = charts_.leaders.leaders(group_.side, row);

    Received received;
    received.label = fmt::format("{} {}", full ? "full" : "depleted", fmt::join(leaders, " "));
    received.units.push_back(
        {UnitKind::squad, group_.units.front().name, full ? group_.full : group_.depleted});
    for (const std::string& leader : leaders) {
      received.units.push_back({UnitKind::leader, leader, 1});
    }
    for (const Count& weapon : charts_.weapons.of(group_)) {
      received.units.push_back({UnitKind::support_weapon, weapon.name, weapon.number});
    }
    return received;
  }

 private:
  const CompanyCharts charts_;
  const ReinforcementGroup& group_;
  int strength_drm_;
  int leader_drm_;
  bool rolls_strength_;
  bool fixed_full_;
};

struct Company {
  Purchase purchase;
  int ordinal = 1;
  Balance balance;
  bool second_campaign_game = false;
  std::optional<int> squad_points;

  void prepare(const Charts& charts) {
    const ReinforcementGroup& group = *purchase.bought;
    Circumstances& circumstances = purchase.circumstances;
    refuse_what_changes_nothing(group);
    circumstances.balance_drm = balance.drm;
    circumstances.ordinal = ordinal;
    circumstances.second_campaign_game = second_campaign_game;
    draw = company_draw(CompanyCharts(charts), group, circumstances);
    if (!squad_points) {
      squad_points = charts.get<InfantryPoints>().points(group, group.units.front().name);
    }
  }

  void refuse_what_changes_nothing(const ReinforcementGroup& group) const {
    if (ordinal != 1 && !LeaderDrm::ordinal_counts(group)) {
      throw ArgumentError("ordinal", "the order of purchase changes nothing for " + group.name,
                          "leave it out; it counts for German Rifle Coys");
    }
    if (second_campaign_game && group.side != Side::german) {
      throw ArgumentError("cg2_scenario", "only German Leader DRs have a DRM for Campaign Game II",
                          "false");
    }
    if (balance.drm != 0 && group.always_full) {
      throw ArgumentError("balance_drm", group.name + " always comes at Full Strength",
                          "leave it out");
    }
  }

  /// Whether one of the leaders is such a one or a better one: of no lesser morale and modifier.
  static bool has_leader(const Received& received, int morale, int modifier) {
    return std::ranges::any_of(received.units, [&](const ReceivedUnits& unit) {
      if (unit.kind != UnitKind::leader) return false;
      const UnitName leader = read_unit(unit.name, "leader");
      return leader.morale >= morale && leader.modifier <= modifier;
    });
  }

  Outcome resolve(Dice& dice) const {
    const Received received = draw->draw(dice);
    const int squads = received.count(UnitKind::squad);
    Outcome outcome(received.label);
    outcome.event("full_strength", received.label.starts_with("full"))
        .event("a_9_1_or_better", has_leader(received, 9, -1))
        .event("a_9_2_or_better", has_leader(received, 9, -2))
        .event("a_10_2_or_better", has_leader(received, 10, -2))
        .measure("squads", squads)
        .measure("leaders", received.count(UnitKind::leader))
        .measure("leadership", received.leadership())
        .measure("support_weapons", received.count(UnitKind::support_weapon))
        .measure("cpp", purchase.bought->cpp);
    if (squad_points) outcome.measure("points", squads * *squad_points);
    return outcome;
  }

  std::shared_ptr<const Reinforcement> draw;
};

}  // namespace

std::unique_ptr<Reinforcement> company_draw(const CompanyCharts& charts,
                                            const ReinforcementGroup& group,
                                            const Circumstances& circumstances) {
  return std::make_unique<Infantry>(charts, group, circumstances);
}

Procedure company() {
  const Purchase::Drawn drawn = {{ReinforcementGroup::Kind::company},
                                 "I1 or 'Rifle Coy'",
                                 {"I1", "I2", "I3", "I4", "I5", "I6", "Rifle Coy", "SMG Coy"}};
  return procedure<Company>(
             "rb.company", "O11.620-.6207; Red Barricades CG III 6-7",
             "an infantry company of the Red Barricades campaign: Strength and leaders")
      .includes(&Company::purchase, "", drawn)
      .asks(&Company::ordinal, "ordinal", 1, 30, "which German Rifle Coy of the campaign it is")
      .tried_with({"1", "6", "8", "9", "12"})
      .includes(&Company::balance)
      .asks(&Company::second_campaign_game, "cg2_scenario",
            "a scenario of Campaign Game II: German Leader DRM +1")
      .asks(&Company::squad_points, "squad_points", 0, 100,
            "the BPV of one of its squads, where the chart has none")
      .tried_with({"14"})
      .event("full_strength", "the company comes at Full Strength")
      .event("a_9_1_or_better", "a 9-1 or a better leader is among them")
      .event("a_9_2_or_better", "a 9-2 or a better leader is among them")
      .event("a_10_2_or_better", "a 10-2 or a 10-3 is among them")
      .measure("squads", "squads received")
      .measure("leaders", "leaders received")
      .measure("leadership", "the sum of the leaders' modifiers, -2 for a 9-1 and an 8-1")
      .measure("support_weapons", "support weapons received")
      .measures({cpp_measure()})
      .measure("points", "the BPV of the squads")
      .headline("full_strength", "it comes at Full Strength")
      .headline("mean squads", "{} squads on average")
      .headline("mean leaders", "{} leaders")
      .headline("a_9_2_or_better", "there is a 9-2 or better among them")
      .headline("mean cpp", "it costs {} CPP");
}

}  // namespace combat_odds::red_barricades
