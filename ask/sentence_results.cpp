#include "ask/sentence_dates.hpp"
#include "ask/sentence_reader.hpp"
#include "ask/sentence_rewriting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/parts.hpp"
#include "core/text/plain_text.hpp"

namespace combat_odds {

/// What is asked for; with "not " in front what the others leave of a hundred.
void SentenceReader::take_chance(std::string_view names, const std::string& said) {
  const bool is_rest = names.starts_with("not ");
  if (is_rest) names.remove_prefix(4);
  // "surviving without being broken": the stronger of the two is asked.
  static const Words stronger = {"broken_or_worse", "pinned_or_worse"};
  if (is_rest && has(stronger, std::string(names))) std::erase(reading_.shown, "eliminated");
  for (const std::string_view name : parts_of(names, ',')) {
    if (!has(reading_.shown, std::string(name))) reading_.shown.emplace_back(name);
  }
  if (is_rest) {
    reading_.rests.emplace_back(names);
    reading_.told.push_back(
        fmt::format("'{}': what '{}' {}", said, plain_name(std::string(names)), leaves_of_all));
  }
  is_either_ = false;  // "broken or dead"
}

/// "not killed", "without losing a man": what that leaves of a hundred. How many words; 0: none.
std::size_t SentenceReader::take_negated_chance(const Words& words, std::size_t at) {
  static const Words negations = {"not", "without", "nobody", "none",   "never",
                                  "no",  "avoid",   "avoids", "neither"};
  static const Words between = {"anyone", "anybody", "anything", "any", "being",  "getting", "them",
                                "him",    "it",      "been",     "be",  "either", "is",      "are"};
  if (!has(negations, words[at])) return 0;
  std::size_t first = at + 1;
  while (first < words.size() && has(between, words[first])) ++first;
  if (first >= words.size()) return 0;
  const Match asked = phrase_at(words, first, true);
  const bool is_chance = asked.length > 0 && asked.meanings.front().phrase->parameter == "<chance>";
  const ResultWords* const result = is_chance ? nullptr : result_at(words, first);
  if (!is_chance && (result == nullptr || result->shown.empty())) return 0;
  const std::string& names = is_chance ? asked.meanings.front().value : result->shown;
  if (names.starts_with("not ")) return 0;
  const std::size_t length = first + (is_chance ? asked.length : result->words.size()) - at;
  take_chance("not " + names, said_at(words, at, length));
  return length;
}

/// "at least two of them", "more than one", "both", "none": how many of several, which the answer
/// tells. How many words; 0: that does not stand there.
std::size_t SentenceReader::take_quantity(const Words& words, std::size_t at) {
  static const std::vector<Words> before = {{"at", "least"},
                                            {"at", "most"},
                                            {"no", "more", "than"},
                                            {"more", "than"},
                                            {"fewer", "than"},
                                            {"less", "than"},
                                            {"exactly"},
                                            {"all"}};
  static const Words whole = {"both", "all", "none", "neither", "either", "each"};
  static const Words measuring = {"hexes", "hex",    "fp",     "factors", "mf",     "mp",
                                  "turns", "rounds", "phases", "%",       "percent"};
  const bool counts = !procedure_.measures.empty() && procedure_.name != "dice.roll";
  const bool counts_units = takes_units(slot(false)) || takes_units(slot(true));
  if (!counts) return 0;
  std::size_t length = 0;
  const auto counted_at = [&](std::size_t number) {
    const bool is_there = number < words.size() && count_said(words[number]);
    const bool has_other = is_there && number + 1 < words.size() &&
                           (has(measuring, words[number + 1]) || is_before_thing(words, number));
    return is_there && !has_other;
  };
  for (const Words& each : before) {
    if (stands_at(words, at, each) && counted_at(at + each.size())) length = each.size() + 1;
    if (length > 0) break;
  }
  const bool is_open =
      length == 0 && counted_at(at) &&
      (stands_at(words, at + 1, {"or", "more"}) || stands_at(words, at + 1, {"or", "fewer"}));
  if (is_open) length = 3;
  const auto or_more = number_or_more_said(words[at]);  // "1+"
  if (length == 0 && or_more && or_more->size() == 1) length = 1;
  const bool is_whole =
      length == 0 && counts_units && has(whole, words[at]) && !is_before_thing(words, at + 1);
  if (is_whole) length = 1;
  if (length == 0) return 0;
  // "none breaks": what that leaves of a hundred
  if (const std::size_t negated = take_negated_chance(words, at)) return negated;
  const bool is_exact = words[at] == "exactly";
  tell(words, at, length,
       is_exact ? "in 'how many', that number or more less one more than it or more"
                : "the answer tells how many of them");
  counts_ = true;
  is_filler_ = true;
  while (at + length < words.size() &&
         (words[at + length] == "them" || words[at + length] == "squads")) {
    ++length;
  }
  return length;
}

/// The longest words for a result that stand there; null: none. What may be said of the units
/// beside it ("broken 4-4-7") is none.
const ResultWords* SentenceReader::result_at(const Words& words, std::size_t at) const {
  const bool is_state = common_words().states.contains(words[at]);
  const std::string before = at > 0 ? words[at - 1] : "";
  const std::string behind = at + 1 < words.size() ? words[at + 1] : "";
  const bool is_of_unit =
      is_state && (is_before_thing(words, at + 1) || units_said(before) || before == "both" ||
                   before == "all" || common_words().nouns.contains(behind));
  if (is_of_unit) return nullptr;
  const ResultWords* longest = nullptr;
  for (const ResultWords& result : vocabulary_.results) {
    const bool is_longer = longest == nullptr || result.words.size() > longest->words.size();
    if (is_longer && stands_at(words, at, result.words)) longest = &result;
  }
  return longest;
}

/// "is it destroyed?", "hit included": what may become of somebody, in words that mean nothing else
/// here. How many words; 0: none.
std::size_t SentenceReader::take_result(const Words& words, std::size_t at) {
  const bool is_least = stands_at(words, at, {"at", "least"}) && at + 2 < words.size();
  static const Words whose = {"target", "defender", "attacker", "enemy", "squad", "unit", "tank"};
  const bool says_whose = has(whose, words[at]) && at + 1 < words.size();
  const std::size_t first = at + (is_least ? 2 : says_whose ? 1 : 0);
  const ResultWords* const result = result_at(words, first);
  if (result == nullptr) return 0;
  const std::size_t length = first - at + result->words.size();
  if (says_whose && result->shown.empty()) return 0;
  reading_.loose += result->shown.empty() ? 2 : 1;
  if (result->shown.empty()) {
    tell(words, at, length, "what is asked stands in the answer");
  } else {
    take_chance(result->shown, said_at(words, at, length));
  }
  is_filler_ = true;
  is_either_ = false;
  return length;
}

/// "stationary", "not encircled": what is taken where nothing is said. How many words; 0: none.
std::size_t SentenceReader::take_usual(const Words& words, std::size_t at) {
  static const Words negations = {"no", "not", "without", "never", "nobody"};
  // Who rallies or routs is broken.
  const bool is_of_broken = procedure_.name.find("rall") != std::string::npos ||
                            procedure_.name.find("rout") != std::string::npos;
  if (is_of_broken && words[at] == "unbroken") return 0;
  std::size_t length = longest_of(common_words().usual, words, at);
  if (has(negations, words[at]) && at + 1 < words.size()) {
    const Match denied = phrase_at(words, at + 1, false);
    const bool are_otherwise =
        denied.length > 0 && std::ranges::all_of(denied.meanings, [&](const Meaning& meaning) {
          const Parameter* const parameter = procedure_.parameter(meaning.phrase->parameter);
          const bool is_place =
              meaning.phrase->parameter == "terrain" || meaning.phrase->parameter == "range";
          return !is_place && parameter != nullptr && parameter->default_value &&
                 *parameter->default_value != meaning.value &&
                 !reading_.values.contains(meaning.phrase->parameter);
        });
    if (are_otherwise) length = std::max(length, denied.length + 1);
  }
  if (length == 0) return 0;
  tell(words, at, length, "that is how it is taken");
  ++reading_.loose;
  is_filler_ = true;
  return length;
}

/// Where rallying is asked of some, the answer counts those who rally.
void SentenceReader::ask_how_many() {
  // "a 4-4-7 surviving 8 factors unbroken": what is left unbroken, not what is left alive.
  const auto status = reading_.values.find("status");
  const bool stays_good = status != reading_.values.end() && status->second == "good";
  const bool is_survival = has(reading_.rests, "eliminated");
  if (stays_good && is_survival && reading_.shown == Words{"eliminated"}) {
    reading_.shown = {"broken_or_worse"};
    reading_.told.push_back(fmt::format("unbroken: what 'broken or worse' {}", leaves_of_all));
  }
  if (!counts_ || !reading_.shown.empty()) return;
  const bool counts_rallied = std::ranges::any_of(procedure_.measures, [](const Term& measure) {
    return measure.name == std::string("rallied");
  });
  if (counts_rallied) reading_.shown.emplace_back("rallied");
}

/// "8 FP at 4-4-7 in woods: broken?": at the end, and beside no unit, it is what may happen.
/// Whether it is that, or is asked back, since nothing says that a chance is asked for.
bool SentenceReader::ask_what_breaks(const Words& words, std::size_t at) {
  static const Words asking = {"odds",       "chance", "chances", "likely", "probability",
                               "likelihood", "often",  "will",    "does",   "p"};
  if (words[at] != "broken" || at == 0 || units_said(words[at - 1])) return false;
  // "chance it's broken after them", "broken, reduced or gone": not what is said of those beside.
  static const Words behind = {"after", "by", "or", "nor", "and", "reduced", "eliminated", "dead"};
  const bool is_beside = common_words().nouns.contains(words[at - 1]);
  const bool goes_on = at + 1 < words.size() && !is_beside && has(behind, words[at + 1]);
  if (at + 1 != words.size() && !goes_on) return false;
  const Match event = phrase_at({"gets", "broken"}, 0, true);
  if (event.meanings.empty()) return false;
  static const Words denying = {"not", "neither", "nor", "without"};
  const auto is_said = [&](const std::string& word) { return has(words, word); };
  if (std::ranges::any_of(asking, is_said) && std::ranges::none_of(denying, is_said)) {
    reading_.shown.push_back(event.meanings.front().value);
  } else {
    fault("whether 'broken' is what they are or what becomes of them is not said",
          "'broken 4-4-7' for those who are, 'gets broken' for the chance");
  }
  return true;
}

/// How many words the longest of them that stands there has; 0: none does.
std::size_t SentenceReader::longest_of(const ByFirst& all, const Words& words, std::size_t at) {
  std::size_t length = 0;
  const auto known = all.find(words[at]);
  if (known == all.end()) return 0;
  for (const Words& each : known->second) {
    if (each.size() > length && stands_at(words, at, each)) length = each.size();
  }
  return length;
}

namespace {

/// Whether "date" is one of the words of "date_of_purchase".
bool is_part_of_name(const std::string& name, const std::string& word) {
  return ('_' + name + '_').find('_' + word + '_') != std::string::npos;
}

}  // namespace

/// Whether the procedure has a parameter, an outcome, an event or a measure with that word in its
/// name: then it may state something.
bool SentenceReader::is_in_a_name(const std::string& word) const {
  const auto has_it = [&](const auto& named) { return is_part_of_name(named.name, word); };
  return std::ranges::any_of(procedure_.parameters, has_it) ||
         std::ranges::any_of(procedure_.outcomes, has_it) ||
         std::ranges::any_of(procedure_.events, has_it) ||
         std::ranges::any_of(procedure_.measures, has_it);
}

/// "but", "this time": what states nothing (<left>), and "one" for "a". How many words; 0: none.
std::size_t SentenceReader::leave_out(const Words& words, std::size_t at) {
  std::size_t length = longest_of(common_words().left_out, words, at);
  if (wording_ == Wording::wide) {
    length = std::max(length, longest_of(common_words().light, words, at));
  }
  if (length == 1 && is_in_a_name(words[at])) return 0;
  static const Words behind_numbers = {"of", "by", "after", "at", "under", "or", "more", "another"};
  const bool is_article = length == 0 && words[at] == "one" && at + 1 < words.size() &&
                          !has(behind_numbers, words[at + 1]);
  const bool is_only = length == 0 && words[at] == "only" && at + 1 < words.size() &&
                       (number_said(words[at + 1]) || units_said(words[at + 1]));
  if (is_article || is_only) length = 1;
  if (length == 0) return 0;
  const std::string said = said_at(words, at, length);
  if (!has(reading_.left_out, said)) reading_.left_out.push_back(said);
  here().is_interrupted = true;
  is_filler_ = true;
  return length;
}

/// "in July 1943", where nothing that the procedure asks goes by the date, or by the year alone.
/// How many words; 0: none.
std::size_t SentenceReader::idle_date(const Words& words, std::size_t at) {
  const auto goes_by = [&](const std::string& what) {
    return std::ranges::any_of(procedure_.parameters, [&](const Parameter& each) {
      return is_part_of_name(each.name, what);
    });
  };
  const std::size_t date = date_length(words, at);
  // ATMM are another weapon before 1944 (RB, Crucible of Steel); a campaign has its own days.
  const bool is_late = date > 0 && words[at + date - 1] >= "1944" &&
                       words[at + date - 1] <= "1945" && game_ != "rb" && game_ != "cos";
  const bool asks_atmm = goes_by("atmm") && has(words, "atmm") && !is_late;
  const bool is_campaign = procedure_.name.starts_with("rb.") || has(words, "cpp");
  const bool goes_by_day = goes_by("date") || goes_by("month") || goes_by("period");
  if (goes_by_day || asks_atmm || is_campaign) return 0;
  std::size_t length = date;
  if (length == 0) return 0;
  const bool by_year = goes_by("year");
  const bool has_year = words[at + length - 1].starts_with("19");
  if (by_year && has_year) --length;
  if (length == 0) return 0;
  tell(words, at, length, by_year ? "the year alone counts" : "nothing here goes by the date");
  here().is_interrupted = true;
  return length;
}

}  // namespace combat_odds
