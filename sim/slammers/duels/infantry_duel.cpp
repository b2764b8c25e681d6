#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/dice/small.hpp"
#include "sim/slammers/duels/duelist.hpp"
#include "sim/slammers/fire/defence_values.hpp"
#include "sim/slammers/fire/weapons.hpp"

namespace combat_odds::slammers {
namespace {

constexpr int most_tus = 8;      ///< an elite detachment
constexpr int most_markers = 9;  ///< suppression markers that are counted

/// Infantry TUs of one kind on one side.
struct InfantryForce {
  enum class Cover : std::uint8_t { none, light, heavy };

  int number = 1;
  Troops troops;
  WeaponOnCard on_card;
  int dv = 0;
  Cover cover = Cover::none;
  int qr_modifier = 0;

  static void describe(Declaration<InfantryForce>& asks, const std::string& who) {
    asks.asks(&InfantryForce::number, "number", 1, most_tus, "infantry TUs of " + who)
        .tried_with({"1", "2", "3"})
        .includes(&InfantryForce::troops, "", who)
        .includes(&InfantryForce::on_card, "", WeaponOnCard::Targets::infantry)
        .adjust("weapon",
                [&](Parameter& weapon) {
                  weapon.meaning =
                      "what each TU of " + who + " fires; default: its Sh and FP as numbers";
                })
        .asks(&InfantryForce::dv, "dv", 1, 30, "the DV of " + who + ", without its cover")
        .required()
        .or_named(defence_values(), "a target such as 'infantry in body armour'")
        .tried_with({"5", "6", "7"})
        .asks(&InfantryForce::cover, "cover", one_of({"none", "light", "heavy"}),
              "what partly hides " + who +
                  ": -1 QR for those who fire at it, and +1 or +2 DV (Supplement 4, Infantry in "
                  "cover)")
        .asks(&InfantryForce::qr_modifier, "qr_modifier", -4, 4,
              "the sum of all other QR modifiers of its fire");
  }
};

/// A TU during the fight.
struct Tu {
  std::uint8_t killed = 1;  ///< or never there
  std::uint8_t markers = 0;
  std::uint8_t waits = 0;   ///< has still to fire, or to roll off its markers
  std::uint8_t shaken = 0;  ///< was suppressed when its side's fire began
  std::uint8_t aimed_at = 0;

  auto operator<=>(const Tu&) const = default;
};

using Tus = std::array<Tu, most_tus>;

struct InfantryFight {
  enum class Part : std::uint8_t { begins, leader_fires, other_fires, rallies };

  std::array<Tus, 2> sides{};
  std::uint8_t turn = 0;
  std::uint8_t leads = 0;  ///< the side that fires first in this turn
  Part part = Part::begins;
  std::uint8_t shots = 0;   ///< left of the TU that fires
  std::uint8_t shaken = 0;  ///< whether that TU is suppressed
};

struct InfantryDuel {
  enum class Range : std::uint8_t { beyond_close, close };
  using Part = InfantryFight::Part;

  InfantryForce first;
  InfantryForce second;
  Range range = Range::beyond_close;
  std::optional<int> close_from;
  DuelTurns turns;
  int suppression_kills = 0;
  int suppressed_qr = 0;
  std::optional<int> rallies_on;

  void prepare(const Charts& charts) {
    for (std::size_t side = 0; side < 2; ++side) {
      const InfantryForce& own = force(side);
      const InfantryForce& enemy = force(1 - side);
      const Weapon weapon = own.on_card.weapon();
      Fire& fire = fires[side];
      fire.shots = shots_of(weapon);
      fire.firepower = firepower_of(weapon, true);
      fire.dv = enemy.dv;
      if (enemy.cover != InfantryForce::Cover::none) {
        // Any cover is worth +2 against powerguns.
        fire.dv += enemy.cover == InfantryForce::Cover::heavy || weapon.powergun ? 2 : 1;
      }
      const int hidden = enemy.cover != InfantryForce::Cover::none ? -1 : 0;
      for (const int close : {0, 1}) {
        const int near = close == 0 ? 0 : weapon.close_quarter ? 2 : 1;
        for (const int shaken : {0, 1}) {
          fire.roll[close][shaken] =
              own.troops.roll(charts, own.qr_modifier + hidden + near + shaken * suppressed_qr);
        }
      }
    }
    // All markers of a TU go at once, so that one is as good as many where they don't kill.
    counted = suppression_kills > 0 ? suppression_kills : suppressed_qr != 0 ? 1 : 0;
  }

  InfantryFight start() const {
    InfantryFight fight;
    for (std::size_t side = 0; side < 2; ++side) {
      for (int i = 0; i < force(side).number; ++i) {
        fight.sides[side][static_cast<std::size_t>(i)].killed = 0;
      }
    }
    return fight;
  }

  /// Plays the next shot, the next roll for suppression, or the end of a turn.
  InfantryFight step(const InfantryFight& before, Dice& dice) const {
    InfantryFight fight = before;
    if (fight.part == Part::begins) {
      ++fight.turn;
      fight.part = Part::leader_fires;
      fight.leads = turns.leader(dice);
      make_ready(fight, fight.leads);
      // Both fire as they were before the exchange.
      if (turns.simultaneous()) make_ready(fight, 1 - fight.leads);
    }
    while (fight.part != Part::begins) {
      if (fight.part == Part::rallies) {
        if (rally(dice, fight)) return fight;
      } else if (fight.shots > 0) {
        shoot(dice, fight);
        return fight;
      } else {
        next_firer(fight);
      }
    }
    return fight;
  }

  /// TUs of a side are interchangeable.
  InfantryFight alike(const InfantryFight& fight) const {
    InfantryFight sorted = fight;
    for (Tus& tus : sorted.sides) std::sort(tus.begin(), tus.end());
    return sorted;
  }

  std::optional<Outcome> outcome(const InfantryFight& fight) const {
    if (fight.part != Part::begins) return std::nullopt;
    const int first_left = left(fight.sides[0]);
    const int second_left = left(fight.sides[1]);
    if (first_left > 0 && second_left > 0 && fight.turn < turns.most) return std::nullopt;
    return Outcome(first_left > 0 && second_left > 0 ? "undecided"
                   : first_left > 0                  ? "first_wins"
                   : second_left > 0                 ? "second_wins"
                                                     : "both_out")
        .measure("turns", fight.turn)
        .measure("first_lost", first.number - first_left)
        .measure("second_lost", second.number - second_left);
  }

 private:
  /// One TU's fire at the other side.
  struct Fire {
    int shots = 0;
    int firepower = 0;
    int dv = 0;
    QualityRoll roll[2][2];  ///< beyond Close range or within it; unsuppressed or suppressed
  };

  const InfantryForce& force(std::size_t side) const { return side == 0 ? first : second; }

  static int left(const Tus& tus) {
    return static_cast<int>(
        std::count_if(tus.begin(), tus.end(), [](const Tu& tu) { return tu.killed == 0; }));
  }

  bool close(const InfantryFight& fight) const {
    return range == Range::close || (close_from && fight.turn >= *close_from);
  }

  const QualityRoll& roll(const InfantryFight& fight, std::size_t side, bool shaken) const {
    return fires[side].roll[close(fight) ? 1 : 0][shaken ? 1 : 0];
  }

  void make_ready(InfantryFight& fight, std::size_t side) const {
    for (Tu& tu : fight.sides[side]) {
      tu.shaken = tu.markers > 0 && suppressed_qr != 0 ? 1 : 0;
      tu.waits = tu.killed == 0 && roll(fight, side, tu.shaken != 0).possible() ? 1 : 0;
      if (tu.waits == 0) tu.shaken = 0;
    }
  }

  /// The side's next TU takes aim. Without one, the other side fires or the turn ends.
  void next_firer(InfantryFight& fight) const {
    const std::size_t side = fight.part == Part::leader_fires ? fight.leads : 1 - fight.leads;
    Tus& own = fight.sides[side];
    Tus& enemies = fight.sides[1 - side];
    // Those who are not suppressed fire first.
    const auto next = std::min_element(own.begin(), own.end(), [](const Tu& a, const Tu& b) {
      return std::pair(a.waits == 0, a.shaken) < std::pair(b.waits == 0, b.shaken);
    });
    if (next->waits == 0) {
      end_fire(fight, side);
      return;
    }
    next->waits = 0;
    const std::uint8_t shaken = std::exchange(next->shaken, std::uint8_t{0});
    Tu* const target = target_among(enemies);
    if (target == nullptr) return;
    target->aimed_at = 1;
    fight.shots = small(fires[side].shots);
    fight.shaken = shaken;
  }

  /// Where markers kill, fire stays on the TU that has most of them; otherwise it spreads. Then
  /// comes one that has still to fire. Null if all are killed.
  Tu* target_among(Tus& enemies) const {
    const auto key = [this](const Tu& tu) {
      const bool fires_later = !turns.simultaneous() && tu.waits != 0;
      return std::array<int, 4>{tu.killed, suppression_kills > 0 ? -tu.markers : tu.markers,
                                fires_later ? 0 : 1, fires_later ? tu.shaken : 0};
    };
    Tu& best = *std::min_element(enemies.begin(), enemies.end(),
                                 [&](const Tu& a, const Tu& b) { return key(a) < key(b); });
    return best.killed != 0 ? nullptr : &best;
  }

  void end_fire(InfantryFight& fight, std::size_t side) const {
    if (fight.part == Part::leader_fires) {
      fight.part = Part::other_fires;
      if (!turns.simultaneous()) make_ready(fight, 1 - side);
      return;
    }
    fight.leads = 0;
    fight.part = rallies_on && counted > 0 ? Part::rallies : Part::begins;
    for (Tus& tus : fight.sides) {
      for (Tu& tu : tus) {
        tu.waits = fight.part == Part::rallies && tu.killed == 0 && tu.markers > 0 ? 1 : 0;
      }
    }
  }

  void shoot(Dice& dice, InfantryFight& fight) const {
    const std::size_t side = fight.part == Part::leader_fires ? fight.leads : 1 - fight.leads;
    const Fire& fire = fires[side];
    Tus& enemies = fight.sides[1 - side];
    Tu& target = *std::find_if(enemies.begin(), enemies.end(),
                               [](const Tu& tu) { return tu.aimed_at != 0; });
    --fight.shots;
    if (roll(fight, side, fight.shaken != 0).made(dice)) {
      if (dice.die([&](int dr) { return dr + fire.firepower >= fire.dv; })) {
        target.killed = 1;
      } else {
        target.markers = small(std::min(target.markers + 1, counted));
        if (suppression_kills > 0 && target.markers >= suppression_kills) target.killed = 1;
      }
    }
    if (target.killed != 0) {
      target.markers = 0;
      fight.shots = 0;
    }
    if (fight.shots == 0) {
      target.aimed_at = 0;
      fight.shaken = 0;
    }
  }

  /// One TU rolls for its markers. False, and the turn is over, if none has any.
  bool rally(Dice& dice, InfantryFight& fight) const {
    for (Tus& tus : fight.sides) {
      for (Tu& tu : tus) {
        if (tu.waits == 0) continue;
        tu.waits = 0;
        if (dice.die([this](int dr) { return dr >= *rallies_on; })) tu.markers = 0;
        return true;
      }
    }
    fight.part = Part::begins;
    return false;
  }

  std::array<Fire, 2> fires;
  int counted = 0;  ///< markers of a TU beyond which further ones make no difference
};

}  // namespace

Procedure infantry_duel() {
  using Asked = InfantryDuel;
  const auto suppression_counts = [](const Asked& asked) {
    return asked.suppression_kills > 0 || asked.suppressed_qr != 0;
  };
  return procedure<Asked>("slammers.infantry-duel",
                          "Supplement 4, close quarter weapons, Infantry in cover; play sheet, "
                          "phase 5, turn after turn",
                          "infantry fires at infantry until one side is gone")
      .includes(&Asked::first, "first_", "the first side")
      .includes(&Asked::second, "second_", "the second side")
      .asks(&Asked::range, "range", one_of({"beyond_close", "close"}),
            "whether they are within Close range: +1 QR, close-quarter weapons +2")
      .asks(&Asked::close_from, "close_from", 2, 12,
            "the turn from which they are within Close range, as they close in")
      .only_when([](const Asked& asked) { return asked.range == Asked::Range::beyond_close; },
                 "they are within Close range already", "--range beyond_close")
      .includes(&Asked::turns, "", "which side", std::vector<std::string>{"1", "2", "3"})
      .asks(&Asked::suppression_kills, "suppression_kills", 0, most_markers,
            "suppression markers that kill a TU, 0 for never: no source at hand gives the number")
      .tried_with({"0", "2", "3"})
      .asks(&Asked::suppressed_qr, "suppressed_qr", -4, 0,
            "the QR modifier of a suppressed TU's fire, -4 where it can't fire: no source at hand "
            "gives it")
      .asks(&Asked::rallies_on, "rallies_on", 1, 6,
            "the least die that takes a TU's markers off at the end of a turn; default: they stay")
      .only_when(suppression_counts, "otherwise suppression changes nothing",
                 "--suppressed-qr or --suppression-kills")
      .outcome("first_wins", "only the first side has TUs left")
      .outcome("second_wins", "only the second side has")
      .outcome("both_out", "neither has")
      .outcome("undecided", "both have when the turns are over")
      .measure("turns", "turns that it took")
      .measure("first_lost", "TUs of the first side killed")
      .measure("second_lost", "TUs of the second side killed")
      .headline("first_wins", "the first side wins")
      .headline("second_wins", "the second side wins")
      .headline("undecided", "it is undecided");
}

}  // namespace combat_odds::slammers
