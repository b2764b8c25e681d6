#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/said.hpp"
#include "ask/said_choice.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_rewriting.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"

namespace combat_odds {
namespace {

/// "at least one of three shots", "twice in a row": how often of how many.
struct CountedTimes {
  std::size_t first = 0;
  std::size_t length = 0;  ///< in words
  std::string relation;    ///< ">=", "=", "<="
  int count = 1;
  int times = 1;
  std::string noun;         ///< "shots"
  bool is_in_all = false;   ///< "within three attempts": one of them is enough
  bool is_guessed = false;  ///< "two out of three": at least
};

/// What is done several times, and the parameters that play it so often.
struct Repeatable {
  const char* noun;
  Words parameters;
};

const std::vector<Repeatable>& repeatable() {
  static const std::vector<Repeatable> all = {
      {"shot", {"shots", "attacks"}},
      {"attack", {"attacks", "shots"}},
      {"time", {"attacks", "attempts", "shots"}},
      {"try", {"attempts", "rally_phases", "attacks"}},
      {"tries", {"attempts", "rally_phases", "attacks"}},
      {"attempt", {"attempts", "rally_phases", "attacks"}},
      {"phase", {"phases", "rally_phases", "fire_phases"}},
      {"roll", {"rolls", "attempts"}},
      {"throw", {"attempts"}},
      {"check", {}},
      {"mc", {}},
      {"nmc", {}},
      {"1mc", {}},
      {"2mc", {}},
      {"3mc", {}},
  };
  return all;
}

const Repeatable* repeatable_at(const Words& words, std::size_t at) {
  if (at >= words.size()) return nullptr;
  const auto found = std::ranges::find_if(repeatable(), [&](const Repeatable& each) {
    return words[at] == each.noun || words[at] == std::string(each.noun) + "s";
  });
  return found == repeatable().end() ? nullptr : &*found;
}

int whole_number(const Words& words, std::size_t at) {
  const auto count = at < words.size() ? count_said(words[at]) : std::nullopt;
  return count ? number_in<int>(*count).value_or(0) : 0;
}

int ordinal(const std::string& word) {
  static const Words ordinals = {"first", "second", "third", "fourth", "fifth", "sixth"};
  const auto found = std::ranges::find(ordinals, word);
  return found == ordinals.end() ? 0 : static_cast<int>(found - ordinals.begin()) + 1;
}

/// "twice", "three times": how often, and in how many words.
std::pair<int, std::size_t> times_at(const Words& words, std::size_t at) {
  if (at >= words.size()) return {0, 0};
  if (words[at] == "once") return {1, 1};
  if (words[at] == "twice") return {2, 1};
  const bool counts = at + 1 < words.size() && repeatable_at(words, at + 1) != nullptr;
  return counts ? std::pair(whole_number(words, at), std::size_t{2}) : std::pair(0, std::size_t{0});
}

/// Those words that stand there, if any of the ways to say it does. The articles are gone: "at
/// least one three shots".
std::optional<CountedTimes> counted_times_at(const Words& words, std::size_t at) {
  constexpr int most = 12;
  static const std::vector<std::pair<Words, std::string>> relations = {
      {{"at", "least"}, ">="},
      {{"exactly"}, "="},
      {{"at", "most"}, "<="},
      {{"no", "more", "than"}, "<="}};
  static const Words in_front = {"on", "in", "with", "over", "after", "during"};
  CountedTimes found;
  found.first = at;
  std::size_t next = at;
  if (has(in_front, words[next])) ++next;
  if (next >= words.size()) return std::nullopt;
  const auto noun_at = [&](std::size_t noun) {
    const Repeatable* const each = repeatable_at(words, noun);
    if (each != nullptr) found.noun = words[noun];
    return each != nullptr;
  };
  const auto end_at = [&](std::size_t end) -> std::optional<CountedTimes> {
    found.length = end - at;
    const bool is_possible =
        found.times >= 2 && found.times <= most && found.count >= 0 && found.count <= found.times;
    return is_possible ? std::optional(found) : std::nullopt;
  };
  const auto [repeated, length] = times_at(words, next);
  const bool is_in_row = repeated > 1 && (stands_at(words, next + length, {"in", "row"}) ||
                                          stands_at(words, next + length, {"running"}));
  if (is_in_row) {
    found.noun = length == 2 ? words[next + 1] : "times";
    found.relation = "=";
    found.count = found.times = repeated;
    return end_at(next + length + (words[next + length] == "in" ? 2 : 1));
  }
  // "by second try", "within three attempts"
  const bool is_by = words[next] == "by" && next + 2 < words.size();
  const bool is_within = words[next] == "within" && next + 2 < words.size();
  const bool is_in = next == at + 1 && words[at] == "in" && whole_number(words, next) > 1;
  if (is_by || is_within || is_in) {
    const std::size_t number = is_in ? next : next + 1;
    found.times = is_by ? ordinal(words[number]) : whole_number(words, number);
    if (!noun_at(number + 1)) return std::nullopt;
    found.relation = ">=";
    found.is_in_all = true;
    return end_at(number + 2);
  }
  // "both times", "either of two shots", "all three checks", "none of them"
  static const std::vector<std::pair<std::string, std::string>> wholes = {
      {"both", "="}, {"all", "="},  {"each", "="},    {"every", "="},
      {"any", ">="}, {"none", "0"}, {"neither", "0"}, {"either", ">="}};
  for (const auto& [word, relation] : wholes) {
    if (words[next] != word) continue;
    const int number = whole_number(words, next + 1);
    const bool are_two = word == "both" || word == "neither" || word == "either";
    if (number == 0 && !are_two) return std::nullopt;
    found.times = number == 0 ? 2 : number;
    if (!noun_at(next + (number == 0 ? 1 : 2))) return std::nullopt;
    found.relation = relation == "0" ? "=" : relation;
    found.count = relation == "0" ? 0 : relation == "=" ? found.times : 1;
    return end_at(next + (number == 0 ? 2 : 3));
  }
  for (const auto& [relation, sign] : relations) {
    if (!stands_at(words, next, relation)) continue;
    found.relation = sign;
    next += relation.size();
    break;
  }
  if (next >= words.size()) return std::nullopt;
  const bool is_times = words[next] == "once" || words[next] == "twice";
  found.count = is_times ? times_at(words, next).first : whole_number(words, next);
  ++next;
  const bool is_out = next < words.size() && (words[next] == "out" || words[next] == "in");
  if (is_out) ++next;
  if (found.relation.empty() && !is_out && found.count != 1) return std::nullopt;
  found.times = whole_number(words, next);
  if (found.count < 1 || !noun_at(next + 1)) return std::nullopt;
  if (found.relation.empty()) {
    found.is_guessed = found.count < found.times;
    found.relation = found.is_guessed ? ">=" : "=";
  }
  return end_at(next + 2);
}

/// ">=1 of 3", or what that is of the rest: "not broken" twice is "broken" never.
std::string as_repeated(const CountedTimes& counted, bool of_rest) {
  if (!of_rest) return fmt::format("{}{} of {}", counted.relation, counted.count, counted.times);
  const std::string relation = counted.relation == ">="   ? "<="
                               : counted.relation == "<=" ? ">="
                                                          : "=";
  return fmt::format("{}{} of {}", relation, counted.times - counted.count, counted.times);
}

/// Takes the lines that tell of "not" out of a note; whether there was one.
bool takes_rest(std::string& note) {
  Words lines;
  bool is_rest = false;
  for (const std::string_view line : parts_of(note, '\n')) {
    const bool is_it = line.ends_with(leaves_of_all);
    is_rest = is_rest || is_it;
    if (!is_it) lines.emplace_back(line);
  }
  note = fmt::format("{}", fmt::join(lines, "\n"));
  return is_rest;
}

/// "at least 2", "2+", "2 or more", "both", "none": how many of them, in the words of
/// counted_times_at(), and where they stood.
struct HowMany {
  std::size_t first = 0;
  std::size_t length = 0;
  Words said;
};

std::optional<HowMany> how_many_at(const Words& words, std::size_t at, int of) {
  static const std::vector<std::pair<std::string, std::string>> wholes = {
      {"both", "all"}, {"all", "all"}, {"none", "none"}, {"neither", "none"}, {"any", "any"}};
  const auto number_at = [&](std::size_t place) {
    const int number = whole_number(words, place);
    return number > 0 && number <= of ? fmt::format("{}", number) : std::string();
  };
  HowMany found{at, 0, {}};
  for (const auto& [word, said] : wholes) {
    if (words[at] == word) found = {at, 1, {said}};
  }
  const std::string number = number_at(at);
  const std::string& word = words[at];
  const auto or_more = number_or_more_said(word);
  if (stands_at(words, at, {"at", "least"}) && !number_at(at + 2).empty()) {
    found = {at, 3, {"at", "least", number_at(at + 2)}};
  } else if (word == "exactly" && !number_at(at + 1).empty()) {
    found = {at, 2, {"exactly", number_at(at + 1)}};
  } else if (or_more && or_more->size() == 1) {
    found = {at, 1, {"at", "least", *or_more}};
  } else if (!number.empty() && stands_at(words, at + 1, {"or", "more"})) {
    found = {at, 3, {"at", "least", number}};
  }
  if (found.length == 0) return std::nullopt;
  while (at + found.length < words.size() && words[at + found.length] == "them") ++found.length;
  return found;
}

}  // namespace

/// "two 4-6-7 each throw a smoke grenade, at least one goes off": the sentence of one of them, and
/// its event so often. Nothing where that is not said.
std::optional<Said> Sentences::of_each_of_several(const Words& said, const std::string& game,
                                                  const Place& place,
                                                  const std::set<std::string>& given) {
  Words words = said;
  put_counts_in_front(words);
  const auto each = std::ranges::find(words, "each");
  if (each == words.end()) return std::nullopt;
  words.erase(each);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto units = counted_units_at(words, at);
    const std::size_t star = units ? units->name.find('*') : std::string::npos;
    if (star == std::string::npos) continue;
    const int number = number_in<int>(std::string_view(units->name).substr(0, star)).value_or(0);
    Words one = without(words, at, at + units->length);
    one.insert(one.begin() + static_cast<std::ptrdiff_t>(at), units->name.substr(star + 1));
    for (std::size_t behind = at + 1; number > 1 && behind < one.size(); ++behind) {
      const auto how_many = how_many_at(one, behind, number);
      if (!how_many) continue;
      Words counted = without(one, behind, behind + how_many->length);
      counted.insert(counted.end(), how_many->said.begin(), how_many->said.end());
      counted.insert(counted.end(), {fmt::format("{}", number), "checks"});
      return of_counted_times(counted, game, place, given);
    }
    return std::nullopt;
  }
  return std::nullopt;
}

/// "breaks on at least one of three shots", "passes twice in a row": the sentence of one time, and
/// its event so often (--show 'EVENT>=1 of 3'). What a procedure plays several times itself gets
/// that number where one of them is enough, and is refused else. Nothing where no such words stand
/// there, or no event is asked for.
std::optional<Said> Sentences::of_counted_times(const Words& words, const std::string& game,
                                                const Place& place,
                                                const std::set<std::string>& given) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto counted = counted_times_at(words, at);
    if (!counted) continue;
    const Words rest = without(words, at, at + counted->length);
    std::optional<Said> said = try_words(rest, game, given);
    if (!said || said->shown.empty()) {  // "passes all three 2MC": of a check
      Words with_noun = rest;
      std::string noun = counted->noun;
      if (noun.ends_with('s')) noun.pop_back();
      with_noun.insert(with_noun.begin() + static_cast<std::ptrdiff_t>(at), noun);
      auto other = try_words(with_noun, game, given);
      if (other && !other->shown.empty()) said = std::move(other);
    }
    if (!said) continue;
    if (said->shown.empty()) {  // "succeeds on one of two attempts": what the answer begins with
      const Procedure* const asked = library_.find(said->procedure);
      const bool plays_several =
          asked != nullptr &&
          std::ranges::any_of(
              Words{"attacks", "attempts", "shots", "turns", "rounds", "phases", "rally_phases",
                    "fire_phases"},
              [&](const std::string& name) { return asked->parameter(name) != nullptr; });
      const bool has_one = asked != nullptr && !plays_several && !asked->headline.empty() &&
                           !asked->headline.front().name.starts_with("mean ");
      if (!has_one) continue;
      said->shown = {asked->headline.front().name};
    }
    const std::string text = said_at(words, at, counted->length);
    const Procedure* const procedure = library_.find(said->procedure);
    const Repeatable* const repeated = repeatable_at({counted->noun}, 0);
    const bool is_one_enough = counted->relation == ">=" && counted->count == 1;
    if (procedure != nullptr && repeated != nullptr) {
      const auto own = std::ranges::find_if(repeated->parameters, [&](const std::string& name) {
        return procedure->parameter(name) != nullptr;
      });
      if (own != repeated->parameters.end()) {
        if (!is_one_enough) {
          throw InputError(
              place,
              fmt::format("'{}': {} plays them one after another, on what is left", text,
                          procedure->name),
              fmt::format("'at least one' of them ({}), or one time and --show 'NAME{}'",
                          procedure->parameter(*own)->option(), as_repeated(*counted, false)));
        }
        std::erase_if(said->values, [&](const auto& value) { return value.first == *own; });
        said->values.emplace_back(*own, fmt::format("{}", counted->times));
        return said;
      }
    }
    static const Words of_time = {"turns", "phases", "fire_phases", "rounds"};
    const bool is_shot = counted->noun.starts_with("shot") || counted->noun.starts_with("attack") ||
                         counted->noun.starts_with("time");
    const auto played = std::ranges::find_if(of_time, [&](const std::string& name) {
      return procedure != nullptr && procedure->parameter(name) != nullptr;
    });
    if (is_shot && played != of_time.end()) {
      throw InputError(
          place,
          fmt::format("'{}': {} plays one after another, and a shot changes the next", text,
                      procedure->name),
          fmt::format("'3 {}' ({})", *played, procedure->parameter(*played)->option()));
    }
    const bool of_rest = takes_rest(said->note);
    for (std::string& shown : said->shown) shown += as_repeated(*counted, of_rest);
    return with_told(*std::move(said),
                     {fmt::format("'{}': {}each time anew, with the chance of one time", text,
                                  counted->is_guessed ? "at least so often, " : "")});
  }
  return std::nullopt;
}

}  // namespace combat_odds
