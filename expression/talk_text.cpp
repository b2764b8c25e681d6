#include "expression/said_of_dice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace combat_odds::expression {
namespace {

class TalkText {
 public:
  explicit TalkText(const SaidOfDice& said) : said_(said) {}

  static std::string pool_text(const DiceSaid& dice, bool counts) {
    const std::string count = dice.most > dice.least
                                  ? fmt::format("{{{}..{}}}", dice.least, dice.most)
                              : dice.least > 1 || counts ? fmt::format("{}", dice.least)
                                                         : "";
    return fmt::format("{}d{}", count, dice.sides);
  }

  /// The dice, kept and added up or counted.
  static std::string text_of(const RollSaid& roll, const std::string& again) {
    const bool counts = !roll.needs.empty();
    std::string text;
    if (roll.dice.size() > 1) {
      std::vector<std::string> each;
      for (const DiceSaid& dice : roll.dice)
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
  static std::string counted(const RollSaid& roll, const Bound& need) {
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
    const RollSaid& one = said_.rolls.front();
    std::string text = text_of(one, again);
    if (text.empty()) return "";
    if (said_.factor == "half") text = fmt::format("floor(({})/2)", text);
    if (said_.factor == "half up") text = fmt::format("ceil(({})/2)", text);
    if (said_.factor == "double") text = fmt::format("2*({})", text);
    if (said_.match) {
      text += " " + said_.match->reading;
      if (said_.is_until) return text + " until " + said_.match->test;
      const std::string test =
          said_.match->is_all ? fmt::format("= {}", one.dice[0].least) : said_.match->test;
      text = fmt::format("({}) {}", text, test);
      return said_.denies_match ? fmt::format("not ({})", text) : text;
    }
    if (said_.is_until) {
      return fmt::format("{} until {}", text,
                         said_.until->sign == "=" ? fmt::format("{}", said_.until->number())
                                                  : said_.until->text());
    }
    if (said_.is_to_hit() || one.natural) return attacked(text);
    const std::optional<Bound>& test = one.needs.empty() ? said_.total : said_.count;
    if (said_.parity) return parity_text(text);
    return test ? fmt::format("({}) {}", text, test->text()) : text;
  }

  std::string parity_text(const std::string& text) const {
    return fmt::format("_t = {}; _t - 2*floor(_t/2) = {}", text, *said_.parity == 1 ? 1 : 0);
  }

  /// A d20 that must come to the number, once or for each who attacks.
  std::string attacked(const std::string& text) const {
    const RollSaid& one = said_.rolls.front();
    const int bonus = said_.hit_bonus.value_or(0);
    if (said_.saves_half) {
      return fmt::format("d20{} >= {} ? floor(({})/2) : {}",
                         bonus == 0 ? "" : fmt::format("{:+}", bonus), *said_.target, text, text);
    }
    std::string hit;
    if (one.natural) {
      if (said_.target) return "";
      hit = fmt::format("({}) {}", text, one.natural->text());
    } else {
      if (!said_.target) return "";
      hit = fmt::format("({}{}) >= {}", text, bonus == 0 ? "" : fmt::format("{:+}", bonus),
                        *said_.target);
    }
    if (!said_.damage.empty()) {
      if (said_.attackers || said_.count || said_.total) return "";
      return fmt::format("{} ? {} : 0", hit, said_.damage);
    }
    if (!said_.attackers) return said_.count ? "" : hit;
    // Each attacker's die counts by itself.
    if (!one.kept.empty() || !one.explodes.empty() || one.has_bonus) return "";
    const std::string need =
        one.natural ? one.natural->counted() : fmt::format(">={}", *said_.target - bonus);
    if (!one.natural && *said_.target - bonus < 1) return "";
    const std::string hits = fmt::format("{}d{} c{}", *said_.attackers, one.dice[0].sides, need);
    if (said_.all) return fmt::format("({}) = {}", hits, *said_.attackers);
    return said_.count ? fmt::format("({}) {}", hits, said_.count->text()) : hits;
  }

  bool is_condition() const {
    return said_.total || said_.count || said_.match || said_.target || said_.parity;
  }

  /// As often as it is rolled.
  std::string repeated(const std::string& text) const {
    if (!said_.times) return said_.times_often ? "" : text;
    if (said_.is_until) return "";
    const int times = *said_.times;
    if (!is_condition())
      return said_.all || said_.times_often ? "" : fmt::format("{} times {}", times, text);
    if (said_.all) return fmt::format("({} times {}) = {}", times, text, times);
    if (!said_.times_often) return fmt::format("{} times {}", times, text);
    return fmt::format("({} times {}) {}", times, text, said_.times_often->text());
  }

  std::optional<Talk> made() {
    Talk talk;
    talk.told = said_.told;
    talk.is_condition = said_.rolls.size() == 1 && is_condition() && !said_.is_until &&
                        said_.damage.empty() && !said_.saves_half && !said_.asks_dice &&
                        (!said_.times || said_.all || said_.times_often);
    if (said_.rolls.size() == 2) {
      const std::string text = opposed();
      if (text.empty()) return std::nullopt;
      talk.expressions = {text};
      return talk;
    }
    if (said_.asks_dice) return as_many_as_needed(std::move(talk));
    const RollSaid& one = said_.rolls.front();
    if (one.is_again_unclear && !one.needs.empty()) {
      talk.told.push_back(fmt::format("each {} is rolled again once", one.face_again));
      talk.expressions = {repeated(whole(fmt::format(" ro{}", one.face_again)))};
    } else if (one.is_again_unclear) {
      if (said_.unclear || said_.bare || said_.is_each_unclear) return std::nullopt;
      talk.told.push_back(fmt::format(
          "'reroll {0}s': once (ro{0}), and until another face shows (rr{0})", one.face_again));
      for (const char* const how : {" ro", " rr"}) {
        talk.expressions.push_back(repeated(whole(fmt::format("{}{}", how, one.face_again))));
      }
    } else if (said_.unclear) {
      talk.is_unclear = true;
      const std::string text = text_of(one, one.again);
      const std::string counted = fmt::format("{} c{}", text, said_.unclear->counted());
      talk.expressions = {said_.unclear->is_plain ? fmt::format("({}) >= 1", counted) : counted,
                          fmt::format("({}) {}", text, said_.unclear->text())};
      if (said_.times || said_.match || said_.total || said_.is_until) return std::nullopt;
    } else if (said_.bare && said_.total) {  // "3d6 12"
      if (said_.times) return std::nullopt;
      talk.is_unclear = true;
      const std::string text = text_of(one, one.again);
      for (const char* const sign : {">=", "<=", "="}) {
        talk.expressions.push_back(fmt::format("({}) {} {}", text, sign, said_.total->number()));
      }
    } else if (said_.is_each_unclear && !said_.times_often && is_condition()) {
      const std::string text = whole(one.again);
      talk.is_unclear = true;  // "d100 under 45 twice"
      talk.expressions = {fmt::format("({} times {}) = {}", *said_.times, text, *said_.times),
                          fmt::format("{} times {}", *said_.times, text)};
      if (text.empty()) return std::nullopt;
    } else {
      talk.expressions = {repeated(whole(one.again))};
    }
    for (const std::string& text : talk.expressions) {
      if (text.empty()) return std::nullopt;
    }
    if (said_.total && said_.total->sign == "<" && one.needs.empty()) {
      talk.told.push_back(
          fmt::format("less than {0}; '{0} or less' counts the {0}, too", said_.total->number()));
    }
    return talk;
  }

  /// With one die, two dice, and so on.
  std::optional<Talk> as_many_as_needed(Talk talk) {
    constexpr int most = 16;
    const RollSaid& one = said_.rolls.front();
    const bool asks = !one.needs.empty() || said_.total || said_.match;
    if (!asks || said_.unclear || said_.bare || said_.times || one.is_again_unclear)
      return std::nullopt;
    const int least = said_.count ? std::max(1, said_.count->number()) : 1;
    for (int dice = least; dice < least + most; ++dice) {
      SaidOfDice with = said_;
      with.roll().dice[0].least = with.roll().dice[0].most = dice;
      talk.expressions.push_back(TalkText(with).whole(one.again));
      if (talk.expressions.back().empty()) return std::nullopt;
    }
    return talk;
  }

  std::string opposed() const {
    std::vector<std::string> both;
    for (const RollSaid& each : said_.rolls) {
      if (each.is_again_unclear || each.natural || each.needs.size() > 1) return "";
      std::string text = text_of(each, each.again);
      if (text.empty()) return "";
      if (!each.needs.empty()) text = "(" + text + ")";
      both.push_back(text);
    }
    if (said_.margin) return fmt::format("({}) - ({}) {}", both[0], both[1], said_.margin->text());
    const auto put = [&](const char* sign) {
      return fmt::format("({}) {} ({})", both[0], sign, both[1]);
    };
    switch (said_.ties) {
      case 'r':
        return fmt::format("{} vs {} reroll ties", both[0], both[1]);
      case 'f':
        return put(">=");
      case 's':
        return put(">");
      case 't':
        return put("=");
      default:
        return said_.wins ? put(">") : fmt::format("{} vs {}", both[0], both[1]);
    }
  }

  const SaidOfDice& said_;
};

}  // namespace

std::optional<Talk> expressed(const SaidOfDice& said) { return TalkText(said).made(); }

}  // namespace combat_odds::expression
