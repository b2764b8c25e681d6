#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/evaluate.hpp"
#include "core/exact/kept_states.hpp"

namespace combat_odds {

/// What situations have in common, kept from one to the next: those that differ only in parameters
/// that SharedSteps name explore their states once. Several threads may use it.
class KeptSteps {
 public:
  /// The states that a situation shares, taken from here for as long as this lives.
  class Taken {
   public:
    /// `rule` is that of the procedure and its arguments.
    Taken(KeptSteps& all, const Procedure& procedure, std::span<const Argument> arguments,
          const Rule& rule);
    ~Taken();
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

    /// For OddsOptions::kept: null where the situation shares nothing.
    KeptStates* states() { return key_.empty() ? nullptr : &states_; }

   private:
    KeptSteps& all_;
    std::string key_;  ///< the situation but for what its SharedSteps go by
    KeptStates states_;
  };

 private:
  /// All that are kept take some tens of megabytes.
  static constexpr std::size_t most_states = 250'000;

  /// The parameters of a procedure but for those of these names.
  const std::vector<std::size_t>& parameters_without(const Procedure& procedure,
                                                     std::span<const std::string_view> names);

  std::mutex mutex_;
  std::map<std::pair<const Procedure*, const std::string_view*>, std::vector<std::size_t>> shared_;
  std::size_t count_ = 0;  ///< of states
  std::map<std::string, std::vector<KeptStates>> kept_;
};

/// The same with steps that outlive the run: for a service, whose questions are often alike. All
/// questions must have the same control.
void evaluate(std::span<const Situation> situations, const Charts& charts,
              const OddsOptions& options, const std::function<void(SituationOdds&&)>& sink,
              KeptSteps& kept);

}  // namespace combat_odds
