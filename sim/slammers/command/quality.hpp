#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "combat_odds/core/chart.hpp"
#include "combat_odds/sim/procedure.hpp"

namespace combat_odds::slammers {

/// How good troops are, best first.
enum class Quality : std::uint8_t { elite, veteran, trained, untrained };

/// A Quality Roll (QR): one die of at least this much. A natural 1 always fails.
struct QualityRoll {
  static constexpr int impossible = 7;
  int at_least = impossible;

  bool possible() const { return at_least < impossible; }
  bool succeeds(int dr) const { return dr > 1 && dr >= at_least; }
};

/// What troops of each quality roll, chart slammers/quality.csv.
class QualityLevels {
 public:
  static constexpr const char* chart_name = "slammers/quality.csv";
  explicit QualityLevels(const CsvTable& chart);

  struct Level {
    int qr_at_least = 0;
    int close_assault = 0;
    int sniper_located_at_least = 0;
  };
  const Level& at(Quality quality) const { return levels_[static_cast<std::size_t>(quality)]; }

  /// The QR of troops whose quality is moved by as many levels as `modifier` says: up to 2+ above
  /// elite, none at all below untrained.
  QualityRoll roll(Quality quality, int modifier) const;

 private:
  std::array<Level, 4> levels_{};
};

/// Troops that fight as one quality and lead as another, chart slammers/troop-classes.csv.
class TroopClasses {
 public:
  static constexpr const char* chart_name = "slammers/troop-classes.csv";
  explicit TroopClasses(const CsvTable& chart);

  /// The quality that troops so named (a quality or a class) have in a fight, and as leaders.
  /// Throws ArgumentError about `parameter` for any other name.
  Quality fights_as(std::string_view name, std::string_view parameter) const;
  Quality leads_as(std::string_view name, std::string_view parameter) const;

 private:
  struct Class {
    Quality fights_as;
    Quality leads_as;
  };
  Class find(std::string_view name, std::string_view parameter) const;

  std::map<std::string, Class, std::less<>> classes_;
};

/// "quality", asked as a choice of the four qualities and the three classes.
Parameter quality_parameter(std::string name, std::string meaning);
/// The quality asked so.
Quality fighting_quality(const Arguments& arguments, const Charts& charts, std::string_view name);

/// What moves the quality of those who fire: `thunder_run` and `confire`, their names behind
/// `prefix`.
std::vector<Parameter> thunder_run_parameters(const std::string& prefix, const std::string& who);
int thunder_run_modifier(const Arguments& arguments, const std::string& prefix);

/// `qr_modifier`: the levels that no other parameter asks for.
Parameter qr_modifier_parameter(std::string meaning);

}  // namespace combat_odds::slammers
