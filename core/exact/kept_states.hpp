#pragma once

#include <memory>

namespace combat_odds {

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

 private:
  friend class ExploredRule;
  std::unique_ptr<StateExplorer> states_;
};

}  // namespace combat_odds
