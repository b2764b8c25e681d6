#include <algorithm>
#include <cstdlib>

#include "combat_odds/sim/squad_leader/counters.hpp"
#include "combat_odds/sim/squad_leader/infantry/fire_attack.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = HexUnit::Status;

/// 96: a sniper shoots at one counter, again and again.
class Sniper : public Rule {
 public:
  Sniper(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        column_(ift_.column(arguments.integer("firepower"))),
        shots_(arguments.integer("shots")),
        suspected_hexes_(arguments.integer("suspected_hexes")),
        start_(arguments.choice("status") == "broken" ? Status::broken : Status::good) {
    // 96.7: what changes the firepower of others changes the sniper's DRM.
    int modifier = arguments.integer("sniper_drm");
    const std::string& range = arguments.choice("range");
    if (range == "point_blank") modifier *= 2;
    if (range == "long_range") modifier /= 2;
    if (arguments.flag("area_fire")) modifier /= 2;
    drm_ = arguments.integer("drm") + modifier;

    const UnitName target = read_unit(arguments.text("target"), "target");
    std::vector<UnitName> names{target};
    if (arguments.text("others") != "none") {
      for (const UnitName& other :
           read_units(arguments.text("others"), "others", TargetHex::most_units - 1)) {
        names.push_back(other);
      }
    }
    hex_ = target_hex(names, Status::good);
    // Leaders stand first, the best of them first; of equals the target, which was named first.
    target_ =
        target.leader
            ? static_cast<std::size_t>(std::count_if(
                  names.begin(), names.end(),
                  [&](const UnitName& name) { return name.leader && name.morale > target.morale; }))
            : hex_.leader_count;
    hex_.units[target_].status = start_;
  }

  Outcome resolve(Dice& dice) const override {
    TargetHex hex = hex_;
    int fired = 0;
    int searched = 0;
    bool found = false;
    while (fired < shots_ && hex.units[target_].status != Status::eliminated) {
      ++fired;
      hex.memo = {static_cast<std::uint8_t>(fired), static_cast<std::uint8_t>(searched),
                  static_cast<std::uint8_t>(found ? 1 : 0), 0};
      hex.next = hex.except = 0;
      if (fired > 1) dice.at(hex);
      shoot(dice, hex);
      hex.memo[3] = 1;
      hex.next = hex.except = 0;
      dice.at(hex);
      if (found) continue;
      // 96.51: every unbroken unit may ask about one hex; none that was asked about before.
      const int left = suspected_hexes_ - searched;
      const int asking =
          std::min(left, static_cast<int>(std::count_if(
                             hex.units.begin(), hex.units.begin() + hex.unit_count,
                             [](const HexUnit& unit) { return unit.status == Status::good; })));
      if (asking <= 0) continue;
      found = dice.chit(left, [&](int where) { return where < asking; });
      searched = found ? 0 : searched + asking;
    }
    return outcome(hex, fired, found);
  }

 private:
  /// 96.4-96.6: leaders are killed, or check morale as usual; a KIA makes anyone else check morale,
  /// and lesser results do nothing to them.
  void shoot(Dice& dice, TargetHex& hex) const {
    const FireResult result = dice.DR([&](TwoDice roll) {
      return column_ < 0 ? FireResult{} : ift_.at(column_, roll.total() + drm_);
    });
    const bool leader = target_ < hex.leader_count;
    const bool kia = result.kind == FireResult::Kind::kia;
    if (result.kind == FireResult::Kind::none || (!leader && !kia)) return;
    HexUnit& target = hex.units[target_];
    if (leader && kia) {
      target.status = Status::eliminated;
    } else {
      const int needed = target.morale - (kia ? 0 : result.number) - (leader ? 0 : leadership(hex));
      if (dice.DR([&](TwoDice roll) { return roll.total() <= needed; })) return;
      target.status = target.status == Status::good ? Status::broken : Status::eliminated;
    }
    if (!leader) return;
    ++hex.lost[target_];
    checks_for_lost_leaders(dice, hex);
  }

  static int leadership(const TargetHex& hex) {
    int best = 0;
    bool led = false;
    for (std::size_t i = 0; i < hex.leader_count; ++i) {
      if (hex.units[i].status != Status::good) continue;
      best = led ? std::min<int>(best, hex.units[i].modifier) : hex.units[i].modifier;
      led = true;
    }
    return best;
  }

  Outcome outcome(const TargetHex& hex, int fired, bool found) const {
    const Status fate = hex.units[target_].status;
    int eliminated = 0;
    int broken = 0;
    for (std::size_t i = 0; i < hex.unit_count; ++i) {
      if (i == target_) continue;
      eliminated += hex.units[i].status == Status::eliminated ? 1 : 0;
      broken += hex.units[i].status == Status::broken ? 1 : 0;
    }
    return Outcome(fate == start_           ? "no_effect"
                   : fate == Status::broken ? "broken"
                                            : "eliminated")
        .event("sniper_found", found)
        .measure("shots_fired", fired)
        .measure("others_eliminated", eliminated)
        .measure("others_broken", broken);
  }

  const Ift& ift_;
  int column_;
  int shots_;
  int suspected_hexes_;
  Status start_;
  int drm_ = 0;
  TargetHex hex_;
  std::size_t target_ = 0;
};

}  // namespace

Procedure sniper() {
  return {
      .name = "sl.sniper",
      .rule = "COI 96",
      .summary = "a sniper shoots at one counter in a hex, once or again and again",
      .details =
          "The sniper attacks on the IFT with his modifier while he is hidden or concealed; point "
          "blank doubles the modifier, long range and fire at a concealed target halve it "
          "(fractions dropped), the firepower stays (96.7). Only one counter is affected; if a "
          "leader is lost, all others in his hex check morale (96.4, 12.22).\n"
          "The list of 96.5 is missing from the text. From 96.4 and 96.6 it is read so: KIA "
          "eliminates a leader, other results make him check morale as usual; a squad or crew "
          "checks morale on a KIA only, and is never worse than broken by one shot unless it was "
          "broken before.\n"
          "After each shot every unbroken unit in the hex may ask about one hex (96.51): they ask "
          "about different ones out of the number that the sniper may be in, and never twice; he "
          "is then placed under a concealment counter and keeps his modifier. He shoots at the "
          "same counter until it is eliminated; nobody rallies meanwhile.",
      .parameters =
          {
              integer("sniper_drm", -4, 0,
                      "the modifier on the sniper's counter; 0 once he is seen"),
              integer("firepower", 1, 4, "the sniper's firepower").by_default("1"),
              integer("drm", -10, 10, "all other modifiers, such as terrain").by_default("0"),
              choice("range", {"normal", "point_blank", "long_range"}, "the range of the shot"),
              flag("area_fire", "the target is concealed"),
              text("target", "one unit: a leader such as 8-1 or a squad such as 4-6-7",
                   "the counter that is aimed at")
                  .or_named(infantry_names())
                  .tried_with({"8-1", "4-6-7", "9-2"}),
              text("others", units_form, "the other infantry in the hex, or none")
                  .by_default("none")
                  .tried_with({"none", "4-6-7", "2*4-6-7 8-0", "9-1 4-4-7"}),
              choice("status", {"good", "broken"}, "whether the target is broken already"),
              integer("shots", 1, 20, "how often he shoots").by_default("1"),
              integer("suspected_hexes", 0, 100,
                      "in how many hexes he may be, for their Sniper Checks; 0: they make none")
                  .by_default("0")
                  .tried_with({"0", "1", "3", "10"}),
          },
      .outcomes =
          {
              {"eliminated", "the target is eliminated"},
              {"broken", "it is broken"},
              {"no_effect", "it is as before"},
          },
      .events = {{"sniper_found", "a Sniper Check named the hex that he fired from"}},
      .measures =
          {
              {"shots_fired", "shots until the target was eliminated or there were no more"},
              {"others_eliminated", "other units eliminated"},
              {"others_broken", "other units broken"},
          },
      .charts = {Ift::chart_name},
      .rule_for = [](const Arguments& arguments,
                     const Charts& charts) { return std::make_unique<Sniper>(arguments, charts); },
  };
}

}  // namespace combat_odds::squad_leader
