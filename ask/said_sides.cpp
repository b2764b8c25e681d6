#include "ask/said.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/named_vehicles.hpp"
#include "ask/said_choice.hpp"
#include "ask/sentence_clauses.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_rewriting.hpp"

namespace combat_odds {

/// The vehicles and guns of all games.
const NamesSaid& Sentences::vehicles() {
  if (vehicles_ == nullptr) {
    std::vector<std::string> names = known_vehicles(library_);
    for (const char* const gun : {"gun", "weapon"}) {
      const Procedure* const asl = library_.find("asl.engagement");
      if (asl == nullptr) continue;
      for (std::string& name : names_taken(*asl, gun, library_)) names.push_back(std::move(name));
    }
    vehicles_ = std::make_unique<NamesSaid>(names);
  }
  return *vehicles_;
}

/// Those that are no vehicles.
NamesSaid Sentences::guns() const {
  const Procedure* const asl = library_.find("asl.engagement");
  if (asl == nullptr) return NamesSaid();
  std::vector<std::string> names = names_taken(*asl, "gun", library_);
  const std::vector<std::string> mounted = names_taken(*asl, "vehicle", library_);
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(mounted, name) != mounted.end();
  });
  return NamesSaid(names);
}

/// "close combat between a 4-6-7 and a 4-4-7", "5-4-8 and 4-4-7 against each other": "and" parts
/// the two. Where nothing says so, that is asked back as a command. Nothing where no "and" stands
/// between units of two nations.
std::optional<Said> Sentences::of_two_sides(const Words& words, const std::string& game,
                                            const Place& place,
                                            const std::set<std::string>& given) {
  static const std::vector<Words> saying = {{"against", "each", "other"},
                                            {"at", "each", "other"},
                                            {"attacking", "each", "other"},
                                            {"attack", "each", "other"},
                                            {"fight", "each", "other"},
                                            {"each", "other"},
                                            {"one", "another"},
                                            {"between"},
                                            {"meet"}};
  // Whoever of the two acts, it is the same.
  static const Words mutual = {"trade", "trades",   "exchange", "exchanges", "slug",
                               "duel",  "slugging", "shootout", "firefight", "firefights"};
  Words parted = words;
  bool is_said =
      std::ranges::any_of(words, [](const std::string& word) { return has(mutual, word); });
  for (std::size_t at = 0; at < words.size(); ++at) {
    is_said = is_said || stands_at(words, at, {"shoot", "it", "out"});
  }
  for (const Words& each : saying) {
    for (std::size_t at = 0; at < parted.size(); ++at) {
      if (takes_away(parted, at, each)) is_said = true;
    }
  }
  std::string nation;
  std::size_t joint = 0;
  for (std::size_t at = 0; at < parted.size(); ++at) {
    if (parted[at] == "and" || parted[at] == "with" || parted[at] == "meets") joint = at;
    const auto units = units_said(parted[at]);
    const std::string now = units ? common_words().nation_of(*units) : "";
    static const Words weapons = {"lmg", "mmg", "hmg", "lmgs", "mmgs", "hmgs", "dc", "ft"};
    const bool is_helper = has(weapons, parted[at]) || (units && is_leader(*units));
    if (is_helper && joint > 0 && parted[joint] == "with") joint = 0;  // "467 with LMG, 628"
    if (now.empty()) continue;
    if (!nation.empty() && now != nation) {
      if (joint == 0) return std::nullopt;
      parted[joint] = "vs";
      const auto said = try_words(parted, game, given);
      if (!said || is_said) return said;
      // Both fight there; the first is who came.
      static const Words fighting = {"meet", "meets", "go", "goes", "fight", "fights"};
      const bool is_melee = has(words, "melee") && said->procedure == "sl.close-combat";
      const bool do_fight = is_melee || std::ranges::any_of(fighting, [&](const std::string& word) {
                              return has(words, word);
                            });
      if (do_fight && said->procedure.ends_with("close-combat") && !has(words, "both")) {
        return with_told(*said, {fmt::format("the first attacks, the second defends; 'vs' between "
                                             "the two tells it, too")});
      }
      throw Refusal(place, "who is against whom is not said", said->command(), {*said});
    }
    nation = now;
    joint = 0;
  }
  return std::nullopt;
}

/// Where the grammar leaves no doubt who acts; nothing where that is no question, or one of
/// something else than the words in their order are.
std::optional<Said> Sentences::of_said_order(const Words& words, const std::string& game,
                                             const std::set<std::string>& given) {
  const auto turned = in_said_order(words, vehicles());
  auto said = turned ? try_words(*turned, game, given) : std::nullopt;
  if (!said) return std::nullopt;
  const auto plain = try_words(words, game, given);
  if (plain && plain->procedure != said->procedure) return std::nullopt;
  return said;
}

/// Of the first of its plain orders that is a question.
std::optional<Said> Sentences::of_plain_order(const Words& words, const std::string& game,
                                              const std::set<std::string>& given) {
  for (const Words& plain : in_plain_order(words, vehicles())) {
    if (auto said = try_words(plain, game, given)) return said;
  }
  return std::nullopt;
}

/// "467 LMG, 4 hexes, 447 in woods": where nothing else says who does it to whom, the order does,
/// and the note tells it. Where only the first is said to be in terrain, both orders are asked
/// back. Nothing where there are no two sides, or a word parts them.
std::optional<Said> Sentences::of_first_and_second(const Words& words, const std::string& game,
                                                   const Place& place,
                                                   const std::set<std::string>& given) {
  const auto groups = two_groups(words, vehicles());
  // "PaK 40 misses T-34": more is said than who does it to whom.
  static const Words saying_more = {"misses", "missed", "hits",    "hit",   "then",    "not",
                                    "after",  "before", "rallies", "rally", "already", "both"};
  const bool says_more =
      std::ranges::any_of(saying_more, [&](const std::string& word) { return has(words, word); });
  if (!groups || says_more) return std::nullopt;
  // "take out a 2-2-7 with an MMG": whose is it?
  for (std::size_t at = groups->second_begin; at + 1 < words.size(); ++at) {
    const bool is_gun = words[at + 1] == "lmg" || words[at + 1] == "mmg" || words[at + 1] == "hmg";
    if (words[at] == "with" && is_gun) return std::nullopt;
  }
  const auto with_at = [&](const Words& sentence, std::size_t place_of_at) {
    Words parted = sentence;
    parted.insert(parted.begin() + static_cast<std::ptrdiff_t>(place_of_at), "at");
    return parted;
  };
  const auto said_so = [&] {
    constexpr std::size_t farthest = 8;  // words in front of the second that may be said of it
    for (std::size_t at = groups->second_begin; at >= groups->first_end && at > 0; --at) {
      if (groups->second_begin - at > farthest) break;
      if (auto said = try_words(with_at(words, at), game, given)) return said;
    }
    // "FT 8-3-8, adjacent, 4-4-7": what he has behind him.
    Words turned = with_at(words, groups->second_begin);
    const auto unit = std::find_if(turned.begin(), turned.end(), [](const std::string& word) {
      return units_said(word).has_value();
    });
    const auto is_before = static_cast<std::size_t>(unit - turned.begin());
    if (is_before == 0 || is_before >= groups->first_end) return std::optional<Said>();
    std::rotate(turned.begin(), unit, unit + 1);
    return try_words(turned, game, given);
  };
  auto said = said_so();
  if (!said) return std::nullopt;
  static const Words places = {"in", "behind", "hull"};
  const auto begin = words.begin();
  const auto second = begin + static_cast<std::ptrdiff_t>(groups->second_begin);
  const bool is_placed = std::find_first_of(begin, second, places.begin(), places.end()) != second;
  if (is_placed) {
    Words turned(second, words.end());
    turned.emplace_back("at");
    turned.insert(turned.end(), begin, second);
    const auto other = try_words(turned, game, given);
    const bool may_be_either = other && other->command() != said->command();
    if (!other) return std::nullopt;
    if (may_be_either) {
      const std::vector<OddsQuestion> both = {*said, *other};
      throw Refusal(place, "who does it to whom is not said", commands_of(both), both);
    }
  }
  return with_told(*std::move(said), {fmt::format("the first acts on the second: {} at {}; another "
                                                  "order with 'at' between the two",
                                                  groups->first, groups->second)});
}

}  // namespace combat_odds
