#include <cstdint>
#include <optional>
#include <string>

#include "sim/asl/units/named_numbers.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {
namespace {

/// A9.72: a malfunctioned weapon, Rally Phase after Rally Phase.
struct WeaponRepair {
  static constexpr const char* machine_guns = "asl/machine-guns.csv";

  enum class Status : std::uint8_t { works, malfunctions, lost };
  struct State {
    Status status = Status::malfunctions;
    std::uint8_t phase = 0;  ///< Rally Phases done
  };

  std::optional<std::string> weapon;
  std::optional<int> repair_number;
  int rally_phases = 1;

  bool is_unnamed() const { return !weapon; }

  void prepare(const Charts& charts) {
    if (!weapon) {
      repair_ = *repair_number;
      return;
    }
    const NamedNumbers& numbers = charts.get<NamedNumbers>(machine_guns);
    if (!numbers.find(*weapon, "repair")) {
      throw ArgumentError("weapon", "'" + *weapon + "' is no MG of the chart",
                          "such as 'German HMG', or in its place --repair-number");
    }
    repair_ = numbers.at(*weapon, "repair");
  }

  State start() const { return {}; }

  State step(State state, Dice& dice) const {
    ++state.phase;
    state.status =
        repaired(dice, repair_, Repairable{Status::works, Status::malfunctions, Status::lost});
    return state;
  }

  std::optional<Outcome> outcome(const State& state) const {
    const bool repaired = state.status == Status::works;
    if (state.status == Status::malfunctions && state.phase < rally_phases) return std::nullopt;
    return Outcome(repaired                         ? "repaired"
                   : state.status == Status::lost ? "lost"
                                                    : "malfunctions")
        .measure_if(repaired, "rally_phase", state.phase);
  }

 private:
  int repair_ = 1;
};

}  // namespace

Procedure weapon_repair() {
  using Asked = WeaponRepair;
  return procedure<Asked>("asl.weapon-repair", "A9.72",
                          "a malfunctioned weapon is repaired, Rally Phase after Rally Phase")
      .asks(&Asked::weapon, "weapon", "a MG such as 'German HMG'",
            "the MG that malfunctions; any other weapon by its --repair-number")
      .or_named(names_in(Asked::machine_guns, "weapon"))
      .tried_with({"German HMG", "German LMG", "Russian MMG"})
      .asks(&Asked::repair_number, "repair_number", 1, 5,
            "the R# of any other weapon: repaired on this dr or less (1 for a radio and for the "
            "weapons of a vehicle)")
      .tried_with({"1", "2", "3"})
      .needed_when(&Asked::is_unnamed, "on which dr is it repaired?",
                   "the R# of its counter, or the MG by name as --weapon")
      .only_when(&Asked::is_unnamed, "the R# of a MG stands on its counter", "")
      .asks(&Asked::rally_phases, "rally_phases", 1, 30, "in how many Rally Phases it is tried")
      .tried_with({"1", "2", "3", "6"})
      .outcome("repaired", "it can fire again")
      .outcome("malfunctions", "neither: it still malfunctions")
      .outcome("lost", "a dr of 6 eliminates the SW, or disables the weapon of a vehicle")
      .measure("rally_phase", "the Rally Phase that repairs it")
      .only_where({"repaired"})
      .less_is_better()
      .headline("repaired", "it is repaired")
      .headline("lost", "it is lost for good");
}

}  // namespace combat_odds::asl
