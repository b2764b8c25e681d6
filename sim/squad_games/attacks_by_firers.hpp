#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "core/text/chart.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds {

/// What the attack of a group comes to, by who is left of it. Each is worked out once, whichever
/// thread asks.
template <class Attack>
class AttacksByFirers {
 public:
  void prepare(const Charts& charts, std::vector<WeaponCounter> weapons) {
    known_ = std::make_shared<Known>(charts);
    std::stable_sort(weapons.begin(), weapons.end(),
                     [](const WeaponCounter& one, const WeaponCounter& two) {
                       return one.firepower > two.firepower;
                     });
    known_->manned.emplace_back();
    for (const WeaponCounter& weapon : weapons) {
      known_->manned.insert(known_->manned.begin(), known_->manned.front() + " " + weapon.name);
    }
  }
  bool prepared() const { return known_ != nullptr; }

  /// The weapons that may be manned, as words behind those of the firers: all, then without the
  /// weakest, and so on to none.
  const std::vector<std::string>& manned() const { return known_->manned; }

  /// `firers` tells groups apart; the attack stays where it is.
  const Attack& of(std::string_view firers, FunctionRef<Attack(const Charts&)> worked_out) const {
    const std::lock_guard lock(known_->mutex);
    const auto found = known_->attacks.find(firers);
    if (found != known_->attacks.end()) return found->second;
    return known_->attacks.emplace(std::string(firers), worked_out(known_->charts)).first->second;
  }

 private:
  struct Known {
    /// What is read while it is played has been recorded before.
    explicit Known(const Charts& given) : charts(given.recording(read)) {}
    std::mutex mutex;
    std::set<std::string> read;
    Charts charts;
    std::vector<std::string> manned;
    std::map<std::string, Attack, std::less<>> attacks;
  };
  std::shared_ptr<Known> known_;
};

}  // namespace combat_odds
