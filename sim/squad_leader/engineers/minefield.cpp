#include "sim/squad_leader/engineers/minefield.hpp"

#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

}  // namespace

void Minefield::prepare(const Charts& charts) {
  if (target.empty() && !at_vehicle()) {
    throw ArgumentError("target", "nobody goes into the mines",
                        "units such as 4-6-7, or a vehicle");
  }
  ift_ = &charts.get<Ift>();
  column_ = ift_->column(factors);
  drm_ = (snow ? 1 : 0) + (vehicle == Vehicle::truck ? -3 : vehicle == Vehicle::halftrack ? -1 : 0);
  attacks_ = 2 * hexes - (stops ? 1 : 0);
  stack_ = target_stack(target, Status::good);
  if (movement == Movement::stack && stack_.leader_count == 0) {
    throw ArgumentError("movement", "units enter mines as a stack with a leader only (55.24)",
                        "singly, or a leader among them");
  }
  if (movement == Movement::singly && stack_.leader_count > 1) {
    throw ArgumentError("target", "several leaders move singly", "one leader, or --movement stack");
  }
}

Outcome Minefield::resolve(Dice& dice) const {
  if (at_vehicle()) return drive(dice);
  TargetStack stack = stack_;
  bool rubble = false;
  std::size_t attack = 0;
  if (movement == Movement::stack) attack = walk_together(dice, stack, rubble);
  walk_alone(dice, stack, attack, rubble);
  return fire_outcome(with_those_behind(stack), Status::good).event("rubble", rubble);
}

FireResult Minefield::attacked(Dice& dice) const {
  return dice.DR([&](TwoDice roll) { return ift_->at(column_, roll.total() + drm_); });
}

std::size_t Minefield::walk_together(Dice& dice, TargetStack& stack, bool& rubble) const {
  const auto led = [&] { return leadership_is_there(stack); };
  std::size_t attack = 0;
  for (; attack < attacks_ && led(); ++attack) {
    stack.memo[attack_number] = small(attack);
    make_alike(stack);
    dice.at(stack);
    const FireResult result = attacked(dice);
    if (building && result.kind == FireResult::Kind::kia) {
      rubble = true;
      stack.memo[rubble_made] = 1;
      bury(stack, [&](std::size_t i) { return stack.units[i].status == Status::broken; });
    }
    begin_fire(stack, result, FireAt::unbroken);
    while (!resolved(stack)) {
      make_alike(stack);
      dice.at(stack);
      step(dice, stack);
    }
    if (is_leaving(attack)) leave_behind(stack);
  }
  return attack;
}

bool Minefield::leadership_is_there(const TargetStack& stack) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.leader_count,
                     [](const TargetUnit& unit) { return unit.status == Status::good; });
}

void Minefield::walk_alone(Dice& dice, TargetStack& stack, std::size_t first, bool& rubble) const {
  stack.checking = 1;
  stack.leaders_lost = 0;
  stack.except = stack.unit_count;
  stack.memo[alone_from] = small(first);
  for (stack.next = 0; stack.next < stack.unit_count; ++stack.next) {
    make_alike(stack);  // those of lower morale go first
    for (std::size_t attack = first; attack < attacks_; ++attack) {
      const Status status = stack.units[stack.next].status;
      if (status != Status::good) break;
      stack.memo[attack_number] = small(attack);
      dice.at(stack);
      const FireResult result = attacked(dice);
      if (result.kind == FireResult::Kind::none) continue;
      TargetUnit& unit = stack.units[stack.next];
      if (result.kind == FireResult::Kind::kia) {
        unit.status = Status::eliminated;
        if (building) {
          rubble = true;
          stack.memo[rubble_made] = 1;
          bury(stack, [&](std::size_t i) { return is_in_the_hex(stack, i); });
        }
        break;
      }
      const bool has_stopped_there = stops && attack + 1 == attacks_;
      const int help = has_stopped_there ? leadership_for(stack, stack.next) : 0;
      const int needed = unit.morale - result.number - help;
      if (dice.DR([&](TwoDice roll) { return roll.total() > needed; })) {
        unit.status = Status::broken;
      }
    }
  }
  stack.checking = 0;
  make_alike(stack);
}

template <class IsThere>
void Minefield::bury(TargetStack& stack, IsThere&& is_there) {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (is_there(i)) stack.units[i].status = Status::eliminated;
  }
}

bool Minefield::is_in_the_hex(const TargetStack& stack, std::size_t unit) const {
  const Status status = stack.units[unit].status;
  if (hexes > 1 || status != Status::good) return hexes == 1 && status == Status::broken;
  return unit < stack.next ? stops : unit > stack.next && stack.memo[alone_from] > 0;
}

void Minefield::leave_behind(TargetStack& stack) {
  for (std::size_t i = 0; i < stack.unit_count; ++i) {
    if (stack.units[i].status != Status::broken) continue;
    stack.units[i].status = Status::eliminated;
    ++stack.memo[i < stack.leader_count ? leaders_behind : squads_behind];
  }
}

TargetStack Minefield::with_those_behind(TargetStack stack) {
  const auto restore = [&](std::size_t begin, std::size_t end, std::uint8_t number) {
    for (std::size_t i = begin; i < end && number > 0; ++i) {
      if (stack.units[i].status != Status::eliminated) continue;
      stack.units[i].status = Status::broken;
      --number;
    }
  };
  restore(0, stack.leader_count, stack.memo[leaders_behind]);
  restore(stack.leader_count, stack.unit_count, stack.memo[squads_behind]);
  return stack;
}

Outcome Minefield::drive(Dice& dice) const {
  const auto kia = [&] {
    return dice.DR([&](TwoDice roll) {
      return ift_->at(column_, roll.total() + drm_).kind == FireResult::Kind::kia;
    });
  };
  for (std::size_t attack = 0; attack < attacks_; ++attack) {
    if (!kia()) continue;
    const bool destroyed = vehicle == Vehicle::truck || kia();
    const bool abandoned =
        !destroyed && dice.DR([&](TwoDice roll) { return roll.total() > *crew_morale; });
    Outcome outcome(destroyed ? "eliminated" : abandoned ? "abandoned" : "immobilized");
    tell(outcome, VehicleFate{destroyed || abandoned, true});
    return outcome.event("rubble", building);
  }
  Outcome outcome("no_effect");
  return std::move(tell(outcome, VehicleFate{}));
}
Procedure minefield() {
  using Asked = Minefield;
  return procedure<Asked>("sl.minefield", "55, 61.4, COI 66.4",
                          "infantry or a vehicle goes through a minefield")
      .asks(&Asked::target, "target", units_form, "the units that go into it, or none",
            none_or_units_up_to<6>)
      .by_default("none")
      .or_named(both(words({"none"}), infantry_names()))
      .tried_with({"4-6-7", "2*4-4-7", "3*4-6-7 8-1", "2*4-6-7 9-1 8-0"})
      .asks(&Asked::vehicle, "vehicle", one_of({"none", "truck", "halftrack", "tank"}),
            "the vehicle that does, alone; a jeep is a truck, a self-propelled gun a tank")
      .only_when([](const Asked& asked) { return !asked.at_units(); },
                 "infantry and vehicles are attacked in two questions: --target is given", "")
      .asks(&Asked::factors, "factors", 0.5, 100, "the mine factors of each hex")
      .required()
      .tried_with({"1", "4", "6", "12", "24"})
      .asks(&Asked::hexes, "hexes", 1, 6, "how many such hexes lie one behind the other")
      .asks(&Asked::stops, "stops", "they end in the last hex and do not leave it")
      .asks(&Asked::movement, "movement", one_of({"singly", "stack"}),
            "one by one, as always in the Advance Phase, the leader first; or as a stack with a "
            "leader")
      .only_when(&Asked::at_units, "", "--target")
      .asks(&Asked::snow, "snow", "snow lies: +1 (61.4)")
      .asks(&Asked::building, "building", "the mines lie in buildings, of which a KIA makes rubble")
      .asks(&Asked::crew_morale, "crew_morale", 2, 12,
            "the morale of the crew, which checks whether it leaves an immobilized AFV (66.4)")
      .or_of_unit(UnitFact::morale)
      .needed_when(&Asked::at_afv, "mines that immobilize an AFV make its crew check (66.4)",
                   "7 for Germans and Russians, 6 for Americans, or that of the armor leader")
      .only_when(&Asked::at_afv, "", "an AFV as --vehicle")
      .outcomes(fire_outcomes())
      .outcome("immobilized", "the AFV is immobilized, and its crew stays in")
      .outcome("abandoned", "the AFV is immobilized and abandoned")
      .events(fire_events())
      .events(vehicle_events())
      .event("rubble", "a building becomes rubble")
      .measures(fire_measures())
      .headlines(vehicle_headline())
      .headlines(infantry_headline());
}

}  // namespace combat_odds::squad_leader
