#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/infantry/ift_headings.hpp"
#include "sim/asl/support/fire_for_effect.hpp"
#include "sim/asl/support/oba_battery.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/asl/weather/smoke_conditions.hpp"
#include "sim/declare/rounds_in_bodies.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

/// The battery's marker on the map.
enum class Marker : std::uint8_t { none, sr, ffe_1, ffe_2, ffe_c };

/// The state of the Observer's radio or field phone.
enum class Set : std::uint8_t { works, broken, gone };

/// The battery, Player Turn by Player Turn; then the attacks on the stack, one by one. The stack
/// has no effect on the battery, so it can wait.
struct Mission {
  std::uint8_t turn = 0;  ///< Player Turns done
  DrawPile pile;
  Set set = Set::works;
  std::uint8_t contact = 0;
  Marker marker = Marker::none;
  std::uint8_t distance = 0;      ///< of the marker from the target hex, in hexes
  std::uint8_t attacks = 0;       ///< of an FFE on the target hex; in the end those to be resolved
  std::uint8_t first_attack = 0;  ///< the Player Turn
  std::uint8_t last_attack = 0;   ///< the Player Turn; in the end 1 where it is the last of all
  std::uint8_t granted = 0;       ///< access that was there at the start, and is not used yet
  std::uint8_t reshuffled = 0;    ///< chits that fired IR only and went back
  TargetStack stack;
};

/// C1: an Observer calls fire on one hex, over the Player Turns of a scenario.
struct Oba {
  using Observer = BatteryObserver;
  enum class PreRegistered { no, elsewhere, target };
  enum class OutOfContact { waits, goes_on };
  enum class NextAccess { after_ffe_c, after_ffe_2 };
  enum class Fire { he, harassing, rockets, barrage, smoke, smoke_barrage, ir };
  enum class Illumination { seen, unseen };

  std::string side = "german";
  DrawPile::Ammo ammo = DrawPile::Ammo::normal;
  PreRegistered pre_registered = PreRegistered::no;
  bool spotting_round = false;
  int turns = 0;
  Observer observer = Observer::offboard;
  std::optional<int> contact;
  bool battalion_mortar = false;
  int accuracy_drm = 0;
  bool target_known = true;
  bool red_barricades = false;
  bool access_granted = false;
  OutOfContact out_of_contact = OutOfContact::goes_on;
  NextAccess next_access = NextAccess::after_ffe_2;
  Fire fire = Fire::he;
  std::optional<int> barrage_firepower;
  int barrage_place = 0;
  Illumination illumination = Illumination::seen;
  int off_target = 0;
  bool mortars = false;
  SmokeConditions conditions = SmokeConditions::fair;
  std::optional<int> calibre;
  ShelledHex hex;
  FireTarget target;

  bool has_target() const { return !target.units.empty(); }
  bool may_lose_contact() const { return observer != Observer::offboard; }
  bool has_rockets() const { return fire == Fire::rockets; }
  bool has_shells() const { return !has_rockets(); }
  bool lights() const { return fire == Fire::ir; }
  bool lays_smoke() const { return fire == Fire::smoke || fire == Fire::smoke_barrage; }
  bool harms() const { return !lights() && !lays_smoke(); }
  bool is_corrected() const { return has_shells() && !lights(); }
  bool aims_beside() const { return lights() && illumination == Illumination::unseen; }
  bool has_limits() const { return red_barricades && !harms(); }
  bool asks_calibre() const { return has_target() || !harms(); }
  bool is_barrage() const { return fire == Fire::barrage || fire == Fire::smoke_barrage; }
  bool is_barrage_on_units() const { return fire == Fire::barrage && has_target(); }
  bool at_registered_hex() const { return pre_registered == PreRegistered::target; }

  void prepare(const Charts& charts) {
    check_munition();
    start_.pile = DrawPile::of(side, ammo, pre_registered != PreRegistered::no, charts);
    if (access_granted) {
      start_.granted = 1;
      --start_.pile.black;
      ++start_.pile.blacks_drawn;
    }
    accuracy_ = accuracy_of(side, observer, charts);
    contact_ = {contact_number(contact, side, observer, charts), battalion_mortar};
    if (!has_target()) return;
    terrain_ = hex.terrain(charts);
    const double full = terrain_.of_he(charts.get<IftHeadings>().he_firepower(*calibre));
    const double firepower = fire == Fire::harassing ? full / 3.0
                             : is_barrage()          ? *barrage_firepower
                                                     : full;
    fire_for_effect_ = FireForEffect(firepower, full, terrain_, hex.drm, charts.get<Ift>());
    fire_for_effect_.prepare(target);
    if (is_large() && !target.has_groups() && !target.casualty_vp &&
        fire_for_effect_.is_worst_as_critical(target)) {
      target.keep_in_bodies();
    }
    start_.stack = target.start();
  }

  std::unique_ptr<Rule> rule(const Charts& charts) &&;

  Mission start() const { return start_; }

  Mission step(const Mission& before, Dice& dice) const {
    Mission now = before;
    if (!FireTarget::resolved(now.stack)) {
      target.step(dice, now.stack);
    } else if (is_over(now)) {
      attack(now, dice);
    } else {
      player_turn(now, dice);
      if (is_over(now)) forget(now);
    }
    return now;
  }

  Mission alike(Mission mission) const {
    if (has_target()) target.make_alike(mission.stack);
    return mission;
  }

  std::optional<Outcome> outcome(const Mission& mission) const {
    if (!is_over(mission) || !FireTarget::resolved(mission.stack)) return std::nullopt;
    if (has_target()) {
      if (mission.attacks > 0) return std::nullopt;
      TargetStack stack = mission.stack;
      if (mission.last_attack == 0) FireTarget::end_pins(stack);
      Outcome outcome = target.outcome(stack);
      outcome.event("fire", mission.first_attack > 0);
      return outcome;
    }
    Outcome outcome(mission.attacks > 0 ? "fire_comes" : "no_fire");
    outcome.event("fire", mission.attacks > 0)
        .event("access", mission.pile.blacks_drawn + mission.reshuffled > 0)
        .event("battery_lost", mission.pile.lost())
        .measure("missions", mission.pile.blacks_drawn + mission.reshuffled)
        .measure("ffe_attacks", mission.attacks)
        .measure_if(mission.attacks > 0, "first_attack", mission.first_attack);
    return outcome;
  }

  Working working() const {
    Working working;
    if (has_target()) {
      working.situation =
          target.text() + " under the OBA of " + amount_text(turns, "Player Turn", "Player Turns");
      tell_terrain(working, terrain_, "against indirect fire");
    }
    if (lays_smoke()) {
      working.notes.emplace_back(
          "SMOKE is +3 for fire into, through or out of a hex, and +1 more for fire out of it "
          "(A24.2, A24.8)");
    }
    return working;
  }

  bool is_over(const Mission& mission) const {
    return mission.turn == turns || mission.pile.lost();
  }

 private:
  /// Whether there are so many units that playing them by bodies is quicker.
  bool is_large() const {
    constexpr std::size_t many_units = 5;
    return target.units.size() >= many_units;
  }

  /// Keeps only what outcome() reports of the battery: if there are units, how often they are hit.
  void forget(Mission& mission) const {
    Mission left;
    left.turn = small(turns);
    left.attacks = mission.attacks;
    left.first_attack = mission.first_attack;
    left.stack = mission.stack;
    if (has_target()) {
      left.first_attack = mission.attacks > 0 ? 1 : 0;
      left.last_attack = mission.attacks > 0 && mission.last_attack == turns ? 1 : 0;
    } else {
      left.pile.blacks_drawn = small(mission.pile.blacks_drawn + mission.reshuffled);
      left.pile.reds_drawn = mission.pile.lost() ? 2 : 0;
    }
    mission = left;
  }

  /// RB12, C1.71: what the battery may fire, and when.
  void check_munition() const {
    if (lays_smoke()) check_smoke(conditions, false);
    if (!has_limits()) return;
    constexpr int no_smoke_from = 150;
    constexpr int german_ir_from = 100;
    if (fire == Fire::smoke_barrage) {
      throw ArgumentError("fire", "Red Barricades allows normal Barrages only (note p)",
                          "smoke, or barrage");
    }
    if (lays_smoke() && *calibre >= no_smoke_from) {
      throw ArgumentError("fire", "no OBA of 150mm or more fires SMOKE in Red Barricades (RB12)",
                          "--calibre 149 or less, or --fire he");
    }
    const bool german = side == "german" && *calibre >= german_ir_from;
    if (lights() && !mortars && !german) {
      throw ArgumentError("fire",
                          "only mortars and German OBA of 100mm or more fire IR in Red Barricades "
                          "(RB12)",
                          "--mortars, or --side german and --calibre 100 or more");
    }
  }

  /// One pass through the sequence of C1 in the Observer's PFPh or DFPh.
  void player_turn(Mission& now, Dice& dice) const {
    ++now.turn;
    if (is_lost_unheard(now)) now.marker = Marker::none;
    if (!in_contact(now, dice)) {
      if (out_of_contact == OutOfContact::goes_on && !lights()) go_on_unheard(now);
      return;
    }
    if (now.marker == Marker::ffe_2) {
      now.marker = Marker::ffe_c;
      if (lights()) reshuffle(now);
      if (has_rockets()) now.turn = small(turns);  // C1.9: one Fire Mission
      if (has_rockets()) return;
      if (next_access == NextAccess::after_ffe_c) return;
    }
    const bool granted_before = std::exchange(now.granted, std::uint8_t{0}) != 0;
    const bool needs_access =
        !granted_before && (now.marker == Marker::none || now.marker == Marker::ffe_c);
    // C1.9: a battery of rockets has one Fire Mission.
    const bool spent = needs_access && has_rockets() && now.pile.blacks_drawn > 0;
    if (spent || (needs_access && !now.pile.draw(dice, red_barricades))) {
      now.marker = Marker::none;
      return;
    }
    switch (now.marker) {
      case Marker::none:
        if (lights()) {
          illuminate(now, dice, Marker::ffe_1);
        } else {
          place(now, dice);
        }
        break;
      case Marker::sr:
        convert(now, dice);
        break;
      case Marker::ffe_1:
        if (lights()) {
          illuminate(now, dice, Marker::ffe_2);
        } else {
          second_fire(now, dice);
        }
        break;
      default:
        if (lights()) {
          illuminate(now, dice, Marker::ffe_1);
        } else if (!cancelled(now, dice)) {
          fall(now, Marker::ffe_1);
        }
        break;
    }
  }

  /// C1.2: a radio is repaired in the Rally Phase before. An Original 12 breaks it, and ends a
  /// Field Phone.
  bool in_contact(Mission& now, Dice& dice) const {
    if (!may_lose_contact()) return true;
    if (now.set == Set::broken) {
      now.set = repaired(dice, 1, Repairable{Set::works, Set::broken, Set::gone});
    }
    if (now.set != Set::works) return false;
    enum class Contact : std::uint8_t { made, not_made, breaks, breaks_but_made };
    const int maintenance = now.contact != 0 ? contact_.maintenance_drm() : 0;
    const Contact found = dice.DR([&](TwoDice roll) {
      const bool made = roll.total() + maintenance <= *contact_.number;
      if (roll.total() == 12) return made ? Contact::breaks_but_made : Contact::breaks;
      return made ? Contact::made : Contact::not_made;
    });
    const bool breaks = found == Contact::breaks || found == Contact::breaks_but_made;
    if (breaks) now.set = observer == Observer::radio ? Set::broken : Set::gone;
    now.contact = found == Contact::made ? 1 : 0;
    return found == Contact::made || found == Contact::breaks_but_made;
  }

  /// C1.22: an FFE:C is Cancelled at the end of the Rally Phase if there is no contact.
  bool is_lost_unheard(const Mission& now) const {
    const bool goes_on = out_of_contact == OutOfContact::goes_on && !lights();
    if (!goes_on || !may_lose_contact() || now.contact != 0) {
      return false;
    }
    return now.marker == Marker::ffe_c ||
           (now.marker == Marker::ffe_2 && next_access == NextAccess::after_ffe_2);
  }

  /// C1.22: without contact nobody can stop or move an FFE, and it goes on.
  void go_on_unheard(Mission& now) const {
    if (now.marker == Marker::ffe_2) now.marker = Marker::ffe_c;
    if (now.marker == Marker::ffe_1) fall(now, Marker::ffe_2);
  }

  /// E1.931: a chit that was used for IR alone goes back once the mission is over.
  static void reshuffle(Mission& now) {
    ++now.pile.black;
    --now.pile.blacks_drawn;
    ++now.reshuffled;
  }

  /// E1.932: an IR is placed in the target hex, with half the Extent of Error, where the Observer
  /// sees a Gunflash or Known enemy there; else some hexes off it, with all of it. It lights all
  /// within six hexes for the rest of the Player Turn (E1.933).
  void illuminate(Mission& now, Dice& dice, Marker marker) const {
    if (cancelled(now, dice)) return;
    const bool seen = illumination == Illumination::seen;
    const int off = seen ? 0 : off_target;
    const int error = dice.die([&](int white) { return small(seen ? (white + 1) / 2 : white); });
    now.distance = small(error);
    if (off > 0) {
      now.distance = dice.die([&](int direction) -> std::uint8_t {
        if (direction == 1) return small(std::abs(off - error));  // towards the target
        if (direction == 2 || direction == 3) return small(std::max(off, error));  // 60 degrees off
        return small(off + error);
      });
    }
    fall(now, marker);
    now.distance = 0;
  }

  /// C1.3: the first marker of a mission.
  void place(Mission& now, Dice& dice) const {
    if (cancelled(now, dice)) return;
    // C1.9: rockets are never accurate.
    const bool accurate = has_shells() && dice.die([&](int roll) {
      return at_registered_hex() ? roll <= registered_accuracy : roll + accuracy_drm <= accuracy_;
    });
    now.distance = 0;
    if (!accurate) {
      now.distance = dice.die([&](int white) -> std::uint8_t {
        return small(at_registered_hex() ? (white + 1) / 2 : white);
      });
    }
    if (missed_by(dice, now.distance) == 0) now.distance = 0;
    if (has_rockets() || (at_registered_hex() && !spotting_round)) {
      fall(now, Marker::ffe_1);
    } else {
      now.marker = Marker::sr;
    }
  }

  /// C1.4: in place where the target is in the Blast Area, else after a Correction to its hex. The
  /// Accuracy of that and the Conversion take an extra chit each, the Conversion only where the SR
  /// is in the target hex or next to it (C1.21), or the row of a Barrage is.
  void convert(Mission& now, Dice& dice) const {
    if (now.distance > blast_radius()) {
      if (cancelled(now, dice)) return;
      const int most = (now.distance + 2) / 3;
      const bool accurate = dice.die([&](int roll) {
        return at_registered_hex() ? roll <= registered_accuracy : roll + accuracy_drm <= accuracy_;
      });
      now.distance = 0;
      if (!accurate) {
        now.distance = dice.die([&](int white) { return small(std::min(white, most)); });
      }
      now.distance = missed_by(dice, now.distance);
    }
    if (now.distance <= 1 && cancelled(now, dice)) return;
    fall(now, Marker::ffe_1);
  }

  /// C1.5: a Correction of an FFE by up to three hexes errs by at most one, so the target is in the
  /// Blast Area after it.
  void second_fire(Mission& now, Dice& dice) const {
    if (now.distance > blast_radius() && has_shells()) {  // C1.9: rockets are not Corrected
      if (cancelled(now, dice)) return;
      now.distance = 1;
      if (is_barrage()) {
        const bool accurate = dice.die([](int roll) { return roll <= registered_accuracy; });
        now.distance = accurate ? std::uint8_t{0} : missed_by(dice, 1);
      }
    }
    fall(now, Marker::ffe_2);
  }

  /// C1.6: the extra chit for a marker near enemies none of which is Known.
  bool cancelled(Mission& now, Dice& dice) const {
    if (target_known || now.pile.draw_extra(dice)) return false;
    now.marker = Marker::none;
    return true;
  }

  void fall(Mission& now, Marker marker) const {
    now.marker = marker;
    if (now.distance > blast_radius()) return;
    ++now.attacks;
    now.last_attack = now.turn;
    if (now.first_attack == 0) now.first_attack = now.turn;
  }

  /// How far from the target hex the fire falls by that error of the marker: E12.11, a Barrage
  /// falls on a row of nine hexes, which an error along the row may leave over the target hex.
  std::uint8_t missed_by(Dice& dice, std::uint8_t error) const {
    if (!is_barrage() || error == 0) return error;
    constexpr int half_row = 4;
    return dice.die([&](int direction) -> std::uint8_t {
      if (direction == 1) return small(std::max(barrage_place + error - half_row, 0));
      if (direction == 2) return small(std::max(std::abs(barrage_place - error) - half_row, 0));
      return error;  // off the row to a side
    });
  }

  int blast_radius() const {
    constexpr int lit = 6;  // E1.933
    const bool seven_hexes = fire == Fire::he || lays_smoke();
    return lights() ? lit : is_barrage() ? 0 : seven_hexes ? 1 : 2;
  }

  /// C1.5: a DR for the hex in each Player Turn, in which the pins of the last one are over (A7.8).
  void attack(Mission& now, Dice& dice) const {
    FireTarget::end_pins(now.stack);
    const bool last = --now.attacks == 0;
    fire_for_effect_.attack(dice, target, now.stack, last);
  }

  static constexpr int registered_accuracy = 4;  // C1.73

  Mission start_;
  BatteryContact contact_;
  int accuracy_ = 0;
  Terrain terrain_;
  FireForEffect fire_for_effect_;
};

/// The same on a large stack, in rounds: the battery's Player Turns, then each attack.
struct OnLargeStack : Oba {
  static constexpr std::size_t goes_on = 0;  ///< in the memo of the stack: the round does

  int rounds() const { return turns + 1; }
  Mission round(Mission now, int /*number*/) const {
    now.stack.memo[goes_on] = 1;
    return now;
  }
  bool round_over(const Mission& now) const {
    return now.stack.memo[goes_on] == 0 && FireTarget::resolved(now.stack);
  }
  Mission step(const Mission& before, Dice& dice) const {
    const bool fires = is_over(before) && FireTarget::resolved(before.stack);
    Mission now = Oba::step(before, dice);
    if (fires || !is_over(before)) now.stack.memo[goes_on] = is_over(now) ? 0 : 1;
    return now;
  }
  Mission alike(Mission now) const {
    using Phase = TargetStack::Phase;
    const Phase phase = now.stack.phase;
    if (pins_end(now) && (phase == Phase::resolved || phase == Phase::others)) {
      target.end_leaders_pins(now.stack);
    }
    if (pins_end(now) && phase == Phase::resolved) FireTarget::end_pins(now.stack);
    return Oba::alike(now);
  }
  std::optional<Outcome> outcome(const Mission& mission, int /*played*/) const {
    return Oba::outcome(mission);
  }

  using Unit = TargetUnit;
  std::vector<InBodies::Body> bodies() const {
    const auto both = target.bodies(offsetof(Mission, stack));
    return {both.begin(), both.end()};
  }
  InBodies::Turn turn(const Mission& message) const {
    if (!FireTarget::resolved(message.stack)) return target.turn(message.stack);
    return {InBodies::Turn::Kind::step, is_over(message) ? FireTarget::leaders : 0u, 0, 0};
  }
  unsigned between_rounds(const Mission& message, int played) const {
    const bool goes_on = played == 0 || message.attacks > 0;
    return goes_on ? 0 : FireTarget::leaders | FireTarget::others;
  }
  Mission step_of_crowd(Mission now, Dice& dice) const {
    target.step_of_crowd(dice, now.stack);
    if (pins_end(now) && FireTarget::resolved(now.stack)) FireTarget::end_pins(now.stack);
    return now;
  }
  static bool may_be_selected(const TargetUnit& unit, int among) {
    return FireTarget::may_be_selected(unit, among);
  }
  static void select(TargetUnit& unit, int among) { FireTarget::select(unit, among); }
  static void selected(Mission& message) { FireTarget::selected(message.stack); }

 private:
  /// A7.8: before anybody asks for them.
  static bool pins_end(const Mission& now) { return now.attacks > 0 || now.last_attack == 0; }
};

std::unique_ptr<Rule> Oba::rule(const Charts& /*charts*/) && {
  if (target.in_bodies()) {
    return std::make_unique<RoundsInBodies<OnLargeStack>>(OnLargeStack{std::move(*this)});
  }
  return std::make_unique<PlayedInTurns<Oba>>(*this);
}

/// Pins end with the Player Turn (A7.8).
std::vector<Term> at_the_end(std::vector<Term> terms) {
  for (Term& term : terms) {
    if (term.name == "pinned") term.meaning += " at the end of the last Player Turn";
  }
  return terms;
}

}  // namespace

Procedure oba() {
  return procedure<Oba>(
             "asl.oba", "C1",
             "Offboard Artillery from the first chit to the last FFE: when does it come, "
             "and what does it do to a hex?")
      .asks(&Oba::side, "side", DrawPile::side_names(), "whose draw pile and accuracy")
      .asks(&Oba::ammo, "ammo", DrawPile::ammo_names(),
            "Plentiful adds a black chit, Scarce a red one")
      .asks(&Oba::pre_registered, "pre_registered", one_of({"no", "elsewhere", "target"}),
            "a Pre-Registered hex adds a black chit; in the target hex it helps accuracy, too")
      .asks(&Oba::spotting_round, "spotting_round",
            "target: an SR comes first all the same, in place of an FFE:1 at once")
      .only_when(&Oba::at_registered_hex, "an SR comes first in any other hex",
                 "--target pre_registered")
      .asks(&Oba::turns, "turns", 1, 30, "the Player Turns in which the Observer may act")
      .required()
      .tried_with({"1", "2", "3", "5", "8"})
      .asks(&Oba::observer, "observer", observer_names(),
            "how he has contact; an Offboard Observer (or Spotter Plane) always has")
      .asks(&Oba::contact, "contact", 2, 12,
            "the highest DR of Contact where it is not that of the chart")
      .tried_with({"7", "9"})
      .asks(&Oba::battalion_mortar, "battalion_mortar",
            "a 70+ or 80+mm battalion mortar: contact is maintained at -2 instead of -1")
      .asks(&Oba::accuracy_drm, "accuracy_drm", 0, 6,
            "what Hindrances and SMOKE add to the Accuracy dr")
      .asks(&Oba::target_known, "target_known",
            "an enemy unit in the target hex or next to it is Known; else each marker takes an "
            "extra chit, which goes back")
      .asks(&Oba::red_barricades, "red_barricades",
            "the second red chit goes back while fewer than two black ones are gone (CG III 11)")
      .asks(&Oba::access_granted, "access_granted",
            "the first black chit has been drawn already: the mission begins with it")
      .asks(&Oba::out_of_contact, "out_of_contact", one_of({"mission_waits", "mission_goes_on"}),
            "a Player Turn without contact: an FFE on the map goes on (C1.22), or waits")
      .only_when({"contact", "battalion_mortar", "out_of_contact"}, &Oba::may_lose_contact,
                 "an Offboard Observer always has contact", "--observer radio or field_phone")
      .asks(&Oba::next_access, "next_access", one_of({"after_ffe_c", "after_ffe_2"}),
            "a chit for more fire there is drawn in the Player Turn right after that of the FFE:2 "
            "(C1.5, C1.34), or one later")
      .asks(
          &Oba::fire, "fire",
          one_of({"he", "harassing", "rockets", "barrage", "smoke", "smoke_barrage", "ir"}),
          "HE on 7 hexes, Harassing Fire with a third of the FP on 19, Rocket OBA with all of it on "
          "19 (one mission, never accurate, without SR and Correction; C1.9), a Barrage on a row of "
          "9 at a Pre-Registered hex (E12), SMOKE on 7 hexes (C1.71) or on such a row (E12.51), or by "
          "night Illuminating Rounds (E1.93)")
      .only_when([](const Oba& asked) { return !asked.is_barrage() || asked.at_registered_hex(); },
                 "a Barrage falls on a Pre-Registered hex (E12.1)", "--pre-registered target")
      .asks(&Oba::barrage_place, "barrage_place", 0, 4,
            "how many hexes the target hex lies from the middle of the row of a Barrage")
      .only_when(&Oba::is_barrage, "", "--fire barrage or smoke_barrage")
      .asks(&Oba::barrage_firepower, "barrage_firepower", 1, 36,
            "the FP with which a Barrage attacks each hex: no source that was found has it")
      .needed_when(&Oba::is_barrage_on_units, "with how much FP does the Barrage attack?",
                   "the FP of E12 in your rulebook")
      .only_when(&Oba::is_barrage_on_units, "", "--fire barrage and --target")
      .only_when({"spotting_round", "accuracy_drm", "battalion_mortar", "next_access"},
                 &Oba::has_shells,
                 "Rocket OBA has no SR, no Accuracy dr and no second mission (C1.9)",
                 "--fire he or harassing")
      .only_when({"spotting_round", "accuracy_drm", "out_of_contact"}, &Oba::is_corrected,
                 "an Illuminating Round is no FFE, and has no Accuracy dr (E1.93)",
                 "another --fire")
      .asks(&Oba::illumination, "illumination", one_of({"seen", "unseen"}),
            "seen: the Observer sees a Gunflash or a Known enemy in the target hex, and halves the "
            "error of an IR; unseen: it is placed six hexes away from him, or a multiple (E1.932)")
      .only_when(&Oba::lights, "", "--fire ir")
      .asks(&Oba::off_target, "off_target", 0, 3,
            "unseen: how many hexes, along a Hex Grain, the nearest hex so far away is off the "
            "target hex")
      .only_when(&Oba::aims_beside, "", "--fire ir and --illumination unseen")
      .asks(&Oba::mortars, "mortars",
            "the battery has mortars: in Red Barricades they may fire IR whatever their calibre "
            "(RB12)")
      .only_when(&Oba::lights, "", "--fire ir")
      .asks(&Oba::conditions, "conditions", smoke_conditions(),
            "weather and ground: but for fair ones OBA places no SMOKE (C1.71)")
      .tried_with({"fair", "mud"})
      .only_when(&Oba::lays_smoke, "", "--fire smoke")
      .asks(&Oba::calibre, "calibre", 70, 249, "the calibre of the battery in mm")
      .tried_with({"80", "100", "150", "200"})
      .needed_when(&Oba::has_target, "what falls on the units?", "such as 80, 100, 120 or 150")
      .needed_when(&Oba::has_limits, "what it may fire in Red Barricades depends on it (RB12)",
                   "such as 80, 100, 120 or 150")
      .includes(&Oba::hex)
      .includes(&Oba::target, "", FireTarget::InPlace::nobody, FireTarget::Groups::several)
      .adjust(
          "target",
          [](Parameter& target) {
            target.meaning =
                "the units in the hex, all by one DR (A4.6, C1.5); default: when the fire comes, "
                "and how often";
          })
      .only_when({"calibre"}, &Oba::asks_calibre, "", "--target, or --fire smoke or ir")
      .only_when({"tem", "drm", "status", "elr", "target_state"}, &Oba::has_target, "", "--target")
      .only_when({"target"}, &Oba::harms, "SMOKE and Illuminating Rounds harm nobody",
                 "another --fire")
      .outcome(
          "fire_comes",
          "an FFE hits the target hex, SMOKE lies in it or an IR lights it (no units were named)")
      .outcome("no_fire", "none does")
      .outcomes(at_the_end(FireTarget::outcomes()))
      .event("fire", "an FFE hits the target hex at least once")
      .event("access", "at least one black chit is drawn: a fire mission")
      .event("battery_lost", "two red chits are removed: no more missions")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .measure("missions", "black chits drawn (no units were named)")
      .measure("ffe_attacks",
               "attacks of an FFE on the target hex, or Player Turns with its SMOKE or light")
      .measure("first_attack", "the Player Turn of the first of them")
      .only_where({"fire_comes"})
      .less_is_better()
      .measures(at_the_end(FireTarget::measures()))
      .headline("fire", "fire falls on the hex")
      .headline("mean first_attack", "the first time in Player Turn {} on average")
      .headline("mean ffe_attacks", "{} attacks on average")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("battery_lost", "the battery is lost");
}

}  // namespace combat_odds::asl
