#include "studies/balance/fights.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/text/doing.hpp"

namespace combat_odds {

Duel Fights::fight(Contingent own, Contingent other) {
  std::array<std::size_t, 4> key = {own.unit, static_cast<std::size_t>(own.number), other.unit,
                                    static_cast<std::size_t>(other.number)};
  const std::array<std::size_t, 4> other_way = {key[2], key[3], key[0], key[1]};
  const bool turned = game_->even_handed() && other_way < key;
  if (turned) {
    key = other_way;
    std::swap(own, other);
  }
  const auto seen = [&](const Duel& duel) { return turned ? duel.from_the_other_side() : duel; };
  {
    const std::lock_guard lock(guard_);
    const auto known = known_.find(key);
    if (known != known_.end()) return seen(known->second);
    tell_part(fmt::format("{}fight {}", name_, ++begun_));
  }
  const Duel duel = game_->fight(*setting_, own, other, control_);
  const std::lock_guard lock(guard_);
  return seen(known_.try_emplace(key, duel).first->second);
}

}  // namespace combat_odds
