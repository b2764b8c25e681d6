#pragma once

#include "sim/asl/close_fight/close_combat_terms.hpp"
#include "sim/asl/close_fight/melee.hpp"
#include "sim/asl/morale/heat_of_battle.hpp"
#include "sim/asl/units/unit_points.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {

/// Both sides in one Location: 0 is the attacker, 1 the other.
struct Melee {
  std::array<MeleeSide, 2> sides;
  std::uint8_t to_play = 0;   ///< a round has begun
  std::uint8_t is_first = 0;  ///< it is the first one
  std::uint8_t phasing = 0;   ///< whose Player Turn it is
  std::uint8_t ambush = 0;    ///< 1: by the attacker, 2: by the defender
};

/// A round of Close Combat after the other (A11.1-.22, A11.4), each side attacking all of the
/// other.
struct CloseCombat {
  using Effect = MeleeRoster::Effect;
  enum class Withdraws { never, all, all_but_one };

  /// What is asked of one side besides its units.
  struct SideTerms {
    std::optional<std::vector<UnitName>> broken;
    std::optional<std::vector<UnitName>> pinned;
    Withdraws withdraws = Withdraws::never;
    bool slips_away = false;
    bool captures = false;
    Nation nation = Nation::none;

    static void describe(Declaration<SideTerms>& side, const std::string& whose, int number);
  };

  std::vector<UnitName> attacker;
  std::vector<UnitName> defender;
  int most_rounds = 1;
  CloseCombatTerms terms;
  bool leaders_direct = true;
  bool melee = false;
  SideTerms attacking;
  SideTerms defending;
  bool casualty_vp = false;

  bool not_yet_in_melee() const { return !melee; }
  bool has_melee() const { return melee || most_rounds > 1; }
  void prepare(const Charts& charts);
  Melee start() const { return start_; }
  // A round is a Player Turn.
  int rounds() const { return most_rounds; }
  Melee round(const Melee& before, int number) const;
  static bool round_over(const Melee& m) { return m.to_play == 0; }
  Melee step(const Melee& before, Dice& dice) const;
  std::optional<Outcome> outcome(const Melee& m, int played) const;

 private:
  /// A Close Combat Phase on its way, with all that the rest of it depends on.
  struct Turn {
    Melee melee;
    std::uint8_t stage = 0;
    std::uint8_t first = 0;      ///< the side that attacks first
    std::uint8_t ambushed = 0;   ///< so the second side attacks with what is left
    std::uint8_t suspended = 0;  ///< somebody has left: nothing is figured once more (A18.12)
    std::array<std::uint8_t, 2> total{};  ///< of the CC DR; 0: none
    std::array<std::uint8_t, 2> landed{};
    std::array<std::int8_t, 2> kill{};
    std::array<std::int8_t, 2> drm{};
    /// Where some of the second side have left the attack on it, as it was before that, without
    /// them: attacks are simultaneous, so who was hit and stays still answers (A11.12, A11.22).
    MeleeSide answers;
    std::uint8_t wiped = 0;  ///< none of them survived it, so the answer captures nobody (A20.221)
  };

  static const MeleeSide& strikers(const Turn& turn, std::size_t by);

  const SideTerms& side_terms(std::size_t s) const { return s == 0 ? attacking : defending; }
  bool in_melee(const Melee& m) const { return melee || m.is_first == 0; }
  int unit_drm(const Turn& turn, std::size_t by, MeleeUnit fighter) const;
  int partial_at(const Turn& turn, std::size_t by, MeleeUnit fighter) const;
  Effect effect(const Turn& turn, std::size_t by, int total, MeleeUnit fighter) const;
  void announce(Dice& dice, Turn& turn, std::size_t s) const;
  void attack(Dice& dice, Turn& turn, std::size_t by) const;
  void promote(Dice& dice, Turn& turn, std::size_t by) const;
  void figure(Turn& turn, std::size_t by) const;
  bool reduces(const Turn& turn, std::size_t by) const;
  void land(Dice& dice, Turn& turn, std::size_t by, std::vector<MeleeUnit>* lost = nullptr) const;
  void leave_under_attack(Dice& dice, Turn& turn, std::size_t by) const;
  void land_all(Dice& dice, Turn& turn) const;
  bool slips_away(Dice& dice, Turn& turn, std::size_t s) const;
  void infiltration(Dice& dice, Turn& turn, std::size_t by) const;
  void end(Dice& dice, Turn& turn) const;
  Facts facts(const Turn& turn, std::size_t s) const;
  static void free_prisoners(std::array<bool, 2> lost_before, Melee& melee);
  std::array<std::uint8_t, 13> least_alike(const Turn& turn, std::size_t by) const;
  void forget_infiltration(Turn& turn, std::size_t by) const;

  MeleeRoster roster_;
  Melee start_;
  std::array<LeaderCreation, 2> creation_;
  std::array<std::array<std::uint8_t, LeaderCreation::kinds>, 2> leaders_{};
  std::array<std::vector<int>, 2> worth_;  ///< of each type, for Leader Creation
  const CloseCombatTable* table_ = nullptr;
};

}  // namespace combat_odds::asl
