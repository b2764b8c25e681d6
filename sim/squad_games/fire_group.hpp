#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {

/// A weapon as it is printed on its counter.
struct WeaponCounter {
  std::string name;  ///< "German LMG"; "3-8" if it was given by its numbers
  double firepower = 0;
  int normal_range = 0;  ///< 0: not known; every range counts as normal
  int breakdown_number = 12;
};

/// Weapons with their numbers: a chart with the columns weapon, firepower and normal_range. It may
/// have breakdown_number, empty where it is 12.
class WeaponChart {
 public:
  explicit WeaponChart(const CsvTable& chart);
  const std::vector<WeaponCounter>& all() const { return weapons_; }

 private:
  std::vector<WeaponCounter> weapons_;
};

/// The nations that have a unit: a chart with the columns nationality and unit.
class NationalityChart {
 public:
  explicit NationalityChart(const CsvTable& chart);
  /// The nations of a unit. Empty if the chart does not list it.
  std::vector<std::string> of(const std::string& unit) const;

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

/// Units and weapons that fire together.
struct FireGroup {
  std::vector<UnitName> units;  ///< squads, half-squads, crews and heroes, as they were named
  std::vector<UnitName> leaders;
  std::vector<WeaponCounter> weapons;
};

/// The form of a Fire Group, for messages and documentation.
extern const char* const fire_group_form;

/// Reads "2*4-6-7 LMG 9-1", in any order, with or without pluses between. Units and leaders are
/// written as printed. A weapon is given by its name in the chart `weapons`, or by firepower and
/// normal range ("3-8"), or by its firepower alone, which counts as within normal range. A bare
/// "LMG" is the weapon of the nation to which all the units belong, by the chart `nationalities`,
/// which is read only then. Throws ArgumentError about `parameter` for anything else.
FireGroup read_fire_group(std::string_view text, std::string_view parameter, const Charts& charts,
                          const std::string& weapons, const std::string& nationalities);

/// Reads a leader. Throws ArgumentError about `parameter` for any other unit.
UnitName read_leader(std::string_view text, std::string_view parameter);

/// The leader who directs a group with leaders in it. Throws ArgumentError if there are several, or
/// if another leader was `named` to direct; `one_directs` is the game's message for several.
UnitName director_among(const FireGroup& group, const std::optional<UnitName>& named,
                        const std::string& one_directs);

/// The text of units: "2*4-6-7 8-1".
std::string units_text(const std::vector<UnitName>& units);

/// The same of those who fire and their weapons, without who directs them: "2*4-6-7 German LMG".
std::string firers_text(const FireGroup& group);

/// "1 hex", "2 hexes".
std::string amount_text(int number, std::string_view one, std::string_view several);

/// The text of a modifier: "+2", "-1", "0".
std::string signed_text(int modifier);

/// The text of FP: "16", "2.5".
std::string firepower_text(double firepower);

/// A sum of modifiers with its text: "stone building +3, 9-1 directs -1: +2".
class ModifierSum {
 public:
  /// Does nothing if the modifier is 0.
  void add(const std::string& cause, int modifier);
  int total() const { return total_; }
  /// Empty if there are no modifiers.
  std::string text() const;

 private:
  int total_ = 0;
  std::string causes_;
};

/// A sum of firepower, and its factors, with its text: "2 x 4 + LMG 3, doubled adjacent: 22 FP".
class FirepowerSum {
 public:
  /// Adds a firer: its printed firepower, and a factor of its own, which applies before those of
  /// the whole. `of_it` names that factor.
  void add(const std::string& name, double firepower, double factor, const std::string& of_it);
  /// Multiplies the whole; `words` names the factor: "doubled adjacent".
  void multiply(double factor, const std::string& words);
  double factor() const { return factor_; }
  /// The firepower of all firers, with all factors.
  double total() const;
  /// The text without the total.
  std::string text() const;

 private:
  struct Firer {
    std::string name;  ///< empty for units, which are named by their firepower
    int count = 1;
    double firepower = 0;
    double factor = 1;
    std::string words;
  };
  std::vector<Firer> firers_;
  double factor_ = 1;
  std::string words_;
};

}  // namespace combat_odds
