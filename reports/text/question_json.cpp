#include "reports/text/question_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ask/ask.hpp"
#include "ask/headline.hpp"
#include "ask/odds_words.hpp"
#include "ask/said.hpp"
#include "ask/why.hpp"
#include "core/text/limits.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "reports/text/json_parts.hpp"

namespace combat_odds {
namespace {

const std::vector<std::string>& keys() {
  static const std::vector<std::string> keys = {"id",         "procedure", "preset", "parameters",
                                                "listing",    "method",    "trials", "seed",
                                                "confidence", "why"};
  return keys;
}

[[noreturn]] void refuse(const std::string& key, const std::string& wrong,
                         const std::string& right) {
  throw InputError({key}, wrong, right);
}

/// A number, a word or yes or no as text; a list's values with commas between them.
std::string text_of(const std::string& key, const Json& value, bool may_be_list = false) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number_integer()) return value.dump();
  if (value.is_number()) return number_text(value.get<double>());
  if (!may_be_list || !value.is_array() || value.empty()) {
    refuse(
        key, "is " + std::string(value.is_array() ? "an empty list" : value.type_name()),
        may_be_list ? "a number, a text, true or false, or a list of them" : "a number or a text");
  }
  std::string list;
  for (const Json& entry : value) list += (list.empty() ? "" : ",") + text_of(key, entry);
  return list;
}

std::string string_in(const Json& question, const char* key) {
  if (!question.contains(key)) return "";
  if (!question[key].is_string()) refuse(key, "is no text", "a text");
  return question[key].get<std::string>();
}

/// The value of a key as `read` understands it; `value` where the question leaves it out.
template <class Value, class Read>
void set(Value& value, const Json& question, const char* key, Read read, const char* right) {
  if (!question.contains(key)) return;
  const std::string text = text_of(key, question[key]);
  const auto known = read(std::string_view(text));
  if (!known) refuse(key, "'" + text + "' is not possible", right);
  value = *known;
}

/// The keys of a question and of its parameters, of which the parser keeps the last one only.
class KeysSeen {
 public:
  void see(int depth, const std::string& key) {
    if (depth == 1) {
      top_ = key;
      note("", key, key);
    } else if (depth == 2 && top_ == "parameters") {
      note("parameters.", folded_name(key), key);
    }
  }
  void check() const {
    if (!twice_.empty()) refuse(twice_, "is given twice", "once");
  }

 private:
  /// Parameters are known in upper and lower case, with hyphens and underscores.
  static std::string folded_name(std::string key) {
    for (char& letter : key) {
      letter = letter == '-'                    ? '_'
               : letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32)
                                                : letter;
    }
    return key;
  }
  void note(const std::string& where, const std::string& name, const std::string& key) {
    if (!seen_.insert(where + name).second && twice_.empty()) twice_ = key;
  }

  std::string top_;
  std::set<std::string> seen_;
  std::string twice_;
};

/// How many rolls deep the answer is to tell how it comes about; 0: not at all.
int why_depth(const Json& json) {
  if (!json.contains("why")) return 0;
  const Json& why = json["why"];
  if (why.is_boolean()) return why.get<bool>() ? 1 : 0;
  const std::string right = fmt::format("true, or a whole number from 1 to {}", deepest_why);
  const auto depth = number_in<int>(text_of("why", why));
  if (!depth || *depth < 1 || *depth > deepest_why) {
    refuse("why", "'" + text_of("why", why) + "' is not possible", right);
  }
  return *depth;
}

}  // namespace

JsonQuestion question_in(const Json& json, const OddsOptions& preset) {
  for (const auto& [key, value] : json.items()) {
    if (std::find(keys().begin(), keys().end(), key) == keys().end()) {
      refuse(key, "is nothing that a question holds", did_you_mean(key, keys(), "see 'id', ..."));
    }
  }
  Question question;
  question.options = preset;
  question.procedure = string_in(json, "procedure");
  question.preset = string_in(json, "preset");
  question.listing = string_in(json, "listing");
  if (json.contains("parameters")) {
    const Json& parameters = json["parameters"];
    if (!parameters.is_object()) refuse("parameters", "is no object", "{\"firepower\":8}");
    for (const auto& [name, value] : parameters.items()) {
      question.values.emplace_back(name, text_of(name, value, true));
    }
  }
  set(question.options.method, json, "method", read_method, method_form);
  set(question.options.trials, json, "trials", read_trials, trials_form);
  set(question.options.seed, json, "seed", number_in<std::uint64_t>,
      "a whole number from 0 to 2^64 - 1");
  set(question.options.confidence, json, "confidence", read_confidence, confidence_form);
  return {std::move(question), why_depth(json)};
}

void SaidInJson::add_to(Json& line) const {
  if (!command.empty()) line["command"] = command;
  if (!note.empty()) line["taken_as"] = note;
}

SaidInJson put_said(Json& question, Sentences& sentences) {
  if (!question.contains("say")) return {};
  if (question.contains("procedure")) refuse("say", "does not go with procedure", "one of them");
  const Said asked = sentences.read(string_in(question, "say"), {"say"});
  question.erase("say");
  question["procedure"] = asked.procedure;
  // What is given goes before what is said.
  if (!question.contains("parameters")) question["parameters"] = Json::object();
  Json& parameters = question["parameters"];
  for (const auto& [parameter, value] : asked.values) {
    bool is_given = !parameters.is_object();  // which is refused later
    for (const auto& given : parameters.items()) {
      is_given = is_given || folded(given.key()) == folded(parameter);
    }
    if (!is_given) parameters[parameter] = value;
  }
  return {asked.command(), asked.note, asked.shown};
}

Json parsed_question(std::string_view text, std::size_t most_bytes) {
  if (text.size() > most_bytes) {
    refuse("", fmt::format("is longer than {} million bytes", most_bytes / 1'000'000),
           "a shorter question");
  }
  // What is written of it again (the id) must not be nested a million deep.
  constexpr int deepest = 16;
  bool deep = false;
  KeysSeen keys_seen;
  std::size_t keys = 0;
  Json json = Json::parse(
      text,
      [&](int depth, Json::parse_event_t event, const Json& parsed) {
        deep = deep || depth > deepest;
        const bool is_key = event == Json::parse_event_t::key;
        // Json looks through all keys for each: it is given no more than may be.
        if (deep || (is_key && ++keys > limits::question_keys)) return false;
        if (is_key) keys_seen.see(depth, parsed.get<std::string>());
        return true;
      },
      false);
  if (deep) refuse("", "is nested too deep", "{\"procedure\":\"asl.fire\"}");
  if (keys > limits::question_keys) {
    refuse("", fmt::format("has {} keys", keys), fmt::format("at most {}", limits::question_keys));
  }
  keys_seen.check();
  if (json.is_discarded()) refuse("", "is not JSON", "{\"procedure\":\"asl.fire\"}");
  if (!json.is_object()) refuse("", "is no JSON object", "{\"procedure\":\"asl.fire\"}");
  return json;
}

Json answer_in_json(const SituationOdds& result, const JsonQuestion& asked, const Json& used,
                    const Charts& charts) {
  const OddsOptions& options = asked.question.options;
  Json line = situation_json(result, {options.method, options.seed, options.confidence});
  put(line, "trials", result.odds.trials);
  if (!result.complete) put(line, "complete", false);
  put(line, "seed", options.seed);
  put(line, "confidence", options.confidence);
  put(line, "charts", used);
  if (asked.why > 0) {
    const auto first = why(result.situation, charts, asked.why, options, {"why"});
    put(line, "why", first == nullptr ? Json() : why_json(*first));
  }
  return line;
}

namespace {

std::string written(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Json refusal_in_json(const std::string& parameter, const std::string& wrong,
                     const std::string& right) {
  return {{"error", {{"parameter", parameter}, {"wrong", wrong}, {"right", right}}}};
}

Json refusal_in_json(const std::string& parameter, const InputError& error) {
  Json line = refusal_in_json(parameter, error.wrong(), error.right());
  const auto* const refusal = dynamic_cast<const Refusal*>(&error);
  if (refusal == nullptr || refusal->questions().empty()) return line;
  Json& commands = line["error"]["commands"] = Json::array();
  for (const OddsQuestion& question : refusal->questions()) {
    Json parameters = Json::object();
    for (const auto& [name, value] : question.values) parameters[name] = value;
    commands.push_back({{"procedure", question.procedure},
                        {"parameters", std::move(parameters)},
                        {"command", question.command()}});
  }
  return line;
}

bool answer_json(const Library& library, std::string_view text, const OddsOptions& preset,
                 const std::function<void(const std::string&)>& say, const QuestionLimits& allowed,
                 AskedBefore* before) {
  Json id;  // null where the question has none
  bool saying = false;
  const auto tell = [&](const std::string& line) {
    saying = true;
    say(id.is_null() ? line : "{\"id\":" + written(id) + ',' + line.substr(1));
    saying = false;
  };
  const auto refused = [&](const Json& refusal) {
    tell(written(refusal));
    return false;
  };
  try {
    Json json = parsed_question(text, limits::question_bytes);
    if (json.contains("id")) {
      id = json["id"];
      json.erase("id");
    }
    std::string asked_text = before == nullptr ? std::string() : written(json);
    if (const auto* const known = before == nullptr ? nullptr : before->answer(asked_text)) {
      for (const std::string& line : *known) tell(line);
      return true;
    }
    std::optional<Sentences> once;
    if (before == nullptr) once.emplace(library);
    const SaidInJson said = put_said(json, once ? *once : before->sentences(library));
    OddsOptions left_out = preset;
    left_out.trials = std::min(left_out.trials, allowed.trials);
    JsonQuestion question = question_in(json, left_out);
    question.question.most_situations = allowed.situations;
    if (question.question.options.trials > allowed.trials) {
      refuse("trials", fmt::format("are {}", question.question.options.trials),
             fmt::format("at most {}", allowed.trials));
    }
    const Asked asked = understood(library, question.question);
    const Charts& charts = library.charts();
    const Json used = charts_json(asked.charts, charts);
    std::size_t answered = 0;
    AskedBefore::Lines lines;
    std::size_t bytes = 0;
    bool keeps = before != nullptr;  // all of an answer that was not cut short
    const auto answer = [&](SituationOdds&& result) {
      ++answered;
      add_events(result.odds, said.shown);
      Json json_line = answer_in_json(result, question, used, charts);
      said.add_to(json_line);
      if (!said.shown.empty()) {
        const Procedure& procedure = result.situation.scenario->procedure();
        json_line["headline"] = headline(result, telling_first(procedure, said.shown));
        json_line["shown"] = said.shown;
      }
      std::string line = written(json_line);
      tell(line);
      bytes += line.size();
      keeps = keeps && result.complete && bytes <= AskedBefore::most_bytes_each;
      if (keeps) lines.push_back(std::move(line));
    };
    const OddsOptions& options = question.question.options;
    if (before != nullptr) {
      evaluate(asked.situations, charts, options, answer, before->steps);
    } else {
      evaluate(asked.situations, charts, options, answer);
    }
    if (answered < asked.situations.size()) {
      return refused(refusal_in_json(
          "time_limit",
          fmt::format("ended it after {} of {} situations", answered, asked.situations.size()),
          "a simpler question, or more time"));
    }
    if (keeps) before->keep(std::move(asked_text), std::move(lines));
  } catch (const InputError& error) {
    return refused(refusal_in_json(error.place().file, error));
  } catch (const SystemError& error) {
    if (saying) throw;  // an answer that can't be written is no fault of the question
    return refused(refusal_in_json("method", error.what(), "monte-carlo or both"));
  }
  return true;
}

}  // namespace combat_odds
