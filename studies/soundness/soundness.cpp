#include "studies/soundness/soundness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "ask/sample_situations.hpp"
#include "core/dice/reference.hpp"
#include "core/odds/agreement.hpp"
#include "core/play/monte_carlo.hpp"
#include "core/text/doing.hpp"
#include "core/text/number_text.hpp"

namespace combat_odds {
namespace {

/// Below this chance, two ways to the odds count as different. Fewer than 10,000 comparisons raise
/// a false alarm less than once in 10^5.
constexpr double false_alarm = 1e-9;

/// One situation, explored once for all checks.
struct TriedSituation {
  Scenario scenario;
  std::uint64_t index = 0;
  std::unique_ptr<Rule> rule;
  DecisionGraph graph;
  ExactOdds exact;
  OutcomeOdds odds;

  std::vector<Argument> arguments() const { return scenario.arguments(index); }

  std::string in_words() const {
    std::string text;
    const std::vector<Argument> values = arguments();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].text.empty()) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                          scenario.procedure().parameters[i].name, values[i].text);
    }
    return text.empty() ? "" : " with " + text;
  }
};

/// How many nodes the graph would have if no two paths met again: what its checkpoints save. At
/// most a little more than `most`; a graph whose states recur has no end of them.
std::size_t nodes_of_all_paths(const DecisionGraph& graph, std::size_t most) {
  if (!graph.acyclic) return most + 1;
  std::vector<std::size_t> from_border(graph.borders, 0);
  std::vector<std::size_t> from_node(graph.nodes.size());
  const auto from = [&](Target target) {
    if (target.is_leaf()) return std::size_t{0};
    return target.is_border() ? from_border[target.index()] : from_node[target.index()];
  };
  const auto go_through = [&] {
    for (std::size_t n = graph.nodes.size(); n-- > 0;) {
      from_node[n] = 1;
      for (const DecisionGraph::Edge& edge : graph.edges_of(graph.nodes[n])) {
        from_node[n] = std::min(most + 1, from_node[n] + from(edge.target));
      }
    }
  };
  go_through();
  // Backwards from the last round, in which the borders are where it is over.
  for (auto round = graph.rounds.rbegin(); round != graph.rounds.rend(); ++round) {
    std::vector<std::size_t> begun;
    for (const Target target : *round) begun.push_back(from(target));
    from_border = std::move(begun);
    go_through();
  }
  return from(graph.root);
}

std::set<std::string> names_of(const std::vector<Term>& terms) {
  std::set<std::string> names;
  for (const Term& term : terms) names.insert(term.name);
  return names;
}

/// Values that may change the odds: those of values_to_try(), every choice, and numbers and days
/// from all over the range.
std::vector<std::string> values_to_change(const Parameter& parameter) {
  using Type = Parameter::Type;
  std::vector<std::string> values = values_to_try(parameter);
  const auto more = [&](std::initializer_list<double> numbers) {
    for (const double number : numbers) {
      values.push_back(parameter.type == Type::number
                           ? number_text(number)
                           : text_of(parameter, static_cast<long long>(number)));
    }
  };
  const double least = parameter.least;
  const double most = parameter.most;
  switch (parameter.type) {
    case Type::choice:
      values.insert(values.end(), parameter.choices.begin(), parameter.choices.end());
      break;
    case Type::flag:
      values.insert(values.end(), {"true", "false"});
      break;
    case Type::integer:
    case Type::number:
      more({least, least + 1, 1, 2, 6, 8, 10, (least + most) / 2, most});
      break;
    case Type::date:
      more({least, least + 30, (least + most) / 2, most});
      break;
    case Type::text:
      break;
  }
  return values;
}

/// A rule of which no two states are alike.
class KeptApart : public StagedRule {
 public:
  explicit KeptApart(const StagedRule& rule) : rule_(rule) {}
  std::size_t state_size() const override { return rule_.state_size(); }
  void first(std::byte* state) const override { rule_.first(state); }
  void next(std::byte* state, Dice& dice) const override { rule_.next(state, dice); }
  void make_alike(std::byte* /*state*/) const override {}
  int rounds() const override { return rule_.rounds(); }
  bool between_rounds(const std::byte* state) const override { return rule_.between_rounds(state); }
  void begin(std::byte* state, int round) const override { rule_.begin(state, round); }
  std::optional<Outcome> ended(const std::byte* state, int played) const override {
    return rule_.ended(state, played);
  }

 private:
  const StagedRule& rule_;
};

class Soundness {
 public:
  Soundness(const Library& library, const Procedure& procedure, const Thoroughness& thorough)
      : library_(library), procedure_(procedure), thorough_(thorough) {}

  std::vector<Fault> faults(const std::vector<Scenario>& also) {
    const std::vector<Scenario> all = sample_situations(library_, procedure_, thorough_.more);
    if (all.empty() && also.empty()) {
      add("no situation of a spread makes sense", "prepare refuses less");
      return faults_;
    }
    const std::size_t each = std::min(all.size(), thorough_.situations);
    for (std::size_t i = 0; i < each && faults_.empty(); ++i) {
      begin(fmt::format("situation {} of {}", i + 1, each));
      play(all[i]);
    }
    for (std::size_t i = 0; i < also.size() && faults_.empty(); ++i) play(also[i]);
    if (faults_.empty()) check_checkpoints();
    if (!faults_.empty()) return faults_;
    if (tried_.empty()) {
      add("every situation has more rolls than can be told apart", "");
      return faults_;
    }
    begin("which parameters matter");
    see_parameters();
    for (std::size_t i = each; i < all.size() && !all_seen(); ++i) look_at(all[i]);
    check_seen("outcome", procedure_.outcomes);
    check_seen("event", procedure_.events);
    check_seen("measure", procedure_.measures);
    check_parameters();
    return faults_;
  }

 private:
  void add(const std::string& wrong, const std::string& right) {
    faults_.push_back({Fault::Kind::unsound, "", wrong, right});
  }
  /// Once, in the first situation that shows it.
  void add(const TriedSituation& tried, const std::string& wrong, const std::string& right,
           const std::string& name = "") {
    if (!told_.insert(wrong).second) return;
    faults_.push_back({Fault::Kind::unsound, name, wrong + tried.in_words(), right});
  }

  /// Says what is checked now. Throws Interrupted where nobody wants to know any more.
  void begin(const std::string& part) const {
    if (thorough_.control != nullptr && thorough_.control->stopped()) throw Interrupted();
    tell_part(fmt::format("{}, {}", procedure_.name, part));
  }

  DecisionGraph explored(const Rule& rule, std::size_t most_nodes,
                         Checkpoints checkpoints = Checkpoints::heeded) const {
    return decision_graph(rule, most_nodes, checkpoints, thorough_.control);
  }

  /// Whether best play has no solution there; any other error is the rule's own.
  bool is_of_goal(const InputError& error) const {
    const Parameter* const parameter = procedure_.parameter(error.place().file);
    return parameter != nullptr && parameter->is_goal;
  }

  /// Explores the situations of a scenario that have at most `most_nodes` nodes.
  void explore(const Scenario& scenario, std::size_t most_nodes) {
    for (std::uint64_t index = 0; index < scenario.size(); ++index) {
      std::unique_ptr<Rule> rule = scenario.rule(index, library_.charts());
      try {
        DecisionGraph graph = explored(*rule, most_nodes);
        ExactOdds exact(graph);
        OutcomeOdds odds = outcome_odds(graph, exact, rule.get());
        tried_.push_back({scenario, index, std::move(rule), std::move(graph), std::move(exact),
                          std::move(odds)});
      } catch (const GraphTooLarge&) {
        continue;
      } catch (const SystemError&) {  // best play that is too large to be found
        continue;
      } catch (const InputError& error) {
        if (is_of_goal(error)) continue;
        throw;
      } catch (const Endless&) {
        throw endless({&scenario, index});
      }
      see(tried_.back());
    }
  }

  void play(const Scenario& scenario) {
    const std::size_t before = tried_.size();
    explore(scenario, thorough_.most_nodes);
    for (std::size_t i = before; i < tried_.size(); ++i) check_ways(tried_[i]);
  }

  void check_ways(const TriedSituation& tried) {
    const ExactProbability total = tried.exact.sum([](std::size_t) { return true; });
    if (tried.exact.in_fractions() ? total.fraction != "1/1" : std::abs(total.value - 1) > 1e-9) {
      add(tried, "the odds do not sum to 1", "");
    }
    std::vector<double> probabilities;
    for (std::size_t leaf = 0; leaf < tried.graph.leaves.size(); ++leaf) {
      probabilities.push_back(tried.exact.leaf(leaf));
    }
    const std::uint64_t key = situation_key(procedure_, tried.arguments());
    if (chi_squared_p(simulate(RollingGraph(tried.graph), {11, key, 0}, thorough_.trials),
                      probabilities) < false_alarm) {
      add(tried, "simulated and exact odds differ", "");
    }
    check_by_hand(tried, probabilities, key);
  }

  /// Plays the rule itself, with thrown dice.
  void check_by_hand(const TriedSituation& tried, const std::vector<double>& probabilities,
                     std::uint64_t key) {
    std::vector<std::uint64_t> counts(probabilities.size(), 0);
    const auto& leaves = tried.graph.leaves;
    const auto blame = [&](const std::string& wrong) {
      if (check_checkpoints(tried)) return;  // which promise it is
      add(tried, wrong, "dice:at(state) and alike with all that the rest depends on", ":at");
    };
    for (const OutcomeCount& entry :
         simulate_reference(*tried.rule, thorough_.trials_by_hand, key, thorough_.throws_by_hand)) {
      const auto leaf = std::find(leaves.begin(), leaves.end(), entry.outcome);
      if (leaf == leaves.end()) {
        return blame(fmt::format("played with dice it comes to '{}', explored never",
                                 text_of(entry.outcome, tried.rule.get())));
      }
      counts[static_cast<std::size_t>(leaf - leaves.begin())] = entry.count;
    }
    if (chi_squared_p(counts, probabilities) < false_alarm) {
      blame("played with dice the odds differ from the exact ones");
    }
  }

  /// Playing every path to its end takes longer than all the rest: only situations are played so
  /// that have few.
  void check_checkpoints() {
    std::vector<std::pair<std::size_t, const TriedSituation*>> small;
    for (const TriedSituation& tried : tried_) {
      const std::size_t nodes = nodes_of_all_paths(tried.graph, thorough_.most_ignored);
      if (nodes <= thorough_.most_ignored) small.emplace_back(nodes, &tried);
    }
    std::ranges::stable_sort(small, {}, [](const auto& one) { return one.first; });
    std::size_t explored = 0;
    for (const auto& [nodes, tried] : small) {
      explored += nodes;
      if (thorough_.ignored_in_all > 0 && explored > thorough_.ignored_in_all) return;
      begin("whether checkpoints name all that follows depends on");
      if (check_checkpoints(*tried)) return;  // the smallest situation that shows it
    }
  }

  /// The odds of `rule`, played as `played` plays it.
  OutcomeOdds odds_as(const Rule& played, const Rule& rule, Checkpoints checkpoints) const {
    const DecisionGraph graph = explored(played, thorough_.most_ignored, checkpoints);
    return outcome_odds(graph, ExactOdds(graph), &rule);
  }

  /// Whether the rule comes to these odds where its checkpoints are trusted, but not its alike.
  bool comes_to_apart(const Rule& rule, const OutcomeOdds& odds) const {
    const StagedRule* const staged = rule.staged();
    if (staged == nullptr) return false;
    return disagreement(odds_as(KeptApart(*staged), rule, Checkpoints::heeded), odds).empty();
  }

  /// Whether a promise of the rule is found broken: that of its checkpoints, or that of alike.
  bool check_checkpoints(const TriedSituation& tried) {
    try {
      const OutcomeOdds all_paths = odds_as(*tried.rule, *tried.rule, Checkpoints::ignored);
      const std::string differs = disagreement(tried.odds, all_paths);
      if (differs.empty()) return false;
      if (comes_to_apart(*tried.rule, all_paths)) {
        add(tried, fmt::format("alike takes states for one that go on differently: {}", differs),
            "a state in which nothing is changed or left out that matters later", "alike");
      } else {
        add(tried, fmt::format("dice:at(state) leaves something out: {}", differs),
            "all that the rest depends on", ":at");
      }
      return true;
    } catch (const GraphTooLarge&) {
      return false;  // only small situations can be played out in full
    }
  }

  void see(const TriedSituation& tried) {
    const auto note = [&](const std::string& kind, const std::vector<Term>& declared,
                          const std::string& name) {
      if (!seen_.insert(kind + " " + name).second || names_of(declared).contains(name)) return;
      add(tried, fmt::format("the {} '{}' is not declared", kind, name), "");
    };
    for (const Outcome& leaf : tried.graph.leaves) {
      seen_.insert("outcome " + leaf.label());
      for (const std::string_view event : leaf.events()) {
        note("event", procedure_.events, std::string(event));
      }
      for (const auto& [name, value] : leaf.measures()) {
        note("measure", procedure_.measures, std::string(name));
      }
      see_where(tried, leaf);
    }
  }

  /// A measure that exists only where something happens is reported there and nowhere else.
  void see_where(const TriedSituation& tried, const Outcome& leaf) {
    for (const Term& term : procedure_.measures) {
      if (term.only_where.empty()) continue;
      const bool reported = std::ranges::any_of(
          leaf.measures(), [&](const auto& measure) { return measure.first == term.name; });
      if (reported == exists_in(term, leaf)) continue;
      add(tried,
          fmt::format("'{}' comes {} the measure '{}', which exists only where {}",
                      text_of(leaf, tried.rule.get()), reported ? "with" : "without", term.name,
                      term.where_text()),
          "Outcome::measure_if");
    }
  }

  bool seen(const std::string& kind, const std::vector<Term>& terms) const {
    return std::all_of(terms.begin(), terms.end(),
                       [&](const Term& term) { return seen_.contains(kind + " " + term.name); });
  }
  bool all_seen() const {
    return seen("outcome", procedure_.outcomes) && seen("event", procedure_.events) &&
           seen("measure", procedure_.measures) && matters_.size() == procedure_.parameters.size();
  }

  void check_seen(const std::string& kind, const std::vector<Term>& terms) {
    for (const Term& term : terms) {
      if (seen_.contains(kind + " " + term.name)) continue;
      faults_.push_back({Fault::Kind::never_occurs, term.name,
                         fmt::format("the {} '{}' never occurs in {} situations", kind, term.name,
                                     thorough_.more),
                         "an outcome of the rule, or parameters that lead to it"});
    }
  }

  /// Whether another value of the parameter at `position` changes the odds of a situation.
  bool changes(const TriedSituation& tried, std::size_t position) {
    if (tried.graph.nodes.size() > thorough_.most_changed) return false;
    std::vector<GivenValue> given;
    const std::vector<Argument> arguments = tried.arguments();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      // A decision that was not given stays free for best play.
      const bool free = procedure_.parameters[i].decides && !arguments[i].given;
      given.push_back({procedure_.parameters[i].name, free ? "" : arguments[i].text, {}});
    }
    for (const std::string& value : values_to_change(procedure_.parameters[position])) {
      if (value == arguments[position].text) continue;
      given[position].text = value;
      std::optional<Scenario> changed;
      std::unique_ptr<Rule> rule;
      try {
        changed.emplace(procedure_.name, procedure_, given, Place());
        rule = changed->rule(0, library_.charts());
      } catch (const InputError&) {
        refused_.insert(position);  // the value makes no sense in this situation
        continue;
      }
      try {
        const DecisionGraph graph = explored(*rule, thorough_.most_changed);
        if (!disagreement(tried.odds, outcome_odds(graph, ExactOdds(graph), rule.get())).empty())
          return true;
      } catch (const GraphTooLarge&) {
        return true;                  // the situation itself is small
      } catch (const SystemError&) {  // best play that is too large to be found
        return true;
      } catch (const InputError& error) {
        if (is_of_goal(error)) continue;
        throw;
      } catch (const Endless&) {
        throw endless({&*changed, 0});
      }
    }
    return false;
  }

  /// Finds the parameters that matter, in the smallest situations first.
  void see_parameters() {
    std::stable_sort(tried_.begin(), tried_.end(),
                     [](const TriedSituation& a, const TriedSituation& b) {
                       return a.graph.nodes.size() < b.graph.nodes.size();
                     });
    for (const TriedSituation& tried : tried_) see_parameters(tried);
  }
  void see_parameters(const TriedSituation& tried) {
    for (std::size_t i = 0; i < procedure_.parameters.size(); ++i) {
      if (!matters_.contains(i) && changes(tried, i)) matters_.insert(i);
    }
  }

  /// Explores one more scenario, only for the outcomes and parameters that it shows.
  void look_at(const Scenario& scenario) {
    tried_.clear();
    explore(scenario, thorough_.most_changed);
    for (const TriedSituation& tried : tried_) see_parameters(tried);
  }

  void check_parameters() {
    for (std::size_t i = 0; i < procedure_.parameters.size(); ++i) {
      if (matters_.contains(i)) continue;
      const std::string& name = procedure_.parameters[i].name;
      // A flag that allows what another parameter says.
      const bool is_flag = procedure_.parameters[i].type == Parameter::Type::flag;
      if (is_flag && refused_.contains(i)) continue;
      faults_.push_back({Fault::Kind::changes_nothing, name,
                         fmt::format("the parameter '{}' never changes the odds in {} situations",
                                     name, thorough_.more),
                         "a parameter that the rule asks for"});
    }
  }

  const Library& library_;
  const Procedure& procedure_;
  const Thoroughness& thorough_;
  std::vector<TriedSituation> tried_;
  std::set<std::string> seen_;
  std::set<std::string> told_;     ///< what is wrong, without its situation
  std::set<std::size_t> matters_;  ///< the parameters that change the odds somewhere
  std::set<std::size_t> refused_;  ///< those of which another value is refused somewhere
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> faults(const Library& library, const Procedure& procedure,
                          const Thoroughness& thoroughness, const std::vector<Scenario>& also) {
  return Soundness(library, procedure, thoroughness).faults(also);
}

}  // namespace combat_odds
