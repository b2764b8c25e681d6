#include "expression/said_of_dice.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace combat_odds::expression {
namespace {

/// What it comes to.
class Settling {
 public:
  explicit Settling(SaidOfDice& said) : said_(said) {}

  bool settle() {
    if (!settle_dice()) return false;
    if (said_.has_percentage && !said_.asks_dice) return false;
    if (said_.asks_dice && said_.rolls.size() == 2) return false;
    for (RollSaid& each : said_.rolls) {
      if (!settle_explosion(each)) return false;
    }
    if (said_.rolls.size() == 2) {
      for (const RollSaid& each : said_.rolls) {
        const bool needs_one =
            each.fails_again || !each.twice.empty() || said_.names_hits || said_.counts;
        if (needs_one && each.needs.size() != 1) return false;
      }
      return said_.loose.empty() && !said_.count && !said_.match && !said_.times &&
             !said_.threshold && !said_.is_until && !said_.target && said_.factor.empty() &&
             !said_.parity && !said_.all;
    }
    if (said_.ties != 0 || said_.margin || said_.wins) return false;
    return settle_numbers();
  }

 private:
  bool settle_dice() {
    RollSaid& first = said_.rolls.front();
    const bool is_d20 = said_.is_to_hit() || first.natural || said_.has_d20;
    if (first.dice.empty() && said_.attackers && !is_d20 && !first.needs.empty()) {
      DiceSaid shots;  // "10 shots hitting on 3s"
      shots.least = shots.most = *said_.attackers;
      shots.is_said_in_words = true;
      first.dice.push_back(shots);
      said_.attackers.reset();
      if (shots.most < 1 || shots.most > most_dice_said) return false;
    }
    if (first.dice.empty() && is_d20 && !said_.saves_half) {
      DiceSaid d20;
      d20.sides = 20;
      first.dice.push_back(d20);
    }
    if (first.dice.empty() && said_.match && said_.match->dice > 0) {
      if (said_.has_some_match && !said_.times) return false;
      DiceSaid dice;
      dice.least = dice.most = said_.match->dice;
      first.dice.push_back(dice);
    }
    if (first.dice.empty() && said_.is_until) first.dice.emplace_back();
    if (said_.is_mirrored) {
      if (said_.rolls.size() == 2) return false;
      said_.rolls.push_back(said_.rolls.front());
    }
    for (const RollSaid& each : said_.rolls) {
      if (each.dice.empty()) return false;
      if (each.natural && each.dice.size() > 1) return false;
    }
    return true;
  }

  bool settle_explosion(RollSaid& each) {
    if (each.explodes.empty() || !said_.exploding) return true;
    const int sides = each.dice.front().sides;
    int least = sides + 1;
    if (said_.exploding->sign == ">=") {
      least = said_.exploding->number();
    } else {
      std::vector<int> faces = said_.exploding->numbers;
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
    RollSaid& one = said_.rolls.front();
    const bool is_pool = one.dice.size() == 1 && one.dice[0].most > 1 && one.kept.empty();
    const int sides = one.dice.front().sides;
    if (said_.threshold) {
      if (is_pool && said_.threshold->number() <= sides && one.needs.empty() && !said_.is_total) {
        one.needs.emplace_back('h', *said_.threshold);
      } else if (!said_.total && one.needs.empty()) {
        said_.total = said_.threshold;
      } else {
        return false;
      }
    }
    // "at least one 15 or higher" of six rolls: what the count says is how often
    if (said_.times && said_.count && !said_.times_often && one.needs.size() == 1 && !said_.total) {
      const bool is_whole = one.is_one() || one.needs[0].second.numbers.front() > sides;
      if (!is_whole) return false;
      said_.times_often = said_.count;
      said_.count.reset();
      said_.total = one.needs[0].second;
      one.needs.clear();
    }
    if (said_.times && said_.count && one.needs.empty() && !said_.times_often) {
      said_.times_often = said_.count;
      said_.count.reset();
    }
    for (const Bound& each : said_.loose) {
      if (!settle_loose(each, is_pool, sides)) return false;
    }
    if (said_.in_a_row) {
      // "two sixes in a row on a d6"
      if (!said_.count || !one.is_one() || one.needs.size() != 1 || said_.times) return false;
      said_.times = said_.count->number();
      said_.all = true;
      said_.total = one.needs[0].second;
      one.needs.clear();
      said_.count.reset();
      said_.told.clear();
    }
    if (said_.is_until && !settle_until()) return false;
    // "a 6 on a d6", "at least one natural 20 on a d20": one die is a total
    if (one.is_one() && one.needs.size() == 1 && one.needs[0].first != 's' && !said_.total &&
        !said_.attackers && (!said_.count || said_.count->text() == ">= 1") &&
        one.explodes.empty() && !said_.counts) {
      said_.total = one.needs[0].second;
      one.needs.clear();
      said_.count.reset();
    }
    // "roll a d6 ten times, how many sixes"
    if (one.is_one() && said_.times && one.needs.size() == 1 && !said_.times_often &&
        !said_.total) {
      one.dice[0].least = one.dice[0].most = *said_.times;
      said_.times.reset();
    }
    if (said_.all && !said_.times && !said_.attackers) {
      if (one.needs.size() != 1 || said_.count || one.dice.size() != 1) return false;
      said_.count = none_of_them();
      said_.count->numbers = {one.dice[0].most};
    }
    if (said_.count && one.needs.empty() && !said_.attackers) return false;
    // "doubles in four rolls"
    const bool is_match_within = said_.is_within && !said_.all;
    if (said_.match && said_.times && !said_.times_often &&
        (said_.has_some_match || is_match_within)) {
      const bool is_never = said_.denies_match;  // "no doubles in three rolls"
      said_.times_often = is_never ? none_of_them() : any_of_them();
      said_.denies_match = false;
      if (is_match_within && !said_.has_some_match && !is_never)
        said_.told.emplace_back("at least once; 'how many' counts them");
    }
    if (said_.match && (said_.total || !one.needs.empty() || said_.count)) return false;
    if (!one.twice.empty() && one.needs.size() != 1) return false;
    if (said_.parity && (said_.total || !one.needs.empty())) return false;
    if (!one.needs.empty() && (said_.total || said_.is_total)) return false;
    if (!one.needs.empty() && one.dice.size() > 1) return false;
    if (!one.needs.empty() && one.has_bonus) return false;
    if (said_.saves_half && (!said_.target || one.dice.empty() || said_.attackers)) return false;
    if (said_.target && said_.total) return false;
    if (said_.target && is_pool && !said_.saves_half) return false;  // "7d10 difficulty 6"
    if (said_.target && !said_.saves_half && !one.needs.empty()) return false;
    if (said_.attackers && said_.times) return false;
    if (!settle_attack()) return false;
    // A die that must show what it has not.
    for (const auto& [role, need] : one.needs) {
      const bool is_face = need.sign == "=" || need.sign == "in";
      if (need.sign == "!=") return false;  // no pool counts so
      if (is_face && need.numbers.back() > sides) return false;
    }
    if ((said_.unclear || said_.bare) && !said_.factor.empty()) return false;
    const bool is_plain_pool = one.dice.size() == 1 && !one.has_bonus && said_.factor.empty();
    if (said_.match && !is_plain_pool) return false;
    if (said_.is_until && !said_.factor.empty()) return false;
    if (one.fails_again && (one.needs.size() != 1 || one.needs[0].second.sign != ">="))
      return false;
    if (said_.names_hits && one.needs.empty() && !said_.is_to_hit() && !one.natural) return false;
    if (said_.counts && one.needs.empty() && !said_.is_to_hit() && !one.natural) return false;
    return is_chain();
  }

  /// Nothing that was said of an attack is left out.
  bool settle_attack() const {
    const RollSaid& one = said_.rolls.front();
    const bool is_attack =
        said_.target || one.natural || said_.attackers || said_.hit_bonus || said_.saves_half;
    if (!is_attack) return said_.damage.empty();
    if (said_.match || said_.is_until || said_.parity || said_.total || !said_.factor.empty())
      return false;
    if (one.natural && (said_.target || said_.hit_bonus)) return false;
    if (one.natural && one.natural->sign == "!=") return false;
    if (!one.natural && !said_.target) return false;
    if (said_.saves_half && (said_.count || !said_.damage.empty())) return false;
    return !said_.names_damage || said_.saves_half || !said_.damage.empty();
  }

  bool settle_loose(const Bound& each, bool is_pool, int sides) {
    RollSaid& one = said_.rolls.front();
    const bool has_needs = !one.needs.empty();
    if (said_.is_until) {
      if (said_.until) return false;
      said_.until = each;
      return true;
    }
    const bool is_face = each.is_plural || (each.is_plus && is_pool && each.number() <= sides);
    if (is_face && !has_needs && !said_.is_total) {
      const bool is_clear = each.is_plural || one.dice[0].is_said_in_words || said_.count ||
                            said_.loose.size() > 1 || said_.all || !one.again.empty() ||
                            one.is_again_unclear || !one.twice.empty() || one.fails_again;
      if (!is_pool && !each.is_plural) return said_.put_total(each);
      if (!is_clear) {
        said_.unclear = each;
        return said_.loose.size() == 1;
      }
      one.needs.emplace_back('h', each);
      return true;
    }
    if (has_needs || (is_pool && said_.loose.size() > 1 &&
                      std::any_of(said_.loose.begin(), said_.loose.end(), [&](const Bound& other) {
                        return &other != &each && (other.is_plural || other.is_plus);
                      }))) {
      if (said_.attackers || said_.count) return false;
      return said_.put_count(each);
    }
    if (said_.attackers || one.natural) {
      if (said_.count) return false;
      return said_.put_count(each);
    }
    if (said_.asks_dice && each.is_plain && each.number() <= sides &&
        !said_.is_total) {  // "for a 6"
      one.needs.emplace_back('h', each);
      if (!said_.count) said_.count = any_of_them();
      return true;
    }
    const bool may_be_face = each.is_plain && !one.has_bonus && is_pool && !said_.is_total &&
                             each.number() <= sides && each.number() >= one.dice[0].most;
    if (may_be_face && !said_.bare) {  // "6 on 2d6": the sum, or a die?
      said_.unclear = each;
      return said_.loose.size() == 1;
    }
    return said_.put_total(each);
  }

  bool settle_until() {
    RollSaid& one = said_.rolls.front();
    if (!said_.until && one.needs.size() == 1) {
      said_.until = one.needs[0].second;
      one.needs.clear();
    }
    if (said_.count || said_.times || said_.total || said_.target) return false;
    if (said_.match && !said_.until) return !said_.denies_match;
    return said_.until.has_value() && !said_.match && one.needs.empty() && said_.until->sign != "<";
  }

  /// "4+ to hit, 3+ to wound, 5+ save": whether they are in such an order.
  bool is_chain() const {
    const RollSaid& one = said_.rolls.front();
    if (one.needs.size() < 2) return true;
    std::string roles;
    for (const auto& [role, bound] : one.needs) {
      if (bound.sign != ">=") return false;
      roles += role;
    }
    return is_any_of(roles, {"hw", "hs", "ws", "hws"}) && one.kept.empty() && !said_.match &&
           !said_.total && one.twice.empty() && one.again.empty() && !one.is_again_unclear &&
           !one.fails_again && one.explodes.empty();
  }

  SaidOfDice& said_;
};

}  // namespace

bool settle(SaidOfDice& said) { return Settling(said).settle(); }

}  // namespace combat_odds::expression
