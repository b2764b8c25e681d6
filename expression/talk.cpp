#include "expression/talk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "expression/talk_words.hpp"

namespace combat_odds::expression {
namespace {

constexpr int most_dice_said = 1'000;

/// Like dice: "8d6", "3 to 8 dice".
struct Dice {
  int least = 1;
  int most = 1;
  int sides = 6;
  bool is_said_in_words = false;  ///< "eight dice"
};

/// What one of the two who roll does.
struct Roll {
  std::vector<Dice> dice;
  int bonus = 0;
  bool has_bonus = false;
  std::string kept;        ///< " kh3"
  bool keeps_one = false;  ///< "the higher", of whatever dice there are
  bool is_lower = false;
  std::string explodes;           ///< "!", "!>=5"
  std::string again;              ///< " ro1"
  bool is_again_unclear = false;  ///< rolled again once, or until another face shows
  int face_again = 0;
  bool fails_again = false;                   ///< what fails is rolled again
  std::vector<std::pair<char, Bound>> needs;  ///< 'h'it, 'w'ound, 's'ave, or ' ': what a die needs
  std::vector<int> twice;                     ///< faces that count double
  std::optional<Bound> natural;

  bool is_one() const { return dice.size() == 1 && dice[0].most == 1; }
};

/// What is read off dice in one word: "full house", "doubles".
struct Match {
  std::string reading;  ///< "largest set"
  std::string test;     ///< ">= 3"
  int dice = 5;         ///< where no dice are said
  bool is_all = false;  ///< of as many as there are
};

class TalkReader {
 public:
  explicit TalkReader(TalkWords words) : words_(std::move(words)) {}

  std::optional<Talk> read() {
    if (words_.empty()) return std::nullopt;
    if (auto risk = risk_said()) return risk;
    while (at_ < words_.size()) {
      if (!step()) return std::nullopt;
    }
    if (!settle()) return std::nullopt;
    return made();
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
  Roll& roll() { return rolls_.back(); }
  const Roll& roll() const { return rolls_.back(); }

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
  std::pair<Dice, std::size_t> dice_at(std::size_t ahead) const {
    Dice dice;
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
      asks_dice_ = std::any_of(words_.begin(), words_.end(), [](const std::string& each) {
        return is_any_of(each, {"need", "needed"});
      });
      Dice dice;
      dice.least = dice.most = 2;
      dice.sides = sides;
      dice.is_said_in_words = true;
      return asks_dice_ && put_dice(dice, 2 + length);
    }
    std::size_t first = 0;
    if (is_any_of(word(), {"exploding", "open-ended"})) {
      first = 1;
    } else if (number_said(word()) && word(1) == "exploding" && sides_at(2).second > 0) {
      const auto [sides, length] = sides_at(2);  // "3 exploding d6"
      Dice dice;
      dice.least = dice.most = *number_said(word());
      dice.sides = sides;
      return put_explosion("!") && put_dice(dice, 2 + length);
    }
    const auto [dice, length] = dice_at(first);
    if (length == 0) return false;
    if (first > 0 && !put_explosion("!")) return false;
    return put_dice(dice, first + length);
  }

  bool put_dice(const Dice& dice, std::size_t length) {
    if (dice.most > most_dice_said || dice.most < 1) return false;
    // "8d6, ... 1d8+4 damage"
    if (stands_one({"damage", "of damage"}, length) > 0 && is_to_hit()) {
      if (!damage_.empty()) return false;
      damage_ = fmt::format("{}d{}", dice.least, dice.sides);
      return took(length);
    }
    std::size_t after = length;
    if (is_to_hit() && word(after).size() > 1 && word(after)[0] == '+' &&
        word(after + 1) == "damage") {
      damage_ = fmt::format("{}d{}{}", dice.least, dice.sides, word(after));
      return took(length + 2);
    }
    Roll& to = roll();
    const bool joins =
        to.dice.empty() || (at_ == dice_end_ + 1 && is_any_of(last_word(), {"and", "plus", "+"}));
    if (!joins || to.dice.size() == 4) return false;
    to.dice.push_back(dice);
    dice_end_ = at_ + length;
    return took(length);
  }

  std::string last_word() const { return at_ > 0 ? words_[at_ - 1] : ""; }
  bool is_to_hit() const { return target_ || has_to_hit_; }

  // A d20 against a number

  /// "AC 17", "DC 15"; "+5 to hit"; "5 attacks"; "half on a save".
  bool take_target() {
    std::size_t skip = stands_one({"against", "vs", "versus", "vs."});
    if (is_any_of(word(skip), {"ac", "dc", "tn", "difficulty"})) {
      const auto number = number_said(word(skip + 1));
      if (!number || target_) return false;
      target_ = *number;
      return take(skip + 2);
    }
    if (const std::size_t length = stands_one(
            {"half on save", "half on successful save", "save for half", "half if saved"});
        length > 0) {
      saves_half_ = true;
      return take(length);
    }
    if (stands("to hit", 1) > 0 && is_signed(word())) {
      has_to_hit_ = true;
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
      if (!bound || roll().natural) return false;
      roll().natural = bound->sign == "in" ? *bound : bound->or_more();
      return take(crit + bound->length);
    }
    const auto count = number_said(word());
    if (count && !attackers_ && (has_class() || has_rolls_to_hit())) {
      const std::size_t noun =
          stands_one({"attacks", "attack", "shots", "swings", "arrows", "goblins", "orcs",
                      "archers", "saves", "saving throws", "skeletons", "kobolds", "zombies"},
                     1);
      if (noun > 0) {
        attackers_ = *count;
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
    if (hit_bonus_) return false;
    hit_bonus_ = signed_number(word());
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
    if (length == 0 || roll().has_bonus || roll().dice.empty()) return false;
    roll().bonus = bonus;
    roll().has_bonus = true;
    return take(length);
  }

  /// "90%", "90 percent": which of the answers reach it.
  bool take_percentage() {
    const std::string each = word();
    const bool has_sign = each.size() > 1 && each.back() == '%';
    const std::string number = has_sign ? each.substr(0, each.size() - 1) : each;
    if (!number_in<double>(number) || (!has_sign && word(1) != "percent")) return false;
    told_.push_back(fmt::format("'{}%': the answers below tell which reach it", number));
    has_percentage_ = true;
    return take(has_sign ? 1 : 2);
  }

  // What becomes of the dice

  bool put_kept(std::string kept, std::size_t length) {
    if (!roll().kept.empty() || roll().keeps_one) return false;
    roll().kept = std::move(kept);
    return take(length);
  }

  /// "drop the lowest", "keep the two best", "the higher", "best of", "advantage".
  bool take_kept() {
    const std::size_t with = word() == "with" || word() == "at" ? 1 : 0;
    if (is_any_of(word(with), {"advantage", "disadvantage"})) {
      if (!roll().kept.empty()) return false;
      if (roll().dice.empty() && word(with + 1) != "on") has_d20_ = true;
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
    ++at;
    if (stands_one({"wins", "roll wins", "total wins", "one wins"}, at) > 0) {
      at += stands_one({"wins", "roll wins", "total wins", "one wins"}, at);
      return rolls_.size() == 2 && take(at);
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
    if (roll().dice.size() > 1 && is_one) {
      if (roll().keeps_one) return false;
      roll().keeps_one = true;
      roll().is_lower = low;
      return take(at);
    }
    return put_kept(fmt::format(" {}{}", low ? "kl" : "kh", count.value_or(1)), at);
  }

  bool put_explosion(std::string how) {
    if (!roll().explodes.empty() && roll().explodes != "!") return false;
    if (roll().explodes.empty() || how != "!") roll().explodes = std::move(how);
    return true;
  }
  bool put_exploding_faces(const Bound& bound) {
    exploding_ = bound;
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
        roll().fails_again = true;
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
    if (!face->is_plain || !roll().again.empty() || roll().is_again_unclear) return false;
    roll().face_again = face->number();
    if (word(at) == "once") {
      roll().again = fmt::format(" ro{}", face->number());
      return take(at + 1);
    }
    roll().is_again_unclear = true;
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
    roll().twice = face->numbers;
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
        roll().needs.begin(), roll().needs.end(),
        [&](const auto& need) { return need.first == role || role == ' ' || need.first == ' '; });
    if (is_twice) return false;
    roll().needs.emplace_back(role, bound);
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
      const bool is_pool = roll().dice.size() == 1 && roll().dice[0].most > 1;
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
    counts_ = true;
    return put_need('h', *face, at + noun);
  }
  /// "needing 11": of one die or a sum the total, of a pool each die.
  bool put_threshold(const Bound& bound, std::size_t length) {
    if (threshold_) return false;
    threshold_ = bound;
    return take(length);
  }

  bool put_count(const Bound& bound, std::size_t length) {
    if (count_) return false;
    count_ = bound;
    if (bound.is_plain) {
      count_->sign = ">=";
      told_.push_back(fmt::format("at least {0}; 'exactly {0}' asks for no more", bound.number()));
    }
    return took(length);
  }
  static Bound none() {
    Bound bound;
    bound.sign = "=";
    bound.numbers = {0};
    return bound;
  }
  static Bound any() {
    Bound bound;
    bound.sign = ">=";
    bound.numbers = {1};
    return bound;
  }

  /// "at least two 5+", "no sixes", "every die shows 3+", "exactly two score", "how many sixes".
  bool take_counted() {
    if (const std::size_t length = stands_one({"how many", "count", "counting", "number of"})) {
      counts_ = true;
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
      bound = none();
      at = no;
    } else if (const std::size_t some = stands_one({"any", "some", "at least one", "one or more"});
               some > 0 && (some == 1 || face_at(some, true))) {
      bound = any();
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
    std::optional<Dice> dice;
    if (noun > 0 && word(next) == "of" && number_said(word(next + 1))) {  // "3 dice of 8"
      dice = Dice();
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
      all_ = true;  // "all above 10", "all made"
      return take(at);
    }
    if (!face && noun == 0) return false;
    if (is_all) {
      all_ = true;
    } else if (!put_count(*bound, 0)) {
      return false;
    }
    if (!is_all && !count_) return false;
    if (noun > 0) counts_ = true;
    if (dice && !(roll().dice.empty() && put_dice(*dice, 0))) return false;
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
      often = any();
      at = once;
    } else if (is_any_of(word(), {"twice", "thrice"}) ||
               stands_one({"both times", "every time", "each time"}) > 0) {
      const std::size_t each = stands_one({"both times", "every time", "each time"});
      if (each > 0) {
        all_ = true;
        if (word() == "both" && !put_times(2)) return false;
        return take(each);
      }
      const int times = word() == "twice" ? 2 : 3;
      at = 1 + stands_one({"in row"}, 1);
      if (at > 1) all_ = true;
      if (dice_at(at).second > 0 && at == 1) return false;
      is_each_unclear_ = at == 1;
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
        times_often_ = often;
        return take(at);
      }
      if (times_often_ || !put_times(*times)) return false;
      times_often_ = often;
      if (often->is_plain) {
        times_often_->sign = ">=";
        told_.push_back(
            fmt::format("at least {0} times; 'exactly {0}' asks for no more", often->number()));
      }
      return take(at + parts + 1 + (is_times_noun(word(at + parts + 1)) ? 1 : 0));
    }
    if (word() == "in" && word(1) == "row") {
      in_a_row_ = true;
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
      all_ = true;
      length += 2;
    }
    return put_times(*times) && take(length);
  }
  bool put_times(int times) {
    constexpr int most_times = 100;
    if (times_ || times < 1 || times > most_times) return false;
    times_ = times;
    return true;
  }

  bool take_until() {
    const std::size_t length = stands_one({"until i roll", "until it shows", "until there is",
                                           "until there are", "until i get", "until", "till"});
    if (length == 0 || is_until_) return false;
    is_until_ = true;
    return take(length);
  }

  // Faces that match

  bool take_match() {
    struct Named {
      const char* words;
      Match match;
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
    };
    const std::size_t no = stands_one({"no", "not", "without", "without any"});
    std::size_t any = no > 0 ? 0 : stands_one({"any", "at least one", "one"});
    const std::size_t first = no + any;
    std::optional<Match> match;
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
      match = Match{"largest set", fmt::format(">= {}", *size), *size, false};
      at = first + 3;
    }
    const std::size_t straight = stands_one({"straight of", "run of"}, first);
    if (!match && straight > 0 && number_said(word(first + straight))) {
      match =
          Match{"straight", fmt::format(">= {}", *number_said(word(first + straight))), 0, false};
      at = first + straight + 1;
    }
    if (!match || match_) return false;
    at += stands_one({"or better", "or more", "at least"}, at);
    match_ = match;
    denies_match_ = no > 0;
    has_some_match_ = any > 0;
    return take(at);
  }

  bool take_function() {
    const std::size_t halves =
        stands_one({"halved", "half of", "half", "divided by two", "divided by 2"});
    const std::size_t doubles = stands_one({"doubled", "double", "twice"});
    if (halves + doubles == 0 || !factor_.empty()) return false;
    factor_ = halves > 0 ? "half" : "double";
    at_ += halves + doubles;
    const std::size_t up = stands_one({"rounded up", "round up", "rounding up"});
    const std::size_t down = stands_one({"rounded down", "round down", "rounding down"});
    if (up > 0 && halves > 0) factor_ = "half up";
    at_ += up + down;
    return true;
  }

  static bool is_low_end(const std::string& word) {
    return is_any_of(word, {"lowest", "worst", "lower", "worse", "smallest", "smaller", "bottom"});
  }
  static bool is_high_end(const std::string& word) {
    return is_any_of(word, {"highest", "best", "higher", "better", "top", "largest", "larger"});
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
      if (parity_ || !loose_.empty()) return false;
      parity_ = word(at) == "odd" ? 1 : 2;
      at += odd;
      return take(at + stands_one({"number", "total", "sum", "result"}, at));
    }
    const auto bound = bound_at(at);
    if (!bound || dice_at(at).second > 0) return false;
    if (is_end(word(at + bound->length))) return false;  // "sum of the two highest"
    loose_.push_back(*bound);
    if (sums) is_total_ = true;
    bare_ = bare_ || (!sums && bound->is_plain && !bound->is_plural && at_ > 0 && at_ == dice_end_);
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
      ties_ = 'r';
      return take(length);
    }
    if (const std::size_t length =
            stands_one({"i win ties", "ties go to me", "i win on ties", "attacker wins ties",
                        "wins ties", "ties win", "ties to me"})) {
      ties_ = 'f';
      return take(length);
    }
    if (const std::size_t length = stands_one(
            {"you win ties", "ties go to you", "defender wins ties", "ties go to defender",
             "i lose ties", "ties lose", "he wins ties", "ties to defender"})) {
      ties_ = 's';
      return take(length);
    }
    if (const std::size_t length = stands_one({"tie", "ties", "draw"});
        length > 0 && (rolls_.size() == 2 || is_mirrored_)) {
      ties_ = 't';
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
      is_mirrored_ = true;
      return take(both);
    }
    const std::size_t which =
        stands_one({"which is higher", "which one is higher", "who is higher", "which is larger",
                    "who rolls higher", "which rolls higher"});
    if (which > 0 && rolls_.size() == 1 && roll().dice.size() == 2) {
      const Dice second = roll().dice.back();
      roll().dice.pop_back();
      rolls_.emplace_back();
      roll().dice.push_back(second);
      return take(which);
    }
    const std::size_t parting = stands_one(
        {"beats", "beat", "beating", "against", "vs", "vs.", "versus", "opposed by", "higher than",
         "is higher than", "rolls higher than", "greater than", "more than", "over"});
    if (parting > 0 && begins_roll(parting) && !roll().dice.empty()) {
      if (rolls_.size() == 2) return false;
      rolls_.emplace_back();
      return take(parting + stands_one({"your", "his", "her", "their"}, parting));
    }
    const std::size_t you =
        stands_one({"you roll", "your", "he rolls", "enemy rolls", "you throw", "opponent rolls"});
    if (you > 0 && !roll().dice.empty() && rolls_.size() == 1) {
      // "your five on 5+": of the same dice
      const auto count = number_said(word(you));
      if (!begins_roll(you) && count && roll().dice.size() == 1) {
        Dice dice = roll().dice.front();
        dice.least = dice.most = *count;
        rolls_.emplace_back();
        rolls_.back().dice.push_back(dice);
        at_ += you + 1;
        if (word() != "on") return true;
        const auto need = face_at(1, false);
        return need && put_need('h', need->or_more(), 1 + need->length);
      }
      if (!begins_roll(you)) return false;
      rolls_.emplace_back();
      return take(you);
    }
    if (rolls_.size() != 2) return false;
    // "most sixes wins", "I score more hits than you"
    if (const std::size_t most = stands_one({"most", "more"})) {
      const auto face = face_at(most, false);
      const std::size_t wins = face ? stands_one({"wins", "win"}, most + face->length) : 0;
      if (wins > 0) {
        for (Roll& each : rolls_) {
          if (!each.needs.empty()) return false;
          each.needs.emplace_back('h', *face);
        }
        wins_ = true;
        return take(most + face->length + wins);
      }
    }
    if (const std::size_t more = stands_one(
            {"i score more hits than you", "i get more hits than you", "i have more hits than you",
             "i score more than you", "i get more successes than you", "i win", "first wins",
             "i score more successes than you", "more hits than you", "i beat you",
             "i hit more than you", "i hit more often than you"})) {
      wins_ = true;
      for (std::size_t i = 0; i < more; ++i) {
        names_hits_ = names_hits_ || is_any_of(word(i), {"hits", "successes", "hit"});
      }
      return take(more);
    }
    if (word() == "by") {
      const auto margin = bound_at(1);
      if (!margin || margin_) return false;
      margin_ = margin->is_plain ? margin->or_more() : *margin;
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
    if (is_any_of(word(), {"total", "sum", "together"})) is_total_ = true;
    if (is_any_of(word(), {"hits", "successes", "hit"})) names_hits_ = true;
    if (word() == "damage") names_damage_ = true;
    return take(1);
  }

  // What it comes to

  bool settle() {
    if (!settle_dice()) return false;
    if (has_percentage_ && !asks_dice_) return false;
    if (asks_dice_ && rolls_.size() == 2) return false;
    for (Roll& each : rolls_) {
      if (!settle_explosion(each)) return false;
    }
    if (rolls_.size() == 2) {
      for (const Roll& each : rolls_) {
        const bool needs_one = each.fails_again || !each.twice.empty() || names_hits_ || counts_;
        if (needs_one && each.needs.size() != 1) return false;
      }
      return loose_.empty() && !count_ && !match_ && !times_ && !threshold_ && !is_until_ &&
             !target_ && factor_.empty() && !parity_ && !all_;
    }
    if (ties_ != 0 || margin_ || wins_) return false;
    return settle_numbers();
  }

  bool settle_dice() {
    Roll& first = rolls_.front();
    const bool is_d20 = is_to_hit() || first.natural || has_d20_;
    if (first.dice.empty() && attackers_ && !is_d20 && !first.needs.empty()) {
      Dice shots;  // "10 shots hitting on 3s"
      shots.least = shots.most = *attackers_;
      shots.is_said_in_words = true;
      first.dice.push_back(shots);
      attackers_.reset();
      if (shots.most < 1 || shots.most > most_dice_said) return false;
    }
    if (first.dice.empty() && is_d20 && !saves_half_) {
      Dice d20;
      d20.sides = 20;
      first.dice.push_back(d20);
    }
    if (first.dice.empty() && match_ && match_->dice > 0) {
      if (has_some_match_ && !times_) return false;
      Dice dice;
      dice.least = dice.most = match_->dice;
      first.dice.push_back(dice);
    }
    if (first.dice.empty() && is_until_) first.dice.emplace_back();
    if (is_mirrored_) {
      if (rolls_.size() == 2) return false;
      rolls_.push_back(rolls_.front());
    }
    for (const Roll& each : rolls_) {
      if (each.dice.empty()) return false;
      if (each.natural && each.dice.size() > 1) return false;
    }
    return true;
  }

  bool settle_explosion(Roll& each) {
    if (each.explodes.empty() || !exploding_) return true;
    const int sides = each.dice.front().sides;
    int least = sides + 1;
    if (exploding_->sign == ">=") {
      least = exploding_->number();
    } else {
      std::vector<int> faces = exploding_->numbers;
      std::sort(faces.begin(), faces.end());
      if (faces.back() != sides || faces.front() + static_cast<int>(faces.size()) - 1 != sides) {
        return false;
      }
      least = faces.front();
    }
    if (least < 2 || least > sides) return false;
    if (least < sides) each.explodes = fmt::format("!>={}", least);
    return true;
  }

  /// What the numbers are that no word told.
  bool settle_numbers() {
    Roll& one = rolls_.front();
    const bool is_pool = one.dice.size() == 1 && one.dice[0].most > 1 && one.kept.empty();
    const int sides = one.dice.front().sides;
    if (threshold_) {
      if (is_pool && threshold_->number() <= sides && one.needs.empty() && !is_total_) {
        one.needs.emplace_back('h', *threshold_);
      } else if (!total_ && one.needs.empty()) {
        total_ = threshold_;
      } else {
        return false;
      }
    }
    // "at least one 15 or higher" of six rolls: what the count says is how often
    if (times_ && count_ && !times_often_ && one.needs.size() == 1 && !total_) {
      const bool is_whole = one.is_one() || one.needs[0].second.numbers.front() > sides;
      if (!is_whole) return false;
      times_often_ = count_;
      count_.reset();
      total_ = one.needs[0].second;
      one.needs.clear();
    }
    if (times_ && count_ && one.needs.empty() && !times_often_) {
      times_often_ = count_;
      count_.reset();
    }
    for (const Bound& each : loose_) {
      if (!settle_loose(each, is_pool, sides)) return false;
    }
    if (in_a_row_) {
      // "two sixes in a row on a d6"
      if (!count_ || !one.is_one() || one.needs.size() != 1 || times_) return false;
      times_ = count_->number();
      all_ = true;
      total_ = one.needs[0].second;
      one.needs.clear();
      count_.reset();
      told_.clear();
    }
    if (is_until_ && !settle_until()) return false;
    // "a 6 on a d6", "at least one natural 20 on a d20": one die is a total
    if (one.is_one() && one.needs.size() == 1 && one.needs[0].first != 's' && !total_ &&
        !attackers_ && (!count_ || count_->text() == ">= 1") && one.explodes.empty() && !counts_) {
      total_ = one.needs[0].second;
      one.needs.clear();
      count_.reset();
    }
    // "roll a d6 ten times, how many sixes"
    if (one.is_one() && times_ && one.needs.size() == 1 && !times_often_ && !total_) {
      one.dice[0].least = one.dice[0].most = *times_;
      times_.reset();
    }
    if (all_ && !times_ && !attackers_) {
      if (one.needs.size() != 1 || count_ || one.dice.size() != 1) return false;
      count_ = none();
      count_->numbers = {one.dice[0].most};
    }
    if (count_ && one.needs.empty() && !attackers_) return false;
    if (match_ && has_some_match_ && times_ && !times_often_) times_often_ = any();
    if (match_ && (total_ || !one.needs.empty() || count_)) return false;
    if (!one.twice.empty() && one.needs.size() != 1) return false;
    if (parity_ && (total_ || !one.needs.empty())) return false;
    if (!one.needs.empty() && (total_ || is_total_)) return false;
    if (!one.needs.empty() && one.dice.size() > 1) return false;
    if (!one.needs.empty() && one.has_bonus) return false;
    if (saves_half_ && (!target_ || one.dice.empty() || attackers_)) return false;
    if (target_ && total_) return false;
    if (target_ && is_pool && !saves_half_) return false;  // "7d10 difficulty 6"
    if (target_ && !saves_half_ && !one.needs.empty()) return false;
    if (attackers_ && times_) return false;
    if (!settle_attack()) return false;
    // A die that must show what it has not.
    for (const auto& [role, need] : one.needs) {
      const bool is_face = need.sign == "=" || need.sign == "in";
      if (is_face && need.numbers.back() > sides) return false;
    }
    if ((unclear_ || bare_) && !factor_.empty()) return false;
    const bool is_plain_pool = one.dice.size() == 1 && !one.has_bonus && factor_.empty();
    if (match_ && !is_plain_pool) return false;
    if (is_until_ && !factor_.empty()) return false;
    if (one.fails_again && (one.needs.size() != 1 || one.needs[0].second.sign != ">="))
      return false;
    if (names_hits_ && one.needs.empty() && !is_to_hit() && !one.natural) return false;
    if (counts_ && one.needs.empty() && !is_to_hit() && !one.natural) return false;
    return is_chain();
  }

  /// Nothing that was said of an attack is left out.
  bool settle_attack() const {
    const Roll& one = rolls_.front();
    const bool is_attack = target_ || one.natural || attackers_ || hit_bonus_ || saves_half_;
    if (!is_attack) return damage_.empty();
    if (match_ || is_until_ || parity_ || total_ || !factor_.empty()) return false;
    if (one.natural && (target_ || hit_bonus_)) return false;
    if (!one.natural && !target_) return false;
    if (saves_half_ && (count_ || !damage_.empty())) return false;
    return !names_damage_ || saves_half_ || !damage_.empty();
  }

  bool settle_loose(const Bound& each, bool is_pool, int sides) {
    Roll& one = rolls_.front();
    const bool has_needs = !one.needs.empty();
    if (is_until_) {
      if (until_) return false;
      until_ = each;
      return true;
    }
    const bool is_face = each.is_plural || (each.is_plus && is_pool && each.number() <= sides);
    if (is_face && !has_needs && !is_total_) {
      const bool is_clear = each.is_plural || one.dice[0].is_said_in_words || count_ ||
                            loose_.size() > 1 || all_ || !one.again.empty() ||
                            one.is_again_unclear || !one.twice.empty() || one.fails_again;
      if (!is_pool && !each.is_plural) return put_total(each);
      if (!is_clear) {
        unclear_ = each;
        return loose_.size() == 1;
      }
      one.needs.emplace_back('h', each);
      return true;
    }
    if (has_needs || (is_pool && loose_.size() > 1 &&
                      std::any_of(loose_.begin(), loose_.end(), [&](const Bound& other) {
                        return &other != &each && (other.is_plural || other.is_plus);
                      }))) {
      if (attackers_ || count_) return false;
      return put_count(each, 0);
    }
    if (attackers_ || one.natural) {
      if (count_) return false;
      return put_count(each, 0);
    }
    if (asks_dice_ && each.is_plain && each.number() <= sides && !is_total_) {  // "for a 6"
      one.needs.emplace_back('h', each);
      if (!count_) count_ = any();
      return true;
    }
    const bool may_be_face = each.is_plain && !one.has_bonus && is_pool && !is_total_ &&
                             each.number() <= sides && each.number() >= one.dice[0].most;
    if (may_be_face && !bare_) {  // "6 on 2d6": the sum, or a die?
      unclear_ = each;
      return loose_.size() == 1;
    }
    return put_total(each);
  }
  bool put_total(const Bound& bound) {
    if (total_) return false;
    total_ = bound;
    return true;
  }

  bool settle_until() {
    Roll& one = rolls_.front();
    if (!until_ && one.needs.size() == 1) {
      until_ = one.needs[0].second;
      one.needs.clear();
    }
    if (count_ || times_ || total_ || target_) return false;
    if (match_ && !until_) return !denies_match_;
    return until_.has_value() && !match_ && one.needs.empty() && until_->sign != "<";
  }

  /// "4+ to hit, 3+ to wound, 5+ save": whether they are in such an order.
  bool is_chain() const {
    const Roll& one = rolls_.front();
    if (one.needs.size() < 2) return true;
    std::string roles;
    for (const auto& [role, bound] : one.needs) {
      if (bound.sign != ">=") return false;
      roles += role;
    }
    return is_any_of(roles, {"hw", "hs", "ws", "hws"}) && one.kept.empty() && !match_ && !total_ &&
           one.twice.empty() && one.again.empty() && !one.is_again_unclear && !one.fails_again &&
           one.explodes.empty();
  }

  static std::string pool_text(const Dice& dice, bool counts) {
    const std::string count = dice.most > dice.least
                                  ? fmt::format("{{{}..{}}}", dice.least, dice.most)
                              : dice.least > 1 || counts ? fmt::format("{}", dice.least)
                                                         : "";
    return fmt::format("{}d{}", count, dice.sides);
  }

  /// The dice, kept and added up or counted.
  static std::string text_of(const Roll& roll, const std::string& again) {
    const bool counts = !roll.needs.empty();
    std::string text;
    if (roll.dice.size() > 1) {
      std::vector<std::string> each;
      for (const Dice& dice : roll.dice)
        each.push_back(pool_text(dice, false) + roll.explodes + again);
      text = roll.keeps_one
                 ? fmt::format("{}({})", roll.is_lower ? "min" : "max", fmt::join(each, ", "))
                 : fmt::format("{}", fmt::join(each, " + "));
      if (!roll.kept.empty()) return "";
    } else {
      text = pool_text(roll.dice[0], counts) + again + roll.explodes + roll.kept;
    }
    if (roll.needs.size() == 1) {
      const Bound& need = roll.needs[0].second;
      if (roll.fails_again) text += fmt::format(" ro<{}", need.number());
      text += " c" + counted(roll, need);
    } else if (counts) {
      std::string so_far = fmt::format("{}", roll.dice[0].least);
      for (const auto& [role, bound] : roll.needs) {
        so_far = fmt::format("({}d{} c{}{})", so_far, roll.dice[0].sides,
                             role == 's' ? "<" : ">=", bound.number());
      }
      text = so_far;
    }
    if (roll.has_bonus && roll.bonus != 0) text += fmt::format("{:+}", roll.bonus);
    return text;
  }

  /// With the faces that count double twice.
  static std::string counted(const Roll& roll, const Bound& need) {
    if (roll.twice.empty()) return need.counted();
    std::vector<int> faces;
    for (int face = 1; face <= roll.dice[0].sides; ++face) {
      const bool counts = need.sign == "in"
                              ? std::count(need.numbers.begin(), need.numbers.end(), face) > 0
                          : need.sign == ">=" ? face >= need.number()
                                              : face == need.number();
      const bool is_twice = std::count(roll.twice.begin(), roll.twice.end(), face) > 0;
      if (counts || is_twice) faces.push_back(face);
      if (is_twice) faces.push_back(face);
    }
    return fmt::format("{{{}}}", fmt::join(faces, ","));
  }

  std::string whole(const std::string& again) const {
    const Roll& one = rolls_.front();
    std::string text = text_of(one, again);
    if (text.empty()) return "";
    if (factor_ == "half") text = fmt::format("floor(({})/2)", text);
    if (factor_ == "half up") text = fmt::format("ceil(({})/2)", text);
    if (factor_ == "double") text = fmt::format("2*({})", text);
    if (match_) {
      text += " " + match_->reading;
      if (is_until_) return text + " until " + match_->test;
      const std::string test =
          match_->is_all ? fmt::format("= {}", one.dice[0].least) : match_->test;
      text = fmt::format("({}) {}", text, test);
      return denies_match_ ? fmt::format("not ({})", text) : text;
    }
    if (is_until_) {
      return fmt::format(
          "{} until {}", text,
          until_->sign == "=" ? fmt::format("{}", until_->number()) : until_->text());
    }
    if (is_to_hit() || one.natural) return attacked(text);
    const std::optional<Bound>& test = one.needs.empty() ? total_ : count_;
    if (parity_) return parity_text(text);
    return test ? fmt::format("({}) {}", text, test->text()) : text;
  }

  std::string parity_text(const std::string& text) const {
    return fmt::format("_t = {}; _t - 2*floor(_t/2) = {}", text, *parity_ == 1 ? 1 : 0);
  }

  /// A d20 that must come to the number, once or for each who attacks.
  std::string attacked(const std::string& text) const {
    const Roll& one = rolls_.front();
    const int bonus = hit_bonus_.value_or(0);
    if (saves_half_) {
      return fmt::format("d20{} >= {} ? floor(({})/2) : {}",
                         bonus == 0 ? "" : fmt::format("{:+}", bonus), *target_, text, text);
    }
    std::string hit;
    if (one.natural) {
      if (target_) return "";
      hit = fmt::format("({}) {}", text, one.natural->text());
    } else {
      if (!target_) return "";
      hit =
          fmt::format("({}{}) >= {}", text, bonus == 0 ? "" : fmt::format("{:+}", bonus), *target_);
    }
    if (!damage_.empty()) {
      if (attackers_ || count_ || total_) return "";
      return fmt::format("{} ? {} : 0", hit, damage_);
    }
    if (!attackers_) return count_ ? "" : hit;
    // Each attacker's die counts by itself.
    if (!one.kept.empty() || !one.explodes.empty() || one.has_bonus) return "";
    const std::string need =
        one.natural ? one.natural->counted() : fmt::format(">={}", *target_ - bonus);
    if (!one.natural && *target_ - bonus < 1) return "";
    const std::string hits = fmt::format("{}d{} c{}", *attackers_, one.dice[0].sides, need);
    if (all_) return fmt::format("({}) = {}", hits, *attackers_);
    return count_ ? fmt::format("({}) {}", hits, count_->text()) : hits;
  }

  bool is_condition() const { return total_ || count_ || match_ || target_ || parity_; }

  /// As often as it is rolled.
  std::string repeated(const std::string& text) const {
    if (!times_) return times_often_ ? "" : text;
    if (is_until_) return "";
    const int times = *times_;
    if (!is_condition()) return all_ || times_often_ ? "" : fmt::format("{} times {}", times, text);
    if (all_) return fmt::format("({} times {}) = {}", times, text, times);
    if (!times_often_) return fmt::format("{} times {}", times, text);
    return fmt::format("({} times {}) {}", times, text, times_often_->text());
  }

  std::optional<Talk> made() {
    Talk talk;
    talk.told = told_;
    if (rolls_.size() == 2) {
      const std::string text = opposed();
      if (text.empty()) return std::nullopt;
      talk.expressions = {text};
      return talk;
    }
    if (asks_dice_) return as_many_as_needed(std::move(talk));
    const Roll& one = rolls_.front();
    if (one.is_again_unclear && !one.needs.empty()) {
      talk.told.push_back(fmt::format("each {} is rolled again once", one.face_again));
      talk.expressions = {repeated(whole(fmt::format(" ro{}", one.face_again)))};
    } else if (one.is_again_unclear) {
      if (unclear_ || bare_ || is_each_unclear_) return std::nullopt;
      talk.told.push_back(fmt::format(
          "'reroll {0}s': once (ro{0}), and until another face shows (rr{0})", one.face_again));
      for (const char* const how : {" ro", " rr"}) {
        talk.expressions.push_back(repeated(whole(fmt::format("{}{}", how, one.face_again))));
      }
    } else if (unclear_) {
      talk.is_unclear = true;
      const std::string text = text_of(one, one.again);
      const std::string counted = fmt::format("{} c{}", text, unclear_->counted());
      talk.expressions = {unclear_->is_plain ? fmt::format("({}) >= 1", counted) : counted,
                          fmt::format("({}) {}", text, unclear_->text())};
      if (times_ || match_ || total_ || is_until_) return std::nullopt;
    } else if (bare_ && total_) {  // "3d6 12"
      if (times_) return std::nullopt;
      talk.is_unclear = true;
      const std::string text = text_of(one, one.again);
      for (const char* const sign : {">=", "<=", "="}) {
        talk.expressions.push_back(fmt::format("({}) {} {}", text, sign, total_->number()));
      }
    } else if (is_each_unclear_ && !times_often_ && is_condition()) {
      const std::string text = whole(one.again);
      talk.is_unclear = true;  // "d100 under 45 twice"
      talk.expressions = {fmt::format("({} times {}) = {}", *times_, text, *times_),
                          fmt::format("{} times {}", *times_, text)};
      if (text.empty()) return std::nullopt;
    } else {
      talk.expressions = {repeated(whole(one.again))};
    }
    for (const std::string& text : talk.expressions) {
      if (text.empty()) return std::nullopt;
    }
    if (total_ && total_->sign == "<" && one.needs.empty()) {
      talk.told.push_back(
          fmt::format("less than {0}; '{0} or less' counts the {0}, too", total_->number()));
    }
    return talk;
  }

  /// With one die, two dice, and so on.
  std::optional<Talk> as_many_as_needed(Talk talk) {
    constexpr int most = 16;
    Roll& one = rolls_.front();
    const bool asks = !one.needs.empty() || total_ || match_;
    if (!asks || unclear_ || bare_ || times_ || one.is_again_unclear) return std::nullopt;
    const int least = count_ ? std::max(1, count_->number()) : 1;
    for (int dice = least; dice < least + most; ++dice) {
      one.dice[0].least = one.dice[0].most = dice;
      talk.expressions.push_back(whole(one.again));
      if (talk.expressions.back().empty()) return std::nullopt;
    }
    return talk;
  }

  std::string opposed() const {
    std::vector<std::string> both;
    for (const Roll& each : rolls_) {
      if (each.is_again_unclear || each.natural || each.needs.size() > 1) return "";
      std::string text = text_of(each, each.again);
      if (text.empty()) return "";
      if (!each.needs.empty()) text = "(" + text + ")";
      both.push_back(text);
    }
    if (margin_) return fmt::format("({}) - ({}) {}", both[0], both[1], margin_->text());
    const auto put = [&](const char* sign) {
      return fmt::format("({}) {} ({})", both[0], sign, both[1]);
    };
    switch (ties_) {
      case 'r':
        return fmt::format("{} vs {} reroll ties", both[0], both[1]);
      case 'f':
        return put(">=");
      case 's':
        return put(">");
      case 't':
        return put("=");
      default:
        return wins_ ? put(">") : fmt::format("{} vs {}", both[0], both[1]);
    }
  }

  /// "3 dice against 2 in Risk", "Risk, defender loses both armies": the highest dice in order,
  /// ties to the defender.
  std::optional<Talk> risk_said() const {
    if (std::find(words_.begin(), words_.end(), "risk") == words_.end()) return std::nullopt;
    std::vector<int> dice;
    std::string loser;
    std::optional<int> lost;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string& each = words_[i];
      const std::string next = i + 1 < words_.size() ? words_[i + 1] : "";
      if (const auto number = number_said(each)) {
        if (next.starts_with("arm")) {
          lost = *number;
        } else {
          dice.push_back(*number);
        }
      } else if (each == "both") {
        lost = 2;
      } else if (is_any_of(each, {"loses", "lose"})) {
        loser = i > 0 ? words_[i - 1] : "";
      } else if (!is_any_of(
                     each, {"risk",      ",",        "in",        "dice",      "die",    "attacker",
                            "attackers", "defender", "defenders", "against",   "vs",     "versus",
                            "army",      "armies",   "attacking", "defending", "attack", "on",
                            "with",      "chance",   "odds",      "of",        "what",   "are",
                            "is",        "that",     "i",         "at",        "roll",   "battle",
                            "attacks",   "and"})) {
        return std::nullopt;
      }
    }
    if (dice.size() != 2 || dice[0] < 1 || dice[0] > 3 || dice[1] < 1 || dice[1] > 2) {
      return std::nullopt;
    }
    return risk_odds(dice[0], dice[1], loser, lost);
  }

  static std::optional<Talk> risk_odds(int attackers, int defenders, const std::string& loser,
                                       std::optional<int> lost) {
    const auto list = [](const std::string& name, int count) {
      std::vector<std::string> all;
      for (int i = 1; i <= count; ++i) all.push_back(fmt::format("_{}{}", name, i));
      return fmt::format("{}", fmt::join(all, ", "));
    };
    std::string text;
    for (int i = 1; i <= attackers; ++i) text += fmt::format("_a{} = d6; ", i);
    for (int i = 1; i <= defenders; ++i) text += fmt::format("_d{} = d6; ", i);
    const auto highest = [&](const std::string& name, int count) {
      return count == 1 ? list(name, 1) : fmt::format("max({})", list(name, count));
    };
    std::string won =
        fmt::format("({} > {} ? 1 : 0)", highest("a", attackers), highest("d", defenders));
    const int pairs = std::min(attackers, defenders);
    if (pairs == 2) {
      won += fmt::format(" + ({{{}}} kh2 - {} > min({}) ? 1 : 0)", list("a", attackers),
                         highest("a", attackers), list("d", 2));
    }
    Talk talk;
    talk.told.emplace_back("the highest dice in order; ties to the defender");
    if (lost) {
      const bool is_attacker = loser.starts_with("attack");
      if (loser.empty() || *lost < 1 || *lost > pairs) return std::nullopt;
      const int wanted = is_attacker ? pairs - *lost : *lost;
      talk.expressions = {fmt::format("{}({}) = {}", text, won, wanted)};
      return talk;
    }
    if (!loser.empty()) return std::nullopt;
    const char* const table = pairs == 1 ? " on 0:\"attacker loses one\" 1:\"defender loses one\""
                                         : " on 0:\"attacker loses two\" 1:\"each loses one\" "
                                           "2:\"defender loses two\"";
    talk.expressions = {text + "(" + won + ")" + table};
    return talk;
  }

  TalkWords words_;
  std::size_t at_ = 0;
  std::vector<Roll> rolls_{1};
  std::optional<Bound> exploding_;
  std::vector<Bound> loose_;        ///< numbers of which it is not yet known what they are
  std::optional<Bound> threshold_;  ///< "needing 11"
  std::optional<Bound> total_;
  std::optional<Bound> count_;  ///< of dice that show what they need
  std::optional<Bound> until_;
  std::optional<Bound> margin_;
  std::optional<Bound> unclear_;  ///< the sum, or each die
  std::optional<Match> match_;
  std::optional<int> times_;
  std::optional<Bound> times_often_;
  std::optional<int> target_;  ///< the class that a d20 must come to
  std::optional<int> hit_bonus_;
  std::optional<int> attackers_;
  std::optional<int> parity_;  ///< 1: odd, 2: even
  std::string damage_;
  std::string factor_;  ///< "half", "half up", "double"
  char ties_ = 0;       ///< 'r'erolled, won by the 'f'irst or the 's'econd; 't': they are asked for
  bool denies_match_ = false;
  bool has_some_match_ = false;
  bool has_to_hit_ = false;
  bool has_d20_ = false;
  bool saves_half_ = false;
  bool is_mirrored_ = false;
  bool is_total_ = false;
  bool is_until_ = false;
  bool in_a_row_ = false;
  bool asks_dice_ = false;  ///< "how many d6 do I need"
  bool has_percentage_ = false;
  bool is_each_unclear_ = false;  ///< "twice": each time, or how often?
  bool bare_ = false;             ///< a number right behind the dice
  std::size_t dice_end_ = 0;
  bool names_hits_ = false;
  bool names_damage_ = false;
  bool counts_ = false;
  bool all_ = false;
  bool wins_ = false;
  std::vector<std::string> told_;
};

}  // namespace

std::optional<Talk> talk_of(std::string_view sentence) {
  return TalkReader(talk_words(sentence)).read();
}

}  // namespace combat_odds::expression
