#pragma once

#include <string>
#include <vector>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/sim/slammers/command/quality.hpp"

namespace combat_odds::slammers {

/// The coloured triangle of a vehicle's weapon: how many Quality Rolls it has against one missile
/// or salvo, and what they need. A blue triangle rolls at -1 QR.
struct Triangle {
  QualityRoll roll;
  int rolls = 0;

  /// Whether one of the rolls succeeds.
  bool destroys(Dice& dice) const;

  /// How it is asked for: `quality`, `triangle` (`preset` if left out), `rolls`, `thunder_run` and
  /// `confire`, their names behind `prefix`.
  static std::vector<Parameter> parameters(const std::string& prefix, const std::string& who,
                                           const std::string& preset);
  /// The triangle asked so, its rolls moved by `modifier` levels more. Where its quality was left
  /// out it is that of the parameter `otherwise`.
  static Triangle asked(const Arguments& arguments, const Charts& charts, const std::string& prefix,
                        int modifier = 0, const std::string& otherwise = "");
};

/// All that may stop an ATGW: the triangle of its target, helpers over an Anti-ATGW Enhanced Data
/// Link, and an ADS.
class Interception {
 public:
  /// Tries to stop one missile. Helpers that fire are taken off `helpers_left`.
  bool stops(Dice& dice, int& helpers_left) const;

  int helpers() const { return helpers_; }

  static std::vector<Parameter> parameters(const std::string& prefix, const std::string& preset);
  static Interception asked(const Arguments& arguments, const Charts& charts,
                            const std::string& prefix);

 private:
  Triangle own_;
  Triangle helper_;
  int helpers_ = 0;
  bool ads_ = false;
};

/// How interception is read, for the details of the procedures that have it.
extern const char* const interception_details;

}  // namespace combat_odds::slammers
