#include "studies/campaign/fights/played_fight.hpp"

#include <algorithm>
#include <string_view>

#include "core/exact/exact.hpp"
#include "core/explore/decision_graph.hpp"

namespace combat_odds::red_barricades {
namespace {

/// More trials than that pay for the graph.
constexpr std::size_t few_trials = 64;
/// A larger graph takes longer to draw than the trials to play.
constexpr std::size_t most_nodes = 300'000;

constexpr std::array<std::string_view, 2> whose = {"attackers ", "defenders "};
constexpr std::string_view squads = "squads";

/// Whether units of that name are among those that a measure counts: "squads", or "squads 4-6-7".
bool counts(std::string_view measure, std::string_view name) {
  return measure == name || measure == name.substr(0, name.find(' '));
}

}  // namespace

PlayedFight::PlayedFight(std::unique_ptr<const Rule> assault,
                         const std::array<std::vector<UnitsThere>, 2>& there,
                         const FollowedMeasures& followed)
    : assault_(std::move(assault)), followed_(followed) {
  for (std::size_t side = 0; side < before_.size(); ++side) {
    for (const std::string& measure : followed_[side]) {
      int number = 0;
      for (const UnitsThere& units : there[side]) {
        if (counts(measure, units.measure)) number += units.number;
      }
      before_[side].push_back(measure.starts_with(squads) ? 2 * number : number);
    }
  }
}

FightEnd PlayedFight::end_of(const Outcome& outcome) const {
  FightEnd end;
  const auto result = std::find(fight_results.begin(), fight_results.end(), outcome.label());
  end.result = static_cast<FightResult>(result - fight_results.begin());
  for (std::size_t side = 0; side < whose.size(); ++side) {
    for (std::size_t m = 0; m < followed_[side].size(); ++m) {
      int left = 0;
      bool is_told = false;
      for (const auto& [name, number] : outcome.measures()) {
        if (!name.starts_with(whose[side])) continue;
        if (!counts(followed_[side][m], name.substr(whose[side].size()))) continue;
        is_told = true;
        left += number;
      }
      // Weapons are not told of: they are lost with nobody.
      const int lost = is_told ? before_[side][m] - left : 0;
      end.lost[side].push_back(static_cast<std::int16_t>(lost));
    }
  }
  return end;
}

std::optional<ByResult> PlayedFight::exact_chances(const DecisionGraph& graph) const {
  try {
    const ExactOdds exact(graph);
    ByResult chances{};
    for (std::size_t leaf = 0; leaf < ends_.size(); ++leaf) {
      chances[static_cast<std::size_t>(ends_[leaf].result)] += exact.leaf(leaf);
    }
    return chances;
  } catch (const EndsTooRarely&) {
    return std::nullopt;
  }
}

const RollingGraph* PlayedFight::graph() const {
  std::call_once(explored_, [&] {
    try {
      const DecisionGraph graph = decision_graph(*assault_, most_nodes);
      graph_ = std::make_unique<const RollingGraph>(graph);
      for (const Outcome& leaf : graph.leaves) ends_.push_back(end_of(leaf));
      chances_ = exact_chances(graph);
    } catch (const GraphTooLarge&) {
      graph_.reset();
    }
  });
  return graph_.get();
}

const std::optional<ByResult>& PlayedFight::chances(bool thorough) const {
  if (graph() != nullptr || !thorough) return chances_;
  std::call_once(worked_out_, [&] {
    try {
      const DecisionGraph large = decision_graph(*assault_);
      for (const Outcome& leaf : large.leaves) ends_.push_back(end_of(leaf));
      chances_ = exact_chances(large);
    } catch (const GraphTooLarge&) {
      chances_.reset();
    }
  });
  return chances_;
}

void PlayedFight::play(std::size_t trials, WordStream& words, StreamDice& dice,
                       FunctionRef<void(std::size_t, const FightEnd&)> end) const {
  const RollingGraph* const rolling = trials > few_trials ? graph() : nullptr;
  if (rolling == nullptr) {
    for (std::size_t i = 0; i < trials; ++i) end(i, end_of(assault_->resolve(dice)));
    return;
  }
  std::vector<std::uint32_t> leaves(trials);
  rolling->play_each(words, leaves);
  for (std::size_t i = 0; i < trials; ++i) end(i, ends_[leaves[i]]);
}

}  // namespace combat_odds::red_barricades
