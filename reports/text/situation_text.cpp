#include "reports/text/situation_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "ask/headline.hpp"
#include "ask/repeated_event.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds {
namespace {

struct Extreme {
  double number = 0;
  const SituationOdds* result = nullptr;
};

/// How far apart the situations are in one thing.
struct Range {
  Extreme least;
  Extreme most;
  bool most_stays = false;  ///< all behind it are the same
  bool differs() const { return most.number - least.number > 1e-11; }  // else it is rounding
};

/// Of a chance, or of a mean, of which some results may tell nothing.
Range range_in(std::span<const SituationOdds* const> results, const std::string& subject) {
  Range range;
  for (const SituationOdds* result : results) {
    const std::optional<double> number = told_of(result->odds, subject);
    if (!number) continue;
    if (range.least.result == nullptr || *number < range.least.number) {
      range.least = {*number, result};
    }
    if (range.most.result == nullptr || *number > range.most.number) {
      range.most = {*number, result};
      range.most_stays = true;
    } else if (*number < range.most.number) {
      range.most_stays = false;
    }
  }
  return range;
}

/// "stalled: from 3 % (...) to 6 % (...)", "squads on average: from 2.1 (...) to 3 (...)", or
/// "knocked out: 46 % in all of them".
std::string range_told(const Range& range, const std::string& subject,
                       std::span<const SituationOdds* const> results) {
  const bool is_mean = subject.starts_with(mean_prefix);
  const auto said = [&](double number, bool precisely) {
    if (is_mean) return precisely ? fmt::format("{:.6g}", number) : fmt::format("{:.3g}", number);
    return precisely ? percent(number) : spoken_percent(number);
  };
  const std::string name = is_mean ? plain_name(subject.substr(mean_prefix.size())) + " on average"
                                   : event_words(subject);
  const auto& [least, most, most_stays] = range;
  if (!range.differs()) {
    return fmt::format("{}: {} in all of them", name, said(most.number, false));
  }
  // "turns 4" of 1 to 10, all later ones being the same.
  const bool goes_on = most_stays && results.front()->situation.scenario->varied().size() == 1 &&
                       most.result != results.back();
  const bool precisely = said(least.number, false) == said(most.number, false);
  return fmt::format("{}: from {} ({}) to {} ({}{})", name, said(least.number, precisely),
                     reader_name(*least.result), said(most.number, precisely),
                     reader_name(*most.result), goes_on ? " and on" : "");
}

/// "4 to 12" of the numbers that several situations have in a place, "woods or brush" of a few
/// words; with the brackets and commas that all have around them. Empty: too many to name.
std::string words_between(const std::vector<std::string>& words) {
  const auto all = [&](const auto& holds) { return std::ranges::all_of(words, holds); };
  const bool has_bracket = all([](const std::string& word) { return word.starts_with('('); });
  const bool has_comma = all([](const std::string& word) { return word.ends_with(','); });
  std::vector<std::string> different;
  for (const std::string& word : words) {
    const std::size_t first = has_bracket ? 1 : 0;
    std::string bare = word.substr(first, word.size() - first - (has_comma ? 1 : 0));
    if (std::ranges::find(different, bare) == different.end()) different.push_back(std::move(bare));
  }
  const auto number = [](const std::string& word) {
    return number_in<double>(std::string_view(word).substr(word.starts_with('+') ? 1 : 0));
  };
  const bool are_numbers = std::ranges::all_of(
      different, [&](const std::string& word) { return number(word).has_value(); });
  constexpr std::size_t few = 3;
  std::string text = different.front();
  if (are_numbers && different.size() >= few) {
    const auto is_less = [&](const std::string& one, const std::string& other) {
      return number(one) < number(other);
    };
    const auto [least, most] = std::minmax_element(different.begin(), different.end(), is_less);
    text = *least + " to " + *most;
  } else if (different.size() > few) {
    return "";
  } else if (different.size() > 1) {
    const std::string last = different.back();
    different.pop_back();
    text = fmt::format("{} or {}", fmt::join(different, ", "), last);
  }
  return (has_bracket ? "(" : "") + text + (has_comma ? "," : "");
}

}  // namespace

std::string percent(double probability) {
  const double value = 100 * probability;
  if (value == 0 || value == 100) return fmt::format("{:.0f} %", value);
  const double to_edge = std::min(value, 100 - value);  // below 0 only in files of others
  if (!(to_edge > 0 && to_edge < 1)) return fmt::format("{:.2f} %", value);
  if (to_edge < 0.001) return value < 50 ? "< 0.001 %" : "> 99.999 %";
  const int digits = 2 + static_cast<int>(std::ceil(-std::log10(to_edge)));
  return fmt::format("{:.{}f} %", value, digits);
}

std::string interval_text(const Interval& interval) {
  return fmt::format("{} to {}", percent(interval.low), percent(interval.high));
}

std::string values_text(const std::vector<std::pair<std::string, std::string>>& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", plain_name(name),
                        value.empty() ? "none" : value);
  }
  return text;
}

std::string parameters_text(
    const Situation& situation,
    const std::function<bool(const Parameter&, const std::string& value)>& wanted) {
  std::vector<std::pair<std::string, std::string>> values;
  const std::vector<Parameter>& parameters = situation.scenario->procedure().parameters;
  const std::vector<Argument> arguments = situation.scenario->arguments(situation.index);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string& value = arguments[i].text;
    if (wanted(parameters[i], value)) values.emplace_back(parameters[i].name, value);
  }
  return values_text(values);
}

std::string reader_name(const SituationOdds& result) {
  const Scenario& scenario = *result.situation.scenario;
  const std::vector<std::string> varied = scenario.varied();
  if (scenario.name() != scenario.procedure().name || varied.empty()) return result.name;
  return parameters_text(result.situation, [&](const Parameter& parameter, const std::string&) {
    return std::find(varied.begin(), varied.end(), parameter.name) != varied.end();
  });
}

std::string picture_name(const SituationOdds& result) {
  const Scenario& scenario = *result.situation.scenario;
  const std::vector<std::string> varied = scenario.varied();
  if (scenario.name() != scenario.procedure().name || varied.size() != 1) {
    return reader_name(result);
  }
  const std::string value = scenario.argument(result.situation.index, varied.front()).text;
  const Parameter* const parameter = scenario.procedure().parameter(varied.front());
  const bool is_word =
      parameter->type == Parameter::Type::text || parameter->type == Parameter::Type::choice;
  const bool says_all = is_word && value != "none" && !value.empty() &&
                        !number_in<double>(std::string_view(value)).has_value();
  return says_all ? plain_name(value) : reader_name(result);
}

namespace {

/// Who of the results has something: "leader none", what the varied parameters of all of them and
/// of nobody else are, else the names of a few.
std::string who_of(std::span<const SituationOdds> results, const std::vector<bool>& has) {
  const Scenario& scenario = *results.front().situation.scenario;
  const auto value = [&](std::size_t i, const std::string& name) {
    return scenario.argument(results[i].situation.index, name).text;
  };
  const bool of_one_scenario = std::ranges::all_of(
      results, [&](const SituationOdds& result) { return result.situation.scenario == &scenario; });
  if (of_one_scenario) {
    const auto first = static_cast<std::size_t>(std::ranges::find(has, true) - has.begin());
    for (const std::string& name : scenario.varied()) {
      bool tells = true;
      for (std::size_t i = 0; i < results.size(); ++i) {
        tells = tells && (value(i, name) == value(first, name)) == has[i];
      }
      if (tells) return values_text({{name, value(first, name)}});
    }
  }
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (has[i]) names.push_back(reader_name(results[i]));
  }
  return names.size() > most ? fmt::format("{} of {}", names.size(), results.size())
                             : fmt::format("{}", fmt::join(names, "; "));
}

}  // namespace

std::string notes_of_all(std::span<const SituationOdds> results, std::size_t width) {
  constexpr std::size_t most = 3;
  std::vector<std::string> notes;
  for (const SituationOdds& result : results) {
    for (const std::string& note : result.working.notes) {
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
    }
  }
  if (notes.size() > most) return "";  // each is of its own situation
  std::string text;
  for (const std::string& note : notes) {
    std::vector<bool> has;
    for (const SituationOdds& result : results) {
      const auto& own = result.working.notes;
      has.push_back(std::ranges::find(own, note) != own.end());
    }
    const bool have_all = std::ranges::find(has, false) == has.end();
    const std::string who = have_all ? "" : " (" + who_of(results, has) + ")";
    const std::string line = fmt::format("note{}: {}", who, note);
    text += (width == 0 ? line : wrapped(line, width, 2)) + "\n";
  }
  return text;
}

std::string situation_title(const SituationOdds& result) {
  const Scenario& scenario = *result.situation.scenario;
  const std::string text = situation_text(result);
  return scenario.name() == scenario.procedure().name ? text : result.name + ": " + text;
}

std::vector<const SituationOdds*> pointers_to(std::span<const SituationOdds> results) {
  std::vector<const SituationOdds*> all;
  for (const SituationOdds& result : results) all.push_back(&result);
  return all;
}

std::string common_situation(std::span<const SituationOdds* const> results) {
  const Situation& first = results.front()->situation;
  std::vector<std::vector<std::string>> texts;  // by situation, in words
  for (const SituationOdds* result : results) {
    std::vector<std::string>& words = texts.emplace_back();
    const std::string text = situation_text(*result);
    for (const std::string_view word : words_of(text)) words.emplace_back(word);
  }
  std::vector<std::string> common;
  const bool are_alike = std::ranges::all_of(
      texts, [&](const auto& words) { return words.size() == texts.front().size(); });
  for (std::size_t at = 0; are_alike && at < texts.front().size(); ++at) {
    std::vector<std::string> there;
    for (const auto& words : texts) there.push_back(words[at]);
    common.push_back(words_between(there));
  }
  std::string text = fmt::format("{}", fmt::join(common, " "));
  if (common.empty() || std::ranges::find(common, "") != common.end()) {
    const std::vector<std::string> varied = first.scenario->varied();
    text = parameters_text(first, [&](const Parameter& parameter, const std::string& value) {
      return std::ranges::find(varied, parameter.name) == varied.end() &&
             parameter.default_value != value;
    });
  }
  const std::string& name = first.scenario->name();
  const Procedure& procedure = first.scenario->procedure();
  if (text.empty()) text = procedure.summary;
  return name == procedure.name ? capitalized(text) : name + ": " + text;
}

std::string picture_title(std::span<const SituationOdds* const> results) {
  // "8 FP (8 column), 0 to +3, at 4-6-7" is "8 FP, at 4-6-7" where the bars say "woods" and so on.
  std::string title = common_situation(results);
  const bool says_words =
      results.size() > 1 && std::ranges::all_of(results, [](const auto* result) {
        return picture_name(*result) != reader_name(*result);
      });
  if (!says_words) return title;
  std::vector<std::vector<std::string>> texts;
  for (const SituationOdds* result : results) {
    std::vector<std::string>& words = texts.emplace_back();
    const std::string text = situation_text(*result);
    for (const std::string_view word : words_of(text)) words.emplace_back(word);
    if (words.size() != texts.front().size()) return title;
  }
  std::string shared;
  int depth = 0;  // of brackets, which explain
  for (std::size_t at = 0; at < texts.front().size(); ++at) {
    const std::string& word = texts.front()[at];
    const bool begins = word.starts_with('(');
    const bool explains = depth > 0 || begins;
    depth += begins ? 1 : 0;
    const bool ends = explains && (word.ends_with(')') || word.ends_with("),"));
    depth -= ends ? 1 : 0;
    if (ends && word.ends_with(',')) shared += ',';
    const bool is_same = std::ranges::all_of(
        texts, [&](const std::vector<std::string>& words) { return words[at] == word; });
    if (explains || !is_same) continue;
    shared += (shared.empty() ? "" : " ") + word;
  }
  return shared.empty() ? title : capitalized(shared);
}

std::string range_sentence(std::span<const SituationOdds* const> results) {
  std::set<std::pair<Chance::Kind, std::string>> chances;
  for (const SituationOdds* result : results) {
    for (const Chance& chance : result->odds.chances) {
      if (chance.kind != Chance::Kind::measure) chances.emplace(chance.kind, chance.name);
    }
  }
  // Expressions of several kinds (a sum, a table) have no outcome in common to be told.
  const Scenario& scenario = *results.front()->situation.scenario;
  const std::vector<std::string> varied = scenario.varied();
  const bool is_mixed =
      std::ranges::any_of(varied,
                          [&](const std::string& name) {
                            const Parameter* const parameter = scenario.procedure().parameter(name);
                            return parameter != nullptr && parameter->is_dice;
                          }) &&
      std::any_of(results.begin(), results.end(), [&](const SituationOdds* result) {
        return std::any_of(chances.begin(), chances.end(), [&](const auto& wanted) {
          const auto is_it = [&](const Chance& chance) {
            return chance.kind == wanted.first && chance.name == wanted.second;
          };
          return std::none_of(result->odds.chances.begin(), result->odds.chances.end(), is_it);
        });
      });
  if (is_mixed) return "";
  const Procedure& procedure = scenario.procedure();
  std::vector<std::string> told;
  bool any_differs = false;
  for (const std::string& subject : main_subjects(procedure, odds_of(results))) {
    const Range range = range_in(results, subject);
    if (range.least.result == nullptr) continue;
    any_differs = any_differs || range.differs();
    told.push_back(range_told(range, subject, results));
  }
  return any_differs ? fmt::format("{}.", fmt::join(told, "; ")) : "";
}

}  // namespace combat_odds
