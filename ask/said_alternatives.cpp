#include "ask/said.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "ask/said_choice.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/csv.hpp"
#include "core/text/parts.hpp"
#include "core/text/shell_word.hpp"

namespace combat_odds {
namespace {

/// The lines of all notes, each of them once.
std::string notes_of(const std::vector<Said>& all) {
  Words lines;
  for (const Said& each : all) {
    for (const std::string_view line : parts_of(each.note, '\n')) {
      if (!line.empty() && !has(lines, std::string(line))) lines.emplace_back(line);
    }
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// What all of them show, in their order.
Words shown_by(const std::vector<Said>& all) {
  Words shown;
  for (const Said& each : all) {
    for (const std::string& name : each.shown) {
      if (!has(shown, name)) shown.push_back(name);
    }
  }
  return shown;
}

/// One question for two that differ in one parameter, or in what they show; nothing where they
/// differ in more.
std::optional<Said> with_both(const Said& first, const Said& second) {
  if (first.procedure != second.procedure || first.values.size() != second.values.size()) {
    return std::nullopt;
  }
  Said both = first;
  if (first.values == second.values) {  // "break, pin or fine?"
    both.shown = shown_by({first, second});
    both.note = notes_of({first, second});
    return both;
  }
  std::size_t different = 0;
  for (std::size_t i = 0; i < both.values.size(); ++i) {
    if (first.values[i].first != second.values[i].first) return std::nullopt;
    if (first.values[i].second == second.values[i].second) continue;
    ++different;
    both.values[i].second += "," + second.values[i].second;
  }
  return different == 1 && first.note == second.note ? std::optional(both) : std::nullopt;
}

/// One question for several that differ in one parameter, which then gets the values of all; what
/// one of them does not say is the default there. Nothing where they differ in more.
std::optional<Said> with_all(const std::vector<Said>& all, const Library& library) {
  const Procedure* const procedure = library.find(all.front().procedure);
  if (procedure == nullptr) return std::nullopt;
  std::set<std::string> names;
  for (const Said& each : all) {
    if (each.procedure != procedure->name) return std::nullopt;
    for (const auto& [name, value] : each.values) names.insert(name);
  }
  const auto value_of = [&](const Said& said,
                            const std::string& name) -> std::optional<std::string> {
    for (const auto& [known, value] : said.values) {
      if (known == name) return value;
    }
    const Parameter* const parameter = procedure->parameter(name);
    return parameter == nullptr || !parameter->default_value || parameter->default_value->empty()
               ? std::nullopt
               : parameter->default_value;
  };
  std::string different;
  std::string joined;
  for (const std::string& name : names) {
    Words values;
    for (const Said& each : all) {
      const auto value = value_of(each, name);
      if (!value) return std::nullopt;
      if (std::ranges::find(values, *value) == values.end()) values.push_back(*value);
    }
    if (values.size() == 1) continue;
    const Parameter* const parameter = procedure->parameter(name);
    const bool takes_list = parameter != nullptr && !parameter->has_commas;
    if (!different.empty() || values.size() != all.size() || !takes_list) return std::nullopt;
    different = name;
    joined = fmt::format("{}", fmt::join(values, ","));
  }
  if (different.empty()) return std::nullopt;
  Said both = all.front();
  both.shown = shown_by(all);
  both.note = notes_of(all);
  both.values.clear();
  for (const Parameter& parameter : procedure->parameters) {
    if (parameter.name == different) {
      both.values.emplace_back(different, joined);
    } else if (names.contains(parameter.name)) {
      both.values.emplace_back(parameter.name, *value_of(all.front(), parameter.name));
    }
  }
  return both;
}

/// Words that part those who act, those whom it is done to and what is said of them.
bool parts_sentence(const std::string& word) {
  static const Words parting = {"in",     "from",    "with",   "range",   "under", "led",
                                "by",     "fire",    "fires",  "firing",  "shoot", "shoots",
                                "attack", "attacks", "behind", "directed"};
  return has(parting, word) || common_words().is_divide(word);
}

bool begins_part(const Words& words, std::size_t at) {
  return at == 0 || parts_sentence(words[at - 1]);
}

bool ends_part(const Words& words, std::size_t end) {
  return end == words.size() || parts_sentence(words[end]);
}

}  // namespace

/// A question of its own on one side of "or".
struct Sentences::Way {
  Words words;
  Said said;
};

namespace {

/// What all of the procedures have, by which they can be compared: what was asked for, what their
/// answers begin with, or a common result; empty: nothing.
std::string compared_by(const std::vector<const Procedure*>& procedures, const Said& first) {
  static const Words common = {"broken_or_worse", "eliminated", "target_knocked_out",
                               "knocked_out",     "hit",        "good_order"};
  Words names = first.shown;
  // What an answer may begin with can be of an AFV alone.
  const bool is_at_units = std::ranges::any_of(first.values, [](const auto& value) {
    return value.first == "target" && units_said(value.second);
  });
  if (is_at_units) names.push_back(common.front());
  for (const HeadlinePart& part : procedures.front()->headline) {
    constexpr std::string_view mean = "mean ";
    names.push_back(part.name.starts_with(mean) ? part.name.substr(mean.size()) : part.name);
  }
  names.insert(names.end(), common.begin(), common.end());
  const auto has_all = [&](const std::string& name) {
    return std::ranges::all_of(procedures, [&](const Procedure* procedure) {
      const auto is_it = [&](const Term& term) { return term.name == name; };
      return std::ranges::any_of(procedure->outcomes, is_it) ||
             std::ranges::any_of(procedure->events, is_it) ||
             std::ranges::any_of(procedure->measures, is_it);
    });
  };
  const auto found = std::ranges::find_if(names, has_all);
  return found == names.end() ? "" : *found;
}

}  // namespace

/// Asks back each way as a command, and the line that compares them.
void Sentences::ask_each(const std::vector<Way>& ways, const std::string& game,
                         const Place& place) {
  std::vector<OddsQuestion> asked;
  Words lines;
  std::vector<const Procedure*> procedures;
  for (const Way& way : ways) {
    asked.push_back(way.said);
    const std::string text =
        fmt::format("{}{}", game.empty() ? "" : game + ": ", fmt::join(way.words, " "));
    procedures.push_back(library_.find(way.said.procedure));
    try {  // only what reads the same once more
      if (read(text, place).command() != way.said.command()) continue;
    } catch (const InputError&) {
      continue;
    }
    lines.push_back(shell_word(fmt::format("{},{}", lines.size() + 1, csv_field(text))));
  }
  std::string right = commands_of(asked, ", and ");
  const std::string event = compared_by(procedures, ways.front().said);
  if (lines.size() == ways.size() && !event.empty()) {
    right += fmt::format(
        "; both: printf '%s\\n' scenario,say {} | combat-odds compare /dev/stdin --by {}",
        fmt::join(lines, " "), event);
  }
  throw Refusal(place, fmt::format("these are {} questions", ways.size() == 2 ? "two" : "several"),
                right, asked);
}

/// "9-2 with two 4-6-7 or 8-0 with three 4-6-7 at ...": what stands on both sides of "or" is put
/// into a sentence of its own. Where the two differ in one parameter it gets both values; else they
/// are asked back as commands. Nothing where there are no two sentences.
std::optional<Said> Sentences::of_both_sides(const Words& words, const std::string& game,
                                             const Place& place,
                                             const std::set<std::string>& given) {
  const auto either = std::ranges::find(words, "or");
  if (either == words.end() || std::ranges::count(words, "or") > 1) return std::nullopt;
  const auto at = static_cast<std::size_t>(either - words.begin());
  const std::size_t most = std::min(at, words.size() - at - 1);
  const auto ways_at = [&](std::size_t left, std::size_t right) -> std::vector<Way> {
    const Words one = without(words, at, at + 1 + right);
    const auto first = try_words(one, game, given);
    if (!first) return {};
    const Words other = without(words, at - left, at + 1);
    const auto second = try_words(other, game, given);
    if (!second || first->command() == second->command()) return {};
    return {{one, *first}, {other, *second}};
  };
  for (std::size_t length = most; length > 0; --length) {
    if (!are_alike(words, at, length)) continue;
    const std::vector<Way> ways = ways_at(length, length);
    if (ways.empty()) continue;  // the parts are others
    if (auto said = with_both(ways.front().said, ways.back().said)) return said;
    ask_each(ways, game, place);
  }
  // "a flamethrower from next door or a placed DC": parts of unlike length are joined only where
  // they name who acts or whom it is done to, "4-6-7 HMG or 2*4-6-7 at ...".
  constexpr std::size_t longest = 4;
  for (std::size_t left = 1; left <= std::min(longest, at); ++left) {
    for (std::size_t right = 1; right <= std::min(longest, words.size() - at - 1); ++right) {
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(at - left);
      const auto last = first + static_cast<std::ptrdiff_t>(left + 1 + right);
      const auto has_kind = [&](char kind) {
        return std::any_of(first, last,
                           [&](const std::string& word) { return kind_of(word) == kind; });
      };
      const bool are_words = !has_kind('u') && !has_kind('l') && !has_kind('n');
      const bool are_whole = begins_part(words, at - left) && ends_part(words, at + 1 + right);
      if (has_kind('d') || (are_words ? left == right : !are_whole)) continue;
      const std::vector<Way> ways = ways_at(left, right);
      if (ways.empty()) continue;
      // Does the 8-1 of "4-6-7 8-1 or 2*4-6-7" direct both?
      const bool is_led = has_kind('l') && left > 1;
      if (!are_words && !is_led) {
        if (auto said = with_all({ways.front().said, ways.back().said}, library_)) return said;
      }
      ask_each(ways, game, place);
    }
  }
  return std::nullopt;
}

/// "with or without an 8-1", "cowering or not": the sentence once with it and once without, which
/// may be said by leaving it out. Where the two differ in one parameter it gets both values; where
/// they differ in what cannot be listed, both are asked back.
std::optional<Said> Sentences::with_or_without(const Words& words, const std::string& game,
                                               const Place& place,
                                               const std::set<std::string>& given) {
  constexpr std::size_t longest = 4;  // words that are left out
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool stands_before = stands_at(words, at, {"with", "or", "without"}) ||
                               stands_at(words, at, {"with", "and", "without"});
    const bool stands_behind = at > 0 && stands_at(words, at, {"or", "not"});
    if (!stands_before && !stands_behind) continue;
    const std::size_t end = at + (stands_before ? 3 : 2);
    Words with = without(words, stands_before ? at + 1 : at, end);
    std::vector<Words> without_it;
    if (stands_before) without_it.push_back(without(words, at, at + 2));
    for (std::size_t length = 1; length <= longest; ++length) {
      if (stands_before && end + length <= words.size()) {
        without_it.push_back(without(words, at, end + length));
      } else if (stands_behind && length <= at) {
        const Words thing(words.begin() + static_cast<std::ptrdiff_t>(at - length),
                          words.begin() + static_cast<std::ptrdiff_t>(at));
        for (const char* const negation : {"no", "not", "without"}) {
          Words negated = without(words, at, end);
          negated.insert(negated.begin() + static_cast<std::ptrdiff_t>(at - length), negation);
          without_it.push_back(std::move(negated));
        }
        without_it.push_back(without(words, at - length, end));
      }
    }
    const auto first = try_words(with, game, given);
    if (!first) continue;
    std::vector<Way> apart;  // the two, where another procedure answers the second
    for (const Words& each : without_it) {
      const auto second = try_words(each, game, given);
      if (!second || second->command() == first->command()) continue;
      if (second->procedure != first->procedure) {
        if (apart.empty()) apart = {{with, *first}, {each, *second}};
        continue;
      }
      if (auto both = with_all({*first, *second}, library_)) return both;
      const bool differ_in_one = first->values.size() <= second->values.size() + 1 &&
                                 second->values.size() <= first->values.size() + 1;
      if (!differ_in_one) continue;
      ask_each({{with, *first}, {each, *second}}, game, place);
    }
    if (!apart.empty()) ask_each(apart, game, place);
  }
  return std::nullopt;
}

/// "run or assault move or dash": a sentence for each of what stands between the "or"s, of up to
/// four words. Where they differ in one parameter it gets all values; nothing else is answered.
std::optional<Said> Sentences::of_all_ways(const Words& words, const std::string& game,
                                           const std::set<std::string>& given) {
  constexpr std::size_t longest = 4;
  std::vector<std::size_t> ors;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] == "or") ors.push_back(at);
  }
  if (ors.empty() || ors.size() > longest) return std::nullopt;
  for (std::size_t i = 1; i < ors.size(); ++i) {
    const std::size_t between = ors[i] - ors[i - 1] - 1;
    if (between < 1 || between > longest) return std::nullopt;
  }
  for (std::size_t sum = 2; sum <= 2 * longest; ++sum) {
    for (std::size_t left = 1; left < sum; ++left) {
      const std::size_t right = sum - left;
      const bool fit = left <= longest && right <= longest && left <= ors.front() &&
                       ors.back() + right < words.size();
      if (!fit) continue;
      // Which units go together is not said: "4-6-7 8-1 or 2*4-6-7".
      const auto first_word = words.begin() + static_cast<std::ptrdiff_t>(ors.front() - left);
      const auto last_word = words.begin() + static_cast<std::ptrdiff_t>(ors.back() + 1 + right);
      const bool has_units = std::any_of(first_word, last_word, [](const std::string& word) {
        return kind_of(word) == 'u' || kind_of(word) == 'd';
      });
      if (has_units) continue;
      std::vector<Said> all;
      for (std::size_t i = 0; i <= ors.size(); ++i) {
        const std::size_t first = i == 0 ? ors.front() - left : ors[i - 1] + 1;
        const std::size_t last = i == ors.size() ? ors.back() + 1 + right : ors[i];
        Words one(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(ors.front() - left));
        one.insert(one.end(), words.begin() + static_cast<std::ptrdiff_t>(first),
                   words.begin() + static_cast<std::ptrdiff_t>(last));
        one.insert(one.end(), words.begin() + static_cast<std::ptrdiff_t>(ors.back() + 1 + right),
                   words.end());
        auto said = try_words(one, game, given);
        if (!said) break;
        all.push_back(*std::move(said));
      }
      if (all.size() != ors.size() + 1) continue;
      if (auto said = with_all(all, library_)) return said;
    }
  }
  return std::nullopt;
}

/// "at range 3 and range 6": each by itself, where they can't both be. Nothing where units stand
/// beside the "and", or they differ in more than one parameter.
std::optional<Said> Sentences::of_each(const Words& words, const std::string& game,
                                       const std::set<std::string>& given) {
  if (has(words, "or")) return std::nullopt;
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const bool joins_units = kind_of(words[at - 1]) == 'u' || kind_of(words[at + 1]) == 'u' ||
                             kind_of(words[at - 1]) == 'l' || kind_of(words[at + 1]) == 'l';
    if (words[at] != "and" || joins_units) continue;
    Words either = words;
    either[at] = "or";
    auto said = of_all_ways(either, game, given);
    if (said) return with_told(*std::move(said), {"'and': each by itself"});
  }
  return std::nullopt;
}

}  // namespace combat_odds
