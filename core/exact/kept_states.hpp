#pragma once

#include <memory>

namespace combat_odds {

class StateExplorer;

/// What was found of a rule's states, kept for the next rule that has the same (SharedSteps);
/// empty where there is nothing.
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
