#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/policy.hpp"

namespace combat_odds {

/// The nodes of a RawGraph where a player decides; one for each state of each decision.
class ChoiceTable {
 public:
  explicit ChoiceTable(FreeChoices free) : free_(std::move(free)) {}

  bool is_free(const Decision& decision) const { return free_.contains(decision); }

  std::optional<std::uint32_t> node_of(const std::string& key) const {
    const auto known = index_.find(key);
    if (known == index_.end()) return std::nullopt;
    return nodes_[known->second];
  }

  void add(std::string key, std::uint32_t node, const Decision& decision, Facts facts,
           int otherwise) {
    Choice choice;
    choice.key = std::move(key);
    choice.parameter = decision.parameter;
    choice.question = decision.question;
    choice.options.assign(decision.options.begin(), decision.options.end());
    choice.side = decision.side;
    choice.facts = std::move(facts);
    choice.otherwise = static_cast<std::size_t>(otherwise);
    index_.emplace(choice.key, choices.size());
    nodes_.push_back(node);
    choices.push_back(std::move(choice));
  }

  /// The node of a choice. Increases with the number of the choice.
  std::uint32_t node(std::size_t choice) const { return nodes_[choice]; }

  std::vector<Choice> choices;

 private:
  FreeChoices free_;
  std::vector<std::uint32_t> nodes_;
  boost::unordered_flat_map<std::string, std::size_t> index_;
};

}  // namespace combat_odds
