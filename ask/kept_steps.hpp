#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/situation.hpp"
#include "core/exact/kept_states.hpp"

namespace combat_odds {

/// What the situations of a sweep have in common, kept from one to the next: those that differ only
/// in parameters that SharedSteps name explore their states once. Several threads may use it.
class KeptSteps {
 public:
  /// The states that a situation shares, taken from here for as long as this lives.
  class Taken {
   public:
    /// `rule` is that of the situation.
    Taken(KeptSteps& all, const Situation& situation, const Rule& rule);
    ~Taken();
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

    /// For OddsOptions::kept: null where the situation shares nothing.
    KeptStates* states() { return shares_ ? &states_ : nullptr; }

   private:
    KeptSteps& all_;
    std::pair<const Scenario*, std::uint64_t> key_;
    bool shares_ = false;
    KeptStates states_;
  };

 private:
  /// A few tens of kilobytes each.
  static constexpr std::size_t most = 1024;

  std::mutex mutex_;
  std::size_t count_ = 0;
  std::map<std::pair<const Scenario*, std::uint64_t>, std::vector<KeptStates>> kept_;
};

}  // namespace combat_odds
