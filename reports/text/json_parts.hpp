#pragma once

#include <nlohmann/json.hpp>

#include "ask/ask.hpp"
#include "ask/said.hpp"
#include "ask/why.hpp"
#include "core/dice/policy.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds {

/// What the JSON reports are made of; keys keep their order.
using Json = nlohmann::ordered_json;

/// An object with room for so many members. It copies all it holds where it outgrows its room.
Json object_of(std::size_t members);
/// Adds a member that is not there yet, without looking for it.
void put(Json& object, std::string_view key, Json value);
/// What a measure comes to: 7, not 7.0.
Json measure_json(double value);

/// Adds what is known of a number: monte_carlo, ci_low, ci_high, exact, exact_fraction.
void add_estimate(Json& entry, const Estimate& estimate);

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

/// A question's text as JSON. Throws InputError where it is no object, longer than so many bytes or
/// nested too deep.
Json parsed_question(std::string_view text, std::size_t most_bytes);
/// A question as such an object asks it.
struct JsonQuestion {
  Question question;
  int why = 0;  ///< how many rolls deep the answer is to tell how it comes about
};
/// `preset` holds what the object leaves out. Throws InputError with the key.
JsonQuestion question_in(const Json& json, const OddsOptions& preset);
/// How a sentence was understood: as a command, and what was taken for granted or makes no
/// difference (Said::note). Both are empty where there is no sentence.
struct SaidInJson {
  std::string command;
  std::string note;
  std::vector<std::string> shown;  ///< what the sentence asks for; the headline begins with it

  void add_to(Json& line) const;
};
/// Puts the question that a sentence asks ({"say": "2*4-6-7 at 4-4-7, range 3"}) in its place.
/// Throws InputError as Sentences::read() does.
SaidInJson put_said(Json& question, Sentences& sentences);
/// One situation's answer, and a refusal, as docs/answer.schema.json has them. `used`: charts_json
/// of the charts that the rules look things up in.
Json answer_in_json(const SituationOdds& result, const JsonQuestion& asked, const Json& used,
                    const Charts& charts);
Json refusal_in_json(const std::string& parameter, const std::string& wrong,
                     const std::string& right);
/// With the questions of a Refusal, which may be asked in its place: "commands".
Json refusal_in_json(const std::string& parameter, const InputError& error);

}  // namespace combat_odds
