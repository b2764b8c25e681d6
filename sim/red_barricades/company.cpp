#include <fmt/format.h>

#include <algorithm>

#include "sim/declare/units.hpp"
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

/// Whether a leader of at least that morale and modifier is among those received.
struct LeaderEvent {
  const char* name;
  const char* meaning;
  int morale;
  int modifier;

  bool is_among(const Received& received) const {
    return std::ranges::any_of(received.units, [&](const ReceivedUnits& each) {
      if (each.kind != UnitKind::leader) return false;
      const UnitName leader = read_unit(std::string(each.name), "leader");
      return leader.morale >= morale && leader.modifier <= modifier;
    });
  }
};

constexpr LeaderEvent leader_events[] = {
    {"leader_8_1_or_better", "an 8-1 or a better leader is among them", 8, -1},
    {"leader_9_1_or_better", "a 9-1 or a better leader is among them", 9, -1},
    {"leader_9_2_or_better", "a 9-2 or a better leader is among them", 9, -2},
    {"leader_10_2_or_better", "a 10-2 or a better leader is among them", 10, -2},
};

struct Company {
  enum class Strength { rolled, full, depleted };

  Purchase purchase;
  Strength strength = Strength::rolled;
  int ordinal = 1;
  Balance balance;
  bool second_campaign_game = false;
  std::optional<int> squad_points;

  bool rolls_strength() const { return strength == Strength::rolled; }

  void prepare(const Charts& charts) {
    const ReinforcementGroup& group = *purchase.bought;
    Circumstances& circumstances = purchase.circumstances;
    refuse_what_changes_nothing(group);
    circumstances.balance_drm = balance.drm;
    if (strength != Strength::rolled) {
      circumstances.strength = strength == Strength::full ? "full" : "depleted";
    }
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
    if (strength != Strength::rolled && group.always_full) {
      throw ArgumentError("strength", group.name + " always comes at Full Strength",
                          "leave it out");
    }
    if (balance.drm != 0 && group.always_full) {
      throw ArgumentError("balance_drm", group.name + " always comes at Full Strength",
                          "leave it out");
    }
  }

  Outcome resolve(Dice& dice) const {
    const Received received = draw->draw(dice);
    const int squads = received.count(UnitKind::squad);
    Outcome outcome(received.label);
    const bool is_full = received.label.starts_with("full");
    outcome.event("full_strength", is_full).event("depleted", !is_full);
    for (const LeaderEvent& each : leader_events) {
      outcome.event(each.name, each.is_among(received));
    }
    outcome.measure("squads", squads)
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
      .asks(&Company::strength, "strength", one_of({"rolled", "full", "depleted"}),
            "its Strength, where that is known already: a Depleted company's Leader DR has a DRM")
      .asks(&Company::ordinal, "ordinal", 1, 30, "which German Rifle Coy of the campaign it is")
      .tried_with({"1", "6", "8", "9", "12"})
      .includes(&Company::balance)
      .only_when({"balance_drm"}, &Company::rolls_strength, "its Strength is not rolled",
                 "--strength rolled")
      .asks(&Company::second_campaign_game, "cg2_scenario",
            "a scenario of Campaign Game II: German Leader DRM +1")
      .asks(&Company::squad_points, "squad_points", 0, 100,
            "the BPV of one of its squads, where the chart has none")
      .tried_with({"14"})
      .event("full_strength", "the company comes at Full Strength")
      .event("depleted", "it comes Depleted")
      .event(leader_events[0].name, leader_events[0].meaning)
      .event(leader_events[1].name, leader_events[1].meaning)
      .event(leader_events[2].name, leader_events[2].meaning)
      .event(leader_events[3].name, leader_events[3].meaning)
      .measure("squads", "squads received")
      .measure("leaders", "leaders received")
      .measure("leadership", "the sum of the leaders' modifiers, -2 for a 9-1 and an 8-1")
      .measure("support_weapons", "support weapons received")
      .measures({cpp_measure()})
      .measure("points", "the BPV of the squads")
      .headline("full_strength", "it comes at Full Strength")
      .headline("mean squads", "{} squads on average")
      .headline("mean leaders", "{} leaders")
      .headline("mean cpp", "it costs {} CPP")
      .headline_if_asked("depleted", "it comes Depleted")
      .headline_if_asked("leader_8_1_or_better", "an 8-1 or better is among the leaders")
      .headline_if_asked("leader_9_1_or_better", "a 9-1 or better is among them")
      .headline_if_asked("leader_9_2_or_better", "a 9-2 or better is among them")
      .headline_if_asked("leader_10_2_or_better", "a 10-2 or better is among them");
}

}  // namespace combat_odds::red_barricades
