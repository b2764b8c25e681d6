#include "expression/talk_rolls.hpp"

#include <algorithm>
#include <utility>

namespace combat_odds::expression {
namespace {

using Position = TalkWords::difference_type;

/// How many words of the first phrase that stands there; 0 for none.
std::size_t stands_one(const TalkWords& words, std::size_t at,
                       std::initializer_list<std::string_view> phrases) {
  for (const std::string_view phrase : phrases) {
    if (const std::size_t length = stands(words, at, phrase); length > 0) return length;
  }
  return 0;
}

/// "2d6", "d10"
bool is_dice_word(std::string_view word) {
  const std::size_t d = word.find('d');
  if (d == word.npos || d + 1 >= word.size()) return false;
  const auto is_number = [](std::string_view part) {
    return std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  return is_number(word.substr(0, d)) && is_number(word.substr(d + 1));
}

/// How many words of dice stand there ("2d6", "three d6", "four dice"); 0 for none.
std::size_t dice_length(const TalkWords& words, std::size_t at) {
  const std::string first = word_at(words, at);
  if (is_dice_word(first)) return 1;
  const std::string next = word_at(words, at + 1);
  const bool is_die = next == "dice" || next == "die" || (is_dice_word(next) && next[0] == 'd');
  return number_said(first) && is_die ? 2 : 0;
}

void replace(TalkWords& words, std::size_t at, std::size_t length, const TalkWords& with) {
  const auto first = words.begin() + static_cast<Position>(at);
  words.insert(words.erase(first, first + static_cast<Position>(length)), with.begin(), with.end());
}

/// Phrases for which the reader has others.
void put_synonyms(TalkWords& words) {
  struct Same {
    std::vector<std::string_view> said;
    TalkWords read;
  };
  static const Same all[] = {
      {{"at or under", "at or below", "less than or equal to", "equal to or less than"},
       {"at", "most"}},
      {{"at or over", "at or above", "greater than or equal to", "equal to or more than"},
       {"at", "least"}},
      {{"expected value"}, {"expected"}},
      {{"strictly"}, {}},
      {{"being even", "even result"}, {"even"}},
      {{"being odd", "odd result"}, {"odd"}},
      {{"different numbers", "different faces"}, {"all", "different"}},
      {{"avg", "avge"}, {"average"}},
      {{"til", "till", "'til"}, {"until"}},
      {{"we each roll", "each of us rolls", "we both throw", "we each throw"}, {"both", "roll"}},
      {{"per cent"}, {"percent"}},
      {{"mean and spread", "average and spread", "mean and variance", "mean and deviation"},
       {"mean"}},
      {{"how often is", "how often are", "how often does", "how often do", "how often will"}, {}},
      {{"even once", "ever once"}, {"at", "least", "once"}},
      {{"times running", "times consecutively", "times on trot", "consecutive times",
        "times one after other", "times straight", "straight times"},
       {"times", "in", "row"}},
      {{"totals", "adds up to", "add up to", "totaling", "totalling"}, {"total"}},
      {{"throws of die", "throws of one die"}, {"throws", "of", "d6"}},
      {{"max of", "maximum of"}, {"highest", "of"}},
      {{"min of", "minimum of"}, {"lowest", "of"}},
  };
  for (std::size_t at = 0; at < words.size(); ++at) {
    for (const Same& each : all) {
      std::size_t length = 0;
      for (const std::string_view phrase : each.said)
        length = std::max(length, stands(words, at, phrase));
      if (length == 0) continue;
      replace(words, at, length, each.read);
      break;
    }
  }
  // "in percent": every answer is
  const std::size_t in = words.size() < 2 ? words.size() : words.size() - 2;
  if (in > 0 && stands_one(words, in, {"in percent"}) > 0) words.resize(in);
}

/// "<=6" as "<=", "6".
void part_signs(TalkWords& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (is_any_of(words[at], {"<=", ">=", "<", ">", "="})) continue;
    for (const std::string_view sign : {"<=", ">=", "<", ">", "="}) {
      if (words[at].size() <= sign.size() || !words[at].starts_with(sign)) continue;
      const std::string rest = words[at].substr(sign.size());
      replace(words, at, 1, {std::string(sign), rest});
      break;
    }
  }
}

/// "two rolls of 2d6" as "2d6 2 times", "roll 2d6 twice, both times 8 or less" as "2d6 2 times each
/// time 8 or less".
void put_rolls_as_times(TalkWords& words) {
  bool are_counted = false;
  for (std::size_t at = 0; at + 3 < words.size(); ++at) {
    const auto count = number_said(words[at]);
    const std::size_t noun = stands_one(words, at + 1, {"rolls of", "throws of"});
    const std::size_t dice = noun == 0 ? 0 : dice_length(words, at + 1 + noun);
    if (!count || dice == 0) continue;
    const bool is_in = at > 0 && is_any_of(words[at - 1], {"in", "of", "within"});
    if (is_in) continue;
    TalkWords put = words_between(words, at + 1 + noun, at + 1 + noun + dice);
    put.insert(put.end(), {words[at], "times"});
    replace(words, at, 1 + noun + dice, put);
    are_counted = true;
    break;
  }
  const auto twice = std::find(words.begin(), words.end(), "twice");
  const auto both = std::find_if(twice, words.end(), [](const std::string& each) {
    return is_any_of(each, {"both", "all", "each"});
  });
  if (twice != words.end() && both != words.end()) {
    const auto at = static_cast<std::size_t>(twice - words.begin());
    replace(words, at, 1, {"2", "times"});
    are_counted = true;
  }
  if (!are_counted) return;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!is_any_of(words[at], {"both", "all", "each"})) continue;
    const std::size_t time = is_any_of(word_at(words, at + 1), {"time", "times"}) ? 1 : 0;
    replace(words, at, 1 + time, {"each", "time"});
    return;
  }
}

/// "none of three d6 under 3", "either of two dice shows a 1" as "3d6 no die under 3"; "all four
/// dice 3 or less" as "four dice all 3 or less".
void put_some_of_dice_behind(TalkWords& words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (is_any_of(words[at], {"all", "both"}) && number_said(words[at + 1])) {
      const std::size_t dice = dice_length(words, at + 1);
      if (dice == 2) {
        const TalkWords put = words_between(words, at + 1, at + 1 + dice);
        replace(words, at, 1 + dice, put);
        replace(words, at + dice, 0, {"all"});
        return;
      }
    }
    const std::size_t some =
        stands_one(words, at, {"either", "any one", "any", "at least one", "at least 1"});
    const std::size_t one = stands_one(words, at, {"one"});
    const std::size_t none = stands_one(words, at, {"none", "not one", "no one"});
    const std::size_t exactly = stands_one(words, at, {"exactly one", "exactly 1", "just one"});
    const std::size_t count = std::max({some, one, none, exactly});
    if (count == 0) continue;
    const std::size_t die = stands_one(words, at + count, {"die of", "of"});
    const std::size_t dice = die == 0 ? 0 : dice_length(words, at + count + die);
    if (dice == 0) continue;
    std::size_t end = at + count + die + dice;
    end +=
        stands_one(words, end, {"is equal to", "equal to", "equals", "being", "rolls", "comes to"});
    TalkWords put = words_between(words, at + count + die, at + count + die + dice);
    if (none > 0) {
      put.emplace_back("no");
    } else if (exactly > 0) {
      put.insert(put.end(), {"exactly", "1"});
    } else if (some > 0) {
      put.insert(put.end(), {"at", "least", "1"});
    } else {
      put.emplace_back("1");
    }
    put.emplace_back("die");
    replace(words, at, end - at, put);
    return;
  }
}

/// "a 6 on either die of 2d6" as "2d6 at least 1 die 6".
void put_either_die_behind(TalkWords& words) {
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const std::size_t length =
        stands_one(words, at, {"on either die of", "on any die of", "on either of", "on any of"});
    const std::size_t dice = length == 0 ? 0 : dice_length(words, at + length);
    if (dice == 0 || at + length + dice != words.size()) continue;
    TalkWords put = words_between(words, at + length, at + length + dice);
    put.insert(put.end(), {"at", "least", "1", "die"});
    words.resize(at);
    words.insert(words.begin(), put.begin(), put.end());
    return;
  }
}

/// "4 or more on each of three dice" as "three dice all 4 or more".
void put_each_die_behind(TalkWords& words) {
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    // "each of three dice" is turned before: "three dice all"
    const std::size_t dice = words[at] == "on" ? dice_length(words, at + 1) : 0;
    if (dice == 0 || at + 1 + dice + 1 != words.size() || words.back() != "all") continue;
    TalkWords put = words_between(words, at + 1, words.size());
    words.resize(at);
    words.insert(words.begin(), put.begin(), put.end());
    return;
  }
}

/// "difference between two dice is 3 or more" as "two dice difference 3 or more".
void put_difference_behind(TalkWords& words) {
  const std::size_t between = stands_one(words, 0, {"difference between", "difference of"});
  const std::size_t dice = between == 0 ? 0 : dice_length(words, between);
  if (dice == 0) return;
  const std::size_t is = between + dice + stands_one(words, between + dice, {"is", "being"});
  TalkWords put = words_between(words, between, between + dice);
  put.emplace_back("difference");
  replace(words, 0, is, put);
}

/// "four out of six", "four times out of six" at the end: of six tries.
void put_tries_behind(TalkWords& words) {
  if (words.size() < 5) return;
  std::size_t at = words.size() - 4;
  if (words[at] == "times") --at;
  if (!number_said(words[at]) || stands_one(words, words.size() - 3, {"out of"}) == 0) return;
  if (number_said(words.back())) words.emplace_back("tries");
}

/// Of two dice "both 6" is "double 6" where it is tried several times.
void put_both_sixes_as_double(TalkWords& words) {
  const bool is_repeated = std::any_of(words.begin(), words.end(), [](const std::string& each) {
    return is_any_of(each, {"rolls", "throws", "tries", "attempts"});
  });
  for (std::size_t at = 0; is_repeated && at + 1 < words.size(); ++at) {
    const bool is_end = is_any_of(words[at + 1], {"6", "six", "sixes", "6s", "1", "one", "ones"});
    const bool ends = is_any_of(word_at(words, at + 2), {"in", "within", ","});
    if (is_any_of(words[at], {"both", "all"}) && is_end && ends) words[at] = "double";
  }
}

/// "ten rolls of 2d6 total 75 or more" as "20d6 total 75 or more", "average 8 or more" as "total 80
/// or more".
void put_rolls_as_sum(TalkWords& words) {
  for (std::size_t at = 0; at + 3 < words.size(); ++at) {
    const auto rolls = number_said(words[at]);
    if (!rolls || *rolls < 1 || !is_any_of(words[at + 1], {"rolls", "throws"})) continue;
    const std::size_t dice = at + 2 + (words[at + 2] == "of" ? 1 : 0);
    if (!is_dice_word(word_at(words, dice))) continue;
    const bool averages = is_any_of(word_at(words, dice + 1), {"average", "averages", "averaging"});
    if (!averages &&
        !is_any_of(word_at(words, dice + 1), {"total", "totals", "sum", "sums", "add"})) {
      continue;
    }
    const std::string& each = words[dice];
    const std::size_t d = each.find('d');
    const int of_one = d == 0 ? 1 : number_said(each.substr(0, d)).value_or(0);
    constexpr int most = 1000;  // far more than can be rolled, and no product overflows
    if (of_one < 1 || of_one > most || *rolls > most) return;
    if (averages) {
      std::size_t number = dice + 2;
      while (number < words.size() && !number_said(words[number])) ++number;
      const auto average = number_said(word_at(words, number));
      if (!average || *average < 1 || *average > most) return;
      words[number] = std::to_string(*rolls * *average);
      words[dice + 1] = "total";
    }
    replace(words, at, dice - at + 1, {std::to_string(*rolls * of_one) + each.substr(d)});
    return;
  }
}

/// The faces of the dice that are named last, 6 of others.
int faces_of_dice(const TalkWords& words) {
  int faces = 6;
  for (const std::string& word : words) {
    if (!is_dice_word(word)) continue;
    if (const auto number = number_said(word.substr(word.find('d') + 1))) faces = *number;
  }
  return faces;
}

/// "four dice, a six showing" as "four dice, any 6s": what turns up is on one of them.
void put_shown_faces(TalkWords& words) {
  const int faces = faces_of_dice(words);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto face = number_said(words[at]);
    const bool is_sum =
        at > 1 && words[at - 1] == "of" && is_any_of(words[at - 2], {"total", "sum"});
    const bool is_counted =
        is_sum ||
        (at > 0 && (number_said(words[at - 1]) ||
                    is_any_of(words[at - 1], {"least", "most", "exactly", "than", "over", "under",
                                              "no", "not", "any", "total", "sum", "or"})));
    const std::size_t shows =
        stands_one(words, at + 1,
                   {"showing", "shows", "show", "turning up", "turns up", "turn up", "coming up",
                    "comes up", "come up", "appearing", "appears", "appear"});
    if (number_said(word_at(words, at + 1 + shows))) continue;  // "one shows 6"
    const bool sees = at > 0 && is_any_of(words[at - 1], {"see", "sees", "seeing"});
    if (!face || *face < 1 || *face > faces || is_counted || (shows == 0 && !sees)) continue;
    const std::size_t first = sees ? at - 1 : at;
    replace(words, first, at + 1 + shows - first, {"any", std::to_string(*face) + "s"});
  }
}

/// "every hit is saved on 5+, how many get through" as "saved on 5+, how many".
void put_chain_without_nouns(TalkWords& words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const std::size_t which =
        stands_one(words, at, {"every", "each", "any", "all", "and every", "and each"});
    const std::size_t noun = stands_one(words, at + which, {"hit", "hits", "wound", "wounds"});
    const bool begins = which > 0 || at == 0 || is_any_of(words[at - 1], {",", "and", "then"});
    if (noun == 0 || !begins) continue;
    const std::size_t being = stands_one(words, at + which + noun, {"is", "are", "can be", "gets"});
    const std::string role = word_at(words, at + which + noun + being);
    const bool is_save = is_any_of(role, {"saved", "saves", "save"});
    if (!is_save && !is_any_of(role, {"wounds", "wound"})) continue;
    if (number_said(word_at(words, at + which + noun + being + 1))) continue;
    replace(words, at, which + noun + being, {});
  }
  const bool saves = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return is_any_of(word, {"saved", "saves", "save", "saving"});
  });
  for (std::size_t at = 0; saves && at + 1 < words.size(); ++at) {
    const std::size_t length = stands_one(
        words, at,
        {"get through", "gets through", "go through", "goes through", "come through", "get past"});
    if (length > 0) replace(words, at, length, {});
  }
}

/// "8+ 3x in a row" and "8+ three in a row" as "8+ 3 times in a row".
void put_rows_as_times(TalkWords& words) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    std::string& word = words[at];
    const bool has_x = word.size() > 1 && word.size() < 4 && word.back() == 'x' &&
                       number_said(word.substr(0, word.size() - 1));
    const std::size_t row = stands_one(words, at + 1, {"in row", "straight", "running"});
    if (has_x && (row > 0 || at + 1 == words.size())) {
      word.pop_back();
    } else {
      const std::string& before = words[at - 1];
      const bool is_result =
          before.back() == '+' || is_any_of(before, {"more", "less", "better", "higher", "lower",
                                                     "doubles", "boxcars", "eyes"});
      if (!number_said(word) || !is_result || stands_one(words, at + 1, {"in row"}) == 0) continue;
    }
    if (row > 0) replace(words, at + 1, row, {"times", "in", "row"});
    if (row == 0) replace(words, at + 1, 0, {"times"});
    return;
  }
}

/// "once in 10 rolls" as "1 times in 10 rolls".
void put_once_as_number(TalkWords& words) {
  for (std::size_t at = 1; at + 2 < words.size(); ++at) {
    const bool is_said = words[at] == "once" || words[at] == "twice" || words[at] == "thrice";
    const std::size_t in = stands_one(words, at + 1, {"in", "within", "out of"});
    if (!is_said || in == 0 || is_any_of(words[at - 1], {"least", "most"})) continue;
    const bool is_of_times =
        number_said(word_at(words, at + 1 + in)) &&
        is_any_of(word_at(words, at + 2 + in), {"rolls", "throws", "tries", "attempts", "times"});
    if (!is_of_times) continue;
    const char* const number = words[at] == "once" ? "1" : words[at] == "twice" ? "2" : "3";
    replace(words, at, 1 + in, {number, "times", "in"});
    return;
  }
}

/// "average number of d6 rolls until a 6" as "d6 until a 6".
void put_rolls_until(TalkWords& words) {
  const auto until = std::find(words.begin(), words.end(), "until");
  if (until == words.end()) return;
  const auto end = static_cast<std::size_t>(until - words.begin());
  for (std::size_t at = 0; at < end; ++at) {
    const std::size_t number = stands_one(
        words, at,
        {"average number of", "mean number of", "expected number of", "number of", "how many"});
    const std::size_t dice = number == 0 ? 0 : dice_length(words, at + number);
    const std::size_t noun = stands_one(words, at + number + dice, {"rolls", "throws", "tries"});
    if (number == 0 || noun == 0) continue;
    replace(words, at, number + dice + noun, words_between(words, at + number, at + number + dice));
    return;
  }
}

/// "2d6 each, I win by 3" as "both roll 2d6, I win by 3".
void put_each_in_front(TalkWords& words) {
  const bool is_against = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return is_any_of(word, {"win", "wins", "tie", "ties", "draw", "higher"});
  });
  for (std::size_t at = 0; is_against && at + 1 < words.size(); ++at) {
    const std::size_t dice = dice_length(words, at);
    if (dice == 0 || word_at(words, at + dice) != "each") continue;
    const std::string next = word_at(words, at + dice + 1);
    if (!is_any_of(next, {"", ",", "i", "who"})) continue;
    replace(words, at + dice, 1, {});
    replace(words, at, 0, {"both", "roll"});
    return;
  }
}

}  // namespace

void put_rolls_in_known_words(TalkWords& words) {
  part_signs(words);
  put_synonyms(words);
  put_shown_faces(words);
  put_chain_without_nouns(words);
  put_rows_as_times(words);
  put_once_as_number(words);
  put_rolls_until(words);
  put_each_in_front(words);
  put_rolls_as_sum(words);
  put_rolls_as_times(words);
  put_some_of_dice_behind(words);
  put_either_die_behind(words);
  put_each_die_behind(words);
  put_difference_behind(words);
  put_tries_behind(words);
  put_both_sixes_as_double(words);
  if (std::find(words.begin(), words.end(), "double") != words.end())
    std::replace(words.begin(), words.end(), std::string("within"), std::string("in"));
}

}  // namespace combat_odds::expression
