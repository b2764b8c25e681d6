#include "ask/turn_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/names_said.hpp"
#include "ask/plain_sentence.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/lower.hpp"
#include "core/text/words.hpp"

namespace combat_odds {
namespace {

using Kind = TurnPart::Kind;

/// Words between two dividers, and whether a question mark ends them.
struct Chunk {
  Words words;
  bool asks = false;
  bool is_next = false;  ///< behind "then" or a semicolon, not a mere comma
};

Words spoken(const Words& typed) {
  Words words = spoken_words(fmt::format("{}", fmt::join(typed, " ")));
  take_dashes(words);
  name_leaders(words);
  join_unit_numbers(words);
  put_counts_in_front(words);
  put_numbers_before_units(words);
  return words;
}

std::string without_signs(std::string_view word) {
  std::string bare;
  for (const char c : word) bare += lower(c);
  constexpr std::string_view closing = ",;:.!?";
  while (!bare.empty() && closing.find(bare.back()) != closing.npos) bare.pop_back();
  return bare;
}

/// How many words there divide what comes before from what comes next: "then", "after that".
std::size_t divider_at(const Words& bare, std::size_t at, bool begins) {
  static const std::vector<Words> dividers = {
      {"and", "then"},    {"then"},       {"after", "that"}, {"after", "this"},
      {"after", "which"}, {"afterwards"}, {"thereafter"},    {"thereupon"},
      {"followed", "by"}, {"finally"},    {"subsequently"}};
  for (const Words& each : dividers) {
    if (stands_at(bare, at, each)) return each.size();
  }
  static const Words of_time = {"turn", "turns", "player", "phase", "round", "game", "to", "hex"};
  const bool is_next =
      bare[at] == "next" && begins && at + 1 < bare.size() && !says_any_of({bare[at + 1]}, of_time);
  return is_next ? 1 : 0;
}

bool says_result(const Words& words) {
  static const Words results = {"broken",   "eliminated", "dead",  "killed",   "gone",
                                "hex",      "building",   "mine",  "hold",     "holds",
                                "unbroken", "rallied",    "alive", "location", "destroyed",
                                "survives", "survive",    "breaks"};
  return says_any_of(words, results);
}

std::vector<Chunk> chunks_of(std::string_view sentence) {
  const std::string plain = plain_punctuation(sentence);
  const std::vector<std::string_view> typed = words_of(plain);
  Words bare;
  for (const std::string_view word : typed) bare.push_back(without_signs(word));
  std::vector<Chunk> chunks(1);
  const auto end = [&](bool asks) {
    if (chunks.back().words.empty()) return;
    chunks.back().asks = asks;
    chunks.emplace_back();
  };
  const auto parts_steps = [&] { chunks.back().is_next = chunks.size() > 1; };
  for (std::size_t at = 0; at < typed.size();) {
    const std::size_t divider = divider_at(bare, at, chunks.back().words.empty());
    if (divider > 0) {
      end(false);
      parts_steps();
      at += divider;
      continue;
    }
    // "do I take the hex if ..."
    static const Words asking = {"do", "does", "can", "will", "is", "what", "chance"};
    Chunk& open = chunks.back();
    const bool is_if = bare[at] == "if" && !open.words.empty() && has(asking, open.words.front()) &&
                       says_result(open.words);
    if (is_if) {
      end(true);
      ++at;
      continue;
    }
    static const Words own = {"my", "our", "mine", "ours", "friendly"};
    const bool is_own = says_any_of({bare[at]}, own);
    if (!bare[at].empty()) chunks.back().words.push_back(is_own ? "i" : bare[at]);
    const char last = typed[at].back();
    if (std::string_view(",;:.?!").find(last) != std::string_view::npos) {
      end(last == '?');
      if (last != ',' && last != ':') parts_steps();
    }
    ++at;
  }
  if (chunks.back().words.empty()) chunks.pop_back();
  for (Chunk& chunk : chunks) chunk.words = spoken(chunk.words);
  std::erase_if(chunks, [](const Chunk& chunk) { return chunk.words.empty(); });
  return chunks;
}

bool has_units(const Words& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (counted_units_at(words, at)) return true;
  }
  return false;
}

/// "next turn", "end of the turn": the Player Turn ends, and nothing else is said.
bool ends_turn(const Words& words) {
  static const Words known = {"next", "turn",   "turns",  "player", "end", "ends",     "in",
                              "new",  "begins", "starts", "game",   "of",  "following"};
  return has(words, "turn") &&
         std::ranges::all_of(words, [&](const std::string& word) { return has(known, word); });
}

/// Whether words ask what has become of somebody.
bool is_question(const Chunk& chunk) {
  static const Words asking = {"still",  "can",  "do",  "does", "will", "is",    "are",
                               "chance", "what", "who", "how",  "odds", "whats", "likely"};
  const Words& words = chunk.words;
  const bool asks = chunk.asks || has(asking, words.front());
  return asks && says_result(words) && !fire_in_numbers(words) &&
         std::ranges::none_of(words, is_fire_verb);
}

/// Whether a fire is a verb, and not the phase in "in Prep Fire my 4-6-7".
bool says_that_they_fire(const Words& words) {
  static const Words in = {"in", "during"};
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (is_fire_verb(words[at]) && !(at > 1 && has(in, words[at - 2]))) return true;
  }
  return false;
}

/// The step that words tell of.
std::optional<Kind> kind_of(const Words& words) {
  if (ends_turn(words)) return Kind::turn_ends;
  const bool is_rate =
      stands_at(words, 0, {"rate", "fire"}) || stands_at(words, 0, {"with", "rate", "fire"});
  if (is_rate && std::count_if(words.begin(), words.end(), is_fire_verb) == 1) return std::nullopt;
  static const Words close = {"cc", "melee", "hand-to-hand", "storm", "storms"};
  static const Words of_assault = {"move", "moves", "moving", "movement",
                                   "fire", "fires", "firing"};
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const std::string next = at + 1 < words.size() ? words[at + 1] : "";
    const bool is_assault = (word == "assault" || word == "assaults") && !has(of_assault, next);
    const bool goes_in = (word == "go" || word == "goes") && next == "in";
    if (is_assault || goes_in || has(close, word) || stands_at(words, at, {"close", "combat"})) {
      return Kind::close_combat;
    }
  }
  if (says_any_of(words, {"rout", "routs", "routing"})) return Kind::rout;
  if (says_any_of(words, {"rally", "rallies", "rallying"})) return Kind::rally;
  if (says_that_they_fire(words) || fire_in_numbers(words)) return Kind::fire;
  if (says_any_of(words, {"advance", "advances"})) return Kind::advance;
  // What fires in another way is for its own procedure.
  static const Words ordnance = {"oba",         "artillery", "ffe",          "smoke",
                                 "demolition",  "dc",        "flamethrower", "molotov",
                                 "panzerfaust", "overrun",   "overruns"};
  if (says_any_of(words, ordnance)) return Kind::fire;
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const Words front(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
    const bool is_far = has(words, "range") || has(words, "hexes");  // "4-6-7 LMG at 4-4-7"
    const bool is_at = words[at] == "at" && counted_units_at(words, at + 1);
    static const Words being = {"is", "are", "gets", "get", "was", "were", "being"};
    const bool is_shot = words[at] == "shot" && has(being, words[at - 1]);
    if (is_shot || (is_far && is_at && has_units(front))) return Kind::fire;
  }
  return std::nullopt;
}

/// "two turns of fire"
bool says_turns_of_fire(const Words& words) {
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    if (words[at] == "turns" && is_fire_verb(words[at + 1])) return true;
  }
  return false;
}

/// Where "and" stands between two steps: "advance and fight close combat". 0: nowhere.
std::size_t parting_and(const Words& words) {
  static const Words who = {"i", "we", "they", "it", "he", "enemy"};
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    if (words[at] != "and") continue;
    std::size_t verb = at + 1;
    while (verb < words.size() && (has(who, words[verb]) || units_said(words[verb]))) ++verb;
    if (verb >= words.size()) continue;
    const Words left(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
    const Words next = {words[verb]};
    static const Words with_object = {"fight", "fights", "close", "go", "goes", "prep"};
    // "HMG 7 FP and 9-2 fire": it is the one verb of both.
    const bool is_fire = kind_of(next) == Kind::fire && std::ranges::none_of(left, is_fire_verb);
    if (kind_of(left) && !is_fire && (kind_of(next) || has(with_object, words[verb]))) return at;
  }
  return 0;
}

}  // namespace

bool says_any_of(const Words& words, const Words& those) {
  return std::ranges::any_of(words, [&](const std::string& word) { return has(those, word); });
}

bool is_fire_verb(std::string_view word) {
  static constexpr std::string_view verbs[] = {"fire",  "fires",  "firing",  "fired",
                                               "shoot", "shoots", "shooting"};
  return std::ranges::find(verbs, word) != std::end(verbs);
}

std::optional<FireInNumbers> fire_in_numbers(const Words& words, std::size_t begin) {
  static const Words named = {"fp", "factors", "factor", "firepower", "flat"};
  static const Words in_front = {"range", "in", "within"};
  const auto drm_at = [&](std::size_t at) {
    return at < words.size() ? signed_number_said(words[at]) : std::nullopt;
  };
  for (std::size_t at = begin; at < words.size(); ++at) {
    if (!is_digits(words[at]) || (at > 0 && has(in_front, words[at - 1]))) continue;
    FireInNumbers found{at, 1, words[at]};
    const auto next = [&] { return at + found.length; };
    const bool is_named = next() < words.size() && has(named, words[next()]);
    if (is_named) ++found.length;
    static const Words joining = {"at", "with", "and", "drm"};
    const bool is_joined =
        next() + 1 < words.size() && has(joining, words[next()]) && drm_at(next() + 1).has_value();
    if (is_joined) ++found.length;
    const auto drm = drm_at(next());
    if (drm) {
      found.drm = *drm;
      ++found.length;
      if (next() < words.size() && words[next()] == "drm") ++found.length;
    }
    const bool is_fired = at > 0 && is_fire_verb(words[at - 1]) &&
                          (next() >= words.size() || !units_said(words[next()])) &&
                          !counted_units_at(words, at);
    if (is_named || drm || is_fired) return found;
  }
  return std::nullopt;
}

bool says_what_is_next(std::string_view sentence) {
  const std::vector<Chunk> chunks = chunks_of(sentence);
  return std::any_of(chunks.begin(), chunks.end(), [](const Chunk& chunk) {
    return chunk.is_next && kind_of(chunk.words).has_value();
  });
}

std::optional<std::vector<TurnPart>> turn_parts(std::string_view sentence) {
  std::vector<TurnPart> parts;
  Words pending;  // in front of the first step
  std::size_t steps = 0;
  for (Chunk& chunk : chunks_of(sentence)) {
    if (is_question(chunk)) {
      parts.push_back({Kind::question, chunk.words});
      continue;
    }
    const bool is_first_kind = parts.empty();
    for (Words rest = chunk.words; !rest.empty();) {
      const std::size_t at = parting_and(rest);
      Words words(rest.begin(),
                  at == 0 ? rest.end() : rest.begin() + static_cast<std::ptrdiff_t>(at));
      rest = at == 0 ? Words() : without(rest, 0, at + 1);
      const auto kind = kind_of(words);
      // "8 FP at 4-4-7, advancing fire": more about the same.
      static const Words acting = {"again", "back", "return", "returns", "i",    "we",
                                   "enemy", "he",   "they",   "it",      "twice"};
      const bool is_more = kind == Kind::fire && !chunk.is_next && !is_first_kind && at == 0 &&
                           !has_units(words) && !fire_in_numbers(words) &&
                           !says_any_of(words, acting);
      if (!kind || is_more) {
        Words& to = parts.empty() ? pending : parts.back().words;
        to.insert(to.end(), words.begin(), words.end());
        continue;
      }
      words.insert(words.begin(), pending.begin(), pending.end());
      pending.clear();
      // "two turns of fire: 12 FP at 4-4-7"
      const bool goes_on =
          *kind == Kind::fire && !parts.empty() && parts.back().kind == Kind::fire &&
          says_turns_of_fire(parts.back().words) && !fire_in_numbers(parts.back().words);
      if (goes_on) {
        parts.back().words.insert(parts.back().words.end(), words.begin(), words.end());
        continue;
      }
      parts.push_back({*kind, words});
      ++steps;
    }
  }
  // "fire and then advance: 2*4-6-7 at 4-4-7" names the steps before who takes them.
  const bool is_heading = !parts.empty() && parts.front().kind == Kind::fire &&
                          std::ranges::all_of(parts.front().words, is_fire_verb);
  const bool is_fired =
      std::ranges::any_of(parts, [](const TurnPart& part) { return part.kind == Kind::fire; });
  if (is_heading || !is_fired) return std::nullopt;
  const bool lasts = !parts.empty() && says_turns_of_fire(parts.front().words);
  if (!pending.empty() || steps == 0 || (steps == 1 && !lasts)) return std::nullopt;
  return parts;
}

}  // namespace combat_odds
