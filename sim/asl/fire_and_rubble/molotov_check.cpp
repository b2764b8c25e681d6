#include "sim/asl/fire_and_rubble/molotov_check.hpp"

namespace combat_odds::asl {

void MolotovCheck::describe(Declaration<MolotovCheck>& check) {
  check
      .asks(&MolotovCheck::unit, "unit", one_of({"squad", "half_squad", "crew", "smc"}),
            "who uses the MOL")
      .asks(&MolotovCheck::cx, "cx", "the user is CX: +1 to the MOL Check")
      .asks(
          &MolotovCheck::antitank_crew, "antitank_crew",
          "the user is a Russian Antitank Crew: the +1 of crews does not apply (Crucible of Steel 7.1)")
      .only_when(&MolotovCheck::is_crew, "", "--unit crew");
}

int MolotovCheck::needed(Against target) const {
  const int of_unit = unit == Unit::squad || antitank_crew ? 0 : unit == Unit::smc ? 2 : 1;
  return 3 - of_unit - (cx ? 1 : 0) - (target == Against::afv ? 0 : 1);
}

bool MolotovCheck::passed(Dice& dice, Against target) const {
  return dice.die([&](int roll) { return roll <= needed(target); });
}

}  // namespace combat_odds::asl
