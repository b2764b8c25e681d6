#include "sim/asl/charges_and_flames/flame_to_kill.hpp"

#include "sim/asl/units/named_numbers.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {

FlameKill flame_kill(int to_kill_dr, int final_to_kill) {
  constexpr int dud = 12;  // C7.35
  if (to_kill_dr == dud) return FlameKill::none;
  return to_kill_dr < final_to_kill    ? FlameKill::burning_wreck
         : to_kill_dr == final_to_kill ? FlameKill::eliminated
                                       : FlameKill::none;
}

int basic_flame_to_kill(const Charts& charts, const char* weapon) {
  return charts.get<NamedNumbers>("asl/to-kill-he-flame.csv").at("armored_basic", weapon);
}

Outcome afv_outcome(FlameKill kill) {
  Outcome outcome(kill == FlameKill::burning_wreck ? "burning_wreck"
                  : kill == FlameKill::eliminated  ? "eliminated"
                                                   : "afv_unharmed");
  return tell(outcome, VehicleFate{kill != FlameKill::none, false});
}

void report_exposed(Outcome& outcome, const Losses& losses) {
  outcome.measure("exposed_eliminated", losses.eliminated)
      .measure("exposed_reduced", losses.reduced)
      .measure("exposed_broken", losses.broken)
      .measure("exposed_pinned", losses.pinned);
}

void prepare_exposed(FireTarget& exposed, const std::vector<UnitName>& units,
                     const FireTarget& target, const Charts& charts) {
  exposed.units = units;
  exposed.elr = target.elr;
  exposed.casualty_vp = target.casualty_vp;
  exposed.without_crews =
      true;  // a crew that is lost alone stands for one that is Recalled (D5.34)
  exposed.prepare(charts);
}

int points_lost(bool afv_lost, const FireTarget& target, const FireTarget& exposed,
                int exposed_lost) {
  return afv_lost ? points_of_afv(target, true) + exposed.points() : exposed_lost;
}

std::vector<Term> losses_of(const std::string& who, const std::string& whose) {
  return {{who + "_eliminated", whose + ": eliminated"},
          {who + "_reduced", whose + ": reduced or wounded"},
          {who + "_broken", whose + ": broken"},
          {who + "_pinned", whose + ": pinned"}};
}

std::vector<Term> outcomes_of_afv_or_units() {
  std::vector<Term> outcomes = {
      {"burning_wreck", "the AFV is a burning wreck"},
      {"afv_unharmed", "the AFV is still there"},
  };
  for (Term& term : FireTarget::outcomes()) {
    if (term.name == "eliminated") term.meaning = "the unit or the AFV is eliminated";
    outcomes.push_back(std::move(term));
  }
  return outcomes;
}

}  // namespace combat_odds::asl
