#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {

/// The coloured triangle of a vehicle's weapon: how many Quality Rolls it has against one missile
/// or salvo, and what they need. A blue triangle rolls at -1 QR.
struct Triangle {
  enum class Colour : std::uint8_t { none, red, blue };
  Troops crew;
  Colour colour = Colour::none;
  std::optional<int> number;
  ThunderRunTokens thunder_run;
  int qr_modifier = 0;

  int most_rolls() const { return colour == Colour::blue ? 2 : 3; }
  /// Whether one of the rolls succeeds.
  bool destroys(Dice& dice) const;

  static void describe(Declaration<Triangle>& asks, const std::string& who);
  void prepare(const Charts& charts);
  /// Gives it a crew's roll, `modifier` levels better than its own circumstances make it.
  void man(const Troops& troops, const Charts& charts, int modifier);

  // What they come to.
  QualityRoll roll;
  int rolls = 0;
};

/// The triangles of several vehicles that differ: "elite red 2; 2*veteran blue 1; elite red 1
/// confire". Throws ArgumentError about `parameter`.
std::vector<Triangle> read_triangles(std::string_view text, std::string_view parameter,
                                     const Charts& charts);

inline constexpr const char* triangles_form = "vehicles such as 'elite red 2; 2*veteran blue 1'";
inline constexpr int most_vehicles_that_help = 8;

/// All that may stop an ATGW: the triangle of its target, helpers over an Anti-ATGW Enhanced Data
/// Link, and an ADS.
struct Interception {
  Triangle own;
  int helpers = 0;
  Triangle helper;
  std::optional<std::vector<Triangle>> helper_list;  ///< in place of `helpers` of one kind
  bool ads = false;

  /// Tries to stop one missile. Helpers that fire are taken off `helpers_left`.
  bool stops(Dice& dice, int& helpers_left) const;

  /// The names of the own triangle's parameters get `prefix` in front.
  static void describe(Declaration<Interception>& asks, const std::string& prefix);
  void prepare(const Charts& charts);

  std::vector<Triangle> called_upon;  ///< the helpers, in the order in which they fire
};

}  // namespace combat_odds::slammers
