#include "sim/squad_leader/infantry/stack_rally.hpp"
#include "core/dice/small.hpp"

#include <algorithm>

namespace combat_odds::squad_leader {
namespace {

using Status = TargetUnit::Status;

bool has_tried(const RallyProgress& progress, std::size_t leader) {
  return (progress.tried.at(leader / 8) >> leader % 8 & 1) != 0;
}

bool has_leader(const TargetStack& stack) {
  return std::any_of(stack.units.begin(), stack.units.begin() + stack.leader_count,
                     [](const TargetUnit& unit) { return is_unbroken(unit.status); });
}

}  // namespace

void StackRally::describe(Declaration<StackRally>& rally, const std::string& whose) {
  rally
      .asks(&StackRally::self_rally, "self_rally",
            whose + " squads may rally without a leader (14.3); leaders always may")
      .asks(&StackRally::ss, "ss", whose + " units are SS, for a rally (83.2-.3)")
      .asks(&StackRally::drm, "rally_drm", -6, 6,
            "all other modifiers of " + whose + " rally dice rolls");
}

/// 14.3, 14.5, 15.7: the best other leader helps; squads need one. 0: it may not try.
int StackRally::number_needed(const TargetStack& stack, std::size_t unit, bool desperate,
                              const std::vector<UnitName>& kinds) const {
  const bool leads = unit < stack.leader_count;
  if (!leads && !self_rally && !has_leader(stack)) return 0;
  const TargetUnit& tries = stack.units[unit];
  const bool exempt = !leads && knows_no_desperation(kinds[tries.kind]);  // 50.1
  return number_to_rally(tries.broken_morale, drm + leadership_for(stack, unit),
                         desperate && !exempt, ss);
}

/// Leaders try first, each once, also one who broke in this Rally Phase; then the others. The
/// number of units if nobody may any more.
std::size_t StackRally::who_tries(const TargetStack& stack, const RallyProgress& progress,
                                  const std::vector<UnitName>& kinds) const {
  const auto may = [&](std::size_t i) {
    return stack.units[i].status == Status::broken &&
           number_needed(stack, i, progress.desperate != 0, kinds) >= lowest_dr;
  };
  const bool leaders_try = progress.turn == RallyProgress::Turn::of_leaders;
  for (std::size_t i = 0; leaders_try && i < stack.leader_count; ++i) {
    if (!has_tried(progress, i) && may(i)) return i;
  }
  std::size_t next = std::max(progress.next, stack.leader_count);
  while (next < stack.unit_count && !may(next)) ++next;
  return next;
}

void StackRally::go_on(const TargetStack& stack, RallyProgress& progress,
                       const std::vector<UnitName>& kinds) const {
  if (progress.over()) return;
  const std::size_t who = who_tries(stack, progress, kinds);
  if (who < stack.leader_count) return;
  if (who == stack.unit_count) {
    progress = {};
    return;
  }
  progress.turn = RallyProgress::Turn::of_others;
  progress.tried = {};
  progress.next = small(who);
}

void StackRally::attempt(Dice& dice, TargetStack& stack, RallyProgress& progress,
                         const std::vector<UnitName>& kinds) const {
  const std::size_t who = who_tries(stack, progress, kinds);
  const int needed = number_needed(stack, who, progress.desperate != 0, kinds);
  stack.units[who].status = attempt_to_rally(dice, needed);
  if (who >= stack.leader_count) {
    progress.next = small(who + 1);
    return;
  }
  progress.tried.at(who / 8) |= small(1u << who % 8);
  if (stack.units[who].status == Status::eliminated) begin_leader_lost(stack, who);
}

void StackRally::make_alike(TargetStack& stack, const RallyProgress& progress) {
  const auto first = stack.units.begin() + stack.leader_count;
  const auto next = stack.units.begin() + std::max(progress.next, stack.leader_count);
  std::sort(first, next);
  std::sort(next, stack.units.begin() + stack.unit_count);
}

}  // namespace combat_odds::squad_leader
