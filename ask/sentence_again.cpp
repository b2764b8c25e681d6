#include <fmt/format.h>

#include <algorithm>

#include "ask/sentence_reader.hpp"

namespace combat_odds {
namespace {

/// "does the 4-4-7 hold", "odds that the 4-4-7 holds", "do all 4-4-7 hold": whether what stands
/// there is what is asked about.
bool is_asked_about(const Words& words, std::size_t at) {
  static const Words asking = {"does", "do",    "will",   "would", "can",        "could",
                               "is",   "are",   "did",    "was",   "chance",     "chances",
                               "odds", "often", "likely", "that",  "probability"};
  static const Words between = {"all", "both", "my", "his", "that", "for"};
  while (at > 0 && has(between, words[at - 1]) && words[at - 1] != "that") --at;
  return at > 0 && has(asking, words[at - 1]);
}

}  // namespace

/// "2*5-4-8 vs 4-4-7 in close combat, does the 4-4-7 die": a unit that is asked about, and was
/// named before, is no other one. How many words; 0: that does not stand there.
std::size_t SentenceReader::named_again(const Words& words, std::size_t at) {
  if (things_said() == 0 || last_thing_end_ == at || !is_asked_about(words, at)) return 0;
  const auto units = counted_units_at(words, at);
  if (!units) return 0;
  const auto is_it = [&](const Thing& thing) {
    return !thing.is_part && thing.others.empty() &&
           (thing.text == units->name || without_count(thing.text) == units->name);
  };
  const bool is_on_first = std::ranges::any_of(sides_[0].things, is_it);
  const bool is_on_second = std::ranges::any_of(sides_[1].things, is_it);
  if (is_on_first == is_on_second) return 0;
  const bool asks_of_both_sides = procedure_.name.ends_with("close-combat");
  const bool is_one_sided = slot(false).empty() || slot(true).empty();
  if (is_on_first && !is_one_sided && !asks_of_both_sides) return 0;  // step() refuses it
  const Side& side = sides_[is_on_first ? 0 : 1];
  const auto is_other = [&](const Thing& thing) { return !thing.is_part && !is_it(thing); };
  const bool is_one_of_several = std::ranges::any_of(side.things, is_other);
  if (is_one_of_several && is_leader(units->name) && units->length == 1) {
    Words called = words;
    called[at] = "leader";
    const Match match = phrase_at(called, at, true);
    const bool is_told = match.length > 1 && match.meanings.front().phrase->parameter == "<chance>";
    if (is_told) return take_match(match, called, at);
  }
  if (is_one_of_several) {
    fault(
        fmt::format("what becomes of the {} alone is not told apart", units->name),
        fmt::format("'does any of them break', 'do all break', or the {} by itself", units->name));
  }
  asks_of_first_ = asks_of_first_ || (is_on_first && asks_of_both_sides);
  last_thing_end_ = 0;
  is_filler_ = true;
  return units->length;
}

/// In close combat both sides lose: what is asked of who attacks is not what becomes of the other.
void SentenceReader::ask_of_first() {
  if (!asks_of_first_) return;
  const auto turned = [&](std::string& name) {
    const std::string other = "attacker" + name.substr(std::min<std::size_t>(8, name.size()));
    if (name.starts_with("defender") && tells_of(procedure_, other)) {
      name = other;
    } else if (!name.starts_with("attacker") && !name.starts_with("both")) {
      fault("what is asked of who attacks is told of the defender only",
            "'attacker eliminated' for what becomes of him");
    }
  };
  for (std::string& name : reading_.shown) turned(name);
  for (std::string& name : reading_.rests) turned(name);
}

}  // namespace combat_odds
