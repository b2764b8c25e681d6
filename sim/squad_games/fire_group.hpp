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
  std::string name;  ///< "German LMG"; for one that is given by its numbers those: "3-8"
  double firepower = 0;
  int normal_range = 0;  ///< 0: not known, so that every range counts as normal
};

/// Weapons with their numbers: a chart with the columns weapon, firepower and normal_range.
class WeaponChart {
 public:
  explicit WeaponChart(const CsvTable& chart);
  const std::vector<WeaponCounter>& all() const { return weapons_; }

 private:
  std::vector<WeaponCounter> weapons_;
};

/// Which nations have a unit: a chart with the columns nationality and unit.
class NationalityChart {
 public:
  explicit NationalityChart(const CsvTable& chart);
  /// Empty where the chart does not list it.
  std::vector<std::string> of(const std::string& unit) const;

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

/// Who fires together.
struct FireGroup {
  std::vector<UnitName> units;  ///< squads, half-squads, crews and heroes, as they were named
  std::vector<UnitName> leaders;
  std::vector<WeaponCounter> weapons;
};

/// What a Fire Group looks like, for messages and documentation.
extern const char* const fire_group_form;

/// Reads "2*4-6-7 LMG 9-1", in any order, perhaps with pluses between: units and leaders as
/// printed; weapons by their names in the chart `weapons` or by firepower and normal range, "3-8";
/// or a number, firepower within its normal range. "LMG" is the weapon of the nation that all the
/// units are of, by the chart `nationalities`, which is read only then. Throws ArgumentError about
/// `parameter` for what it can't be.
FireGroup read_fire_group(std::string_view text, std::string_view parameter, const Charts& charts,
                          const std::string& weapons, const std::string& nationalities);

/// A leader; throws ArgumentError about `parameter` for anybody else.
UnitName read_leader(std::string_view text, std::string_view parameter);

/// The leader who directs a group with leaders in it: he is the only one, and nobody was `named`
/// besides. Throws ArgumentError otherwise, with the words of the game (`one_directs`) for several.
UnitName director_among(const FireGroup& group, const std::optional<UnitName>& named,
                        const std::string& one_directs);

/// Units as they are written: "2*4-6-7 8-1".
std::string units_text(const std::vector<UnitName>& units);

/// A modifier as it is spoken of: "+2", "-1", "0".
std::string signed_text(int modifier);

/// Modifiers that are added up, and how one would say it: "stone building +3, 9-1 directs -1: +2".
class ModifierSum {
 public:
  /// Nothing where the modifier is 0.
  void add(const std::string& cause, int modifier);
  int total() const { return total_; }
  /// Empty where there are none.
  std::string text() const;

 private:
  int total_ = 0;
  std::string causes_;
};

/// What is added up to firepower and what all of it is multiplied by: "2 x 4 + LMG 3, doubled
/// adjacent: 22 FP".
class FirepowerSum {
 public:
  /// A firer with its firepower as printed, what that is multiplied by (`of_it`, in words) before
  /// all else, and what it adds after all.
  void add(const std::string& name, double firepower, double factor, const std::string& of_it);
  /// A factor of the whole, in words: "doubled adjacent".
  void multiply(double factor, const std::string& words);
  double factor() const { return factor_; }
  /// The firers' own firepower, each multiplied.
  double total() const;
  /// Without the firepower that it comes to.
  std::string text() const;

 private:
  struct Term {
    std::string name;  ///< empty: units, told by their number
    int count = 1;
    double firepower = 0;
    double factor = 1;
    std::string words;
  };
  std::vector<Term> terms_;
  double factor_ = 1;
  std::string words_;
};

}  // namespace combat_odds
