#include <fmt/format.h>

#include "core/text/number_text.hpp"
#include "sim/asl/close_fight/close_combat_terms.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {
namespace {

/// The FP of an attack in close combat, and that of whom it attacks.
struct CloseCombatOdds {
  static constexpr const char* form = "odds or FP against FP, such as 3-2, 1:2 or 12-5";

  double attack = 1;
  double defence = 1;

  static CloseCombatOdds read(std::string_view text, std::string_view parameter) {
    constexpr double most = 200;
    const std::size_t middle = text.find_first_of("-:");
    const bool two = middle != std::string_view::npos;
    const auto attack = number_in<double>(text.substr(0, two ? middle : 0));
    const auto defence = number_in<double>(two ? text.substr(middle + 1) : "");
    const auto is_fp = [](std::optional<double> fp) { return fp && *fp > 0 && *fp <= most; };
    if (!is_fp(attack) || !is_fp(defence)) {
      throw ArgumentError(parameter, fmt::format("'{}' is no odds", text), form);
    }
    return {*attack, *defence};
  }
};

/// A11.11: one attack on the Close Combat Table.
struct CloseCombatAttack {
  CloseCombatOdds odds;
  bool hand_to_hand = false;
  int drm = 0;

  void prepare(const Charts& charts) {
    CloseCombatTerms terms;
    terms.hand_to_hand = hand_to_hand;
    terms.attacker_drm = drm;
    terms.prepare(charts);
    strike_ = terms.strike(CloseCombatTerms::Side::attacker, odds.attack, odds.defence);
    column_ = charts.get<CloseCombatTable>().odds(odds.attack, odds.defence);
  }

  Outcome resolve(Dice& dice) const {
    using Effect = CloseCombatTerms::Effect;
    const Effect effect = dice.DR([&](TwoDice roll) { return strike_.effect(roll.total(), 0); });
    return Outcome(effect == Effect::eliminates ? "eliminated"
                   : effect == Effect::reduces  ? "reduced"
                                                : "no_effect")
        .event("eliminated_or_reduced", effect != Effect::nothing);
  }

  Working working() const {
    Working working;
    working.situation = "Close Combat at " + column_;
    if (hand_to_hand) working.situation += ", hand-to-hand";
    if (drm != 0) working.situation += ", " + signed_text(drm);
    const bool exact = fmt::format("{:g}-{:g}", odds.attack, odds.defence) == column_;
    working.sums.push_back(
        (exact ? column_ : fmt::format("{:g} to {:g} is {}", odds.attack, odds.defence, column_)) +
        fmt::format(": kill number {}", strike_.kill_number));
    return working;
  }

 private:
  CloseCombatTerms::Strike strike_;
  std::string column_;
};

}  // namespace

Procedure close_combat_attack() {
  using Asked = CloseCombatAttack;
  return procedure<Asked>("asl.close-combat-attack", "A11.11",
                          "one attack on the Close Combat Table, by its odds alone")
      .asks(&Asked::odds, "odds", CloseCombatOdds::form,
            "the FP of those who attack and of those whom they attack, halved and doubled already: "
            "rounded down to a column",
            CloseCombatOdds::read)
      .or_named(words(
          {"1-8", "1-6", "1-4", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "8-1", "10-1"}))
      .tried_with({"3-2", "1-1", "1-9", "12-1", "1-2", "7-4"})
      .asks(&Asked::hand_to_hand, "hand_to_hand", "the hand-to-hand kill numbers (J2.31)")
      .asks(
          &Asked::drm, "drm", -10, 10,
          "the sum of the DRM: leadership, -1 by those who ambush and +1 against them, +1 by CX and "
          "-1 against, -2 against the broken")
      .outcome("eliminated", "all who are attacked are eliminated")
      .outcome("reduced", "one of them, by Random Selection, suffers Casualty Reduction")
      .outcome("no_effect", "nothing happens to them")
      .event("eliminated_or_reduced", "a kill or Casualty Reduction")
      .headline("eliminated", "a kill")
      .headline("reduced", "Casualty Reduction")
      .headline("no_effect", "nothing happens");
}

}  // namespace combat_odds::asl
