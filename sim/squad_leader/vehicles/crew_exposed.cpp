#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {
namespace {

constexpr int armour_around_them = 2;  // 64.44: like a wall
constexpr int uphill = 1;              // 91.1

/// 64.44: infantry fires at a vehicle whose crew is exposed, until the crew is stunned or the
/// attacks are over.
class CrewExposed : public Rule {
 public:
  CrewExposed(const Arguments& arguments, const Charts& charts)
      : ift_(charts.get<Ift>(Ift::chart_name)),
        column_(ift_.column(arguments.number("firepower"))),
        drm_(arguments.integer("drm") + armour_around_them +
             (arguments.flag("firer_lower") ? uphill : 0)),
        morale_(arguments.integer("morale")),
        attacks_(arguments.integer("attacks")) {}

  Outcome resolve(Dice& dice) const override {
    for (int attack = 1; attack <= attacks_; ++attack) {
      const FireResult result = dice.DR([&](TwoDice roll) {
        return column_ < 0 ? FireResult{} : ift_.at(column_, roll.total() + drm_);
      });
      if (result.kind == FireResult::Kind::kia) return outcome("recalled", attack);
      if (result.kind == FireResult::Kind::none) continue;
      const int needed = morale_ - result.number;
      if (dice.DR([&](TwoDice roll) { return roll.total() > needed; })) {
        return outcome("stunned", attack);
      }
    }
    return outcome("no_effect", 0);
  }

 private:
  static Outcome outcome(const char* label, int attack) {
    return Outcome(label).event("buttoned_up", attack > 0).measure("attack", attack);
  }

  const Ift& ift_;
  int column_;
  int drm_;
  int morale_;
  int attacks_;
};

}  // namespace

Procedure crew_exposed() {
  return {
      .name = "sl.crew-exposed",
      .rule = "COI 64.44",
      .summary = "infantry fires at a vehicle with an exposed commander or crew",
      .details =
          "Each attack uses the IFT at +2, and the -2 for movement in the open does not apply. A "
          "failed Morale Check stuns the crew for the rest of this player turn and the next, "
          "leaves it buttoned up for the rest of the scenario with +1 To Hit beside that for "
          "being buttoned up, and loses its armor leader. A KIA does the same, and the vehicle "
          "must then leave the board. Fire from a lower hex has +1 (91.1).\n"
          "The attacks follow each other until one has an effect; the crew stays exposed "
          "meanwhile. The morale is that of the nationality's crew counter, of the armor leader, "
          "or of Supplement B.",
      .parameters =
          {
              number("firepower", 0, 1000, "the firepower of each attack after all multipliers")
                  .or_of_unit(UnitFact::firepower)
                  .tried_with({"2", "4", "8", "16"}),
              integer("drm", -10, 10, "modifiers beside the +2 of the vehicle").by_default("0"),
              flag("firer_lower", "the attack comes from a lower hex (91.1)"),
              integer("morale", 2, 12, "the morale of the crew or armor leader")
                  .or_of_unit(UnitFact::morale)
                  .tried_with({"6", "7", "8", "9"}),
              integer("attacks", 1, 20, "how many attacks are made while they are exposed")
                  .by_default("1"),
          },
      .outcomes =
          {
              {"no_effect", "the crew may stay exposed"},
              {"stunned", "the crew is stunned, and buttoned up from then on"},
              {"recalled", "stunned by a KIA: the vehicle must then leave the board"},
          },
      .events = {{"buttoned_up", "the crew is stunned, by a KIA or not"}},
      .measures = {{"attack", "the attack that had an effect; 0: none had"}},
      .charts = {Ift::chart_name},
      .rule_for =
          [](const Arguments& arguments, const Charts& charts) {
            return std::make_unique<CrewExposed>(arguments, charts);
          },
  };
}

}  // namespace combat_odds::squad_leader
