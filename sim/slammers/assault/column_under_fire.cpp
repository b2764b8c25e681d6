#include "sim/slammers/assault/column_under_fire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"
#include "sim/slammers/fire/defence_values.hpp"

namespace combat_odds::slammers {
namespace {

using Fate = ColumnVehicle::Fate;
using Kind = ColumnAttack::Kind;

constexpr int most_turns = 8;
constexpr int most_coming = 12;

/// Those in the column first, and of them those that were not attacked yet in this turn, then those
/// that are worst defended: the enemy fires at them first.
void put_next_target_first(ColumnState& column) {
  std::sort(column.vehicles.begin(), column.vehicles.end());
}

void clear_attacked(ColumnState& column) {
  for (ColumnVehicle& vehicle : column.vehicles) vehicle.attacked = 0;
}

}  // namespace

int ColumnState::count(Fate fate) const {
  return static_cast<int>(
      std::count_if(vehicles.begin(), vehicles.end(),
                    [fate](const ColumnVehicle& vehicle) { return vehicle.fate == fate; }));
}

int ColumnState::with_triangle() const {
  return static_cast<int>(
      std::count_if(vehicles.begin(), vehicles.end(), [](const ColumnVehicle& vehicle) {
        return vehicle.fate == Fate::in_column && vehicle.triangle != 0;
      }));
}

void ColumnUnderFire::describe(Declaration<ColumnUnderFire>& asks) {
  const auto attacked = [](const ColumnUnderFire& fire) { return fire.any(); };
  const auto missiles = [](const ColumnUnderFire& fire) { return fire.any(Kind::missiles); };
  const auto triangles = [](const ColumnUnderFire& fire) { return fire.has_triangles(); };
  const auto salvos = [](const ColumnUnderFire& fire) { return fire.any(Kind::salvo); };
  asks.asks(&ColumnUnderFire::attacks, "attacks",
            "for each turn -, missiles or rounds, such as '-; 2 missiles; 6 rounds'",
            "what is fired at the column in each turn: anti-tank guided missiles or a salvo of "
            "artillery; default: nothing",
            read_attacks)
      .tried_with({"1 missiles", "-; 2 missiles; 3 rounds", "2 rounds; 1 missiles"})
      .asks(&ColumnUnderFire::top_dv, "top_dv", 1, 30,
            "the Top DV of the vehicles: missiles and rounds strike from above")
      .or_named(defence_values(), dv_form)
      .tried_with({"7", "8"})
      .only_when(attacked, "", "--attacks")
      .needed_when(attacked, "the vehicles are fired at",
                   "the number printed on their Detachment Card")
      .includes(&ColumnUnderFire::missile_crew, "missile_", "those who fire the missiles")
      .only_when({"missile_quality"}, missiles, "", "missiles in --attacks")
      .asks(&ColumnUnderFire::missile_fp, "missile_fp", 0, 20,
            "the missiles' FP against vehicles, as printed on the card: no source at hand gives it")
      .tried_with({"3", "6"})
      .only_when(missiles, "", "missiles in --attacks")
      .needed_when(missiles, "missiles are fired at the column",
                   "the number printed on the Detachment Card")
      .includes(&ColumnUnderFire::gunners, "salvo_", "the gunners")
      .only_when({"salvo_quality"}, salvos, "", "rounds in --attacks")
      .asks(
          &ColumnUnderFire::salvo_fp, "salvo_fp", 0, 20,
          "the FP of a round against vehicles, as printed on the card: no source at hand gives it")
      .tried_with({"3", "6"})
      .only_when(salvos, "", "rounds in --attacks")
      .needed_when(salvos, "rounds are fired at the column",
                   "the number printed on the Detachment Card")
      .includes(&ColumnUnderFire::crews, "crew_", "the column's crews")
      .adjust("crew_quality",
              [](Parameter& quality) {
                quality.default_value = "";
                quality.meaning += "; default: that of the leader's troops";
              })
      .asks(&ColumnUnderFire::colour, "triangle", one_of({"none", "red", "blue"}),
            "the colour of each vehicle's triangle; blue rolls at -1 QR")
      .only_when({"crew_quality"}, triangles, "", "--triangle red or blue")
      .only_when(attacked, "", "--attacks")
      .asks(&ColumnUnderFire::rolls, "rolls", 1, 3,
            "the number in that triangle: 1 to 3 in a red one, 1 or 2 in a blue one")
      .only_when(triangles, "", "--triangle red or blue")
      .needed_when(triangles, "a triangle without its number", "the number printed in the triangle")
      .asks(&ColumnUnderFire::weapons, "weapons", 1, 4,
            "weapons of each vehicle; the owner of a damaged one loses that with the triangle last")
      .only_when(triangles, "", "--triangle red or blue")
      .includes(&ColumnUnderFire::damage, "", DamageRules::Asked{.order = false})
      .only_when({"overkill", "field_mechanic"}, attacked, "", "--attacks");
}

bool ColumnUnderFire::any(Kind kind) const {
  return any() && std::any_of(attacks->begin(), attacks->end(),
                              [kind](const ColumnAttack& attack) { return attack.kind == kind; });
}

void ColumnUnderFire::man(const Troops& others, const Charts& charts) {
  missile_roll_ = missile_crew.roll(charts, 0);
  salvo_roll_ = gunners.roll(charts, 0);
  Triangle triangle;
  triangle.colour = colour;
  triangle.number = rolls;
  triangle.prepare(charts);
  for (const int tokens : {0, 1, 2}) {
    for (const int confire : {0, 1}) {
      Triangle& here =
          triangles_[static_cast<std::size_t>(tokens)][static_cast<std::size_t>(confire)];
      here = triangle;
      if (has_triangles())
        here.man(crews.quality.empty() ? others : crews, charts, confire - tokens);
    }
  }
}

ColumnState ColumnUnderFire::column(int vehicles) const {
  ColumnState column;
  const bool fires = any() && has_triangles();
  for (int i = 0; i < vehicles; ++i) {
    column.vehicles[static_cast<std::size_t>(i)] = {Fate::in_column, 0,
                                                    fires ? std::uint8_t{1} : std::uint8_t{0}, 0,
                                                    small(fires ? weapons : 0)};
  }
  return column;
}

void ColumnUnderFire::begin(ColumnState& column, std::size_t turn, int confire) const {
  if (turn >= turns() || (*attacks)[turn].kind == Kind::none) return;
  column.coming = small((*attacks)[turn].number);
  column.defender = column.roll = 0;
  // ConFire helps those that have a triangle to fire with.
  for (ColumnVehicle& vehicle : column.vehicles) {
    const bool helped = confire > 0 && vehicle.fate == Fate::in_column && vehicle.triangle != 0;
    vehicle.confire = helped ? 1 : 0;
    if (helped) --confire;
  }
  put_next_target_first(column);
}

void ColumnUnderFire::next(Dice& dice, ColumnState& column, std::size_t turn, int tokens) const {
  const Kind kind = (*attacks)[turn].kind;
  if (kind == Kind::missiles) {
    missile(dice, column, tokens);
  } else if (column.defender != ColumnState::all_have_fired) {
    fire_at_salvo(dice, column, tokens);
  } else {
    --column.coming;
    ColumnVehicle& target = column.vehicles.front();
    target.attacked = 1;
    if (salvo_roll_.made(dice)) hit(dice, target, *salvo_fp);
  }
  put_next_target_first(column);
  if (column.in_column() == 0) column.coming = 0;
  // At most one round for each TU; a second missile may go at the same one.
  if (column.vehicles.front().attacked != 0) {
    if (kind == Kind::salvo) column.coming = 0;
    clear_attacked(column);
  }
  if (column.coming == 0) end(column, turn);
}

/// What no later attack asks for is forgotten.
void ColumnUnderFire::end(ColumnState& column, std::size_t turn) const {
  column.defender = column.roll = 0;
  for (ColumnVehicle& vehicle : column.vehicles) {
    vehicle.attacked = vehicle.confire = 0;
    if (turn + 1 >= turns()) vehicle.triangle = vehicle.weapons = 0;
  }
  put_next_target_first(column);
}

void ColumnUnderFire::missile(Dice& dice, ColumnState& column, int tokens) const {
  --column.coming;
  ColumnVehicle& target = column.vehicles.front();
  target.attacked = 1;
  if (!missile_roll_.made(dice)) return;
  if (target.triangle != 0 && triangle(tokens, target).destroys(dice)) return;
  hit(dice, target, *missile_fp);
}

/// Each roll that succeeds destroys a round.
void ColumnUnderFire::fire_at_salvo(Dice& dice, ColumnState& column, int tokens) const {
  const auto defenders = static_cast<std::size_t>(column.in_column());
  while (column.defender < defenders) {
    const ColumnVehicle& vehicle = column.vehicles[column.defender];
    const Triangle& own = triangle(tokens, vehicle);
    if (vehicle.triangle == 0 || !own.roll.possible() || column.roll == own.rolls) {
      ++column.defender;
      column.roll = 0;
      continue;
    }
    ++column.roll;
    if (own.roll.made(dice)) --column.coming;
    return;
  }
  column.defender = ColumnState::all_have_fired;
  column.roll = 0;
}

void ColumnUnderFire::hit(Dice& dice, ColumnVehicle& vehicle, int firepower) const {
  const std::optional<Damage> done = damage.attack(dice, firepower, *top_dv);
  if (!done) return;
  switch (*done) {
    case Damage::stalled:
    case Damage::transmission:
      vehicle = {.fate = Fate::left_behind};
      break;
    case Damage::weapon_owner_choice:
      if (vehicle.weapons > 0) --vehicle.weapons;
      if (vehicle.weapons == 0) vehicle.triangle = vehicle.confire = 0;
      break;
    case Damage::weapon_attacker_choice:
      vehicle.weapons = vehicle.triangle = vehicle.confire = 0;
      break;
    case Damage::destroyed:
    case Damage::vaporised:
      vehicle = {.fate = Fate::destroyed};
      break;
  }
}

std::vector<ColumnAttack> read_attacks(std::string_view text, std::string_view parameter) {
  std::vector<ColumnAttack> attacks;
  for (const std::string_view turn : parts_of(text, ';')) {
    const std::vector<std::string_view> words = words_of(turn);
    ColumnAttack attack;
    const bool nothing = words.size() == 1 && (words[0] == "-" || words[0] == "none");
    if (!nothing) {
      const std::optional<int> number =
          words.size() == 2 ? number_in<int>(words[0]) : std::optional<int>();
      attack.number = number.value_or(0);
      const std::string_view what = words.size() == 2 ? words[1] : "";
      attack.kind = what == "missiles" || what == "missile" ? Kind::missiles
                    : what == "rounds" || what == "round"   ? Kind::salvo
                                                            : Kind::none;
      if (attack.kind == Kind::none || attack.number < 1 || attack.number > most_coming) {
        throw ArgumentError(
            parameter, fmt::format("'{}' is not what a turn brings", turn),
            fmt::format("-, '2 missiles' or '6 rounds' for each turn, {} at most", most_coming));
      }
    }
    attacks.push_back(attack);
  }
  if (attacks.size() > most_turns) {
    throw ArgumentError(parameter, fmt::format("attacks in {} turns", attacks.size()),
                        fmt::format("{} turns at most", most_turns));
  }
  return attacks;
}

}  // namespace combat_odds::slammers
