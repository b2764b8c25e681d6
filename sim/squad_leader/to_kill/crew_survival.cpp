#include "sim/squad_leader/to_kill/crew_survival.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/numbers_needed.hpp"
#include "sim/squad_leader/counters/counters.hpp"
#include "sim/squad_leader/infantry/ift.hpp"

namespace combat_odds::squad_leader {

void bail_out(Dice& dice, TargetStack& aboard, int survival_number) {
  aboard.checking = 1;
  aboard.leaders_lost = 0;
  aboard.except = aboard.unit_count;
  for (aboard.next = 0; aboard.next < aboard.unit_count; ++aboard.next) {
    TargetUnit& unit = aboard.units[aboard.next];
    if (unit.status == TargetUnit::Status::eliminated) continue;
    make_alike(aboard);
    dice.at(aboard);
    const bool out = DR_at_most(dice, survival_number);
    if (!out) unit.status = TargetUnit::Status::eliminated;
  }
  aboard.checking = 0;
  make_alike(aboard);
}

NameList vehicle_survival() {
  return numbers_in("squad-leader/vehicle-points.csv", "vehicle", "survival");
}

namespace {

using Status = TargetUnit::Status;

constexpr int most_survival = 12;
const char* const survival_form = "a whole number from 0 to 12, or a vehicle such as 'PzKw IV F2'";

/// A survival number, and whether the vehicle is known to carry passengers on its outside: tanks
/// and self-propelled guns do, halftracks and trucks don't (31, 33.9).
struct SurvivalNumber {
  int number = 0;
  std::optional<bool> riders;
};

SurvivalNumber read_survival(std::string_view text, std::string_view parameter,
                             const Charts& charts) {
  if (const std::optional<int> number = number_in<int>(text)) {
    if (*number >= 0 && *number <= most_survival) return {*number, std::nullopt};
    throw ArgumentError(parameter, fmt::format("{} is {}", parameter, text), survival_form);
  }
  std::vector<std::string> names;
  for (const NamedValue& known : vehicle_survival().read(charts)) {
    names.push_back(known.name);
    if (name_key(known.name) != name_key(text)) continue;
    const Vehicles::Vehicle* const vehicle = vehicle_named(text, charts);
    return {static_cast<int>(known.number), vehicle != nullptr && !vehicle->gun.empty()};
  }
  throw ArgumentError(parameter, fmt::format("{} is '{}'", parameter, text),
                      did_you_mean(text, names, survival_form));
}

std::optional<UnitName> read_crew(std::string_view text, std::string_view parameter) {
  if (text == "none") return {};
  const UnitName unit = read_unit(text, parameter);
  if (unit.leader) throw ArgumentError(parameter, "a crew is no leader", "a crew such as 2-4-7");
  return unit;
}

/// The fate of the crew and passengers of a vehicle that is killed, or immobilized and perhaps
/// abandoned.
struct CrewSurvival {
  enum class Cause { killed, burning, close_combat, mines, immobilized, hit_again };

  Cause cause = Cause::killed;
  std::optional<SurvivalNumber> survival_number;
  std::optional<UnitName> crew;
  std::vector<UnitName> passengers;
  std::optional<bool> outside;
  std::optional<int> crew_morale;
  int checks = 1;
  double firepower = 0;
  int drm = 0;
  int attacks = 1;

  void prepare(const Charts& charts) {
    if (is_fired_at()) {
      ift_ = &charts.get<Ift>();
      column_ = ift_->column(firepower);
    }
    if (!crew && passengers.empty()) {
      throw ArgumentError("crew", "nobody is in the vehicle",
                          "a crew such as 2-4-7, or passengers");
    }
    if (!crew && !is_killed()) {
      throw ArgumentError("crew", "only a crew checks whether it stays (39.2, 66.4)",
                          "a crew such as 2-4-7");
    }
    std::vector<UnitName> all;
    if (crew) all.push_back(*crew);
    if (!are_outside()) all.insert(all.end(), passengers.begin(), passengers.end());
    aboard_ = target_stack(all, Status::good);
  }

  Outcome resolve(Dice& dice) const { return is_killed() ? killed(dice) : immobilized(dice); }

  bool is_killed() const { return cause <= Cause::close_combat; }
  bool rolls_for_survival() const { return cause == Cause::killed; }
  bool checks_morale() const { return !is_killed(); }
  bool may_be_fired_at() const { return !is_killed() || rolls_for_survival(); }
  /// By the name of the vehicle, where nothing is said.
  bool are_outside() const {
    return outside.value_or(survival_number ? survival_number->riders.value_or(false) : false);
  }
  bool has_passengers() const { return !passengers.empty(); }
  bool is_hit_again() const { return cause == Cause::hit_again; }
  bool is_fired_at() const { return firepower > 0; }

 private:
  Outcome killed(Dice& dice) const {
    TargetStack aboard = aboard_;
    if (rolls_for_survival()) {
      bail_out(dice, aboard, survival_number->number);
    } else {
      begin_fire(aboard, {FireResult::Kind::kia, 0});
    }
    const int all = aboard.unit_count + riders();
    const int escaped = aboard.unit_count - how_many(aboard, Status::eliminated);
    under_fire(dice, aboard, escaped);
    const char* label = escaped == all ? "all_escape" : escaped > 0 ? "some_escape" : "none_escape";
    return told(label, aboard, riders()).measure("escaped", escaped);
  }

  /// 39.2, 39.3, 66.4: the crew checks its morale after every hit.
  Outcome immobilized(Dice& dice) const {
    const int needed = crew_morale.value_or(crew->morale);
    for (int check = 1; check <= checks; ++check) {
      const bool fails = dice.DR([&](TwoDice roll) { return roll.total() > needed; });
      if (!fails) continue;
      TargetStack out = aboard_;
      under_fire(dice, out, check);
      return told("abandoned", out, 0).event("knocked_out").measure("check", check);
    }
    return told("stays", aboard_, 0);
  }

  /// The attacks in the rest of the fire phase. `known` is kept for the outcome.
  void under_fire(Dice& dice, TargetStack& stack, int known) const {
    stack.memo[0] = small(known);
    if (column_ < 0) return;
    for (int attack = 0; attack < attacks; ++attack) {
      if (how_many(stack, Status::eliminated) == stack.unit_count) return;
      stack.memo[1] = small(2 * attack);
      dice.at(stack);
      const FireResult result = dice.DR(
          [&](TwoDice roll) { return ift_->at(column_, roll.total() + drm + bailing_out_drm); });
      stack.memo[1] = small(2 * attack + 1);
      resolve_fire(dice, stack, result);
    }
  }

  int riders() const { return are_outside() ? static_cast<int>(passengers.size()) : 0; }

  /// `riders`: the number eliminated with the vehicle.
  Outcome told(const char* label, const TargetStack& stack, int riders) const {
    InfantryFate fate = fate_of(stack, Status::good);
    fate.units += riders;
    fate.broken_or_worse += riders;
    fate.eliminated_or_reduced += riders;
    for (int i = 0; i < riders; ++i) {
      fate.leader_lost = fate.leader_lost || passengers[static_cast<std::size_t>(i)].leader;
    }
    Outcome outcome(label);
    outcome.measure("eliminated", how_many(stack, Status::eliminated) + riders)
        .measure("broken", how_many(stack, Status::broken))
        .measure("unharmed", fate.unharmed);
    return std::move(tell(outcome, fate, Pins::no));
  }

  const Ift* ift_ = nullptr;
  int column_ = -1;
  TargetStack aboard_;
};

}  // namespace

Procedure crew_survival() {
  using Asked = CrewSurvival;
  return procedure<Asked>(
             "sl.crew-survival", "33.9, 39.2, 39.3, COI 66.4, 67.2, 72.84",
             "who gets out of a vehicle that is killed, or leaves one that is immobilized")
      .asks(&Asked::cause, "cause",
            one_of({"killed", "burning", "close_combat", "mines", "immobilized", "hit_again"}),
            "what happens: killed by fire, killed and burning, killed in Close Combat, immobilized "
            "by mines, immobilized otherwise (a check in the base game only), or hit again while "
            "immobilized")
      .asks(&Asked::survival_number, "survival_number", survival_form,
            "printed on the back of the vehicle's counter: a DR of this or less gets out",
            read_survival)
      .adjust("survival_number", [](Parameter& parameter) { parameter.most = most_survival; })
      .or_named(vehicle_survival())
      .needed_when(&Asked::rolls_for_survival,
                   "who gets out of a killed vehicle rolls for it (33.9)",
                   "the survival number on the back of its counter, or a vehicle such as T-34")
      .only_when(&Asked::rolls_for_survival, "nobody rolls for survival here", "")
      .tried_with({"5", "T-34", "3", ""})
      .asks(&Asked::crew, "crew", "a crew such as 2-4-7, or none",
            "its crew as a counter; none: it has no fixed weapons", read_crew)
      .by_default("2-4-7")
      .or_named(both(words({"none"}), infantry_names()))
      .tried_with({"2-3-7", "none"})
      .asks(&Asked::passengers, "passengers", units_form,
            "who is in it, or on it, besides; or none", none_or_units_up_to<6>)
      .by_default("none")
      .or_named(both(words({"none"}), infantry_names()))
      .only_when(&Asked::is_killed, "only its crew leaves an immobilized vehicle", "")
      .tried_with({"none", "4-6-7", "4-6-7 8-1", "2*4-4-7"})
      .asks(
          &Asked::outside, "outside",
          "the passengers ride on a tank or self-propelled gun: they die with it; default: as the "
          "vehicle named in survival_number says, else false")
      .tried_with({"", "true", "false"})
      .only_when(&Asked::has_passengers, "", "--passengers")
      .asks(
          &Asked::crew_morale, "crew_morale", 2, 12,
          "the morale of the crew while inside: that of its armor leader (76.3), or of Supplement "
          "B; default: that of the counter")
      .or_of_unit(UnitFact::morale)
      .only_when(&Asked::checks_morale, "", "--cause immobilized")
      .tried_with({"8", "9"})
      .asks(&Asked::checks, "checks", 1, 20,
            "hits without a kill by weapons that could kill it, each with a Morale Check (66.4)")
      .only_when(&Asked::is_hit_again, "", "--cause hit_again")
      .asks(
          &Asked::firepower, "firepower", 0, 1000,
          "of each attack in the rest of the phase at those who got out, after all multipliers; 0: "
          "there is none")
      .or_of_unit(UnitFact::firepower)
      .only_when(&Asked::may_be_fired_at, "nobody gets out", "")
      .tried_with({"0", "4", "8"})
      .asks(&Asked::drm, "drm", -10, 10,
            "modifiers of that fire beside the -2 for moving in the open")
      .only_when(&Asked::is_fired_at, "", "--firepower")
      .asks(&Asked::attacks, "attacks", 1, 6, "how many such attacks there are")
      .only_when(&Asked::is_fired_at, "", "--firepower")
      .outcome("all_escape", "killed: everybody gets out")
      .outcome("some_escape", "killed: some get out")
      .outcome("none_escape", "killed: nobody gets out")
      .outcome("stays", "immobilized: the crew stays in")
      .outcome("abandoned", "immobilized: the crew abandons the vehicle, which is a wreck")
      .events(infantry_events(Pins::no))
      .event("knocked_out", "immobilized: the vehicle is abandoned")
      .measure("escaped", "killed: how many units get out, whatever becomes of them afterwards")
      .measure("check", "immobilized: the Morale Check that the crew fails")
      .only_where({"abandoned"})
      .measure("eliminated", "units eliminated in the vehicle or by the fire at them")
      .measure("broken", "units broken by the fire at them")
      .measure("unharmed", "units that are neither")
      .measures(infantry_measures())
      .headline("all_escape", "everybody gets out", "")
      .headline("none_escape", "nobody gets out", "")
      .headline("abandoned", "the crew abandons the vehicle", "")
      .headline("mean unharmed", "units unharmed on average: {}");
}

}  // namespace combat_odds::squad_leader
