#include "expression/said_of_dice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/number_text.hpp"
#include "core/text/words.hpp"

namespace combat_odds::expression {
namespace {

class TalkReader {
 public:
  explicit TalkReader(TalkWords words) : words_(std::move(words)) {}

  std::optional<SaidOfDice> read() {
    while (at_ < words_.size()) {
      if (!step()) return std::nullopt;
    }
    return std::move(said_);
  }

 private:
  std::string word(std::size_t ahead = 0) const {
    return at_ + ahead < words_.size() ? words_[at_ + ahead] : "";
  }
  std::size_t stands(std::string_view phrase, std::size_t ahead = 0) const {
    std::size_t length = 0;
    for (const std::string_view each : words_of(phrase)) {
      if (word(ahead + length) != each) return 0;
      ++length;
    }
    return length;
  }
  template <class Phrases>
  std::size_t longest_of(const Phrases& phrases, std::size_t ahead) const {
    std::size_t longest = 0;
    for (const std::string_view phrase : phrases)
      longest = std::max(longest, stands(phrase, ahead));
    return longest;
  }
  std::size_t stands_one(std::initializer_list<std::string_view> phrases,
                         std::size_t ahead = 0) const {
    return longest_of(phrases, ahead);
  }
  bool take(std::size_t length) {
    at_ += length;
    return length > 0;
  }
  /// The same for what is put anyway, of words or of none.
  bool took(std::size_t length) {
    at_ += length;
    return true;
  }

  bool step() {
    return take(word() == "," ? 1 : 0) || take_percentage() || take_ties() || take_versus() ||
           take_target() || take_match() || take_explosion() || take_reroll() || take_twice() ||
           take_dice() || take_times() || take_needed() || take_counted() || take_kept() ||
           take_bonus() || take_function() || take_until() || take_bound() || take_filler();
  }

  // Dice

  /// "d6", "d10s", "dice", "six-sided dice": the sides, and how many words that took.
  std::pair<int, std::size_t> sides_at(std::size_t ahead) const {
    const std::string each = word(ahead);
    if (is_any_of(each, {"dice", "die"})) return {6, 1};
    if (is_any_of(each, {"d%", "percentile"})) {
      return {100, stands_one({"percentile dice", "percentile die"}, ahead) > 0 ? 2 : 1};
    }
    const std::size_t sided = each.find("-sided");
    if (sided != each.npos && sided + 6 == each.size()) {
      const auto sides = number_said(std::string_view(each).substr(0, sided));
      const bool has_noun = is_any_of(word(ahead + 1), {"dice", "die"});
      return {sides.value_or(0), has_noun && sides ? 2 : 0};
    }
    if (each.size() < 2 || each[0] != 'd') return {0, 0};
    std::string_view number = std::string_view(each).substr(1);
    if (number.size() > 1 && number.back() == 's') number.remove_suffix(1);
    const auto sides = number_in<int>(number);
    return sides && *sides >= 2 ? std::pair(*sides, std::size_t{1}) : std::pair(0, std::size_t{0});
  }

  /// Dice at `ahead`, and how many words they took.
  std::pair<DiceSaid, std::size_t> dice_at(std::size_t ahead) const {
    DiceSaid dice;
    const std::string each = word(ahead);
    if (const std::size_t pair = stands("pair of dice", ahead); pair > 0) {
      dice.least = dice.most = 2;
      dice.is_said_in_words = true;
      return {dice, pair};
    }
    const std::size_t d = each.find('d');
    if (d != each.npos && d > 0 && d + 1 < each.size()) {  // "8d10"
      const auto count = number_in<int>(std::string_view(each).substr(0, d));
      std::string_view number = std::string_view(each).substr(d + 1);
      const auto sides = number == "%" ? std::optional<int>(100) : number_in<int>(number);
      if (!count || !sides || *count < 1 || *sides < 2) return {dice, 0};
      dice.least = dice.most = *count;
      dice.sides = *sides;
      return {dice, 1};
    }
    if (const auto [sides, length] = sides_at(ahead); length > 0) {
      if (is_any_of(each, {"dice", "die"})) return {dice, 0};
      dice.sides = sides;
      return {dice, length};
    }
    // "eight dice", "3 to 8 dice", "3-8 dice"
    std::size_t at = ahead;
    const auto bound = [&]() -> std::optional<std::pair<int, int>> {
      const auto first = number_said(each);
      if (!first) return std::nullopt;
      const auto last = word(at + 1) == "to" ? number_said(word(at + 2)) : std::nullopt;
      at += last ? 3 : 1;
      return std::pair(*first, last.value_or(*first));
    };
    auto count = bound();
    if (!count) {
      const auto range = bound_at(ahead);
      if (!range || range->sign != "in" || range->length != 1) return {dice, 0};
      count = std::pair(range->numbers.front(), range->numbers.back());
      at = ahead + 1;
    }
    const auto [sides, length] = sides_at(at);
    if (length == 0 || count->first < 1 || count->second < count->first) return {dice, 0};
    constexpr int most_swept = 50;
    if (count->second > most_dice_said || count->second - count->first > most_swept)
      return {dice, 0};
    dice.least = count->first;
    dice.most = count->second;
    dice.sides = sides;
    dice.is_said_in_words = is_any_of(word(at), {"dice", "die"});
    return {dice, at + length - ahead};
  }

  bool take_dice() {
    if (word() == "how" && word(1) == "many" && sides_at(2).second > 0) {
      const auto [sides, length] = sides_at(2);
      said_.asks_dice = std::any_of(words_.begin(), words_.end(), [](const std::string& each) {
        return is_any_of(each, {"need", "needed"});
      });
      DiceSaid dice;
      dice.least = dice.most = 2;
      dice.sides = sides;
      dice.is_said_in_words = true;
      return said_.asks_dice && put_dice(dice, 2 + length);
    }
    std::size_t first = 0;
    if (is_any_of(word(), {"exploding", "open-ended"})) {
      first = 1;
    } else if (number_said(word()) && word(1) == "exploding" && sides_at(2).second > 0) {
      const auto [sides, length] = sides_at(2);  // "3 exploding d6"
      DiceSaid dice;
      dice.least = dice.most = *number_said(word());
      dice.sides = sides;
      return put_explosion("!") && put_dice(dice, 2 + length);
    }
    const auto [dice, length] = dice_at(first);
    if (length == 0) return false;
    if (first > 0 && !put_explosion("!")) return false;
    return put_dice(dice, first + length);
  }

  bool put_dice(const DiceSaid& dice, std::size_t length) {
    if (dice.most > most_dice_said || dice.most < 1) return false;
    // "8d6, ... 1d8+4 damage"
    if (stands_one({"damage", "of damage"}, length) > 0 && said_.is_to_hit()) {
      if (!said_.damage.empty()) return false;
      said_.damage = fmt::format("{}d{}", dice.least, dice.sides);
      return took(length);
    }
    std::size_t after = length;
    if (said_.is_to_hit() && word(after).size() > 1 && word(after)[0] == '+' &&
        word(after + 1) == "damage") {
      said_.damage = fmt::format("{}d{}{}", dice.least, dice.sides, word(after));
      return took(length + 2);
    }
    RollSaid& to = said_.roll();
    const bool joins =
        to.dice.empty() || (at_ == dice_end_ + 1 && is_any_of(last_word(), {"and", "plus", "+"}));
    if (!joins || to.dice.size() == 4) return false;
    to.dice.push_back(dice);
    dice_end_ = at_ + length;
    return took(length);
  }

  std::string last_word() const { return at_ > 0 ? words_[at_ - 1] : ""; }

  // A d20 against a number

  /// "AC 17", "DC 15"; "+5 to hit"; "5 attacks"; "half on a save".
  bool take_target() {
    std::size_t skip = stands_one({"against", "vs", "versus", "vs."});
    if (is_any_of(word(skip), {"ac", "dc", "tn", "difficulty"})) {
      const auto number = number_said(word(skip + 1));
      if (!number || said_.target) return false;
      said_.target = *number;
      return take(skip + 2);
    }
    if (const std::size_t length = stands_one(
            {"half on save", "half on successful save", "save for half", "half if saved"});
        length > 0) {
      said_.saves_half = true;
      return take(length);
    }
    if (stands("to hit", 1) > 0 && is_signed(word())) {
      said_.has_to_hit = true;
      return put_hit_bonus(3);
    }
    if (is_any_of(word(), {"at", "with"}) && is_signed(word(1)) &&
        std::any_of(words_.begin(), words_.end(), [](const std::string& each) {
          return is_any_of(each, {"ac", "dc"});
        })) {
      ++at_;
      return put_hit_bonus(stands("to hit", 1) > 0 ? 3 : 1);
    }
    const std::size_t crit = stands_one(
        {"crit on", "crits on", "critical on", "criticals on", "critical hit on", "crit", "crits"});
    if (crit > 1 || (crit == 1 && bound_at(1))) {
      const auto bound = bound_at(crit);
      if (!bound || said_.roll().natural) return false;
      said_.roll().natural = bound->sign == "in" ? *bound : bound->or_more();
      return take(crit + bound->length);
    }
    const auto count = number_said(word());
    if (count && !said_.attackers && (has_class() || has_rolls_to_hit())) {
      const std::size_t noun =
          stands_one({"attacks", "attack", "shots", "swings", "arrows", "goblins", "orcs",
                      "archers", "saves", "saving throws", "skeletons", "kobolds", "zombies"},
                     1);
      if (noun > 0) {
        said_.attackers = *count;
        return take(1 + noun);
      }
    }
    return take(stands_one({"save", "saving throw"}) > 0 && has_class()
                    ? stands_one({"save", "saving throw"})
                    : 0);
  }
  bool has_class() const {
    return std::any_of(words_.begin(), words_.end(), [](const std::string& each) {
      return is_any_of(each, {"ac", "dc", "crit", "crits", "critical"});
    });
  }
  bool has_rolls_to_hit() const {
    return std::any_of(words_.begin(), words_.end(), [](const std::string& each) {
      return each.starts_with("wound") || each.starts_with("hit");
    });
  }
  static bool is_signed(const std::string& word) {
    return word.size() > 1 && (word[0] == '+' || word[0] == '-') &&
           number_in<int>(std::string_view(word).substr(1)).has_value();
  }
  static int signed_number(const std::string& word) {
    const int number = number_in<int>(std::string_view(word).substr(1)).value_or(0);
    return word[0] == '-' ? -number : number;
  }
  bool put_hit_bonus(std::size_t length) {
    if (said_.hit_bonus) return false;
    said_.hit_bonus = signed_number(word());
    return take(length);
  }

  /// "+5", "plus 5", "minus 2", "add 5", behind the dice.
  bool take_bonus() {
    int bonus = 0;
    std::size_t length = 0;
    if (is_signed(word())) {
      bonus = signed_number(word());
      length = 1;
    } else if (is_any_of(word(), {"plus", "minus", "add", "adding", "subtract"})) {
      const auto number = number_said(word(1));
      if (!number) return false;
      bonus = is_any_of(word(), {"minus", "subtract"}) ? -*number : *number;
      length = 2;
    }
    if (length == 0 || said_.roll().has_bonus || said_.roll().dice.empty()) return false;
    said_.roll().bonus = bonus;
    said_.roll().has_bonus = true;
    return take(length);
  }

  /// "90%", "90 percent": which of the answers reach it.
  bool take_percentage() {
    const std::string each = word();
    const bool has_sign = each.size() > 1 && each.back() == '%';
    const std::string number = has_sign ? each.substr(0, each.size() - 1) : each;
    if (!number_in<double>(number) || (!has_sign && word(1) != "percent")) return false;
    said_.told.push_back(fmt::format("'{}%': the answers below tell which reach it", number));
    said_.has_percentage = true;
    return take(has_sign ? 1 : 2);
  }

  // What becomes of the dice

  bool put_kept(std::string kept, std::size_t length) {
    if (!said_.roll().kept.empty() || said_.roll().keeps_one) return false;
    said_.roll().kept = std::move(kept);
    return take(length);
  }

  /// "drop the lowest", "keep the two best", "the higher", "best of", "advantage".
  bool take_kept() {
    const std::size_t with = word() == "with" || word() == "at" ? 1 : 0;
    if (is_any_of(word(with), {"advantage", "disadvantage"})) {
      if (!said_.roll().kept.empty()) return false;
      if (said_.roll().dice.empty() && word(with + 1) != "on") said_.has_d20 = true;
      return put_kept(" " + word(with), with + 1);
    }
    std::size_t at = 0;
    const bool drops = is_any_of(word(), {"drop", "dropping", "drops", "discard", "without",
                                          "remove", "ignore", "ignoring"});
    const bool keeps =
        is_any_of(word(), {"keep", "keeping", "keeps", "take", "taking", "pick", "use", "using"});
    if (drops || keeps) ++at;
    std::optional<int> count = number_said(word(at));
    if (count) ++at;
    const bool low = is_low_end(word(at));
    const bool high = is_high_end(word(at));
    const bool middle = word(at) == "middle" || word(at) == "median";
    if (!low && !high && !middle) return false;
    const bool is_short = is_any_of(word(at), {"low", "lo", "high", "hi"});  // "drop low"
    if (is_short && !drops && !keeps) return false;
    ++at;
    if (stands_one({"wins", "roll wins", "total wins", "one wins"}, at) > 0) {
      at += stands_one({"wins", "roll wins", "total wins", "one wins"}, at);
      return (said_.rolls.size() == 2 || said_.is_mirrored) && take(at);
    }
    if (!count && dice_at(at).second == 0) {
      count = number_said(word(at));
      if (count && word(at) == "one") count = 1;
      if (count) ++at;
    }
    at += stands_one({"dice", "die", "of them", "ones", "result", "roll"}, at);
    if (word(at) == "of" && dice_at(at + 1).second > 0) ++at;
    if (drops) {
      if (middle) return false;
      return put_kept(fmt::format(" drop {} {}", low ? "lowest" : "highest", count.value_or(1)),
                      at);
    }
    if (middle) return put_kept(fmt::format(" middle {}", count.value_or(1)), at);
    const bool is_one = count.value_or(1) == 1;
    if (said_.roll().dice.size() > 1 && is_one) {
      if (said_.roll().keeps_one) return false;
      said_.roll().keeps_one = true;
      said_.roll().is_lower = low;
      return take(at);
    }
    return put_kept(fmt::format(" {}{}", low ? "kl" : "kh", count.value_or(1)), at);
  }

  bool put_explosion(std::string how) {
    if (!said_.roll().explodes.empty() && said_.roll().explodes != "!") return false;
    if (said_.roll().explodes.empty() || how != "!") said_.roll().explodes = std::move(how);
    return true;
  }
  bool put_exploding_faces(const Bound& bound) {
    said_.exploding = bound;
    return put_explosion("!");
  }

  /// "sixes explode", "exploding on 9 and 10", "every 6 rolled again and added".
  bool take_explosion() {
    static constexpr std::string_view verbs[] = {"explode",
                                                 "explodes",
                                                 "exploding",
                                                 "are rolled again and added",
                                                 "rolled again and added",
                                                 "is rolled again and added",
                                                 "roll again and add"};
    std::size_t at = stands_one({"every", "each", "all", "any"});
    if (const auto face = bound_at(at); face && face->sign != "<=") {
      const std::size_t verb = longest_of(verbs, at + face->length);
      const bool can = face->is_plural || face->is_plus || at > 0;
      if (verb > 0 && can) return put_exploding_faces(*face) && take(at + face->length + verb);
    }
    if (!is_any_of(word(), {"explode", "explodes", "exploding"})) return false;
    if (dice_at(1).second > 0 && word() == "exploding") return false;  // "exploding d6"
    if (word(1) != "on") return put_explosion("!") && take(1);
    auto face = bound_at(2);
    if (!face) return false;
    std::size_t length = 2 + face->length;
    if (face->is_plain && word(length) == "and" && number_said(word(length + 1))) {
      face->numbers.push_back(*number_said(word(length + 1)));
      face->sign = "in";
      length += 2;
    }
    return put_exploding_faces(*face) && take(length);
  }

  /// "reroll ones", "1s are rerolled once", "reroll failures".
  bool take_reroll() {
    std::size_t at = 0;
    std::optional<Bound> face;
    if (is_any_of(word(), {"reroll", "rerolling", "rerolls"})) {
      at = 1 + stands_one({"all", "any", "each"}, 1);
      const std::size_t fails = stands_one(
          {"failures", "misses", "failed hits", "failed dice", "fails", "failed rolls"}, at);
      if (fails > 0) {
        said_.roll().fails_again = true;
        return take(at + fails);
      }
      face = bound_at(at);
      if (!face) return false;
      at += face->length;
    } else {
      face = bound_at(0);
      if (!face || !face->is_plural) return false;
      const std::size_t verb = stands_one(
          {"rerolled", "are rerolled", "are rolled again", "rolled again"}, face->length);
      if (verb == 0) return false;
      at = face->length + verb;
    }
    if (!face->is_plain || !said_.roll().again.empty() || said_.roll().is_again_unclear)
      return false;
    said_.roll().face_again = face->number();
    if (word(at) == "once") {
      said_.roll().again = fmt::format(" ro{}", face->number());
      return take(at + 1);
    }
    said_.roll().is_again_unclear = true;
    return take(at);
  }

  /// "6s count double".
  bool take_twice() {
    const auto face = bound_at(0);
    if (!face || !face->is_plural || face->sign == ">=") return false;
    const std::size_t verb =
        stands_one({"count double", "count twice", "are worth two", "count as two", "score double",
                    "score twice", "score two", "count for two"},
                   face->length);
    if (verb == 0) return false;
    said_.roll().twice = face->numbers;
    return take(face->length + verb);
  }

  // What is asked of them

  std::optional<Bound> bound_at(std::size_t ahead) const { return bound_said(words_, at_ + ahead); }

  static bool is_count_noun(const std::string& word) {
    return is_any_of(word, {"successes", "success", "hits", "hit", "crits", "crit", "score",
                            "scores", "wounds", "succeed", "dice", "die", "made"});
  }

  /// What one die must show, at `ahead`: "5s", "5+", "4, 5 or 6", "a natural 20".
  std::optional<Bound> face_at(std::size_t ahead, bool may_be_plain) const {
    const std::size_t natural = stands_one({"natural", "nat"}, ahead);
    auto bound = bound_at(ahead + natural);
    if (!bound) return std::nullopt;
    const bool is_face = bound->is_plural || bound->is_plus || may_be_plain || natural > 0;
    const bool is_noun =
        is_times_noun(word(ahead + natural + bound->length)) || dice_at(ahead + natural).second > 0;
    if (!is_face || is_noun) return std::nullopt;
    bound->length += natural;
    return bound;
  }
  static bool is_times_noun(const std::string& word) {
    return is_any_of(word, {"times", "time", "tries", "try", "throws", "throw", "rolls", "roll",
                            "attempts", "attempt"});
  }

  bool put_need(char role, const Bound& bound, std::size_t length) {
    const bool is_twice = std::any_of(
        said_.roll().needs.begin(), said_.roll().needs.end(),
        [&](const auto& need) { return need.first == role || role == ' ' || need.first == ' '; });
    if (is_twice) return false;
    said_.roll().needs.emplace_back(role, bound);
    return took(length);
  }

  static char role_of(const std::string& word) {
    if (word.starts_with("wound")) return 'w';
    if (word.starts_with("save") || word == "saving") return 's';
    return 'h';
  }

  /// "hit on 4+", "needing 4s", "5s and 6s are successes", "3+ to hit", "each 6 scores".
  bool take_needed() {
    static constexpr std::string_view nouns[] = {
        "are successes", "are success", "are hits", "is success", "is hit",    "count as successes",
        "count as hits", "succeed",     "succeeds", "hits",       "hit",       "scores",
        "score",         "count",       "counts",   "are good",   "successes", "success"};
    const bool hits = is_any_of(word(), {"hit", "hits", "hitting", "success", "successes", "score",
                                         "scores", "scoring", "succeed", "succeeding", "wound",
                                         "wounds", "wounding", "save", "saves", "saved", "saving"});
    const bool needs = is_any_of(word(), {"need", "needs", "needing", "needed", "requiring"});
    if (hits || needs) {
      std::size_t at = 1 + stands_one({"on", "at", "with", "of"}, 1);
      auto bound = bound_at(at);
      if (bound && dice_at(at).second == 0 && (at > 1 || needs || !bound->is_plain)) {
        at += bound->length;
        const std::size_t to = stands_one({"to hit", "to wound", "to save", "to succeed"}, at);
        const char role = to > 0 ? role_of(word(at + 1)) : hits ? role_of(word()) : 'n';
        if (bound->sign == "=" || bound->is_plain) *bound = bound->or_more();
        if (role == 'n') return put_threshold(*bound, at);
        return put_need(role, *bound, at + to);
      }
    }
    if (is_any_of(word(), {"against", "vs"})) {  // "pool of 8d10 against 7+"
      const auto need = bound_at(1);
      const bool is_pool = said_.roll().dice.size() == 1 && said_.roll().dice[0].most > 1;
      return need && need->is_plus && is_pool && put_need('h', *need, 1 + need->length);
    }
    const std::size_t each = stands_one({"each", "every", "any", "all"});
    auto face = face_at(each, each > 0);
    if (!face) return false;
    std::size_t at = each + face->length;
    const std::size_t to = stands_one(
        {"to hit", "to wound", "to save", "armour save", "armor save", "save", "saves"}, at);
    if (to > 0 && face->sign != "in") {
      const std::string said = word(at + to - 1);
      return put_need(role_of(said), face->or_more(), at + to);
    }
    const std::size_t noun = longest_of(nouns, at);
    if (noun == 0 || (each == 0 && !face->is_plural && !face->is_plus)) return false;
    said_.counts = true;
    return put_need('h', *face, at + noun);
  }
  /// "needing 11": of one die or a sum the total, of a pool each die.
  bool put_threshold(const Bound& bound, std::size_t length) {
    if (said_.threshold) return false;
    said_.threshold = bound;
    return take(length);
  }

  bool put_count(const Bound& bound, std::size_t length) {
    return said_.put_count(bound) && took(length);
  }

  /// "at least two 5+", "no sixes", "every die shows 3+", "exactly two score", "how many sixes".
  bool take_counted() {
    if (const std::size_t length = stands_one({"how many", "count", "counting", "number of"})) {
      said_.counts = true;
      const auto face = face_at(length, false);
      if (face) return put_need('h', *face, length + face->length);
      const std::size_t noun = is_count_noun(word(length)) ? 1 : 0;
      return take(length + noun);
    }
    std::optional<Bound> bound;
    std::size_t at = 0;
    bool is_all = false;
    const bool is_compared = bound_at(0) && !bound_at(0)->is_plain;  // "no more than 5"
    const std::size_t no =
        stands_one({"not single", "no", "none", "zero", "without any", "not one"});
    if (no > 0 && !is_compared) {
      bound = none_of_them();
      at = no;
    } else if (const std::size_t some = stands_one({"any", "some", "at least one", "one or more"});
               some > 0 && (some == 1 || face_at(some, true))) {
      bound = any_of_them();
      at = some;
    } else if (const std::size_t all = stands_one({"all", "every", "each"})) {
      is_all = true;
      at = all;
    } else {
      bound = bound_at(0);
      if (!bound || bound->is_plural || bound->is_plus) return false;
      at = bound->length;
      if (word(at) == "out" && word(at + 1) == "of" && number_said(word(at + 2)) &&
          dice_at(at + 2).second > 0) {  // "4 out of 6 dice"
        const auto [dice, length] = dice_at(at + 2);
        const Bound counted = *bound;
        at_ += at + 2;
        return put_dice(dice, length) && put_count(counted, 0);
      }
    }
    std::size_t noun = 0;
    if (is_count_noun(word(at)) || stands_one({"of them", "of dice"}, at) > 0) {
      noun = std::max<std::size_t>(1, stands_one({"of them", "of dice"}, at));
    }
    std::size_t next = at + noun;
    std::optional<DiceSaid> dice;
    if (noun > 0 && word(next) == "of" && number_said(word(next + 1))) {  // "3 dice of 8"
      dice = DiceSaid();
      dice->least = dice->most = *number_said(word(next + 1));
      dice->is_said_in_words = true;
      next += 2;
    }
    const std::size_t show = stands_one({"show", "shows", "showing", "are", "is", "come up"}, next);
    const bool is_firm = is_all || (bound && !bound->is_plain) || noun > 0;
    auto face = face_at(next + show, is_firm);
    if (face && bound && bound->is_plain && !face->is_plural && !face->is_plus && noun == 0) {
      face.reset();
    }
    if (!face && is_all && noun == 0) {
      said_.all = true;  // "all above 10", "all made"
      return take(at);
    }
    if (!face && noun == 0) return false;
    if (is_all) {
      said_.all = true;
    } else if (!put_count(*bound, 0)) {
      return false;
    }
    if (!is_all && !said_.count) return false;
    if (noun > 0) said_.counts = true;
    if (dice && !(said_.roll().dice.empty() && put_dice(*dice, 0))) return false;
    if (face) {
      if (!put_need(' ', *face, 0)) return false;
      return take(next + show + face->length);
    }
    return take(next);
  }

  // Again and again

  /// "six times", "in four throws", "twice", "at least two out of three tries", "in a row".
  bool take_times() {
    std::size_t at = 0;
    std::optional<Bound> often;
    const std::size_t once = stands_one({"at least once", "once or more"});
    if (once > 0) {
      often = any_of_them();
      at = once;
    } else if (is_any_of(word(), {"twice", "thrice"}) ||
               stands_one({"both times", "every time", "each time"}) > 0) {
      const std::size_t each = stands_one({"both times", "every time", "each time"});
      if (each > 0) {
        said_.all = true;
        if (word() == "both" && !put_times(2)) return false;
        return take(each);
      }
      const int times = word() == "twice" ? 2 : 3;
      at = 1 + stands_one({"in row"}, 1);
      if (at > 1) said_.all = true;
      if (dice_at(at).second > 0 && at == 1) return false;
      said_.is_each_unclear = at == 1;
      return put_times(times) && take(at);
    } else if (const auto bound = bound_at(0); bound && !bound->is_plus && !bound->is_plural) {
      const std::size_t noun = is_times_noun(word(bound->length)) ? 1 : 0;
      std::size_t of = bound->length + noun;
      const std::size_t parts = stands_one({"out of", "of", "in"}, of);
      if (parts > 0 && number_said(word(of + parts)) && is_times_noun(word(of + parts + 1))) {
        often = *bound;
        at = of;
      }
    }
    if (often) {
      const std::size_t parts = stands_one({"out of", "of", "in"}, at);
      const auto times = number_said(word(at + parts));
      if (parts == 0 || !times) {
        if (once == 0) return false;
        said_.times_often = often;
        return take(at);
      }
      if (said_.times_often || !put_times(*times)) return false;
      said_.times_often = often;
      if (often->is_plain) {
        said_.times_often->sign = ">=";
        const int number = often->number();
        said_.told.push_back(
            number == 1
                ? "at least once; 'exactly once' asks for no more"
                : fmt::format("at least {0} times; 'exactly {0}' asks for no more", number));
      }
      return take(at + parts + 1 + (is_times_noun(word(at + parts + 1)) ? 1 : 0));
    }
    if (word() == "in" && word(1) == "row") {
      said_.in_a_row = true;
      return take(2);
    }
    const std::size_t in = stands_one({"in", "with", "over", "for"});
    const auto times = number_said(word(in));
    if (!times || !is_times_noun(word(in + 1))) return false;
    if (word(in + 1) == "roll" || word(in + 1) == "throw") {
      if (*times != 1) return false;
      return take(in + 2);  // "in one roll"
    }
    std::size_t length = in + 2;
    if (word(length) == "of") ++length;
    if (stands("in row", length) > 0) {
      said_.all = true;
      length += 2;
    }
    if (word() == "in") said_.is_within = true;
    return put_times(*times) && take(length);
  }
  bool put_times(int times) {
    constexpr int most_times = 100;
    if (said_.times || times < 1 || times > most_times) return false;
    said_.times = times;
    return true;
  }

  bool take_until() {
    const std::size_t length = stands_one({"until i roll", "until it shows", "until there is",
                                           "until there are", "until i get", "until", "till"});
    if (length == 0 || said_.is_until) return false;
    said_.is_until = true;
    return take(length);
  }

  // Faces that match

  bool take_match() {
    struct Named {
      const char* words;
      MatchSaid match;
    };
    static const Named named[] = {
        {"full house", {"matches", "= 4", 5, false}},
        {"yahtzee", {"largest set", ">= 5", 5, false}},
        {"small straight", {"straight", ">= 4", 5, false}},
        {"large straight", {"straight", ">= 5", 5, false}},
        {"doubles", {"largest set", ">= 2", 2, false}},
        {"double", {"largest set", ">= 2", 2, false}},
        {"pair", {"largest set", ">= 2", 2, false}},
        {"pairs", {"largest set", ">= 2", 2, false}},
        {"triples", {"largest set", ">= 3", 3, false}},
        {"triple", {"largest set", ">= 3", 3, false}},
        {"all different", {"distinct", "=", 0, true}},
        {"all same", {"largest set", "=", 0, true}},
        {"all alike", {"largest set", "=", 0, true}},
        {"both same", {"largest set", "=", 0, true}},
        {"same number", {"largest set", "=", 0, true}},
    };
    const std::size_t no = stands_one({"no", "not", "without", "without any"});
    std::size_t any = no > 0 ? 0 : stands_one({"any", "at least one", "one"});
    const std::size_t first = no + any;
    std::optional<MatchSaid> match;
    std::size_t at = first;
    for (const Named& each : named) {
      const std::size_t length = stands(each.words, first);
      if (length == 0 || at > first) continue;
      match = each.match;
      at = first + length;
    }
    if (match && first == 0 && is_any_of(word(), {"double", "triple"}) && dice_at(1).second > 0) {
      return false;  // "double 3d6"
    }
    if (match && stands("of dice", at) > 0 && word(at - 1) == "pair") return false;
    const auto size = number_said(word(first));
    if (!match && size && stands("of kind", first + 1) > 0) {
      match = MatchSaid{"largest set", fmt::format(">= {}", *size), *size, false};
      at = first + 3;
    }
    const std::size_t straight = stands_one({"straight of", "run of"}, first);
    if (!match && straight > 0 && number_said(word(first + straight))) {
      match = MatchSaid{"straight", fmt::format(">= {}", *number_said(word(first + straight))), 0,
                        false};
      at = first + straight + 1;
    }
    if (!match || said_.match) return false;
    at += stands_one({"or better", "or more", "at least"}, at);
    said_.match = match;
    said_.denies_match = no > 0;
    said_.has_some_match = any > 0;
    return take(at);
  }

  bool take_function() {
    const std::size_t halves =
        stands_one({"halved", "half of", "half", "divided by two", "divided by 2"});
    const std::size_t doubles = stands_one({"doubled", "double", "twice"});
    if (halves + doubles == 0 || !said_.factor.empty()) return false;
    said_.factor = halves > 0 ? "half" : "double";
    at_ += halves + doubles;
    const std::size_t up = stands_one({"rounded up", "round up", "rounding up"});
    const std::size_t down = stands_one({"rounded down", "round down", "rounding down"});
    if (up > 0 && halves > 0) said_.factor = "half up";
    at_ += up + down;
    return true;
  }

  static bool is_low_end(const std::string& word) {
    return is_any_of(
        word, {"lowest", "low", "lo", "worst", "lower", "worse", "smallest", "smaller", "bottom"});
  }
  static bool is_high_end(const std::string& word) {
    return is_any_of(
        word, {"highest", "high", "hi", "best", "higher", "better", "top", "largest", "larger"});
  }
  static bool is_end(const std::string& word) {
    return is_low_end(word) || is_high_end(word) || word == "middle" || word == "median";
  }

  bool take_bound() {
    const bool sums = is_any_of(word(), {"total", "sum", "totalling", "totaling"});
    std::size_t at = sums ? 1 : 0;
    at += stands_one({"of", "is", "to"}, at);
    if (!sums) at = 0;
    const std::size_t odd = stands_one({"odd", "even"}, at);
    if (odd > 0) {
      if (said_.parity || !said_.loose.empty()) return false;
      said_.parity = word(at) == "odd" ? 1 : 2;
      at += odd;
      return take(at + stands_one({"number", "total", "sum", "result"}, at));
    }
    const auto bound = bound_at(at);
    if (!bound || dice_at(at).second > 0) return false;
    if (is_end(word(at + bound->length))) return false;  // "sum of the two highest"
    said_.loose.push_back(*bound);
    if (sums) said_.is_total = true;
    said_.bare = said_.bare ||
                 (!sums && bound->is_plain && !bound->is_plural && at_ > 0 && at_ == dice_end_);
    return take(at + bound->length);
  }

  // One against another

  /// "ties rerolled", "I win ties", "higher wins".
  bool take_ties() {
    if (const std::size_t length =
            stands_one({"ties rerolled", "ties are rerolled", "reroll ties", "rerolling ties",
                        "ties are rolled again", "ties rolled again", "roll again on tie",
                        "reroll on tie", "tie rerolled", "reroll on ties", "with ties rerolled",
                        "draws rerolled", "reroll draws"})) {
      said_.ties = 'r';
      return take(length);
    }
    if (const std::size_t length =
            stands_one({"i win ties", "ties go to me", "i win on ties", "attacker wins ties",
                        "wins ties", "ties win", "ties to me"})) {
      said_.ties = 'f';
      return take(length);
    }
    if (const std::size_t length = stands_one(
            {"you win ties", "ties go to you", "defender wins ties", "ties go to defender",
             "i lose ties", "ties lose", "he wins ties", "ties to defender", "ties to him",
             "ties to you", "ties go to him", "ties no", "no ties", "ties don't count",
             "ties do not count", "ties don't win", "ties not counted", "not ties"})) {
      said_.ties = 's';
      return take(length);
    }
    if (const std::size_t length = stands_one({"tie", "ties", "draw"});
        length > 0 && (said_.rolls.size() == 2 || said_.is_mirrored)) {
      said_.ties = 't';
      return take(length);
    }
    return false;
  }

  bool begins_roll(std::size_t ahead) const {
    ahead += stands_one({"your", "his", "her", "their", "my", "another"}, ahead);
    return dice_at(ahead).second > 0 ||
           (word(ahead) == "exploding" && dice_at(ahead + 1).second > 0);
  }

  bool take_versus() {
    if (const std::size_t both = stands_one(
            {"both roll", "we both roll", "each roll", "two players roll", "both players roll"})) {
      said_.is_mirrored = true;
      return take(both);
    }
    const std::size_t which =
        stands_one({"which is higher", "which one is higher", "who is higher", "which is larger",
                    "who rolls higher", "which rolls higher"});
    if (which > 0 && said_.rolls.size() == 2) return take(which);  // "2d6+3 against 2d6+1, ..."
    if (which > 0 && said_.rolls.size() == 1 && said_.roll().dice.size() == 2) {
      const DiceSaid second = said_.roll().dice.back();
      said_.roll().dice.pop_back();
      said_.rolls.emplace_back();
      said_.roll().dice.push_back(second);
      return take(which);
    }
    const std::size_t parting =
        stands_one({"beats", "beat", "beating", "tops", "top", "topping", "outrolls", "against",
                    "vs", "vs.", "versus", "opposed by", "higher than", "is higher than",
                    "rolls higher than", "greater than", "more than", "over"});
    const std::size_t same = stands_one({"his", "hers", "yours", "theirs", "him", "them"}, parting);
    const RollSaid& mine = said_.roll();
    // "my d6 beats his": the same dice, where nothing is added to mine
    if (parting > 0 && same > 0 && !begins_roll(parting) && said_.rolls.size() == 1 &&
        !mine.dice.empty() && !mine.has_bonus) {
      said_.rolls.push_back(mine);
      return take(parting + same);
    }
    if (parting > 0 && begins_roll(parting) && !said_.roll().dice.empty()) {
      if (said_.rolls.size() == 2) return false;
      said_.rolls.emplace_back();
      return take(parting + stands_one({"your", "his", "her", "their"}, parting));
    }
    const std::size_t you =
        stands_one({"you roll", "your", "he rolls", "enemy rolls", "you throw", "opponent rolls"});
    if (you > 0 && !said_.roll().dice.empty() && said_.rolls.size() == 1) {
      // "your five on 5+": of the same dice
      const auto count = number_said(word(you));
      if (!begins_roll(you) && count && said_.roll().dice.size() == 1) {
        DiceSaid dice = said_.roll().dice.front();
        dice.least = dice.most = *count;
        said_.rolls.emplace_back();
        said_.rolls.back().dice.push_back(dice);
        at_ += you + 1;
        if (word() != "on") return true;
        const auto need = face_at(1, false);
        return need && put_need('h', need->or_more(), 1 + need->length);
      }
      if (!begins_roll(you)) return false;
      said_.rolls.emplace_back();
      return take(you);
    }
    if (said_.rolls.size() != 2 && !said_.is_mirrored) return false;
    // "most sixes wins", "I score more hits than you"
    if (const std::size_t most = stands_one({"most", "more"})) {
      const auto face = face_at(most, false);
      const std::size_t wins = face ? stands_one({"wins", "win"}, most + face->length) : 0;
      if (wins > 0) {
        for (RollSaid& each : said_.rolls) {
          if (!each.needs.empty()) return false;
          each.needs.emplace_back('h', *face);
        }
        said_.wins = true;
        return take(most + face->length + wins);
      }
    }
    if (const std::size_t more = stands_one(
            {"i score more hits than you", "i get more hits than you", "i have more hits than you",
             "i score more than you", "i get more successes than you", "i win", "first wins",
             "i score more successes than you", "more hits than you", "i beat you",
             "i hit more than you", "i hit more often than you", "i beat him", "i beat her",
             "i beat them"})) {
      said_.wins = true;
      for (std::size_t i = 0; i < more; ++i) {
        said_.names_hits = said_.names_hits || is_any_of(word(i), {"hits", "successes", "hit"});
      }
      return take(more);
    }
    if (word() == "by") {
      const auto margin = bound_at(1);
      if (!margin || said_.margin) return false;
      said_.margin = margin->is_plain ? margin->or_more() : *margin;
      return take(1 + margin->length);
    }
    return false;
  }

  bool take_filler() {
    static constexpr std::string_view fillers =
        " roll rolling rolls rolled throw throwing throws thrown pool dice die get gets getting "
        "got chance chances odds to with for on in using how what whats is are do does i my if "
        "from likely it have when and there will be probability average averages mean expected "
        "result at which that of out but then set histogram distribution graph curve standard "
        "deviation damage deal deals hits successes total sum me show plot variance we you can "
        "comes come up expect long together score scores hit could would shows showing "
        "probable percentage calculate as so your let say opposed dice's need needed make "
        "makes made ";
    if (fillers.find(" " + word() + " ") == fillers.npos) return false;
    // An average that is compared is that of several rolls, which put_rolls_as_sum() knows.
    if (is_any_of(word(), {"average", "averages"}) && bound_at(1)) return false;
    if (is_any_of(word(), {"total", "sum", "together"})) said_.is_total = true;
    if (is_any_of(word(), {"hits", "successes", "hit"})) said_.names_hits = true;
    if (word() == "damage") said_.names_damage = true;
    return take(1);
  }

  // What it comes to

  TalkWords words_;
  std::size_t at_ = 0;
  std::size_t dice_end_ = 0;
  SaidOfDice said_;
};

}  // namespace

bool SaidOfDice::put_count(const Bound& bound) {
  if (count) return false;
  count = bound;
  if (bound.is_plain) {
    count->sign = ">=";
    told.push_back(fmt::format("at least {0}; 'exactly {0}' asks for no more", bound.number()));
  }
  return true;
}

bool SaidOfDice::put_total(const Bound& bound) {
  if (total) return false;
  total = bound;
  return true;
}

Bound none_of_them() {
  Bound bound;
  bound.sign = "=";
  bound.numbers = {0};
  return bound;
}

Bound any_of_them() {
  Bound bound;
  bound.sign = ">=";
  bound.numbers = {1};
  return bound;
}

std::optional<SaidOfDice> said_of_dice(TalkWords words) {
  return TalkReader(std::move(words)).read();
}

}  // namespace combat_odds::expression
