#include "ask/sentence_helpers.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace combat_odds {
namespace {

bool is_colour(const std::string& word) { return word == "red" || word == "blue"; }

bool is_quality(const std::string& word) {
  static const Words qualities = {"elite",    "veteran",  "trained",   "untrained",
                                  "warriors", "fanatics", "commissars"};
  return has(qualities, word);
}

/// What may stand among the words that say who helps.
bool says_nothing_of_helpers(const std::string& word) {
  static const Words nouns = {"car",        "cars",      "combat",   "tank",      "tanks",
                              "vehicle",    "vehicles",  "triangle", "triangles", "helper",
                              "helpers",    "neighbour", "neighbor", "with",      "of",
                              "neighbours", "neighbors", "each",     "helping",   "that",
                              "which",      "who",       "are",      "is",        "command"};
  return has(nouns, word);
}

/// Who helps, as it is said.
struct Helpers {
  std::optional<std::string> count;
  std::optional<std::string> quality;
  std::optional<std::string> colour;
  std::optional<std::string> rolls;

  /// Takes the word there; whether it says something that was not said before.
  bool take(const Words& words, std::size_t at) {
    const std::string& word = words[at];
    const auto put = [&](std::optional<std::string>& what, const std::string& value) {
      const bool is_new = !what;
      if (is_new) what = value;
      return is_new;
    };
    if (is_quality(word)) return put(quality, word);
    if (is_colour(word)) return put(colour, word);
    const auto number = count_said(word);
    if (!number) return false;
    std::size_t before = at;
    while (before > 0 && (words[before - 1] == "triangle" || words[before - 1] == "of")) --before;
    const bool is_of_triangle = before > 0 && is_colour(words[before - 1]);
    return put(is_of_triangle ? rolls : count, *number);
  }
  bool is_whole() const { return colour && rolls; }
};

/// The first word behind those that say who helps.
std::size_t end_of(const Words& words, std::size_t first, Helpers& helpers) {
  std::size_t end = first;
  for (std::size_t at = first; at < words.size(); ++at) {
    if (says_nothing_of_helpers(words[at])) continue;
    if (!helpers.take(words, at)) break;
    end = at + 1;
  }
  while (end < words.size() && end > first && says_nothing_of_helpers(words[end]) &&
         words[end] != "with") {
    ++end;
  }
  return end;
}

/// The first of the words in front that say who helps.
std::size_t begin_of(const Words& words, std::size_t last, Helpers& helpers, bool takes_nouns) {
  std::size_t begin = last;
  for (std::size_t at = last; at-- > 0;) {
    if (takes_nouns && says_nothing_of_helpers(words[at])) continue;
    if (!helpers.take(words, at)) break;
    begin = at;
  }
  const bool joins =
      begin > 0 && begin < last && (words[begin - 1] == "plus" || words[begin - 1] == "and");
  return joins ? begin - 1 : begin;
}

/// "over the Anti-ATGW Enhanced Data Link".
void take_data_link(Words& words) {
  static const Words before = {"anti-atgw", "enhanced", "elite", "over",   "on",   "via",
                               "through",   "by",       "with",  "across", "using"};
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (words[at] != "data" || words[at + 1] != "link") continue;
    std::size_t first = at;
    while (first > 0 && has(before, words[first - 1])) --first;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(first),
                words.begin() + static_cast<std::ptrdiff_t>(at + 2));
    return;
  }
}

}  // namespace

void put_helpers_in_order(Words& words, std::string_view sentence) {
  if (std::ranges::none_of(words, is_colour)) return;
  static const Words helped = {"helped", "assisted", "aided"};
  static const Words helping = {"helper", "helpers", "helping", "helps", "help", "assisting"};
  for (std::size_t at = 0; at < words.size(); ++at) {
    Helpers helpers;
    std::size_t begin = at;
    std::size_t end = at + 1;
    const bool is_by = at + 1 < words.size() && words[at + 1] == "by" && has(helped, words[at]);
    const bool is_with_help = words[at] == "help" && at > 0 && words[at - 1] == "with";
    if (is_by || is_with_help) {
      if (is_with_help) --begin;
      const bool has_more = is_by || (at + 1 < words.size() && words[at + 1] == "from");
      end = end_of(words, at + (has_more ? 2 : 1), helpers);
    } else if (has(helping, words[at])) {
      // "red 1 helpers" have what stands in front of them; else "two helpers, trained, red 1".
      const bool is_parted = sentence.find(", " + words[at]) != sentence.npos;
      const bool is_behind =
          !is_parted && at > 1 && count_said(words[at - 1]) && is_colour(words[at - 2]);
      if (!is_behind) end = end_of(words, at + 1, helpers);
      const bool is_in_front = !helpers.colour && !is_parted;
      if (is_in_front) {
        helpers = Helpers();
        end = at + 1;
      }
      if (!is_parted) begin = begin_of(words, at, helpers, is_in_front);
    } else {
      continue;
    }
    if (!helpers.is_whole()) continue;
    Words ordered = {"helped", "by"};
    for (const auto& each : {helpers.count, helpers.quality, helpers.colour, helpers.rolls}) {
      if (each) ordered.push_back(*each);
    }
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(begin),
                words.begin() + static_cast<std::ptrdiff_t>(end));
    // At the end, where no noun behind takes the number: "red 1 missile".
    words.insert(words.end(), ordered.begin(), ordered.end());
    take_data_link(words);
    return;
  }
}

void put_quality_as_side(Words& words) {
  static const Words fires = {"fires", "shoots", "firing", "shooting"};
  std::string first;
  std::string second;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!is_quality(words[at])) continue;
    const bool is_first_to_fire =
        at + 2 < words.size() && has(fires, words[at + 1]) && words[at + 2] == "first";
    if (is_first_to_fire && !second.empty()) {
      const bool is_first = words[at] == first;
      if (!is_first && words[at] != second) return;
      words[at] = "side";
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), is_first ? "first" : "second");
      return;
    }
    if (first.empty()) {
      first = words[at];
    } else if (words[at] != first && second.empty()) {
      second = words[at];
    }
  }
}

}  // namespace combat_odds
