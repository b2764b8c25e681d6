#include "sim/slammers/fire/weapons.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/suggest.hpp"
#include "core/text/truth.hpp"
#include "core/text/words.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::slammers {
namespace {

template <class Map>
const typename Map::mapped_type& find_in(const Map& map, std::string_view name,
                                         std::string_view parameter, const char* what) {
  const auto known = map.find(name);
  if (known != map.end()) return known->second;
  std::vector<std::string> names;
  for (const auto& [other, value] : map) names.push_back(other);
  throw ArgumentError(parameter, fmt::format("the chart has no {} '{}'", what, name),
                      did_you_mean(name, names, fmt::format("one of {}", fmt::join(names, ", "))));
}

int known_or_asked(std::optional<int> number, const char* parameter, const char* what) {
  if (number) return *number;
  throw ArgumentError(parameter, fmt::format("the {} is not known", what),
                      "the number printed on your Detachment Card, or name a weapon of the chart");
}

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

Weapons::Weapons(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(
      chart, {"weapon", "shots", "fp_infantry", "fp_vehicle", "close_quarter", "powergun"});
  for (const Columns::Row row : columns) {
    Weapon weapon{row.whole_number_if_any("shots"), row.whole_number_if_any("fp_infantry"),
                  row.whole_number_if_any("fp_vehicle"), truth_in(row, "close_quarter"),
                  truth_in(row, "powergun")};
    if (weapon.shots && (*weapon.shots < 1 || *weapon.shots > 12)) {
      throw row.error("shots", fmt::format("{} shots", *weapon.shots), "1 to 12");
    }
    weapons_[row.text("weapon")] = weapon;
  }
}

const Weapon& Weapons::find(std::string_view name, std::string_view parameter) const {
  return find_in(weapons_, name, parameter, "weapon");
}

const Weapon* Weapons::known(std::string_view name) const {
  const auto known = weapons_.find(name);
  return known != weapons_.end() ? &known->second : nullptr;
}

int shots_of(const Weapon& weapon) {
  return known_or_asked(weapon.shots, "shots", "number of shots (Sh)");
}

int firepower_of(const Weapon& weapon, bool against_infantry) {
  if (!against_infantry) {
    return known_or_asked(weapon.fp_vehicle, "fp_vehicle", "FP against vehicles");
  }
  return known_or_asked(weapon.fp_infantry, "fp_infantry", "FP against infantry") +
         (weapon.close_quarter ? 1 : 0);
}

Weapon WeaponOnCard::weapon() const {
  Weapon known = of_chart.value_or(Weapon());
  if (shots) known.shots = shots;
  if (fp_infantry) known.fp_infantry = fp_infantry;
  if (fp_vehicle) known.fp_vehicle = fp_vehicle;
  known.close_quarter = close_quarter.value_or(known.close_quarter);
  known.powergun = powergun.value_or(known.powergun);
  return known;
}

void WeaponOnCard::describe(Declaration<WeaponOnCard>& asks, Targets targets) {
  const auto find = [](std::string_view name, std::string_view parameter, const Charts& charts) {
    return charts.get<Weapons>().find(name, parameter);
  };
  asks.asks(&WeaponOnCard::of_chart, "weapon", "a weapon of the chart, such as powergun_smg",
            "the weapon, for its Sh and FP; default: they are given as numbers", find)
      .or_named(names_in(Weapons::chart_name, "weapon"))
      .tried_with({"powergun_smg", "tribarrel_2cm", "flechette_shotgun", "powergun_rifle"})
      .asks(&WeaponOnCard::shots, "shots", 1, 12, "Sh, the shots of a burst")
      .asks(&WeaponOnCard::fp_infantry, "fp_infantry", 0, 20,
            "FP against infantry, without the +1 of close-quarter weapons");
  if (targets == Targets::all) {
    asks.asks(&WeaponOnCard::fp_vehicle, "fp_vehicle", 0, 20, "FP against vehicles");
  }
  asks.asks(
          &WeaponOnCard::close_quarter, "close_quarter",
          "a fast-firing close-quarter weapon (its FP is printed with a +1): +1 FP against infantry, and at Close range +2 QR instead of +1")
      .asks(&WeaponOnCard::powergun, "powergun", "a powergun: any cover gives infantry +2 DV");
}

Armament read_armament(std::string_view text, std::string_view parameter, const Charts& charts) {
  Armament armament;
  for (const std::string_view word : words_of(text)) {
    const std::optional<CountedWord> some =
        counted_word(word, most_weapons - static_cast<int>(armament.size()));
    if (!some) {
      throw ArgumentError(parameter,
                          fmt::format("'{}' does not name 1 to {} weapons", text, most_weapons),
                          armament_form);
    }
    armament.insert(armament.end(), static_cast<std::size_t>(some->count),
                    read_weapon(some->word, parameter, charts));
  }
  if (armament.empty()) throw ArgumentError(parameter, "no weapon is named", armament_form);
  return armament;
}

bool Ads::stops(Dice& dice) const {
  return stops_at_least <= 6 && dice.die([this](int dr) { return dr >= stops_at_least; });
}

void Ads::describe(Declaration<Ads>& asks, std::string meaning) {
  asks.asks(&Ads::name, "ads", one_of({"none", "strip_mines", "drozd_box", "enhanced_panel"}),
            std::move(meaning));
}

void Ads::prepare(const Charts& charts) {
  if (!none()) *this = charts.get<AdsChart>().find(name, "ads");
}

AdsChart::AdsChart(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(
      chart, {"system", "stops_on_at_least", "shots", "fp_infantry", "fp_vehicle"});
  for (const Columns::Row row : columns) {
    systems_[row.text("system")] = {row.text("system"), row.whole_number("stops_on_at_least"),
                                    row.whole_number("shots"), row.whole_number("fp_infantry"),
                                    row.whole_number("fp_vehicle")};
  }
}

const Ads& AdsChart::find(std::string_view name, std::string_view parameter) const {
  return find_in(systems_, name, parameter, "ADS");
}

}  // namespace combat_odds::slammers
