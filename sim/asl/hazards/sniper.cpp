#include <fmt/format.h>

#include <array>

#include "core/dice/small.hpp"
#include "core/text/columns.hpp"

#include "sim/asl/hazards/checked_sniper.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {
namespace {

/// The Sniper Attack dr (A14.3).
class SniperAttack {
 public:
  static constexpr const char* chart_name = "asl/sniper-attack.csv";
  using Strike = FireTarget::Strike;

  explicit SniperAttack(const CsvTable& chart) {
    static const std::vector<std::string> results = {"none", "smc_eliminated_or_mmc_broken",
                                                     "smc_wounded_or_mmc_pinned"};
    const Columns columns = Columns::of_chart(chart, {"dr", "result"});
    int expected = 1;
    for (const Columns::Row row : columns) {
      if (expected > 6 || row.whole_number("dr") != expected) {
        throw row.error("dr", "dr '" + row.text("dr") + "'", "rows 1 to 6 in order");
      }
      strikes_[static_cast<std::size_t>(expected++ - 1)] =
          static_cast<Strike>(row.one_of("result", results));
    }
    if (expected != 7) throw InputError({chart.file, 1, 1}, "rows are missing", "rows 1 to 6");
  }
  Strike at(int dr) const { return strikes_[static_cast<std::size_t>(dr - 1)]; }

 private:
  std::array<Strike, 6> strikes_{};
};

/// The enemy's rolls so far, and the effect of the first effective attack.
struct Snipe {
  enum class Stage : std::uint8_t { rolls, struck, checks, over };

  std::uint8_t rolled = 0;
  std::uint8_t attacks = 0;  ///< effective attacks
  std::uint8_t activated = 0;
  std::uint8_t first = 0;  ///< the Strike of the first of them
  Stage stage = Stage::rolls;
  CheckedSniper sniper = CheckedSniper::unharmed;
  TargetStack stack;
};

struct Sniper {
  std::optional<int> san;
  std::optional<int> rolls;
  FireTarget target;
  bool sniper_check = true;

  bool rolls_given() const { return rolls.has_value(); }

  void prepare(const Charts& charts) {
    attack_ = &charts.get<SniperAttack>();
    start_.stack = target.start();
  }

  Snipe start() const { return start_; }

  Snipe step(const Snipe& before, Dice& dice) const {
    using Stage = Snipe::Stage;
    Snipe now = before;
    switch (now.stage) {
      case Stage::rolls:
        activation(now, dice);
        break;
      case Stage::struck:
        target.step(dice, now.stack);
        if (FireTarget::resolved(now.stack)) now.stage = sniper_check ? Stage::checks : Stage::over;
        break;
      case Stage::checks:
        check(now, dice);
        now.stage = Stage::over;
        break;
      case Stage::over:
        break;
    }
    return now;
  }

  Snipe alike(Snipe snipe) const {
    if (snipe.stage != Snipe::Stage::rolls) target.make_alike(snipe.stack);
    return snipe;
  }

  std::optional<Outcome> outcome(const Snipe& snipe) const {
    if (snipe.stage != Snipe::Stage::over) return std::nullopt;
    Outcome outcome = target.outcome(snipe.stack);
    outcome.event("activated", snipe.activated != 0)
        .event("sniper_attack", snipe.attacks > 0)
        .event("sniper_eliminated", snipe.sniper == CheckedSniper::eliminated)
        .event("sniper_pinned", snipe.sniper == CheckedSniper::pinned)
        .measure("attacks", snipe.attacks);
    return outcome;
  }

  Working working() const {
    Working working;
    const std::string at = "at " + units_text(target.units);
    working.situation =
        rolls ? fmt::format("SAN {}, {} enemy roll{}, {}", *san, *rolls, *rolls == 1 ? "" : "s", at)
              : "an activated Sniper " + at;
    return working;
  }

 private:
  using Strike = FireTarget::Strike;

  Strike attack(Dice& dice) const {
    return dice.die([&](int roll) { return attack_->at(roll); });
  }

  /// A14.1: an Original DR of the SAN, then the attack dr.
  void activation(Snipe& now, Dice& dice) const {
    const bool activated =
        !rolls_given() || dice.DR([&](TwoDice roll) { return roll.total() == *san; });
    if (activated) now.activated = 1;
    const Strike strike = activated ? attack(dice) : Strike::none;
    if (strike != Strike::none) {
      ++now.attacks;
      if (now.first == 0) now.first = small(strike);
    }
    ++now.rolled;
    if (now.rolled < rolls.value_or(1)) return;
    now.rolled = 0;
    if (now.first == 0) {
      now.stage = Snipe::Stage::over;
      return;
    }
    target.begin_strike(
        dice, now.stack, static_cast<Strike>(std::exchange(now.first, std::uint8_t{0})),
        [&](Dice& die) { return attack(die); }, false);
    now.stage = !FireTarget::resolved(now.stack) ? Snipe::Stage::struck
                : sniper_check                   ? Snipe::Stage::checks
                                                 : Snipe::Stage::over;
  }

  /// A14.4: all who are able to search together.
  void check(Snipe& now, Dice& dice) const {
    const FireTarget::Able able = target.able(now.stack);
    const int others = able.half_squads + able.heroes;
    if (others == 0 && able.leaders == 0) return;
    // A leader directs others only, and does not have to.
    const bool directs = able.leaders > 1 || (able.leaders == 1 && others > 0);
    const int leadership = directs ? std::min(able.leadership.value_or(0), 0) : 0;
    now.sniper = checked_sniper(dice, leadership - able.heroes - able.half_squads);
  }

  const SniperAttack* attack_ = nullptr;
  Snipe start_;
};

}  // namespace

Procedure sniper() {
  return procedure<Sniper>("asl.sniper", "A14",
                           "Snipers: how often they attack, and what an attack does")
      .asks(&Sniper::san, "san", 2, 7, "the Sniper Activation Number")
      .only_when(&Sniper::rolls_given, "an attack that has been activated needs no SAN", "--rolls")
      .needed_when(&Sniper::rolls_given, "what activates the Sniper?", "the SAN, 2 to 7")
      .asks(&Sniper::rolls, "rolls", 1, 200,
            "the enemy's Original TH, MC, TC, IFT and entrenching DR in PFPh, MPh, DFPh and AFPh; "
            "default: the Sniper is activated")
      .tried_with({"1", "3", "12"})
      .includes(&Sniper::target)
      .adjust("target",
              [](Parameter& target) {
                target.meaning = "the units in the Location that the first effective attack finds";
              })
      .asks(&Sniper::sniper_check, "sniper_check",
            "units there that are able to make a Sniper Check after it")
      .outcomes(without(FireTarget::outcomes(), {"reduced_broken", "reduced_pinned"}))
      .event("activated", "an Original DR of the SAN activates the Sniper at least once")
      .event("sniper_attack", "at least one attack is effective")
      .event("sniper_eliminated", "the Sniper Check eliminates the Sniper: SAN 1 less")
      .event("sniper_pinned", "it pins him")
      .events(without(FireTarget::events(), {"nmc_or_better"}))
      .measure("attacks", "effective attacks: an attack dr of 1 or 2")
      .measures(FireTarget::measures())
      .headline("sniper_attack", "he attacks with effect")
      .headline("mean attacks", "{} effective attacks on average")
      .headline("leader_lost", "the leader is lost")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("sniper_eliminated", "the Sniper is eliminated");
}

}  // namespace combat_odds::asl
