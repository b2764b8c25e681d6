#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "combat_odds/sim/slammers/command/quality.hpp"

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

 private:
  std::map<std::string, Weapon, std::less<>> weapons_;
};

/// `weapon` and what overrides it: `shots`, `fp_infantry`, `fp_vehicle`, `close_quarter` and
/// `powergun`.
std::vector<Parameter> weapon_parameters();
Weapon asked_weapon(const Arguments& arguments, const Charts& charts);

/// The weapon's shots and its firepower against the kind of target; ArgumentError where neither the
/// chart nor the user gives it. Firepower against infantry includes the +1 of close-quarter
/// weapons.
int shots_of(const Weapon& weapon);
int firepower_of(const Weapon& weapon, bool against_infantry);

/// An automatic defence system, chart slammers/ads.csv.
struct Ads {
  int stops_at_least = 7;  ///< one die against a buzzbomb, or to hit assaulting infantry; 7: never
  int shots = 0;
  int fp_infantry = 0;
};

class AdsChart {
 public:
  static constexpr const char* chart_name = "slammers/ads.csv";
  explicit AdsChart(const CsvTable& chart);

  const Ads& find(std::string_view name, std::string_view parameter) const;

 private:
  std::map<std::string, Ads, std::less<>> systems_;
};

Parameter ads_parameter(std::string meaning);
/// The system asked for by `ads`; one that never stops anything where it is "none".
Ads asked_ads(const Arguments& arguments, const Charts& charts);

}  // namespace combat_odds::slammers
