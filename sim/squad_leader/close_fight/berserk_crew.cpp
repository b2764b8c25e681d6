#include <optional>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {
namespace {

/// Supplement D: a berserk crew stays with its weapon, and fires it as fast as it can in every fire
/// phase until it is no longer usable.
struct BerserkCrew {
  enum class Weapon { machine_gun, gun };

  Weapon weapon = Weapon::machine_gun;
  int breakdown_number = 12;
  int rate_of_fire = 1;
  int phases = 6;
  double firepower = 0;
  int drm = 0;

  enum class Status : std::uint8_t { fires, unusable, eliminated };
  struct State {
    Status status = Status::fires;
    std::uint8_t phase = 0;  ///< fire phases that are over
    std::uint8_t left = 0;   ///< shots still to be fired in this one
    std::uint8_t fired = 0;  ///< 1: it has fired in this one, and is fired at
    std::uint8_t shots = 0;
  };

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    column_ = ift_->column(firepower);
  }

  /// 70.1: Intensive Fire is a shot more than the rate of fire.
  int shots() const { return weapon == Weapon::gun ? rate_of_fire + 1 : 1; }
  bool is_gun() const { return weapon == Weapon::gun; }

  State start() const {
    State state;
    state.left = small(shots());
    return state;
  }

  State step(State state, Dice& dice) const {
    if (state.fired == 0) {
      fire(state, dice);
    } else {
      suffer(state, dice);
    }
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const {
    const bool over = state.phase >= phases;
    if (state.status == Status::fires && !over) return std::nullopt;
    return Outcome(state.status == Status::fires      ? "still_fires"
                   : state.status == Status::unusable ? "weapon_unusable"
                                                      : "crew_eliminated")
        .measure("shots", state.shots)
        .measure("phases", state.phase);
  }

 private:
  /// 70.5, 95.3: the breakdown number is two lower.
  void fire(State& state, Dice& dice) const {
    constexpr int lowered = 2;
    const bool breaks =
        dice.DR([&](TwoDice roll) { return roll.total() >= breakdown_number - lowered; });
    ++state.shots;
    --state.left;
    if (breaks) {
      state.status = Status::unusable;
      end_phase(state);
    } else if (state.left == 0) {
      state.fired = 1;
      if (column_ < 0) end_phase(state);
    }
  }

  /// 18.4: it is immune to Morale Checks.
  void suffer(State& state, Dice& dice) const {
    const bool killed = dice.DR([&](TwoDice roll) {
      return ift_->at(column_, roll.total() + drm).kind == FireResult::Kind::kia;
    });
    if (killed) state.status = Status::eliminated;
    end_phase(state);
  }

  void end_phase(State& state) const {
    ++state.phase;
    state.fired = 0;
    state.left = small(shots());
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
};

}  // namespace

Procedure berserk_crew() {
  using Asked = BerserkCrew;
  return procedure<Asked>("sl.berserk-crew", "COI Supplement D, 18.4, 70, 95",
                          "a berserk crew stays with its weapon and fires it until it breaks")
      .asks(&Asked::weapon, "weapon", one_of({"machine_gun", "gun"}),
            "a machine gun in Sustained Fire (95), or a gun in Intensive Fire (70)")
      .asks(&Asked::breakdown_number, "breakdown_number", 7, 14,
            "its own breakdown number: two lower in such fire (70.5, 95.3)")
      .tried_with({"12", "11", "10"})
      .asks(&Asked::rate_of_fire, "rate_of_fire", 1, 6,
            "the gun's shots in a phase, that of Intensive Fire not counted (70.1)")
      .only_when(&Asked::is_gun, "a machine gun makes one attack in a phase (95)", "--weapon gun")
      .asks(&Asked::phases, "phases", 1, 40, "its own fire phases, Defensive Fire among them")
      .tried_with({"6", "2", "4"})
      .asks(&Asked::firepower, "firepower", 0, 200,
            "the firepower with which the crew is fired at after each of them; 0: nobody does")
      .tried_with({"0", "4", "12"})
      .asks(&Asked::drm, "drm", -10, 10, "the modifiers of that fire")
      .outcome("still_fires", "it still fires after the last phase")
      .outcome("weapon_unusable", "its weapon broke down")
      .outcome("crew_eliminated", "the crew was eliminated; nothing but a KIA does that (18.4)")
      .measure("shots", "shots that it fired")
      .measure("phases", "fire phases that it lasted, the last one among them")
      .headline("still_fires", "it still fires at the end")
      .headline("mean shots", "{} shots on average");
}

}  // namespace combat_odds::squad_leader
