#include "ask/odds_by_step.hpp"

#include <fmt/format.h>

#include <memory>

#include "core/best/best_play.hpp"
#include "core/text/error.hpp"

namespace combat_odds {
namespace {

constexpr int most_steps = 99;

/// The rules that end after the first step, the second, and so on.
std::vector<std::unique_ptr<Rule>> rules_by_step(const Procedure& procedure,
                                                 std::vector<Argument> asked,
                                                 const Parameter& stop_after,
                                                 const Charts& charts) {
  std::vector<std::unique_ptr<Rule>> rules;
  const auto place = static_cast<std::size_t>(&stop_after - procedure.parameters.data());
  for (int step = 1; step <= most_steps; ++step) {
    try {
      asked[place] = read_argument(stop_after, std::to_string(step));
      rules.push_back(procedure.make_rule(asked, charts));
    } catch (const ArgumentError&) {  // there are no more
      break;
    }
  }
  return rules;
}

}  // namespace

std::vector<OddsAfterStep> odds_by_step(const Situation& situation, const Charts& charts,
                                        const OddsOptions& options) {
  const Procedure& procedure = situation.scenario->procedure();
  const Parameter* const stop_after = procedure.parameter("stop_after");
  if (stop_after == nullptr || procedure.parameter("steps") == nullptr) return {};
  const std::vector<Argument> asked = situation.scenario->arguments(situation.index);
  const auto place = static_cast<std::size_t>(stop_after - procedure.parameters.data());
  if (!asked[place].text.empty()) return {};
  const auto rules = rules_by_step(procedure, asked, *stop_after, charts);
  if (rules.size() < 2) return {};
  OddsOptions own = options;
  if (own.method == Method::both) own.method = Method::exact;
  const std::uint64_t key = situation_key(procedure, asked);
  std::vector<OddsAfterStep> all;
  try {
    const auto stopped = [&] { return options.control != nullptr && options.control->stopped(); };
    for (std::size_t i = 0; i < rules.size() && !stopped(); ++i) {
      find_policy(*rules[i], options.control);
      OddsAfterStep after{fmt::format("{}: {}", i + 1, rules[i]->working().last_step), {}};
      try {
        after.odds = odds_of(*rules[i], key, own);
      } catch (const SystemError&) {  // too large for exact odds
        if (options.method == Method::exact) throw;
        OddsOptions simulated = options;
        simulated.method = Method::monte_carlo;
        after.odds = odds_of(*rules[i], key, simulated);
      }
      all.push_back(std::move(after));
    }
  } catch (const Interrupted&) {  // before best play was found
  }
  return all;
}

}  // namespace combat_odds
