#include "ask/said.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ask/said_choice.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_rewriting.hpp"
#include "core/text/words.hpp"

namespace combat_odds {
namespace {

/// Whether the squads that stand for "squad" are those of the enemy of all units that were named,
/// and no side gets units of both.
bool is_the_other_side(const Words& named, const Words& put, const Said& said) {
  const CommonWords& common = common_words();
  std::set<std::string> theirs;
  for (const std::string& word : named) {
    const auto units = units_said(word);
    const std::string nation = units ? common.nation_of(*units) : "";
    if (!nation.empty()) theirs.insert(nation);
  }
  for (const std::string& unit : put) {
    if (theirs.contains(common.nation_of(unit))) return false;
  }
  if (theirs.size() > 1) return false;
  return std::ranges::none_of(said.values, [&](const auto& value) {
    std::set<std::string> nations;
    for (const std::string_view unit : words_of(value.second)) {
      const std::string nation = common.nation_of(unit);
      if (!nation.empty()) nations.insert(nation);
    }
    return nations.size() > 1;
  });
}

}  // namespace

/// The readings with the usual squads in place of "squad": who names no nationality gets a German
/// and a Russian squad, and the other way round. Empty where that is not enough.
std::vector<Sentences::UsualSquads> Sentences::with_usual_squads(
    const SentenceReading& reading, const std::string& game, const std::set<std::string>& given) {
  struct Usual {
    const char* squad;
    const char* half_squad;
  };
  static constexpr Usual german = {"4-6-7", "2-4-7"};
  static constexpr Usual russian = {"4-4-7", "2-2-7"};
  std::vector<UsualSquads> all;
  const bool names_units = std::ranges::any_of(reading.words, [](const std::string& word) {
    const auto units = units_said(word);
    return units && !common_words().nation_of(*units).empty();
  });
  for (const bool german_first : {true, false}) {
    UsualSquads usual;
    usual.words = reading.words;
    Words put;
    bool are_counted = true;
    for (std::size_t i = reading.nouns.size(); i-- > 0;) {
      const SentenceReading::Noun& noun = reading.nouns[i];
      const std::string name = usual.words[noun.first + noun.length - 1];
      const Usual& nation = noun.is_of_object != german_first ? german : russian;
      if (!name.starts_with("squad") && !name.starts_with("half-squad")) return {};
      const bool is_of_nation =
          noun.first > 0 && std::ranges::any_of(common_words().nations, [&](const auto& known) {
            return known.second == usual.words[noun.first - 1];
          });
      if (is_of_nation) return {};  // name_squads() reads it
      // No usual squad is one of these: "ss squad", "squad of conscripts".
      static const Words classes = {"conscript", "conscripts", "elite",     "green",
                                    "ss",        "guards",     "militia",   "penal",
                                    "british",   "finnish",    "japanese",  "italian",
                                    "french",    "partisan",   "partisans", "second-line"};
      const auto is_class_at = [&](std::size_t at) {
        return at < usual.words.size() && has(classes, usual.words[at]);
      };
      if ((noun.first > 0 && is_class_at(noun.first - 1)) ||
          is_class_at(noun.first + noun.length)) {
        return {};
      }
      const std::string unit = name.starts_with("squad") ? nation.squad : nation.half_squad;
      const std::string count =
          noun.length == 1 ? "1" : number_said(usual.words[noun.first]).value_or("1");
      const std::string counted = count == "1" ? unit : count + "*" + unit;
      are_counted = are_counted && (noun.length == 2 || !name.ends_with('s'));
      put.push_back(unit);
      usual.told.push_back(fmt::format("'{}{}': taken as {}; another by what is printed on it",
                                       noun.length == 1 ? "" : usual.words[noun.first] + " ", name,
                                       counted));
      usual.words[noun.first] = counted;
      if (noun.length == 2)
        usual.words.erase(usual.words.begin() + static_cast<std::ptrdiff_t>(noun.first + 1));
    }
    usual.asked = as_commands(usual.words, game, given);
    if (usual.asked.text.empty()) {
      const bool is_other_side = is_the_other_side(reading.words, put, {});
      if (!are_counted || !is_other_side) continue;
      // What is asked back of a squad that is named is asked back of this one.
      try {
        read_words(usual.words, game, {}, given);
      } catch (const NotUnderstood&) {
      }
      return {};
    }
    const bool is_new = std::ranges::none_of(
        all, [&](const UsualSquads& known) { return known.asked.text == usual.asked.text; });
    if (!is_new) continue;
    try {
      const Said said = read_words(usual.words, game, {}, given);
      usual.is_meant = are_counted && is_the_other_side(reading.words, put, said) &&
                       (names_units || german_first);
    } catch (const InputError&) {
      usual.is_meant = false;  // two questions
    }
    all.push_back(std::move(usual));
  }
  return all;
}

/// "3 german squads" as "3*4-6-7", which the note tells; nothing where that does not help. How many
/// "russians" are is asked back.
std::optional<Said> Sentences::with_squads_of_nations(const Words& words, const std::string& game,
                                                      const Place& place,
                                                      const std::set<std::string>& given) {
  const NamedSquads named = name_squads(words, game.empty() ? usual_game_ : game);
  if (named.told.empty()) return std::nullopt;
  Said said;
  try {
    said = read_words(named.words, game, place, given);
  } catch (const InputError&) {
    try {
      auto both = of_both_sides(named.words, game, place, given);
      if (!both) return std::nullopt;
      said = *std::move(both);
    } catch (const InputError&) {
      if (!named.uncounted.empty()) return std::nullopt;
      throw;
    }
  }
  if (!named.uncounted.empty()) {
    throw Refusal(place, fmt::format("how many '{}' are is not said", named.uncounted),
                  "for one squad: " + said.command(), {said});
  }
  return with_told(std::move(said), named.told);
}

}  // namespace combat_odds
