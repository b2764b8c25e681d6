#pragma once

#include <cstddef>
#include <memory>

namespace combat_odds {

class AfterFirstStep;
class StateExplorer;

/// The explored states of a rule, kept for the next rule that shares them (SharedSteps). May be
/// empty.
class KeptStates {
 public:
  KeptStates();
  ~KeptStates();
  KeptStates(KeptStates&&) noexcept;
  KeptStates& operator=(KeptStates&&) noexcept;

  bool empty() const { return states_ == nullptr; }
  /// How many.
  std::size_t size() const;

 private:
  friend class ExploredRule;
  std::unique_ptr<StateExplorer> states_;
  std::unique_ptr<AfterFirstStep> after_;  ///< of them
};

}  // namespace combat_odds
