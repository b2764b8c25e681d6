#include "reports/text/situation_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ask/headline.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"

namespace combat_odds {
namespace {

struct Extreme {
  double chance = 0;
  const SituationOdds* result = nullptr;
};

/// How far apart the situations are in one thing.
struct Range {
  Extreme least{2, nullptr};
  Extreme most{-1, nullptr};
  bool most_stays = false;  ///< all behind it are the same
  double width() const { return most.chance - least.chance; }
};

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

std::string range_sentence(std::span<const SituationOdds* const> results) {
  std::map<std::pair<Chance::Kind, std::string>, Range> ranges;
  for (const SituationOdds* result : results) {
    for (const Chance& chance : result->odds.chances) {
      if (chance.kind != Chance::Kind::measure) ranges[{chance.kind, chance.name}];
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
        return std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
          const auto is_it = [&](const Chance& chance) {
            return chance.kind == range.first.first && chance.name == range.first.second;
          };
          return std::none_of(result->odds.chances.begin(), result->odds.chances.end(), is_it);
        });
      });
  if (is_mixed) return "";
  for (auto& [what, range] : ranges) {
    for (const SituationOdds* result : results) {
      double chance = 0;
      for (const Chance& known : result->odds.chances) {
        if (known.kind == what.first && known.name == what.second) {
          chance = known.best(result->odds.trials);
        }
      }
      if (chance < range.least.chance) range.least = {chance, result};
      if (chance > range.most.chance) {
        range.most = {chance, result};
        range.most_stays = true;
      } else if (chance < range.most.chance) {
        range.most_stays = false;
      }
    }
  }
  // What the sentence of one situation begins with goes first.
  const auto& headline = results.front()->situation.scenario->procedure().headline;
  auto widest = ranges.end();
  for (auto entry = ranges.begin(); entry != ranges.end(); ++entry) {
    const std::string& name = entry->first.second;
    const bool first = headline.empty() ? name == "yes" : name == headline.front().name;
    if (first && entry->second.width() > 0) {
      widest = entry;
      break;
    }
    if (widest == ranges.end() || entry->second.width() > widest->second.width()) widest = entry;
  }
  if (widest == ranges.end() || widest->second.width() <= 0) return "";
  const auto& [least, most, most_stays] = widest->second;
  // "turns 4" of 1 to 10, all later ones being the same.
  const bool goes_on = most_stays && varied.size() == 1 && most.result != results.back();
  const bool sounds_alike = spoken_percent(least.chance) == spoken_percent(most.chance);
  const auto said = sounds_alike ? percent : spoken_percent;
  return fmt::format("{}: from {} ({}) to {} ({}{}).", plain_name(widest->first.second),
                     said(least.chance), reader_name(*least.result), said(most.chance),
                     reader_name(*most.result), goes_on ? " and on" : "");
}

}  // namespace combat_odds
