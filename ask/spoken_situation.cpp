#include "ask/spoken_situation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "core/text/columns.hpp"
#include "core/text/csv.hpp"
#include "core/text/csv_lines.hpp"
#include "core/text/number_text.hpp"
#include "core/text/plain_text.hpp"
#include "sim/declare/calendar.hpp"
#include "sim/declare/registry.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds {
namespace {

using Spoken = SaidWords;

std::vector<Spoken> read_lines(const std::string& procedure) {
  std::vector<Spoken> read;
  for (const BuiltInChart& table : built_in_sentences()) {
    const std::string own = lines_of(table.text, procedure);
    if (own.empty()) continue;
    const Columns lines(read_csv(own, std::string(table.name)),
                        {"procedure", "parameter", "value", "words"});
    for (const Columns::Row line : lines) {
      read.push_back({line.text("parameter"), line.text("value"), line.text("words")});
    }
  }
  return read;
}

/// The lines of a procedure in the tables of the games. Those of one are read when it is first
/// spoken of: most questions are about one.
const std::vector<Spoken>& lines_for(const Procedure& asked) {
  if (const RuleSource* const source = source_of(asked)) return source->said;
  const std::string& procedure = asked.name;
  static std::mutex guard;
  static std::map<std::string, std::vector<Spoken>> known;
  const std::lock_guard lock(guard);
  const auto [entry, is_new] = known.try_emplace(procedure);
  if (is_new) entry->second = read_lines(procedure);
  return entry->second;
}

bool holds(const Spoken& spoken, const Parameter& parameter, const Argument& argument) {
  if (spoken.value == "*") return !argument.text.empty();
  if (spoken.value == "#") return number_in<double>(argument.text).has_value();
  return spoken.value.empty() ? argument.text != parameter.default_value
                              : argument.text == spoken.value;
}

void replace(std::string& text, std::string_view what, const std::string& by) {
  for (std::size_t at; (at = text.find(what)) != text.npos;) text.replace(at, what.size(), by);
}

/// "an 8-1", "a T-34".
std::string with_article(const std::string& name) {
  const bool begins_with_vowel = name.find_first_of("8AEIOaeio") == 0;
  return (begins_with_vowel ? "an " : "a ") + name;
}

/// "+1"; a name has no sign.
std::string with_sign(const std::string& value) {
  const std::optional<double> number = number_in<double>(value);
  return number && *number > 0 && value.front() != '+' ? '+' + value : value;
}

std::string month_words(const std::string& value) {
  const std::optional<unsigned> month = number_in<unsigned>(value);
  const bool is_month = month && *month >= 1 && *month <= 12;
  return is_month ? capitalized(std::string(month_name(*month))) : value;
}

std::string filled(std::string words, const std::string& value) {
  replace(words, "(s)", value == "1" ? "" : "s");
  replace(words, "(es)", value == "1" ? "" : "es");
  replace(words, "{a}", with_article(value));
  replace(words, "{+}", with_sign(value));
  replace(words, "{A}", capitalized(value));
  replace(words, "{month}", month_words(value));
  replace(words, "{}", value);
  return words;
}

/// By the parameter's name: "checks 3", "not guarded".
std::string named(const Parameter& parameter, const Argument& argument) {
  const std::string name = plain_name(parameter.name);
  if (parameter.type != Parameter::Type::flag) {
    return fmt::format("{} {}", name, plain_name(argument.text));
  }
  return argument.text == "true" ? name : "not " + name;
}

void add(std::string& sentence, const std::string& words) {
  if (words.empty()) return;
  if (sentence.empty()) {
    sentence = words.substr(words.find_first_not_of(' '));
  } else {
    sentence += (words.starts_with(' ') ? "" : ", ") + words;
  }
}

}  // namespace

std::string spoken_situation(const Procedure& procedure, std::span<const Argument> arguments,
                             const Working& working) {
  const std::vector<Spoken>& lines = lines_for(procedure);
  if (lines.empty() && !working.situation.empty()) return working.situation;
  std::string sentence;
  std::vector<bool> is_said(arguments.size(), false);
  bool rule_tells = false;
  for (const Spoken& line : lines) {
    if (line.parameter == "=") {
      rule_tells = !working.situation.empty();
      add(sentence, working.situation);
      continue;
    }
    const Parameter* const parameter = procedure.parameter(line.parameter);
    if (parameter == nullptr) {
      add(sentence, line.words);
      continue;
    }
    const auto at = static_cast<std::size_t>(parameter - procedure.parameters.data());
    if (is_said[at] || !holds(line, *parameter, arguments[at])) continue;
    is_said[at] = true;
    add(sentence, filled(line.words, plain_name(arguments[at].text)));
  }
  bool at_best = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = procedure.parameters[i];
    if (is_said[i] || arguments[i].text == parameter.default_value) continue;
    if (parameter.is_goal) {
      at_best = true;
    } else if (!rule_tells) {
      add(sentence, named(parameter, arguments[i]));
    }
  }
  if (at_best) add(sentence, "at best play");
  return sentence.empty() ? procedure.summary : sentence;
}

}  // namespace combat_odds
