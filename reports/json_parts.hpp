#pragma once

#include <nlohmann/json.hpp>

#include "combat_odds/reports/csv_report.hpp"
#include "combat_odds/scenarios/ask.hpp"
#include "combat_odds/scenarios/why.hpp"

namespace combat_odds {

/// What the JSON reports are made of; keys keep their order.
using Json = nlohmann::ordered_json;

/// A situation: its name, procedure, parameters, chances and measures.
Json situation_json(const SituationOdds& result, const ReportOptions& options);

/// How an answer comes about: {"roll": "2 dice", "results": [{"result", "dice", "chance",
/// "chance_fraction", "chances", "then"}]}.
Json why_json(const WhyRoll& first);

/// The charts of these names, each with its confidence.
Json charts_json(const std::set<std::string>& names, const Charts& charts);

/// A question's text as JSON. Throws InputError where it is no object, too long or nested too deep.
Json parsed_question(std::string_view text);
/// The question of such an object; `preset` holds what it leaves out. Throws InputError with the
/// key.
Question question_in(const Json& json, const OddsOptions& preset);
/// One situation's answer, and a refusal, as docs/answer.schema.json has them.
Json answer_in_json(const SituationOdds& result, const Question& question, const Json& charts);
Json refusal_in_json(const std::string& parameter, const std::string& wrong,
                     const std::string& right);

}  // namespace combat_odds
