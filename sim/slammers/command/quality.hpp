#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/dice.hpp"
#include "core/text/chart.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::slammers {

/// How good troops are, best first.
enum class Quality : std::uint8_t { elite, veteran, trained, untrained };

/// Their names, best first.
const std::vector<std::string>& quality_names();

/// A Quality Roll (QR): one die of at least this much. A natural 1 always fails.
struct QualityRoll {
  static constexpr int impossible = 7;
  int at_least = impossible;

  bool possible() const { return at_least < impossible; }
  bool succeeds(int dr) const { return dr > 1 && dr >= at_least; }
  /// Rolls for it, where it is possible at all.
  bool made(Dice& dice) const {
    return possible() && dice.die([this](int dr) { return succeeds(dr); });
  }
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
    int detachment_tus = 0;
    int troop_tus = 0;
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
  /// The TUs of a detachment of such a class; nothing for a quality, whose own chart says it.
  std::optional<int> detachment_tus(std::string_view name) const;

 private:
  struct Class {
    Quality fights_as;
    Quality leads_as;
    int detachment_tus = 0;
  };
  Class find(std::string_view name, std::string_view parameter) const;

  std::map<std::string, Class, std::less<>> classes_;
};

/// Troops as a procedure asks for them: one of the four qualities or the three classes.
struct Troops {
  std::string quality;  ///< empty: left out

  Quality in_a_fight(const Charts& charts) const;
  Quality as_leaders(const Charts& charts) const;
  /// Their QR, `modifier` levels better.
  QualityRoll roll(const Charts& charts, int modifier) const;

  static void describe(Declaration<Troops>& asks, const std::string& who);
};

/// What Thunder Runs cost those who fire, and ConFire gives back.
struct ThunderRunTokens {
  int tokens = 0;
  bool confire = false;

  /// The levels by which they move the quality.
  int modifier() const { return (confire ? 1 : 0) - tokens; }

  static void describe(Declaration<ThunderRunTokens>& asks, const std::string& who);
};

}  // namespace combat_odds::slammers
