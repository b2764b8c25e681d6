#include "combat_odds/studies/soundness/soundness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "combat_odds/core/agreement.hpp"
#include "combat_odds/core/monte_carlo.hpp"
#include "combat_odds/core/reference.hpp"
#include "combat_odds/scenarios/spread.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t situations_each = 20;
constexpr std::size_t situations_more = 60;
/// The chance below which two ways to the odds are said to differ: of a hundred rules, one in a
/// hundred thousand is accused wrongly.
constexpr double false_alarm = 1e-9;
constexpr std::uint64_t trials = 200'000;
constexpr std::uint64_t trials_by_hand = 1'000;
/// Larger graphs are not explored at all, with their checkpoints ignored, or with a parameter
/// changed.
constexpr std::size_t most_nodes = 50'000;
constexpr std::size_t most_ignored = 3'000;
constexpr std::size_t most_changed = 1'000;

/// One situation, explored once for all checks.
struct Tried {
  Scenario scenario;
  std::unique_ptr<Rule> rule;
  DecisionGraph graph;
  ExactOdds exact;
  OutcomeOdds odds;
};

std::string in_words(const Scenario& scenario) {
  std::string text;
  const std::vector<Argument> values = scenario.arguments(0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].text.empty()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        scenario.procedure().parameters[i].name, values[i].text);
  }
  return text.empty() ? "" : " with " + text;
}

std::optional<Tried> tried(const Library& library, const Scenario& scenario, std::size_t most) {
  std::unique_ptr<Rule> rule = scenario.rule(0, library.charts());
  try {
    DecisionGraph graph = decision_graph(*rule, most);
    ExactOdds exact(graph);
    OutcomeOdds odds = outcome_odds(graph, exact);
    return Tried{scenario, std::move(rule), std::move(graph), std::move(exact), std::move(odds)};
  } catch (const GraphTooLarge&) {
    return std::nullopt;
  }
}

class Soundness {
 public:
  Soundness(const Library& library, const Procedure& procedure)
      : library_(library), procedure_(procedure) {}

  std::vector<Fault> faults() {
    const std::vector<Scenario> all = spread(library_, procedure_, situations_more);
    if (all.empty()) {
      return {{"", "no situation of a spread makes sense", "prepare refuses less"}};
    }
    std::vector<Tried> played;
    for (std::size_t i = 0; i < all.size() && faults_.empty(); ++i) {
      std::optional<Tried> one =
          tried(library_, all[i], i < situations_each ? most_nodes : most_changed);
      if (!one) continue;
      if (i < situations_each) check_ways(*one);
      see(*one);
      played.push_back(*std::move(one));
    }
    if (!faults_.empty()) return faults_;
    if (played.empty()) return {{"", "every situation has more rolls than can be told apart", ""}};
    check_declared("outcome", procedure_.outcomes);
    check_declared("event", procedure_.events);
    check_declared("measure", procedure_.measures);
    check_parameters(played);
    return faults_;
  }

 private:
  void add(const Tried& tried, const std::string& wrong, const std::string& right) {
    faults_.push_back({"", wrong + in_words(tried.scenario), right});
  }

  void check_ways(const Tried& tried) {
    const ExactProbability total = tried.exact.sum([](std::size_t) { return true; });
    if (std::abs(total.value - 1) > 1e-9) add(tried, "the odds do not sum to 1", "");
    std::vector<double> probabilities;
    for (std::size_t leaf = 0; leaf < tried.graph.leaves.size(); ++leaf) {
      probabilities.push_back(tried.exact.leaf(leaf));
    }
    const std::uint64_t key = situation_key(procedure_, tried.scenario.arguments(0));
    if (chi_squared_p(simulate(RollingGraph(tried.graph), {11, key, 0}, trials), probabilities) <
        false_alarm) {
      add(tried, "simulated and exact odds differ", "");
    }
    check_by_hand(tried, probabilities, key);
    check_checkpoints(tried);
  }

  /// The rule as it is, with dice that are thrown.
  void check_by_hand(const Tried& tried, const std::vector<double>& probabilities,
                     std::uint64_t key) {
    std::vector<std::uint64_t> counts(probabilities.size(), 0);
    const auto& leaves = tried.graph.leaves;
    for (const OutcomeCount& entry : simulate_reference(*tried.rule, trials_by_hand, key)) {
      const auto leaf = std::find(leaves.begin(), leaves.end(), entry.outcome);
      if (leaf == leaves.end()) {
        add(tried,
            fmt::format("played with dice it comes to '{}', explored never",
                        text_of(entry.outcome)),
            "dice:at(state) with all that the rest depends on");
        return;
      }
      counts[static_cast<std::size_t>(leaf - leaves.begin())] = entry.count;
    }
    if (chi_squared_p(counts, probabilities) < false_alarm) {
      add(tried, "played with dice the odds differ from the exact ones",
          "dice:at(state) with all that the rest depends on");
    }
  }

  void check_checkpoints(const Tried& tried) {
    try {
      const std::string differs = disagreement(
          tried.odds,
          outcome_odds(decision_graph(*tried.rule, most_ignored, Checkpoints::ignored)));
      if (!differs.empty()) {
        add(tried, fmt::format("dice:at(state) leaves something out: {}", differs),
            "all that the rest depends on");
      }
    } catch (const GraphTooLarge&) {
      // Only small situations can be played out in full.
    }
  }

  void see(const Tried& tried) {
    for (const Outcome& leaf : tried.graph.leaves) {
      seen_.insert("outcome " + leaf.label());
      for (const std::string_view event : leaf.events())
        seen_.insert("event " + std::string(event));
      for (const auto& [name, value] : leaf.measures())
        seen_.insert("measure " + std::string(name));
    }
  }

  void check_declared(const std::string& kind, const std::vector<Term>& terms) {
    for (const Term& term : terms) {
      if (seen_.contains(kind + " " + term.name)) continue;
      faults_.push_back({term.name,
                         fmt::format("the {} '{}' never occurs in {} situations", kind, term.name,
                                     situations_more),
                         "an outcome of the rule, or parameters that lead to it"});
    }
  }

  std::vector<std::string> values_of(const Parameter& parameter) const {
    std::vector<std::string> values = values_to_try(parameter);
    if (parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::number) {
      for (const double value :
           {parameter.least, (parameter.least + parameter.most) / 2, parameter.most}) {
        values.push_back(std::to_string(static_cast<long long>(value)));
      }
    }
    return values;
  }

  bool changes(const Tried& tried, std::size_t position) const {
    std::vector<GivenValue> given;
    const std::vector<Argument> arguments = tried.scenario.arguments(0);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      given.push_back({procedure_.parameters[i].name, arguments[i].text, {}});
    }
    for (const std::string& value : values_of(procedure_.parameters[position])) {
      if (value == arguments[position].text) continue;
      given[position].text = value;
      std::unique_ptr<Rule> rule;
      try {
        rule = Scenario("changed", procedure_, given, {}).rule(0, library_.charts());
      } catch (const InputError&) {
        continue;  // the value makes no sense in this situation
      }
      try {
        const DecisionGraph graph = decision_graph(*rule, most_changed);
        if (!disagreement(tried.odds, outcome_odds(graph)).empty()) return true;
      } catch (const GraphTooLarge&) {
        return true;  // the situation itself is small
      }
    }
    return false;
  }

  void check_parameters(const std::vector<Tried>& all) {
    for (std::size_t i = 0; i < procedure_.parameters.size(); ++i) {
      const auto matters = [&](const Tried& tried) {
        return tried.graph.nodes.size() <= most_changed && changes(tried, i);
      };
      if (std::any_of(all.begin(), all.end(), matters)) continue;
      const std::string& name = procedure_.parameters[i].name;
      faults_.push_back({name,
                         fmt::format("the parameter '{}' never changes the odds in {} situations",
                                     name, all.size()),
                         "a parameter that the rule asks for"});
    }
  }

  const Library& library_;
  const Procedure& procedure_;
  std::set<std::string> seen_;
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> faults(const Library& library, const Procedure& procedure) {
  return Soundness(library, procedure).faults();
}

}  // namespace combat_odds
