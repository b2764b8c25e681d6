#include "sim/slammers/fire/armament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"

namespace combat_odds::slammers {
namespace {

/// "(3,4/4)": Sh, FP against infantry, FP against vehicles.
std::optional<Weapon> numbers_of(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text, ',');
  if (parts.size() != 2) return std::nullopt;
  const std::vector<std::string_view> firepower = parts_of(parts[1], '/');
  if (firepower.size() != 2) return std::nullopt;
  Weapon weapon;
  weapon.shots = number_in<int>(parts[0]);
  weapon.fp_infantry = number_in<int>(firepower[0]);
  weapon.fp_vehicle = number_in<int>(firepower[1]);
  const auto within = [](std::optional<int> number, int least, int most) {
    return number && *number >= least && *number <= most;
  };
  if (!within(weapon.shots, 1, 12) || !within(weapon.fp_infantry, 0, 20) ||
      !within(weapon.fp_vehicle, 0, 20)) {
    return std::nullopt;
  }
  return weapon;
}

Weapon read_weapon(std::string_view word, std::string_view parameter, const Charts& charts) {
  const std::size_t bracket = word.find('(');
  const std::string name(word.substr(0, bracket));
  if (bracket == word.npos) return charts.get<Weapons>().find(name, parameter);
  std::optional<Weapon> numbers;
  if (word.ends_with(')')) {
    numbers = numbers_of(word.substr(bracket + 1, word.size() - bracket - 2));
  }
  if (!numbers || name.empty()) {
    throw ArgumentError(parameter, fmt::format("'{}' is no weapon with its numbers", word),
                        "the name, Sh and the FP against infantry and vehicles, such as "
                        "tribarrel_2cm(3,4/4)");
  }
  const Weapon* const known = charts.get<Weapons>().known(name);
  if (known != nullptr) {
    numbers->close_quarter = known->close_quarter;
    numbers->powergun = known->powergun;
  }
  return *numbers;
}

}  // namespace

Armament read_armament(std::string_view text, std::string_view parameter, const Charts& charts) {
  Armament armament;
  for (std::string_view word : words_of(text)) {
    int count = 1;
    const std::size_t star = word.find('*');
    if (star != word.npos) {
      count = number_in<int>(word.substr(0, star)).value_or(0);
      word.remove_prefix(star + 1);
    }
    if (count < 1 || static_cast<int>(armament.size()) + count > most_weapons) {
      throw ArgumentError(parameter,
                          fmt::format("'{}' does not name 1 to {} weapons", text, most_weapons),
                          armament_form);
    }
    armament.insert(armament.end(), static_cast<std::size_t>(count),
                    read_weapon(word, parameter, charts));
  }
  if (armament.empty()) throw ArgumentError(parameter, "no weapon is named", armament_form);
  return armament;
}

}  // namespace combat_odds::slammers
