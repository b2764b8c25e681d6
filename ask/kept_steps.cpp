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
  const std::span<const std::string_view> apart = shared->some_steps_go_by();
  constexpr std::size_t about_a_key = 512;
  key_.reserve(about_a_key);
  key_ = procedure.name;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    key_ += '\0';  // in no argument
    if (std::ranges::find(apart, procedure.parameters[i].name) == apart.end()) {
      key_ += arguments[i].text;
    }
  }
  const std::lock_guard lock(all_.mutex_);
  const auto known = all_.kept_.find(key_);
  if (known == all_.kept_.end() || known->second.empty()) return;
  states_ = std::move(known->second.back());
  known->second.pop_back();
  all_.count_ -= states_.size();
}

KeptSteps::Taken::~Taken() {
  if (states_.empty()) return;
  const std::lock_guard lock(all_.mutex_);
  if (all_.count_ + states_.size() > most_states) return;
  all_.count_ += states_.size();
  all_.kept_[key_].push_back(std::move(states_));
}

}  // namespace combat_odds
