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

class PoolReader {
 public:
  explicit PoolReader(const std::vector<std::string>& words) : words_(words) {}

  std::optional<SpokenPool> read() {
    while (at_ < words_.size()) {
      if (!step()) return std::nullopt;
    }
    // "for a 6": of several dice only where their number is asked.
    if (!face_ && number_ && asks_dice_) {
      face_ = std::pair("=", *number_);
      number_.reset();
      if (!count_) count_ = std::pair(">=", 1);
    }
    if (number_ || !sides_ || !face_ || (dice_ == 0 && !asks_dice_)) return std::nullopt;
    return made();
  }

 private:
  const std::string& word(std::size_t ahead = 0) const {
    static const std::string none;
    return at_ + ahead < words_.size() ? words_[at_ + ahead] : none;
  }

  bool step() {
    return take_percentage() || take_dice() || take_face() || take_count() || take_filler();
  }

  bool put_dice(int dice, int sides, std::size_t length) {
    if (sides_ || dice > most_dice || sides < 2) return false;
    dice_ = dice;
    sides_ = sides;
    at_ += length;
    return true;
  }

  /// "8d10", "ten dice", "5 d10s", "how many d6".
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
    if (is_dice(word()) && d != 0) {
      const auto dice = number_in<int>(std::string_view(word()).substr(0, d));
      const auto sides = sides_said(word().substr(d));
      return dice && sides && put_dice(*dice, *sides, 1);
    }
    const auto dice = whole(word());
    const auto sides = sides_said(word(1));
    return dice && sides && put_dice(*dice, *sides, 2);
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

  bool take_face() {
    if (const auto least = or_more_said(word())) return put_face(">=", *least, 1);
    if (is_one_of(word(), {"on", "against", "vs"}) && or_more_said(word(1))) {
      return put_face(">=", *or_more_said(word(1)), 2);
    }
    const bool is_target = is_one_of(word(), {"against", "vs", "difficulty", "tn"});
    if (is_target && whole(word(1))) return put_face(">=", *whole(word(1)), 2);
    if (is_one_of(word(), {"on", "showing", "shows", "show"}) && whole(word(1)) &&
        word(2) == "or" && is_one_of(word(3), {"more", "better", "higher"})) {
      return put_face(">=", *whole(word(1)), 4);
    }
    if (const auto face = face_said(word())) return put_face("=", *face, 1);
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
    if (word(1) == "or" && is_one_of(word(2), {"more", "better"}) &&
        is_one_of(word(3), {"successes", "hits"})) {
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
    const bool is_filler = is_one_of(
        word(),
        {"roll", "rolling", "rolls",  "throw",   "throwing",    "pool",   "dice",   "die",
         "get",  "getting", "chance", "odds",    "chances",     "to",     "with",   "for",
         "on",   "in",      "using",  "success", "successes",   "hits",   "hit",    "how",
         "many", "what",    "what's", "is",      "are",         "need",   "needed", "do",
         "i",    "if",      "from",   "each",    "probability", "likely", "it",     "have",
         "when", "count",   "counts", "and",     "there",       "will",   "be",     "does"});
    if (is_filler) {
      ++at_;
      return true;
    }
    return false;
  }

  /// "90%", "90 percent": which of the answers reach it.
  bool take_percentage() {
    const bool has_sign = word().size() > 1 && word().back() == '%';
    const bool is_apart = number_in<double>(word()) && word(1) == "percent";
    if (!has_sign && !is_apart) return false;
    const std::string number = has_sign ? word().substr(0, word().size() - 1) : word();
    told_.push_back(fmt::format("'{}%': the answers below tell which reach it", number));
    at_ += has_sign ? 1 : 2;
    return asks_dice_;
  }

  SpokenPool made() {
    const auto one = [&](int dice) {
      const std::string hits =
          fmt::format("{}d{} c{}{}", dice, *sides_, face_->first, face_->second);
      return count_ ? fmt::format("({}) {} {}", hits, count_->first, count_->second) : hits;
    };
    if (!asks_dice_) return {one(dice_), told_};
    constexpr int most = 16;
    const int least = count_ ? std::max(1, count_->second) : 1;
    std::vector<std::string> each;
    for (int dice = least; dice < least + most; ++dice) each.push_back(one(dice));
    return {fmt::format("{}", fmt::join(each, ",")), told_};
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  int dice_ = 0;
  bool asks_dice_ = false;
  std::optional<int> sides_;
  std::optional<int> number_;                         ///< of which it is not yet known what it is
  std::optional<std::pair<std::string, int>> face_;   ///< "=" 6, ">=" 4
  std::optional<std::pair<std::string, int>> count_;  ///< ">=" 3
  std::vector<std::string> told_;
};

}  // namespace

std::optional<SpokenPool> pool_said(const std::vector<std::string>& words) {
  return PoolReader(words).read();
}

}  // namespace combat_odds
