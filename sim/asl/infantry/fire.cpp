#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/cowering.hpp"
#include "sim/asl/infantry/fire_target.hpp"
#include "sim/asl/units/support_weapons.hpp"
#include "sim/declare/narrow_rounds.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

struct Fire {
  std::optional<double> firepower;
  int drm = 0;
  Cowering cowering;
  int attacks = 1;
  FireTarget target;
  Attackers attackers;
  int rate_of_fire = 0;
  int most_shots = 4;
  std::optional<double> rate_firepower;

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(attackers.given() ? attackers.firepower() : *firepower);
    rate_column_ = rate_firepower ? ift_->column(*rate_firepower) : column_;
    drm_ = attackers.drm(drm);
    attackers.settle(cowering);
    if (target.heat.played()) check_heat();
    target_notes_ = charts.get<Infantry>().unlisted_notes(target.units);
  }

  bool is_given_as_firepower() const { return !attackers.given(); }
  bool has_rate() const { return rate_of_fire > 0; }

  Working working() const {
    Working working;
    attackers.tell(working, *ift_, firepower, drm, cowering);
    if (attacks > 1)
      working.situation = fmt::format("{} attacks of {}", attacks, working.situation);
    working.situation += ", at " + units_text(target.units);
    if (has_rate()) {
      working.notes.push_back(fmt::format(
          "with a coloured die of {} or less a MG fires again, {} shots at most, with {}",
          rate_of_fire, most_shots,
          rate_firepower ? firepower_text(*ift_, *rate_firepower) : "the same FP"));
    }
    working.notes.insert(working.notes.end(), target_notes_.begin(), target_notes_.end());
    return working;
  }

  std::unique_ptr<Rule> rule(const Charts& /*charts*/) const;

  // The attack's DR; all that follows goes by the target.
  static constexpr std::array<std::string_view, 3> whole_steps_go_by{"firepower", "drm",
                                                                     "cowering"};

  // A round is an attack.
  int rounds() const { return attacks; }
  TargetStack start() const { return target.start(); }
  TargetStack round(TargetStack stack, int number) const {
    const bool is_last = number + 1 == attacks && attacks <= few_attacks;
    stack.memo[next_roll] = is_last ? last_attack : attack;
    stack.memo[shots] = 0;
    return stack;
  }
  bool round_over(const TargetStack& stack) const {
    return stack.memo[next_roll] == none && FireTarget::resolved(stack);
  }
  TargetStack step(TargetStack stack, Dice& dice) const {
    const std::uint8_t rolled = stack.memo[next_roll];
    if (rolled == none || !FireTarget::resolved(stack)) {
      target.step(dice, stack);
    } else if (has_rate()) {
      shoot(dice, stack);
    } else {
      stack.memo[next_roll] = none;
      const IftResult result = dice.DR([&](TwoDice roll) { return ift_result(roll, column_); });
      target.begin(stack, result, rolled == last_attack);
    }
    return stack;
  }
  TargetStack alike(TargetStack stack) const {
    target.make_alike(stack);
    return stack;
  }
  std::optional<TargetStack> narrowed(const TargetStack& stack) const {
    if (FireTarget::resolved(stack)) return std::nullopt;
    return target.narrowed(stack);
  }
  TargetStack widened(const TargetStack& stack, const TargetStack& stepped) const {
    return target.widened(stack, stepped);
  }
  std::optional<FireTarget::Parts> parted(const TargetStack& stack) const {
    if (FireTarget::resolved(stack)) return std::nullopt;
    return target.parted(stack);
  }
  static bool goes_on_apart(const TargetStack& acting) { return FireTarget::goes_on_apart(acting); }
  TargetStack joined(const TargetStack& acting, const TargetStack& standing) const {
    return target.joined(acting, standing);
  }
  std::optional<Outcome> outcome(const TargetStack& stack, int attacks_made) const {
    if (attacks_made < attacks) return std::nullopt;
    // Not returned at once: GCC 12 takes the move into the optional for an overrun.
    const Outcome outcome = target.outcome(stack);
    return outcome;
  }

 private:
  /// The attack's own DR, in the memo of the stack until it is rolled.
  static constexpr std::size_t next_roll = 0;
  /// How many shots of this attack have been fired.
  static constexpr std::size_t shots = 1;
  enum : std::uint8_t { none, attack, last_attack };
  /// In a longer row the last attack is explored with the others.
  static constexpr int few_attacks = 2;

  /// Heat of Battle makes so many kinds of units that only a few attacks can be followed.
  void check_heat() const {
    const int most = target.units.size() > 1 ? 1 : 3;
    if (attacks * (has_rate() ? most_shots : 1) <= most) return;
    throw ArgumentError("heat_of_battle",
                        "it is played for three attacks on one unit or one on several, each shot "
                        "of a rate of fire counted",
                        "fewer attacks, or none");
  }

  /// A7.3
  IftResult ift_result(TwoDice roll, int column) const {
    column -= cowering.columns(roll);
    if (column < 0) return {};
    return ift_->at(column, roll.total() + drm_);
  }

  /// A9.2: while its Original coloured die is no more than its rate of fire, a MG that has not
  /// cowered fires again, alone.
  void shoot(Dice& dice, TargetStack& stack) const {
    struct Shot {
      IftResult result;
      std::uint8_t again;
      std::string text() const { return result.text() + (again != 0 ? ", keeps its rate" : ""); }
    };
    const bool first = stack.memo[shots] == 0;
    ++stack.memo[shots];
    const bool more = stack.memo[shots] < most_shots;
    const Shot shot = dice.DR([&](TwoDice roll) {
      const bool again = more && roll.coloured <= rate_of_fire && cowering.columns(roll) == 0;
      return Shot{ift_result(roll, first ? column_ : rate_column_),
                  static_cast<std::uint8_t>(again)};
    });
    const bool last = stack.memo[next_roll] == last_attack && shot.again == 0;
    if (shot.again == 0) stack.memo[next_roll] = stack.memo[shots] = none;
    target.begin(stack, shot.result, last);
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  int rate_column_ = -1;
  int drm_ = 0;
  std::vector<std::string> target_notes_;
};

std::unique_ptr<Rule> Fire::rule(const Charts& /*charts*/) const {
  return std::make_unique<NarrowRounds<Fire>>(*this);
}

}  // namespace

Procedure fire() {
  return procedure<Fire>("asl.fire", "A7.3",
                         "a fire attack on the Infantry Fire Table against infantry")
      .asks(&Fire::firepower, "firepower", 0, 1000,
            "the FP of the attack after all multipliers; or attackers, and it is worked out")
      .needed_when(&Fire::is_given_as_firepower, "with what is fired?",
                   "the FP of the attack, or attackers such as '2*4-6-7 LMG' with their range")
      .only_when(&Fire::is_given_as_firepower, "the FP of the attackers is worked out",
                 "firepower or attackers, not both")
      .or_of_unit(UnitFact::firepower)
      .or_named(support_weapons(), weapons_form)
      .tried_with({"", "", "", "1", "2.5", "4", "8", "12", "24", "36"})
      .asks(&Fire::drm, "drm", -20, 20,
            "the sum of the dice roll modifiers, those named below left out")
      .includes(&Fire::cowering)
      .asks(&Fire::attacks, "attacks", 1, 10,
            "how often the attack is made, one after the other, on what is left")
      .tried_with({"1", "1", "2", "3"})
      .includes(&Fire::target)
      .includes(&Fire::attackers)
      .asks(&Fire::rate_of_fire, "rate_of_fire", 0, 3,
            "the rate of fire of the MG in it (A9.2): on a coloured die of that or less it fires "
            "again; 0 leaves it out")
      .tried_with({"0", "0", "0", "1", "3"})
      .asks(&Fire::most_shots, "most_shots", 1, 8,
            "at most so many shots in each attack; at a moving unit no more than the MF that it "
            "spent in its Location")
      .tried_with({"4", "2", "3"})
      .asks(&Fire::rate_firepower, "rate_firepower", 0, 1000,
            "the FP of its further shots, which the MG fires alone; left out: that of the attack")
      .or_named(support_weapons(), weapons_form)
      .tried_with({"", "", "7", "2"})
      .only_when({"most_shots", "rate_firepower"}, &Fire::has_rate, "no MG keeps its rate",
                 "rate_of_fire besides")
      .includes(&Fire::target, FireTarget::describe_heat)
      .outcomes(FireTarget::outcomes())
      .events(FireTarget::events())
      .events({FireTarget::heat_event()})
      .measures(FireTarget::measures())
      .headlines(infantry_headline());
}

}  // namespace combat_odds::asl
