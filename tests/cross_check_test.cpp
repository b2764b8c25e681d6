#include <set>

#include "combat_odds/core/monte_carlo.hpp"
#include "combat_odds/core/parallel.hpp"
#include "combat_odds/core/reference.hpp"
#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/scenarios/spread.hpp"
#include "tests/cross_check_lists.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// How many situations of every procedure are checked.
constexpr std::size_t situations_each = 30;
/// The chance below which two ways to the odds are said to differ. Two comparisons for each
/// situation of each procedure: below 10,000 of them, the whole test raises a false alarm less than
/// once in 10^5.
constexpr double false_alarm = 1e-9;
/// The most nodes of a graph that is explored a second time with its checkpoints ignored.
constexpr std::size_t most_ignored = 200'000;
/// How many situations are tried where those do not show all that a procedure can do.
constexpr std::size_t situations_more = 300;
/// The most nodes of a situation in which parameters are changed, and of one of those more.
constexpr std::size_t most_changed = 5'000;

/// One situation, explored once for all checks.
struct Tried {
  Scenario scenario;
  std::uint64_t index = 0;
  std::unique_ptr<Rule> rule;
  DecisionGraph graph;
  ExactOdds exact;
  test::OutcomeOdds odds;

  std::string text() const {
    std::string text = scenario.procedure().name;
    for (const Argument& value : scenario.arguments(index)) text += " '" + value.text + "'";
    return text;
  }
};

Scenario scenario_of(const Procedure& procedure, const std::vector<GivenValue>& given) {
  return {"tried", procedure, given, {}};
}

void try_out(std::vector<Tried>& all, const Scenario& scenario,
             std::size_t most_nodes = 2'000'000) {
  for (std::uint64_t index = 0; index < scenario.size(); ++index) {
    std::unique_ptr<Rule> rule = scenario.rule(index, test::charts());
    DecisionGraph graph = decision_graph(*rule, most_nodes);
    ExactOdds exact(graph);
    test::OutcomeOdds odds = test::outcome_odds(graph, exact);
    all.push_back(
        {scenario, index, std::move(rule), std::move(graph), std::move(exact), std::move(odds)});
  }
}

/// The spread, the presets and the extra situations of a procedure; the smallest first.
std::vector<Tried> tried(const Procedure& procedure) {
  std::vector<Tried> all;
  for (const Scenario& scenario : spread(test::library(), procedure, situations_each)) {
    try_out(all, scenario);
  }
  if (all.size() < situations_each) FAIL_CHECK("a spread of " << all.size() << " situations only");
  const auto try_named = [&](const std::string& name, const std::vector<GivenValue>& given) {
    try {
      try_out(all, scenario_of(procedure, given));
    } catch (const InputError& error) {
      FAIL_CHECK(procedure.name << ": " << name << " is refused: " << error.what());
    }
  };
  for (const Preset& preset : test::library().presets_of(procedure)) {
    try_named("preset " + preset.name, with_preset({}, preset));
  }
  for (const test::ExtraSituation& extra : test::extra_situations) {
    if (extra.procedure != procedure.name) continue;
    std::vector<GivenValue> given;
    for (const auto& [parameter, value] : extra.values) given.push_back({parameter, value, {}});
    try_named("the extra situation", given);
  }
  std::stable_sort(all.begin(), all.end(), [](const Tried& a, const Tried& b) {
    return a.graph.nodes.size() < b.graph.nodes.size();
  });
  return all;
}

/// More of the spread, as far as it is small.
std::vector<Tried> more_tried(const Procedure& procedure) {
  std::vector<Tried> all;
  const std::vector<Scenario> scenarios = spread(test::library(), procedure, situations_more);
  for (std::size_t i = situations_each; i < scenarios.size(); ++i) {
    try {
      try_out(all, scenarios[i], most_changed);
    } catch (const GraphTooLarge&) {
      // Others will do.
    }
  }
  return all;
}

/// Reference, Monte Carlo (on one thread and on several) and exact odds agree.
void check_three_ways(const Tried& tried) {
  const DecisionGraph& graph = tried.graph;
  const ExactProbability total = tried.exact.sum([](std::size_t) { return true; });
  if (tried.exact.in_fractions()) {
    CHECK(total.fraction == "1/1");
  } else {
    CHECK(total.value == Approx(1).epsilon(1e-9));
  }
  std::vector<double> probabilities;
  for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
    probabilities.push_back(tried.exact.leaf(leaf));
  }
  const std::uint64_t key =
      situation_key(tried.scenario.procedure(), tried.scenario.arguments(tried.index));
  const RollingGraph rolling(graph);
  const auto simulated_on = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return simulate(rolling, {11, key, 0}, 400'000);
  };
  const std::vector<std::uint64_t> simulated = simulated_on(3);
  CHECK(test::chi_squared_p(simulated, probabilities) > false_alarm);
  CHECK(simulated == simulated_on(1));

  std::vector<std::uint64_t> referred(graph.leaves.size(), 0);
  for (const OutcomeCount& entry : simulate_reference(*tried.rule, 20'000, key)) {
    const auto leaf = std::find(graph.leaves.begin(), graph.leaves.end(), entry.outcome);
    REQUIRE(leaf != graph.leaves.end());  // the reference found nothing that the graph lacks
    referred[static_cast<std::size_t>(leaf - graph.leaves.begin())] = entry.count;
  }
  CHECK(test::chi_squared_p(referred, probabilities) > false_alarm);
}

/// What the rule promises at its checkpoints holds: played out in full, the odds are the same.
void check_without_checkpoints(const Tried& tried) {
  try {
    const DecisionGraph graph = decision_graph(*tried.rule, most_ignored, Checkpoints::ignored);
    CHECK(test::disagreement(tried.odds, test::outcome_odds(graph)).empty());
  } catch (const GraphTooLarge&) {
    // Only small situations can be played out in full.
  }
}

using Names = std::set<std::string>;

/// What a procedure can do, and how much of it was seen.
struct Seen {
  Names wanted;
  Names found;
  bool all() const {
    return std::includes(found.begin(), found.end(), wanted.begin(), wanted.end());
  }
};

/// Names that were wanted and not found, but for those that the list knows of; and those that it
/// knows of without need.
void check_seen(const Procedure& procedure, const Seen& seen,
                const std::vector<test::NotShown>& list, const std::string& lacking) {
  Names known;
  for (const test::NotShown& entry : list) {
    if (entry.procedure == procedure.name) known.insert(entry.name);
  }
  for (const std::string& name : seen.wanted) {
    if (seen.found.contains(name) || known.contains(name)) continue;
    FAIL_CHECK(procedure.name << ": " << name << " " << lacking << " in any tried situation");
  }
  for (const std::string& name : known) {
    if (!seen.wanted.contains(name)) FAIL_CHECK(procedure.name << " has no " << name);
    if (!seen.found.contains(name)) continue;
    FAIL_CHECK(procedure.name << ": " << name << " stands needlessly in a list: " << lacking);
  }
}

Names names_of(const std::vector<Term>& terms) {
  Names names;
  for (const Term& term : terms) names.insert(term.name);
  return names;
}

/// Sees which outcomes, events and measures occur.
void see_terms(Seen& terms, const std::vector<Tried>& all) {
  for (const Tried& tried : all) {
    for (const Outcome& leaf : tried.graph.leaves) {
      terms.found.insert(leaf.label());
      for (const std::string_view event : leaf.events()) terms.found.emplace(event);
      for (const auto& [name, value] : leaf.measures()) terms.found.emplace(name);
    }
  }
}

/// Events and measures that occur are explained.
void check_explained(const Procedure& procedure, const Tried& tried) {
  const Names events = names_of(procedure.events);
  const Names measures = names_of(procedure.measures);
  for (const Outcome& leaf : tried.graph.leaves) {
    for (const std::string_view event : leaf.events()) {
      if (!events.contains(std::string(event))) FAIL_CHECK("event " << event << " is not listed");
    }
    for (const auto& [name, value] : leaf.measures()) {
      if (!measures.contains(std::string(name))) FAIL_CHECK("measure " << name << " is not listed");
    }
  }
}

/// Values that may change something: those of the spread, every choice, and numbers and days from
/// all over the range.
std::vector<std::string> values_to_change(const Parameter& parameter) {
  using Type = Parameter::Type;
  std::vector<std::string> values = values_to_try(parameter);
  const auto more = [&](std::initializer_list<double> numbers) {
    for (const double number : numbers) {
      values.push_back(text_of(parameter, static_cast<long long>(number)));
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

/// Whether another value of the parameter at `position` changes the odds of a situation.
bool changes(const Tried& tried, std::size_t position) {
  const Procedure& procedure = tried.scenario.procedure();
  std::vector<GivenValue> given;
  const std::vector<Argument> arguments = tried.scenario.arguments(tried.index);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    given.push_back({procedure.parameters[i].name, arguments[i].text, {}});
  }
  for (const std::string& value : values_to_change(procedure.parameters[position])) {
    if (value == arguments[position].text) continue;
    given[position].text = value;
    try {
      const std::unique_ptr<Rule> rule = scenario_of(procedure, given).rule(0, test::charts());
      const DecisionGraph graph = decision_graph(*rule, most_changed);
      if (!test::disagreement(tried.odds, test::outcome_odds(graph)).empty()) return true;
    } catch (const InputError&) {
      // The value makes no sense in this situation.
    } catch (const GraphTooLarge&) {
      return true;  // the situation itself is small
    }
  }
  return false;
}

/// Sees which parameters change the odds of a situation.
void see_parameters(Seen& parameters, const Procedure& procedure, const std::vector<Tried>& all) {
  for (std::size_t position = 0; position < procedure.parameters.size(); ++position) {
    const std::string& name = procedure.parameters[position].name;
    if (parameters.found.contains(name)) continue;
    const bool matters = std::any_of(all.begin(), all.end(), [&](const Tried& tried) {
      return tried.graph.nodes.size() <= most_changed && changes(tried, position);
    });
    if (matters) parameters.found.insert(name);
  }
}

/// All that is listed occurs somewhere, and every parameter matters somewhere.
void check_all_seen(const Procedure& procedure, const std::vector<Tried>& all) {
  Seen terms;
  for (const auto* const listed : {&procedure.outcomes, &procedure.events, &procedure.measures}) {
    terms.wanted.merge(names_of(*listed));
  }
  Seen parameters;
  for (const Parameter& parameter : procedure.parameters) parameters.wanted.insert(parameter.name);
  see_terms(terms, all);
  see_parameters(parameters, procedure, all);
  if (!terms.all() || !parameters.all()) {
    const std::vector<Tried> more = more_tried(procedure);
    see_terms(terms, more);
    see_parameters(parameters, procedure, more);
  }
  check_seen(procedure, terms, test::never_occurs, "does not occur");
  check_seen(procedure, parameters, test::changes_nothing, "changes nothing");
}

void check_description(const Procedure& procedure) {
  CHECK_FALSE(procedure.rule.empty());
  CHECK_FALSE(procedure.summary.empty());
  CHECK_FALSE(procedure.details.empty());
  for (const std::string& chart : charts_read(test::library(), procedure)) {
    INFO(chart);
    CHECK_FALSE(test::charts().source(chart).confidence.empty());
  }
}

std::string report(const std::vector<Scenario>& scenarios, std::size_t threads) {
  const ThreadLimit limit(threads);
  OddsOptions options;
  options.trials = 200'000;
  std::string text;
  evaluate(situations(scenarios), test::charts(), options, [&](SituationOdds&& result) {
    text += distribution_lines(result, {}) + summary_lines(result, {});
  });
  return text;
}

/// All checks of the procedures of a game; of every second one, where it is checked in two parts.
void cross_check(const std::string& game, std::size_t part = 0, std::size_t parts = 1) {
  std::vector<Scenario> reported;
  std::size_t number = 0;
  for (const Procedure* procedure : test::library().procedures()) {
    if (procedure->game() != game || number++ % parts != part) continue;
    INFO(procedure->name);
    check_description(*procedure);
    const std::vector<Tried> all = tried(*procedure);
    for (const Tried& tried : all) {
      INFO(tried.text());
      check_three_ways(tried);
      check_without_checkpoints(tried);
      check_explained(*procedure, tried);
    }
    check_all_seen(*procedure, all);
    for (std::size_t i = 0; i < all.size() && i < 3; ++i) reported.push_back(all[i].scenario);
  }
  CHECK_FALSE(reported.empty());
  // A report has the same bytes on one thread and on several.
  CHECK(report(reported, 1) == report(reported, 7));
}

// CTest runs these side by side, by their tags.
TEST_CASE("cross-check: Advanced Squad Leader", "[asl]") { cross_check("asl"); }
TEST_CASE("cross-check: Crucible of Steel", "[cos]") { cross_check("cos"); }
TEST_CASE("cross-check: dice expressions", "[dice]") { cross_check("dice"); }
TEST_CASE("cross-check: Red Barricades", "[rb]") { cross_check("rb"); }
TEST_CASE("cross-check: Squad Leader, one half", "[sl-1]") { cross_check("sl", 0, 2); }
TEST_CASE("cross-check: Squad Leader, the other half", "[sl-2]") { cross_check("sl", 1, 2); }
TEST_CASE("cross-check: Hammer's Slammers", "[slammers]") { cross_check("slammers"); }

TEST_CASE("cross-check: no game is forgotten", "[cos]") {
  const Names checked = {"asl", "cos", "dice", "rb", "sl", "slammers"};
  for (const Procedure* procedure : test::library().procedures()) {
    INFO(procedure->name);
    CHECK(checked.contains(procedure->game()));
  }
}

}  // namespace
}  // namespace combat_odds
