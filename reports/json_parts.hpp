#pragma once

#include <nlohmann/json.hpp>

#include "combat_odds/core/policy.hpp"
#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/scenarios/why.hpp"

namespace combat_odds {

/// What the JSON reports are made of; keys keep their order.
using Json = nlohmann::ordered_json;

/// A situation: its name, procedure, parameters, chances and measures.
Json situation_json(const SituationOdds& result, const ReportOptions& options);

/// How an answer comes about: {"roll": "2 dice", "results": [{"result", "dice", "chance",
/// "chance_fraction", "chances", "then"}]}.
Json why_json(const WhyRoll& first);

/// What best play does: {"value", "fraction", "decisions": [{"question", "side", "situations",
/// "never_met", "rules": [{"when", "do", "times_a_game", "mistake_costs"}]}]}, the rules in the
/// order in which they are to be read.
Json policy_json(const Policy& policy);

/// The charts of these names, each with its confidence.
Json charts_json(const std::set<std::string>& names, const Charts& charts);

}  // namespace combat_odds
