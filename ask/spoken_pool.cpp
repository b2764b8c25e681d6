#include "ask/spoken_pool.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ask/sentence_reader.hpp"
#include "core/text/number_text.hpp"

namespace combat_odds {
namespace {

constexpr int most_dice = 100;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::optional<int> whole(const std::string& word) {
  const auto said = number_said(word);
  return said ? number_in<int>(*said) : std::nullopt;
}

/// "d6", "d10s", "dice": the sides.
std::optional<int> sides_said(const std::string& word) {
  if (is_one_of(word, {"dice", "die"})) return 6;
  if (word.size() < 2 || word[0] != 'd') return std::nullopt;
  const bool is_plural = word.back() == 's';
  return number_in<int>(std::string_view(word).substr(1, word.size() - (is_plural ? 2 : 1)));
}

/// "sixes", "6s", "six": the face.
std::optional<int> face_said(const std::string& word) {
  static constexpr std::string_view names[] = {"ones", "twos", "threes", "fours", "fives", "sixes"};
  const auto* const named = std::ranges::find(names, word);
  if (named != std::end(names)) return static_cast<int>(named - std::begin(names)) + 1;
  if (word.size() > 1 && word.back() == 's') return whole(word.substr(0, word.size() - 1));
  return std::nullopt;
}

/// "4+".
std::optional<int> or_more_said(const std::string& word) {
  if (word.size() < 2 || word.back() != '+') return std::nullopt;
  return number_in<int>(std::string_view(word).substr(0, word.size() - 1));
}

bool is_role(std::string_view word) {
  return is_one_of(word, {"hit", "hits", "wound", "wounds", "save", "saves"});
}

class PoolReader {
 public:
  explicit PoolReader(const std::vector<std::string>& words) : words_(words) {}

  std::optional<SpokenPool> read() {
    while (at_ < words_.size()) {
      if (!step()) return std::nullopt;
    }
    if (!sides_ || (dice_ == 0 && !asks_dice_) || !settle()) return std::nullopt;
    return made();
  }

 private:
  const std::string& word(std::size_t ahead = 0) const {
    static const std::string none;
    return at_ + ahead < words_.size() ? words_[at_ + ahead] : none;
  }

  bool step() {
    return take_percentage() || take_modifier() || take_dice() || take_or_more() || take_face() ||
           take_total() || take_count() || take_filler();
  }

  bool put_dice(int dice, int sides, std::size_t length) {
    if (sides_ || dice > most_dice || sides < 2) return false;
    dice_ = dice;
    sides_ = sides;
    at_ += length;
    return true;
  }

  /// "8d10", "d20", "ten dice", "5 d10s", "how many d6".
  bool take_dice() {
    if (word() == "how" && word(1) == "many") {
      if (const auto sides = sides_said(word(2))) {
        asks_dice_ = std::ranges::any_of(words_, [](const std::string& each) {
          return is_one_of(each, {"need", "needed"});
        });
        return asks_dice_ && put_dice(0, *sides, 3);
      }
    }
    const std::size_t d = word().find('d');
    if (is_dice(word())) {
      const auto dice = d == 0 ? 1 : number_in<int>(std::string_view(word()).substr(0, d));
      const auto sides = sides_said(word().substr(d));
      return dice && sides && put_dice(*dice, *sides, 1);
    }
    const auto dice = whole(word());
    const auto sides = sides_said(word(1));
    return dice && sides && put_dice(*dice, *sides, 2);
  }

  /// What may be said once.
  bool put_once(std::string& place, std::string said, std::size_t length) {
    if (!place.empty()) return false;
    place = std::move(said);
    at_ += length;
    return true;
  }
  bool put_modifier(std::string modifier, std::size_t length) {
    return put_once(modifier_, std::move(modifier), length);
  }

  /// "drop lowest", "keep highest 3", "best 3", "advantage", "exploding", "reroll ones".
  bool take_modifier() {
    if (is_one_of(word(), {"advantage", "disadvantage"})) return put_modifier(" " + word(), 1);
    const bool drops = is_one_of(word(), {"drop", "dropping", "drops", "discard", "without"});
    if (drops && is_one_of(word(1), {"lowest", "highest"})) {
      const bool is_counted = whole(word(2)) && !sides_said(word(3));
      return put_modifier(fmt::format(" drop {} {}", word(1), is_counted ? *whole(word(2)) : 1),
                          is_counted ? 3 : 2);
    }
    const bool keeps = is_one_of(word(), {"keep", "keeping", "keeps"});
    const std::size_t kept = keeps ? 1 : 0;
    const bool lowest = is_one_of(word(kept), {"lowest", "worst"});
    const bool highest = is_one_of(word(kept), {"highest", "best"});
    const std::size_t at = kept + (lowest || highest ? 1 : 0);
    if ((keeps || lowest || highest) && whole(word(at)) && !sides_said(word(at + 1))) {
      return put_modifier(fmt::format(" {}{}", lowest ? "kl" : "kh", *whole(word(at))), at + 1);
    }
    if (is_one_of(word(), {"explode", "explodes", "exploding"})) {
      const bool names_face = word(1) == "on" && whole(word(2));
      if (names_face) exploding_face_ = whole(word(2));
      return put_modifier("!", names_face ? 3 : 1);
    }
    const bool rerolls = is_one_of(word(), {"reroll", "rerolling", "rerolls"});
    if (rerolls && is_one_of(word(1), {"ones", "1s"})) {
      told_.emplace_back("'reroll ones': once (ro1), and until another face shows (rr1)");
      rerolls_ = true;
      at_ += 2;
      return true;
    }
    return false;
  }

  bool put_face(const char* how, int face, std::size_t length) {
    const std::pair<std::string, int> put(how, face);
    if (face_ && *face_ != put) return false;
    face_ = put;
    at_ += length;
    // "three sixes"
    if (number_ && !count_) {
      count_ = std::pair(">=", *number_);
      told_.push_back(fmt::format("at least {0}; 'exactly {0}' asks for no more", *number_));
      number_.reset();
    }
    return true;
  }

  /// "4+", "hit on 4+", "5+ armour save".
  bool take_or_more() {
    if (is_one_of(word(), {"against", "vs"}) && or_more_said(word(1))) ++at_;
    const auto least = or_more_said(word());
    if (!least) return false;
    std::size_t ahead = 1;
    while (is_one_of(word(ahead), {"to", "armour", "armor"})) ++ahead;
    std::string role;
    std::size_t length = 1;
    if (is_role(word(ahead))) {
      role = word(ahead);
      length = ahead + 1;
    } else {
      std::size_t behind = at_;
      while (behind > 0 && is_one_of(words_[behind - 1], {"on", "with", "at"})) --behind;
      if (behind > 0 && is_role(words_[behind - 1])) role = words_[behind - 1];
    }
    pluses_.emplace_back(role.substr(0, 1), *least);
    at_ += length;
    return true;
  }

  bool take_face() {
    const bool is_target = is_one_of(word(), {"against", "vs", "difficulty", "tn"});
    if (is_target && whole(word(1))) return put_face(">=", *whole(word(1)), 2);
    if (is_one_of(word(), {"on", "showing", "shows", "show"}) && whole(word(1)) &&
        word(2) == "or" && is_one_of(word(3), {"more", "better", "higher"})) {
      return put_face(">=", *whole(word(1)), 4);
    }
    if (const auto face = face_said(word())) return put_face("=", *face, 1);
    return false;
  }

  bool put_total(std::string asked, std::size_t length) {
    return put_once(total_, std::move(asked), length);
  }

  /// "15 or better", "5 or less", "under 10", "11 or 12", "three of a kind".
  bool take_total() {
    const auto number = whole(word());
    if (number && word(1) == "or") {
      if (is_one_of(word(2), {"more", "better", "higher", "above", "up"}) &&
          !is_one_of(word(3), {"successes", "hits"})) {
        return put_total(fmt::format(">= {}", *number), 3);
      }
      if (is_one_of(word(2), {"less", "lower", "under", "below"})) {
        return put_total(fmt::format("<= {}", *number), 3);
      }
      if (const auto other = whole(word(2)); other && !sides_said(word(3))) {
        return put_total(fmt::format("in {{{},{}}}", *number, *other), 3);
      }
    }
    if (number && word(1) == "kind") {
      kind_ = number;
      at_ += 2;
      return true;
    }
    const auto compared = whole(word(1));
    if (!compared) return false;
    if (is_one_of(word(), {"under", "below"})) return put_total(fmt::format("< {}", *compared), 2);
    if (is_one_of(word(), {"over", "above", "beat", "beats"})) {
      return put_total(fmt::format("> {}", *compared), 2);
    }
    return false;
  }

  bool put_count(const char* how, int count, std::size_t length) {
    if (count_) return false;
    count_ = std::pair(how, count);
    at_ += length;
    return true;
  }

  /// "at least 4 successes", "exactly two", "3 or more hits", "no sixes".
  bool take_count() {
    if (word() == "at" && word(1) == "least" && whole(word(2))) {
      // "at least one six": 6 is the face.
      if (const auto face = whole(word(3)); face && !face_ && !sides_said(word(4))) {
        const int count = *whole(word(2));
        at_ += 3;
        return put_count(">=", count, 0) && put_face("=", *face, 1);
      }
      return put_count(">=", *whole(word(2)), 3);
    }
    if (word() == "at" && word(1) == "most" && whole(word(2))) {
      return put_count("<=", *whole(word(2)), 3);
    }
    if (word() == "exactly" && whole(word(1))) return put_count("=", *whole(word(1)), 2);
    if (word() == "no" && face_said(word(1))) return put_count("=", 0, 1);
    const auto number = whole(word());
    if (!number) return false;
    if (word(1) == "or" && is_one_of(word(2), {"more", "better"})) {
      return put_count(">=", *number, 3);
    }
    if (is_one_of(word(1), {"successes", "success", "hits"})) {
      told_.push_back(fmt::format("at least {0}; 'exactly {0}' asks for no more", *number));
      return put_count(">=", *number, 1);
    }
    if (number_) return false;
    number_ = number;
    ++at_;
    return true;
  }

  bool take_filler() {
    counts_hits_ = counts_hits_ || is_one_of(word(), {"successes", "success", "hits"});
    adds_up_ = adds_up_ || is_one_of(word(), {"total", "sum"});
    const bool is_filler =
        is_role(word()) ||
        is_one_of(
            word(),
            {"roll",    "rolling", "rolls",   "throw",       "throwing", "pool",    "dice",
             "die",     "get",     "getting", "chance",      "odds",     "chances", "to",
             "with",    "for",     "on",      "in",          "using",    "success", "successes",
             "how",     "many",    "what",    "what's",      "is",       "are",     "need",
             "needed",  "do",      "i",       "if",          "from",     "each",    "likely",
             "it",      "have",    "when",    "count",       "counts",   "and",     "there",
             "will",    "be",      "does",    "probability", "needing",  "total",   "sum",
             "average", "mean",    "result",  "score",       "at",       "which",   "that",
             "of",      "needs",   "out",     "but",         "then",     "set"});
    if (is_filler) ++at_;
    return is_filler;
  }

  /// "90%", "90 percent": which of the answers reach it.
  bool take_percentage() {
    const bool has_sign = word().size() > 1 && word().back() == '%';
    const bool is_apart = number_in<double>(word()) && word(1) == "percent";
    if (!has_sign && !is_apart) return false;
    const std::string number = has_sign ? word().substr(0, word().size() - 1) : word();
    told_.push_back(fmt::format("'{}%': the answers below tell which reach it", number));
    at_ += has_sign ? 1 : 2;
    percentage_ = true;
    return true;
  }

  /// What a number is that no word told; whether all goes together.
  bool settle() {
    const bool is_one = (dice_ == 1 || !modifier_.empty()) && !asks_dice_;
    if (percentage_ && !asks_dice_) return false;
    if (exploding_face_ && *exploding_face_ != *sides_) return false;
    if (pluses_.size() == 1) {
      const int least = pluses_.front().second;
      pluses_.clear();
      if (is_one ? !put_total(fmt::format(">= {}", least), 0) : !put_face(">=", least, 0)) {
        return false;
      }
    }
    if (number_ && asks_dice_ && !face_) {  // "for a 6"
      put_face_asked();
    } else if (number_ && !face_ && !count_ && (is_one || adds_up_ || *number_ > *sides_)) {
      total_ = fmt::format("= {}", *number_);
      number_.reset();
    }
    if (!face_ && count_ && !counts_hits_ && total_.empty()) {
      total_ = fmt::format("{} {}", count_->first, count_->second);
      count_.reset();
    }
    if (number_ || (count_ && !face_) || (face_ && (!total_.empty() || !modifier_.empty()))) {
      return false;
    }
    if (kind_ && (face_ || !total_.empty() || !modifier_.empty())) return false;
    if (counts_hits_ && !face_ && pluses_.empty()) return false;
    if (asks_dice_ && !face_ && total_.empty() && !kind_) return false;
    return pluses_.empty() || (chain() && !face_ && total_.empty() && !asks_dice_);
  }

  void put_face_asked() {
    face_ = std::pair("=", *number_);
    number_.reset();
    if (!count_) count_ = std::pair(">=", 1);
  }

  /// "4+ to hit, 3+ to wound, 5+ save": whether they are in such an order.
  bool chain() const {
    std::string roles;
    for (const auto& [role, least] : pluses_) roles += role;
    return is_one_of(roles, {"hw", "hs", "ws", "hws"}) && modifier_.empty() && !rerolls_ &&
           !count_ && !kind_;
  }

  std::string chained() const {
    std::string expression = fmt::format("{}", dice_);
    for (const auto& [role, least] : pluses_) {
      const char* const how = role == "s" ? "<" : ">=";
      expression = fmt::format("({}d{} c{}{})", expression, *sides_, how, least);
    }
    return expression;
  }

  std::string one(int dice, const std::string& reroll) const {
    const std::string base =
        fmt::format("{}d{}{}{}", dice == 1 && !face_ ? "" : fmt::format("{}", dice), *sides_,
                    modifier_, reroll);
    if (kind_) return fmt::format("({} largest set) >= {}", base, *kind_);
    if (face_) {
      const std::string hits = fmt::format("{} c{}{}", base, face_->first, face_->second);
      return count_ ? fmt::format("({}) {} {}", hits, count_->first, count_->second) : hits;
    }
    return total_.empty() ? base : fmt::format("({}) {}", base, total_);
  }

  SpokenPool made() const {
    if (!pluses_.empty()) return {chained(), told_};
    if (rerolls_) return {one(dice_, " ro1") + "," + one(dice_, " rr1"), told_};
    if (!asks_dice_) return {one(dice_, ""), told_};
    constexpr int most = 16;
    const int least = count_ ? std::max(1, count_->second) : 1;
    std::vector<std::string> each;
    for (int dice = least; dice < least + most; ++dice) each.push_back(one(dice, ""));
    return {fmt::format("{}", fmt::join(each, ",")), told_};
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  int dice_ = 0;
  bool asks_dice_ = false;
  bool percentage_ = false;
  bool counts_hits_ = false;
  bool adds_up_ = false;
  bool rerolls_ = false;
  std::string modifier_;  ///< " kh3", "!"
  std::string total_;     ///< ">= 15", of all dice
  std::optional<int> sides_;
  std::optional<int> number_;  ///< of which it is not yet known what it is
  std::optional<int> kind_;
  std::optional<int> exploding_face_;
  std::optional<std::pair<std::string, int>> face_;   ///< "=" 6, ">=" 4
  std::optional<std::pair<std::string, int>> count_;  ///< ">=" 3
  std::vector<std::pair<std::string, int>> pluses_;   ///< "h" 4: hit on 4+
  std::vector<std::string> told_;
};

}  // namespace

std::optional<SpokenPool> pool_said(const std::vector<std::string>& words) {
  return PoolReader(words).read();
}

}  // namespace combat_odds
