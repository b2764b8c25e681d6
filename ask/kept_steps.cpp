#include "ask/kept_steps.hpp"

#include <algorithm>

#include "core/dice/known_as.hpp"
#include "core/dice/rule.hpp"
#include "core/explore/parted_states.hpp"

namespace combat_odds {

KeptSteps::Taken::Taken(KeptSteps& all, const Procedure& procedure,
                        std::span<const Argument> arguments, const Rule& rule)
    : all_(all) {
  const auto* const shared = known_as<SharedSteps>(rule.staged());
  if (shared == nullptr) return;
  const std::vector<std::size_t>& told =
      all_.parameters_without(procedure, shared->some_steps_go_by());
  std::size_t size = procedure.name.size() + told.size();
  for (const std::size_t i : told) size += arguments[i].text.size();
  key_.resize(size);  // a 0, which is in no argument, in front of each
  char* at = std::copy(procedure.name.begin(), procedure.name.end(), key_.data());
  for (const std::size_t i : told) {
    at = std::copy(arguments[i].text.begin(), arguments[i].text.end(), at + 1);
  }
  const std::lock_guard lock(all_.mutex_);
  const auto known = all_.kept_.find(key_);
  if (known == all_.kept_.end() || known->second.empty()) return;
  states_ = std::move(known->second.back());
  known->second.pop_back();
  all_.count_ -= states_.size();
}

/// Found once: the names are those of a rule, which keeps them.
const std::vector<std::size_t>& KeptSteps::parameters_without(
    const Procedure& procedure, std::span<const std::string_view> names) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = shared_.try_emplace({&procedure, names.data()});
  for (std::size_t i = 0; is_new && i < procedure.parameters.size(); ++i) {
    const bool is_named = std::ranges::find(names, procedure.parameters[i].name) != names.end();
    if (!is_named) known->second.push_back(i);
  }
  return known->second;
}

KeptSteps::Taken::~Taken() {
  if (states_.empty()) return;
  const std::lock_guard lock(all_.mutex_);
  if (all_.count_ + states_.size() > most_states) return;
  all_.count_ += states_.size();
  all_.kept_[key_].push_back(std::move(states_));
}

}  // namespace combat_odds
