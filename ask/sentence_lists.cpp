#include "ask/sentence_lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/sentence_dates.hpp"
#include "ask/sentence_rewriting.hpp"
#include "ask/vocabulary.hpp"
#include "ask/words_lines.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"

namespace combat_odds {
namespace {

/// The words of a text as they are typed, with their commas.
Words typed_words(std::string_view text) { return copied(words_of(text)); }

using VehicleNames = std::function<const NamesSaid&()>;

/// What is listed: its sort, and how many words it has.
struct Item {
  enum class Sort { none, units, leader, quality, nation, vehicle };
  Sort sort = Sort::none;
  std::size_t length = 0;
};

/// The item that begins at that typed word, and ends with a comma or in front of an "or".
Item item_at(const Words& typed, std::size_t at, const VehicleNames& vehicles) {
  static const Words qualities = {"elite", "veteran", "trained", "untrained"};
  const std::string word = spoken_form(typed[at]);
  if (kind_of(word) == 'l' || word == "none") return {Item::Sort::leader, 1};
  if (kind_of(word) == 'u') return {Item::Sort::units, 1};
  static const Words nations = {"german",  "russian", "american", "british",
                                "finnish", "italian", "japanese", "rumanian"};
  if (has(qualities, word)) return {Item::Sort::quality, 1};
  if (has(nations, word)) return {Item::Sort::nation, 1};
  constexpr std::size_t most = 3;
  Words words;
  for (std::size_t i = at; i < typed.size() && i < at + most; ++i) {
    words.push_back(spoken_form(typed[i]));
    if (typed[i].ends_with(',')) break;
  }
  const auto vehicle = vehicles().at(words, 0);
  if (vehicle && vehicle->length > 0) return {Item::Sort::vehicle, vehicle->length};
  return {};
}

/// Where the item begins that ends in front of `end`, behind a comma, an article or "with"; the
/// same as `end`: none does.
std::size_t begin_of_item(const Words& typed, std::size_t end, Item::Sort sort,
                          const VehicleNames& vehicles) {
  constexpr std::size_t most = 3;
  for (std::size_t length = std::min(most, end); length > 0; --length) {
    const Item item = item_at(typed, end - length, vehicles);
    const bool is_sort = item.sort == sort && item.length == length;
    const bool has_comma_within =
        std::any_of(typed.begin() + static_cast<std::ptrdiff_t>(end - length),
                    typed.begin() + static_cast<std::ptrdiff_t>(end - 1),
                    [](const std::string& word) { return word.ends_with(','); });
    if (is_sort && !has_comma_within) return end - length;
  }
  return end;
}

}  // namespace

std::string with_lists(std::string_view sentence, const VehicleNames& vehicles) {
  Words typed = typed_words(sentence);
  const auto without_article = [&](std::size_t at) {
    return at > 0 && common_words().is_article(spoken_form(typed[at - 1])) ? at - 1 : at;
  };
  for (std::size_t at = 2; at + 1 < typed.size(); ++at) {
    if (spoken_form(typed[at]) != "or") continue;
    std::size_t last = at + 1;
    if (last + 1 < typed.size() && common_words().is_article(spoken_form(typed[last]))) ++last;
    const Item item = item_at(typed, last, vehicles);
    if (item.sort == Item::Sort::none) continue;
    std::size_t first = begin_of_item(typed, at, item.sort, vehicles);
    if (first == at) continue;
    for (;;) {
      const std::size_t before = without_article(first);
      if (before == 0 || !typed[before - 1].ends_with(',')) break;
      const std::size_t next = begin_of_item(typed, before, item.sort, vehicles);
      if (next == before) break;
      typed[before - 1].pop_back();
      typed[before - 1] += " or";
      first = next;
    }
    if (typed[at - 1].ends_with(',')) typed[at - 1].pop_back();  // "8-0, 8-1, or 9-2"
  }
  return fmt::format("{}", fmt::join(typed, " "));
}

namespace {

/// The number that a typed word says, with what ends a clause; empty: none.
std::string number_typed(std::string_view word) {
  while (!word.empty() && std::string_view(",.?!;:").find(word.back()) != word.npos) {
    word.remove_suffix(1);
  }
  if (is_signed(word)) return std::string(word);
  return number_said(std::string(word)).value_or("");
}

/// "3rd," as 3; empty: it is no ordinal.
std::string ordinal_typed(std::string_view word) {
  const std::string form = spoken_form(word);
  return number_in<int>(form) ? "" : day_said(form);
}

/// Three numbers or more that are listed.
struct NumberRun {
  std::string list;        ///< "1,2,3"
  std::size_t length = 0;  ///< in typed words; 0: there are none
};

/// "one, two, three and four", "2, 4 or 6", "1st, 2nd, 3rd": an "and" joins them where they go up,
/// for "4, 3 and 2" may be three things; ordinals need no "and".
NumberRun number_run_at(const Words& typed, std::size_t first) {
  const bool are_ordinals = !ordinal_typed(typed[first]).empty();
  const auto number = [&](std::size_t at) {
    if (at >= typed.size()) return std::string();
    return are_ordinals ? ordinal_typed(typed[at]) : number_typed(typed[at]);
  };
  NumberRun run{number(first), 0};
  if (run.list.empty()) return {};
  std::size_t count = 1;
  std::size_t at = first;
  bool goes_up = true;
  const auto take = [&](std::size_t next) {
    goes_up = goes_up && number_in<int>(number(at)) < number_in<int>(number(next));
    run.list += "," + number(next);
    at = next;
    ++count;
  };
  while (typed[at].ends_with(',') && !number(at + 1).empty()) take(at + 1);
  const std::string joined = at + 1 < typed.size() ? spoken_form(typed[at + 1]) : "";
  const bool has_last = (joined == "and" || joined == "or") && !number(at + 2).empty();
  if (has_last) take(at + 2);
  const bool is_list = (has_last && (joined == "or" || goes_up)) || (are_ordinals && goes_up);
  constexpr std::size_t fewest = 3;  // two of them: join_numbers()
  if (count < fewest || !is_list) return {};
  run.length = at + 1 - first;
  return run;
}

}  // namespace

std::string with_number_lists(std::string_view sentence) {
  Words typed = typed_words(sentence);
  // "range 3, 6, 12 and 18"
  for (std::size_t at = 0; at + 2 < typed.size(); ++at) {
    static const Words named = {"range", "ranges", "Range", "Ranges", "rng"};
    if (std::ranges::find(named, typed[at]) == named.end()) continue;
    std::size_t end = at + 1;
    std::string list;
    const auto goes_on = [&](std::size_t i) {  // no unit, and nothing that it counts
      constexpr int farthest = 50;
      const auto value = i < typed.size() ? number_in<int>(number_typed(typed[i])) : std::nullopt;
      const bool ends = i + 1 >= typed.size() || typed[i].ends_with(',') ||
                        typed[i].ends_with(';') || typed[i].ends_with(':') ||
                        typed[i + 1] == "and" || typed[i + 1] == "or";
      return value && *value <= farthest && ends;
    };
    while (goes_on(end)) {
      list += (list.empty() ? "" : ",") + number_typed(typed[end]);
      const bool is_last = !typed[end].ends_with(',');
      ++end;
      const bool has_one_more = is_last && end + 1 < typed.size() &&
                                (typed[end] == "and" || typed[end] == "or") && goes_on(end + 1) &&
                                list.find(',') != list.npos;
      if (has_one_more) list += "," + number_typed(typed[++end]);
      if (has_one_more) ++end;
      if (is_last) break;
    }
    if (list.find(',') == list.npos) continue;
    if (typed[end - 1].ends_with(',')) list += ",";
    typed[at] = "range";
    typed[at + 1] = list;
    typed.erase(typed.begin() + static_cast<std::ptrdiff_t>(at + 2),
                typed.begin() + static_cast<std::ptrdiff_t>(end));
  }
  for (std::size_t first = 0; first + 2 < typed.size(); ++first) {
    const NumberRun run = number_run_at(typed, first);
    if (run.length == 0) continue;
    const char last = typed[first + run.length - 1].back();
    typed[first] = run.list;
    if (std::string_view(",;:").find(last) != std::string_view::npos) typed[first] += last;
    typed.erase(typed.begin() + static_cast<std::ptrdiff_t>(first + 1),
                typed.begin() + static_cast<std::ptrdiff_t>(first + run.length));
  }
  return fmt::format("{}", fmt::join(typed, " "));
}

std::vector<std::string> with_commas_as_or(std::string_view sentence) {
  constexpr std::size_t longest = 3;  // words between them
  Words typed = typed_words(sentence);
  std::size_t end = typed.size();
  while (end > 0 && typed[end - 1] != "or") --end;
  std::vector<std::string> ways;
  while (end > 0) {
    const std::size_t before = end - 1;  // of the "or" or the comma
    std::size_t comma = before;
    for (std::size_t back = ways.empty() ? 2 : 1; back <= longest + 1 && back <= before; ++back) {
      if (!typed[before - back].ends_with(',')) continue;
      comma = before - back;
      break;
    }
    if (comma == before) break;
    typed[comma].pop_back();
    typed[comma] += " or";
    ways.push_back(fmt::format("{}", fmt::join(typed, " ")));
    end = comma + 1;
  }
  return ways;
}

}  // namespace combat_odds
