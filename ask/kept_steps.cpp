#include "ask/kept_steps.hpp"

#include "core/dice/rule.hpp"
#include "core/explore/parted_states.hpp"

namespace combat_odds {

KeptSteps::Taken::Taken(KeptSteps& all, const Situation& situation, const Rule& rule) : all_(all) {
  const auto* const shared = dynamic_cast<const SharedSteps*>(rule.staged());
  if (shared == nullptr) return;
  const Scenario& scenario = *situation.scenario;
  const std::uint64_t first = scenario.first_alike(situation.index, shared->some_steps_go_by());
  key_ = {&scenario, first};
  shares_ = scenario.alike(shared->some_steps_go_by()) > 1;
  if (!shares_) return;
  const std::lock_guard lock(all_.mutex_);
  const auto known = all_.kept_.find(key_);
  if (known == all_.kept_.end() || known->second.empty()) return;
  states_ = std::move(known->second.back());
  known->second.pop_back();
  --all_.count_;
}

KeptSteps::Taken::~Taken() {
  if (states_.empty()) return;
  const std::lock_guard lock(all_.mutex_);
  if (all_.count_ >= most) return;
  all_.kept_[key_].push_back(std::move(states_));
  ++all_.count_;
}

}  // namespace combat_odds
