#include "combat_odds/sim/asl/close_fight/molotov_check.hpp"

namespace combat_odds::asl {

std::vector<Parameter> MolotovCheck::parameters() {
  return {
      choice("unit", {"squad", "half_squad", "crew", "smc"}, "who uses the MOL"),
      flag("cx", "the user is CX: +1 to the MOL Check"),
      flag("antitank_crew",
           "the user is a Russian Antitank Crew: the +1 of crews does not apply (Crucible of "
           "Steel 7.1)")
          .tried_with({"false", "false", "true"}),
  };
}

MolotovCheck::MolotovCheck(const Arguments& arguments, bool against_afv) {
  const std::string& unit = arguments.choice("unit");
  const bool antitank_crew = arguments.flag("antitank_crew");
  if (antitank_crew && unit != "crew") {
    throw ArgumentError("antitank_crew", "an Antitank Crew is a crew, not a " + unit,
                        "unit crew, or antitank_crew false");
  }
  squad_ = unit == "squad";
  drm_ = squad_ || antitank_crew ? 0 : unit == "smc" ? 2 : 1;
  if (arguments.flag("cx")) ++drm_;
  if (!against_afv) ++drm_;
}

}  // namespace combat_odds::asl
