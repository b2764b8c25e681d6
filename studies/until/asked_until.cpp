#include "studies/until/asked_until.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ask/named_vehicles.hpp"
#include "core/text/limits.hpp"
#include "reports/text/json_parts.hpp"
#include "studies/until/until.hpp"

namespace combat_odds {
namespace {

/// Takes a text out of the question.
std::string taken(Json& question, const char* key, const char* example) {
  if (!question.contains(key) || !question[key].is_string()) {
    throw InputError({key}, question.contains(key) ? "is no text" : "is missing", example);
  }
  std::string text = question[key].get<std::string>();
  question.erase(key);
  return text;
}

Json answer(const Library& library, Json question, OddsOptions preset,
            const QuestionLimits& limits) {
  const std::string over = taken(question, "over", "a parameter to raise, such as \"firepower\"");
  const std::string wanted = taken(question, "until", "\"broken_or_worse>=50%\"");
  Sentences sentences(library);
  const SaidInJson said = put_said(question, sentences);
  preset.trials = std::min(preset.trials, limits.trials);
  const Question asked = question_in(question, preset).question;
  if (asked.options.trials > limits.trials) {
    throw InputError({"trials"}, fmt::format("are {}", asked.options.trials),
                     fmt::format("at most {}", limits.trials));
  }
  const Procedure& procedure = library.procedure(asked.procedure, {"procedure"});
  std::vector<GivenValue> given;
  for (const auto& [parameter, text] : asked.values)
    given.push_back({parameter, text, {parameter}});
  const Preset* const named =
      asked.preset.empty() ? nullptr : &library.preset(procedure, asked.preset, {"preset"});
  VehicleListing listing = library.listing();
  if (!asked.listing.empty()) listing.add({"listing", asked.listing});
  given = with_vehicles(std::move(given), named, procedure, listing, library.charts());
  const Until found =
      until(procedure, std::move(given), library.charts(), over, read_condition(wanted, {"until"}),
            asked.options, asked.options.confidence);
  Json line = {{"procedure", procedure.name}, {"until", Json::parse(until_json(found))}};
  said.add_to(line);
  return line;
}

}  // namespace

bool asks_until(std::string_view question) {
  return question.find("\"over\"") != question.npos;  // no procedure has a parameter of that name
}

bool answer_until(const Library& library, std::string_view text, const OddsOptions& preset,
                  const std::function<void(const std::string&)>& say,
                  const QuestionLimits& limits) {
  Json line;
  Json id;  // null where the question has none
  bool is_answered = true;
  try {
    Json question = parsed_question(text, limits::question_bytes);
    if (question.contains("id")) id = question["id"];
    line = answer(library, std::move(question), preset, limits);
  } catch (const InputError& error) {
    line = refusal_in_json(error.place().file, error);
    is_answered = false;
  }
  if (!id.is_null()) line["id"] = id;
  say(line.dump(-1, ' ', false, Json::error_handler_t::replace));
  return is_answered;
}

}  // namespace combat_odds
