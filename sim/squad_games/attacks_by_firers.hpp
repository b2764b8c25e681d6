#pragma once

#include <algorithm>
#include <cstdint>
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

/// The weapons of a group, the strongest first.
class GroupWeapons {
 public:
  static constexpr std::size_t most_jammed = 8;  ///< of which it is known whether they work

  GroupWeapons() = default;
  explicit GroupWeapons(std::vector<WeaponCounter> weapons) : weapons_(std::move(weapons)) {
    std::stable_sort(weapons_.begin(), weapons_.end(),
                     [](const WeaponCounter& one, const WeaponCounter& two) {
                       return one.firepower > two.firepower;
                     });
  }
  const WeaponCounter& operator[](std::size_t number) const { return weapons_[number]; }

  /// Weapons that are manned: as words behind those of the firers, and by number.
  struct Manned {
    std::string words;
    std::vector<std::size_t> weapons;
  };
  /// Those that may be manned, but for those in `jammed`, a bit for each: all, then without the
  /// weakest, and so on to none.
  std::vector<Manned> manned(std::uint8_t jammed) const {
    std::vector<Manned> all(1);
    for (std::size_t i = 0; i < weapons_.size(); ++i) {
      if (i < most_jammed && (jammed >> i & 1) != 0) continue;
      Manned more = all.front();
      more.words += " " + weapons_[i].name;
      more.weapons.push_back(i);
      all.insert(all.begin(), std::move(more));
    }
    return all;
  }

 private:
  std::vector<WeaponCounter> weapons_;
};

/// What the attack of a group comes to, by who is left of it. Each is worked out once, whichever
/// thread asks.
template <class Attack>
class AttacksByFirers {
 public:
  void prepare(const Charts& charts, std::vector<WeaponCounter> weapons) {
    known_ = std::make_shared<Known>(charts);
    known_->weapons = GroupWeapons(std::move(weapons));
  }
  bool prepared() const { return known_ != nullptr; }
  const GroupWeapons& weapons() const { return known_->weapons; }

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
    GroupWeapons weapons;
    std::map<std::string, Attack, std::less<>> attacks;
  };
  std::shared_ptr<Known> known_;
};

}  // namespace combat_odds
