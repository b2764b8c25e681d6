#include "ask/sample_situations.hpp"
#include "core/exact/exact.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/odds/solved_rule.hpp"
#include "house/house_rules.hpp"
#include "tests/fuzz/target.hpp"

// Users' own rules: dice expressions and Lua. Small ones are explored, too.
namespace combat_odds::fuzz {
namespace {

/// Explores a rule and checks that its odds sum to one.
void explore(const Rule& rule) {
  try {
    const DecisionGraph graph = decision_graph(rule, 500);
    const ExactProbability total = ExactOdds(graph).sum([](std::size_t) { return true; });
    must(total.value > 1 - 1e-9 && total.value < 1 + 1e-9);
  } catch (const GraphTooLarge&) {
    return;
  } catch (const Endless&) {
    return;
  }
}

/// The same of the odds that a rule works out itself.
void work_out(const Rule& rule) {
  const auto* const solved = dynamic_cast<const SolvedRule*>(&rule);
  if (solved == nullptr) return;
  try {
    double outcomes = 0;
    for (const Chance& chance : solved->exact_chances(nullptr)) {
      if (chance.kind == Chance::Kind::outcome) outcomes += chance.exact->value;
    }
    must(outcomes > 1 - 1e-9 && outcomes < 1 + 1e-9);
  } catch (const GraphTooLarge&) {
    return;
  }
}

FUZZ_TARGET(dice) {
  static const Procedure& procedure = library().procedure("dice.roll");
  const std::string name = procedure.parameters.front().name;
  const Scenario scenario("dice", procedure, {{name, std::string(text), {}}}, {});
  for (std::uint64_t index = 0; index < scenario.size() && index < 3; ++index) {
    const std::unique_ptr<Rule> rule = scenario.rule(index, library().charts());
    explore(*rule);
    work_out(*rule);
  }
}

FUZZ_TARGET(lua) {
  Library own;
  own.add(house::read_rule({"fuzz.lua", std::string(text)}, {}, own.charts()));
  for (const Procedure* const procedure : own.procedures()) {
    if (source_of(*procedure) == nullptr) continue;
    for (const Scenario& scenario : sample_situations(own, *procedure, 2)) {
      explore(*scenario.rule(0, own.charts()));
    }
  }
}

}  // namespace
}  // namespace combat_odds::fuzz
