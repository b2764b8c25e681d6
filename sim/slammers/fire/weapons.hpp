#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::slammers {

/// What a card says about a weapon; nothing where no source says it.
struct Weapon {
  std::optional<int> shots;
  std::optional<int> fp_infantry;
  std::optional<int> fp_vehicle;
  bool close_quarter = false;  ///< "+1": +1 FP against infantry, +1 QR more at Close range
  bool powergun = false;
};

/// Weapons by name, chart slammers/weapons.csv.
class Weapons {
 public:
  static constexpr const char* chart_name = "slammers/weapons.csv";
  explicit Weapons(const CsvTable& chart);

  /// Throws ArgumentError about `parameter` where the chart has no such weapon.
  const Weapon& find(std::string_view name, std::string_view parameter) const;
  /// Null where the chart has no such weapon.
  const Weapon* known(std::string_view name) const;

 private:
  std::map<std::string, Weapon, std::less<>> weapons_;
};

/// The weapon's shots and its firepower against the kind of target; ArgumentError where neither the
/// chart nor the user gives it. Firepower against infantry includes the +1 of close-quarter
/// weapons.
int shots_of(const Weapon& weapon);
int firepower_of(const Weapon& weapon, bool against_infantry);

/// A weapon as a procedure asks for it: one of the chart, and what overrides its numbers.
struct WeaponOnCard {
  std::optional<Weapon> of_chart;
  std::optional<int> shots;
  std::optional<int> fp_infantry;
  std::optional<int> fp_vehicle;
  std::optional<bool> close_quarter;
  std::optional<bool> powergun;

  /// The weapon with all that is known of it.
  Weapon weapon() const;

  enum class Targets : std::uint8_t { all, infantry };
  static void describe(Declaration<WeaponOnCard>& asks, Targets targets = Targets::all);
};

/// All the weapons that a TU fires, one after the other.
using Armament = std::vector<Weapon>;

inline constexpr int most_weapons = 8;

inline constexpr const char* armament_form =
    "weapons such as '3*tribarrel_2cm(3,4/4) powergun_rifle'";

/// Weapons with spaces between them: a name of the chart, or any name with its numbers in brackets
/// (Sh, FP against infantry and against vehicles); 3* in front for three of them. Numbers in
/// brackets go before those of the chart. Throws ArgumentError about `parameter`.
Armament read_armament(std::string_view text, std::string_view parameter, const Charts& charts);

/// An automatic defence system, chart slammers/ads.csv; by default none, which never stops
/// anything.
struct Ads {
  std::string name = "none";
  int stops_at_least = 7;  ///< one die against a buzzbomb, or to hit assaulting infantry; 7: never
  int shots = 0;
  int fp_infantry = 0;
  int fp_vehicle = 0;

  bool none() const { return name == "none"; }
  /// Whether its die stops or hits what it fires at.
  bool stops(Dice& dice) const;

  static void describe(Declaration<Ads>& asks, std::string meaning);
  void prepare(const Charts& charts);
};

class AdsChart {
 public:
  static constexpr const char* chart_name = "slammers/ads.csv";
  explicit AdsChart(const CsvTable& chart);

  const Ads& find(std::string_view name, std::string_view parameter) const;

 private:
  std::map<std::string, Ads, std::less<>> systems_;
};

}  // namespace combat_odds::slammers
