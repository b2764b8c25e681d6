#include "core/play/state_walk.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/play/roll_kernel.hpp"

namespace combat_odds {

StepTables::StepTables(const StateExplorer& states) : states_(states) {
  const StepShapes& shapes = states.shapes();
  std::vector<std::uint64_t> throws;
  for (std::uint32_t shape = 0; shape < shapes.size(); ++shape) {
    first_roll_.push_back(static_cast<std::uint32_t>(rolls_.size()));
    const std::span<const RawGraph::Branch> branches = shapes.branches(shape);
    for (const RawGraph::Node& node : shapes.nodes(shape)) {
      throws.clear();
      Roll roll;
      roll.classes = node.count;
      roll.first_link = static_cast<std::uint32_t>(links_.size());
      roll.wide = node.throws > most_word_throws;
      for (const RawGraph::Branch& branch : branches.subspan(node.first, node.count)) {
        throws.push_back(branch.throws);
        links_.push_back(branch.link);
      }
      if (roll.wide) {
        roll.first_end = static_cast<std::uint32_t>(wide_ends_.size());
        std::partial_sum(throws.begin(), throws.end(), std::back_inserter(wide_ends_));
      } else {
        roll.first_end = static_cast<std::uint32_t>(ends_.size());
        const std::vector<std::uint32_t> ends = class_ends(throws, most_word_throws);
        ends_.insert(ends_.end(), ends.begin(), ends.end());
      }
      rolls_.push_back(roll);
    }
  }
  first_roll_.push_back(static_cast<std::uint32_t>(rolls_.size()));
}

StateWalk::StateWalk(const StepTables& tables, WordStream& words, const RunControl* control)
    : tables_(tables),
      states_(tables.states()),
      control_(control),
      words_(words),
      numbers_(words),
      standing_(states_.steps.size(), 0),
      borders_(states_.borders(), 0),
      leaves_(states_.leaves.size(), 0),
      low_(standing_.size()) {}

bool StateWalk::play(std::uint64_t trials, FunctionRef<void(Outcome&&, std::uint64_t)> add) {
  arrive(states_.root, trials);
  if (!play_steps()) return false;
  const auto stands = [](std::uint32_t count) { return count > 0; };
  for (int round = 0; std::ranges::any_of(borders_, stands); ++round) {
    begin_round(round, add);
    if (!play_steps()) return false;
  }
  for (std::uint32_t leaf = 0; leaf < leaves_.size(); ++leaf) {
    if (leaves_[leaf] > 0) add(Outcome(states_.leaves[leaf]), leaves_[leaf]);
  }
  return true;
}

void StateWalk::arrive(Link link, std::uint64_t trials) {
  switch (link.kind()) {
    case Link::Kind::border:
      borders_[link.index()] += static_cast<std::uint32_t>(trials);
      break;
    case Link::Kind::leaf:
      leaves_[link.index()] += trials;
      break;
    default:
      standing_[link.index()] += static_cast<std::uint32_t>(trials);
      if (link.index() < passed_ || passed_ == 0) {
        low_ = std::min<std::size_t>(low_, link.index());
      }
      high_ = std::max<std::size_t>(high_, link.index());
      break;
  }
}

void StateWalk::begin_round(int round, FunctionRef<void(Outcome&&, std::uint64_t)> add) {
  std::vector<std::uint32_t> standing(borders_.size(), 0);
  standing.swap(borders_);
  const auto r = static_cast<std::size_t>(round);
  for (std::uint32_t border = 0; border < standing.size(); ++border) {
    if (standing[border] == 0) continue;
    const bool goes_on = r < states_.rounds.size() && border < states_.rounds[r].size();
    const Link begun = goes_on ? states_.rounds[r][border] : Link();
    if (!begun.is(Link::Kind::unexplored)) {
      arrive(begun, standing[border]);
      continue;
    }
    std::optional<Outcome> outcome = states_.outcome(border, round);
    if (!outcome) throw std::logic_error("rounds that end without an outcome");
    add(*std::move(outcome), standing[border]);
  }
}

/// States are numbered in the order in which they were found, so most steps lead to later ones,
/// which the same pass reaches.
bool StateWalk::play_steps() {
  while (low_ < standing_.size()) {
    if (control_ != nullptr && control_->stopped()) return false;
    const std::size_t first = std::exchange(low_, standing_.size());
    for (std::size_t state = first; state <= high_; ++state) {
      if (standing_[state] == 0) continue;
      passed_ = state + 1;
      step(static_cast<std::uint32_t>(state), std::exchange(standing_[state], 0));
    }
    passed_ = 0;
  }
  high_ = 0;
  return true;
}

void StateWalk::step(std::uint32_t state, std::uint64_t trials) {
  constexpr std::uint64_t few = 16;
  const StepGraph::Step step = states_.steps.steps[state];
  const std::span<const StepTables::Roll> rolls = tables_.rolls(step.shape);
  if (trials < few) {
    step_of_few(step.first_end, rolls, trials);
  } else {
    step_of_many(step.first_end, rolls, trials);
  }
}

void StateWalk::step_of_few(std::uint32_t first_end, std::span<const StepTables::Roll> rolls,
                            std::uint64_t trials) {
  for (std::uint64_t i = 0; i < trials; ++i) {
    Link link(Link::Kind::node, 0);
    while (link.is(Link::Kind::node)) {
      const StepTables::Roll& roll = rolls[link.index()];
      link = tables_.link(roll, roll_one(roll));
    }
    arrive(states_.steps.ends[first_end + link.index()], 1);
  }
}

std::size_t StateWalk::roll_one(const StepTables::Roll& roll) {
  if (!roll.wide) {
    const std::span<const std::uint32_t> ends = tables_.ends(roll);
    std::uint32_t word = word_value(numbers_.next_word());
    while (word >= ends.back()) word = word_value(numbers_.next_word());
    return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), word) -
                                    ends.begin());
  }
  const std::span<const std::uint64_t> ends = tables_.wide_ends(roll);
  const std::uint64_t throws = ends.back();
  const std::uint64_t rejected_from = 0 - (0 - throws) % throws;  // 0: no word is
  std::uint64_t word = numbers_.next_wide();
  while (rejected_from != 0 && word >= rejected_from) word = numbers_.next_wide();
  return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), word % throws) -
                                  ends.begin());
}

void StateWalk::step_of_many(std::uint32_t first_end, std::span<const StepTables::Roll> rolls,
                             std::uint64_t trials) {
  rolling_.assign(rolls.size(), 0);
  rolling_.front() = trials;
  for (std::size_t r = 0; r < rolls.size(); ++r) {
    if (rolling_[r] == 0) continue;
    roll_many(rolls[r], rolling_[r]);
    for (std::size_t c = 0; c < rolls[r].classes; ++c) {
      if (classes_[c] == 0) continue;
      const Link link = tables_.link(rolls[r], c);
      if (link.is(Link::Kind::node)) {
        rolling_[link.index()] += classes_[c];
      } else {
        arrive(states_.steps.ends[first_end + link.index()], classes_[c]);
      }
    }
  }
}

/// Rolls the trials into classes_.
void StateWalk::roll_many(const StepTables::Roll& roll, std::uint64_t trials) {
  classes_.assign(roll.classes, 0);
  if (roll.wide) {
    roll_wide_classes(words_, trials, tables_.wide_ends(roll), classes_);
    return;
  }
  roll_classes(words_, trials, {tables_.ends(roll), {}}, classes_);
}

}  // namespace combat_odds
