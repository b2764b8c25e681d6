#pragma once

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "studies/balance/balance.hpp"

namespace combat_odds {

/// The fights of one setting, each worked out once. May be used from several threads.
class Fights {
 public:
  /// `name` stands before the number of the fight while they are worked out: "setting 2 of 4, ".
  Fights(const BalanceGame& game, const BalanceSetting& setting, RunControl* control,
         std::string name = {})
      : game_(&game), setting_(&setting), control_(control), name_(std::move(name)) {}

  /// At least one on each side.
  Duel fight(Contingent own, Contingent other);

 private:
  const BalanceGame* game_;
  const BalanceSetting* setting_;
  RunControl* control_;
  std::string name_;
  std::mutex guard_;
  int begun_ = 0;
  std::map<std::array<std::size_t, 4>, Duel> known_;
};

/// What a unit is judged by: the fights of one setting, or those of several, each as much as its
/// weight.
class Ground {
 public:
  struct Part {
    const BalanceSetting* setting = nullptr;
    Fights* fights = nullptr;
    double weight = 1;  ///< above 0
  };

  Ground(const BalanceSetting& setting, Fights& fights)
      : setting_(&setting), parts_{{&setting, &fights, 1}} {}
  /// `setting` says what the units cost, in the same proportions as in each part. Where two units
  /// meet in no part, they are even.
  Ground(const BalanceSetting& setting, std::vector<Part> parts)
      : setting_(&setting), parts_(std::move(parts)) {}

  const BalanceSetting& setting() const { return *setting_; }
  const std::vector<Part>& parts() const { return parts_; }

 private:
  const BalanceSetting* setting_;
  std::vector<Part> parts_;
};

}  // namespace combat_odds
