#include "sim/squad_leader/to_hit/gunnery.hpp"

#include <fmt/format.h>

namespace combat_odds::squad_leader {
namespace {

/// 64.9: guns of this calibre or more may fire their last round, on this Original roll.
constexpr int last_round_calibre = 150;
constexpr int last_round = 11;
/// 78.3: the greatest range at which a gun of unlimited range can be bore-sighted.
constexpr int bore_sighting_range = 24;

/// 64.2: the long-range accuracy of the barrel. The range bands of an asterisk gun go beyond those
/// of the To Hit chart (64.23).
int barrel_drm(const ToHitDrm& drm, const Aim& aim) {
  if (aim.limbered) return 0;  // 103.31
  switch (aim.gun.gun.barrel) {
    case Gun::Barrel::plain:
      return 0;
    case Gun::Barrel::asterisk:
      if (aim.range >= 40) return drm.at("64.23d");
      if (aim.range >= 25) return drm.at("64.23c");
      if (aim.range >= 13) return drm.at("64.23b");
      return aim.range >= 7 ? drm.at("64.23a") : 0;
    case Gun::Barrel::l:
      return aim.range >= 13 ? drm.at("64.21") : 0;
    case Gun::Barrel::ll:
      if (aim.range >= 25) return drm.at("64.22b");
      return aim.range >= 13 ? drm.at("64.22a") : 0;
  }
  return 0;
}

std::optional<int> chart_number(const ToHitTable& table, const Aim& aim) {
  if (aim.number) return aim.number;
  if (aim.range >= 40) {
    throw ArgumentError(
        "to_hit_number",
        fmt::format("to_hit_number is missing: the numbers at {} hexes were not recovered (64.23)",
                    aim.range),
        "the To Hit number printed on your chart for 40 hexes and more");
  }
  const bool red = aim.numbers == Aim::Numbers::red || aim.has_red_numbers();
  return table.number(aim.target, red, aim.range);
}

int deliberate_drm(const ToHitDrm& drm, const Aim& aim) {
  if (!aim.aims_at_tracks()) return 0;
  const auto refuse = [](const std::string& wrong, const char* right) {
    throw ArgumentError("deliberate_immobilization", wrong, right);
  };
  if (!aim.at_vehicle()) refuse("only a vehicle is immobilized (66.2)", "none");
  if (aim.range > 6) {
    refuse(fmt::format("the range is {} hexes", aim.range), "none beyond 6 hexes (66.22)");
  }
  if (aim.target == Aim::Target::vehicle_hull_down) {
    refuse("the target is hull down", "none (66.23)");
  }
  if (aim.height_advantage >= 2) {
    refuse("the firer is two levels or more above", "none (66.23)");
  }
  return drm.at(aim.deliberate_immobilization == Tracks::side ? "66.2" : "66.21");
}

}  // namespace

int Aim::breaks_down_from() const {
  if (breakdown_number > 12) return breakdown_number;  // it never breaks down
  return breakdown_number - (intensive_fire ? 2 : 0) - (captured ? 2 : 0) - (inexperienced ? 1 : 0);
}

bool Aim::may_jam() const {
  const bool intensive = intensive_fire || intensive_phases != IntensiveFire::never;
  const int from = breaks_down_from() - (intensive && !intensive_fire ? 2 : 0);
  return breakdown_number <= 12 && from < (gun.gun.calibre >= last_round_calibre ? last_round : 13);
}

Shot::Hit OriginalTwo::third_die(Dice& dice) const {
  return dice.die([&](int third) {
    if (needed < 2 && third + (2 - needed) >= 6) return Shot::Hit::miss;
    const bool critical = at_afv && (third == 1 || 2 * third < needed);
    return critical ? Shot::Hit::critical : Shot::Hit::hit;
  });
}

Gunnery::Gunnery(const Aim& aim, const Charts& charts)
    : breakdown_number_(aim.breaks_down_from()),
      depletion_number_(aim.depletion_number),
      // 66.2: a shot at the tracks can only immobilize, so it gets no critical hits.
      critical_hits_(aim.at_vehicle() && aim.at_afv && !aim.aims_at_tracks()),
      last_round_(aim.gun.gun.calibre >= last_round_calibre),
      ammunition_depletion_(aim.ammunition_depletion),
      even_misses_(aim.tank_superiority) {
  const auto& table = charts.get<ToHitTable>();
  const auto& drm = charts.get<ToHitDrm>();
  int sum = aim.drm + aim.armor_leader + aim.target_size + barrel_drm(drm, aim) +
            deliberate_drm(drm, aim);
  if (aim.buttoned_up) sum += drm.at("64.47");
  if (aim.bore_sighted) sum += drm.at("78.4");
  if (aim.intensive_fire) sum += drm.at("70.2");
  if (aim.captured) sum += drm.at("90.13");
  if (aim.range == 1) sum += drm.at("J");
  if (aim.range == 0) sum += drm.at("K");
  const std::optional<int> number = chart_number(table, aim);
  if (number) needed_ = *number - sum;
}

Gunnery::Wear Gunnery::wear(int original) const {
  return {original >= breakdown_number_, last_round_ && original >= last_round,
          original >= depletion_number_};
}

Shot::Gun Gunnery::after(Dice& dice, Wear wear) const {
  if (wear.last_round) return Shot::Gun::out_of_ammunition;  // 64.9: that was the last round
  if (!wear.jammed) return Shot::Gun::fires_on;
  const bool out = ammunition_depletion_ && dice.die([](int roll) { return roll >= 4; });
  return out ? Shot::Gun::round_used_up : Shot::Gun::jammed;
}

Shot Gunnery::fire(Dice& dice, int drm, const Smoke& smoke) const {
  struct Rolled {
    bool two = false;
    bool hit = false;
    bool even_miss = false;
    Wear wear;
  };
  const bool possible = needed_.has_value();
  OriginalTwo original_two{needed_.value_or(0) - drm, critical_hits_};
  const auto read = [&](int original) -> Rolled {
    const bool hit = possible && original <= original_two.needed;
    return {original == 2 && possible && original_two.rolls(), hit,
            even_misses_ && !hit && original % 2 == 0, wear(original)};
  };
  Rolled rolled;
  if (smoke.rolls()) {
    const int original = dice.DR([](TwoDice roll) { return roll.total(); });
    original_two.needed -= smoke.roll(dice);
    rolled = read(original);
  } else {
    rolled = dice.DR([&](TwoDice roll) { return read(roll.total()); });
  }
  Shot shot;
  shot.hit = rolled.hit ? Shot::Hit::hit : Shot::Hit::miss;
  shot.special_gone = rolled.wear.special_gone;
  if (rolled.two) shot.hit = original_two.third_die(dice);
  shot.even_miss = rolled.two ? even_misses_ && shot.hit == Shot::Hit::miss : rolled.even_miss;
  shot.gun = after(dice, rolled.wear);
  return shot;
}

OneOf tracks_words() { return one_of({"none", "side", "rear"}); }

void Aim::describe(Declaration<Aim>& asked, Use use) {
  asked.asks(&Aim::gun, "gun", gun_form, "the gun that fires", read_mounted_gun)
      .or_named(vehicles_with_guns())
      .tried_with({"75", "75LL", "76*", "37L", "152"})
      .asks(&Aim::range, "range", 0, 80, "the range in hexes")
      .required()
      .tried_with({"0", "1", "4", "6", "10", "24"});
  if (use != Use::soft_targets) {
    asked.asks(&Aim::target, "target", one_of(ToHitTable::targets()),
               "the target line of the To Hit chart");
  }
  asked
      .asks(&Aim::numbers, "to_hit_numbers", one_of({"black", "red"}),
            "red: a Russian gun (33.3); a Russian vehicle named in gun has them by itself")
      .only_when([](const Aim& aim) { return !aim.number; },
                 "--to-hit-number is given, so nothing is read off the chart", "")
      .only_when([](const Aim& aim) { return !aim.has_red_numbers(); },
                 "a captured gun, or a Russian vehicle by its name, has them anyway", "")
      .asks(&Aim::number, "to_hit_number", -5, 20,
            "the To Hit number printed on your chart; default: the base-game chart's")
      .tried_with({"7", "1"});
  if (use != Use::soft_targets) {
    asked
        .asks(&Aim::target_size, "target_size", -2, 2,
              "the DRM of the target's size (64.6): -1 or -2 for red armor numbers, +1 or +2 for "
              "numbers on white")
        .only_when(&Aim::at_vehicle, "the target is no vehicle", "");
  }
  asked
      .asks(&Aim::buttoned_up, "buttoned_up",
            "a tank or closed-topped SP gun that fires buttoned up: +1 (64.47)")
      .asks(&Aim::bore_sighted, "bore_sighted", "the target is in the bore-sighted hex: -2 (78.4)")
      .only_when([](const Aim& aim) { return aim.range <= bore_sighting_range; }, "(78.3)",
                 "--range 24 or less");
  if (use != Use::fire_phases) {
    asked.asks(&Aim::intensive_fire, "intensive_fire",
               "one shot more, at +2 and with a breakdown number lowered by 2 (70)");
  } else {
    asked.asks(&Aim::intensive_phases, "intensive_fire", one_of({"never", "always", "last_phase"}),
               "in which fire phases the gun fires one shot more, all at +2 and with a breakdown "
               "number lowered by 2 (70)");
  }
  if (use != Use::soft_targets) {
    asked.asks(&Aim::deliberate_immobilization, "deliberate_immobilization", tracks_words(),
               "aims at the tracks: +3 from the side, +5 from the rear, up to 6 hexes; a hit "
               "immobilizes and can't kill, so that armor and kill numbers don't matter (66.2)");
  }
  asked
      .asks(&Aim::armor_leader, "armor_leader", -3, 0,
            "the modifier of the armor leader in the firing AFV; one with +1 stands aside (76.6)")
      .or_of_unit(UnitFact::leadership)
      .asks(&Aim::captured, "captured",
            "a captured gun: red numbers, +2, breakdown number lowered by 2 (90)")
      .asks(&Aim::inexperienced, "inexperienced",
            "an inexperienced crew: breakdown number lowered by 1 (94.3)")
      .only_when(&Aim::may_jam, "", "--breakdown-number 12 or less")
      .asks(&Aim::breakdown_number, "breakdown_number", 7, 13,
            "the gun breaks down on an Original To Hit roll of this or more; 13: never")
      .asks(&Aim::ammunition_depletion, "ammunition_depletion",
            "Supplement K: a gun that breaks down is out of ammunition on a die of 4 to 6")
      .only_when(&Aim::may_jam, "from 150mm on an 11 or 12 is the last round anyway (64.9)",
                 "--breakdown-number 12 or less")
      .asks(&Aim::drm, "to_hit_drm", -10, 15, "all other modifiers of the To Hit roll");
  if (use != Use::fire_phases) {
    asked
        .asks(&Aim::limbered, "limbered",
              "an 88 AA gun that fires limbered: without the modifiers of its L (103.31)")
        .only_when(&Aim::is_88, "no other gun fires limbered (103.31)", "--gun 88L");
  }
}

}  // namespace combat_odds::squad_leader
