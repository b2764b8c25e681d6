#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expression/talk.hpp"
#include "expression/talk_words.hpp"

namespace combat_odds::expression {

constexpr int most_dice_said = 1'000;

/// "8d6", "3 to 8 dice".
struct DiceSaid {
  int least = 1;
  int most = 1;
  int sides = 6;
  bool is_said_in_words = false;  ///< "eight dice"
};

/// What one of the two who roll does.
struct RollSaid {
  std::vector<DiceSaid> dice;
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
struct MatchSaid {
  std::string reading;  ///< "largest set"
  std::string test;     ///< ">= 3"
  int dice = 5;         ///< where no dice are said
  bool is_all = false;  ///< of as many as there are
};

/// What was said about dice, before anybody asks what it comes to.
struct SaidOfDice {
  std::vector<RollSaid> rolls{1};
  std::optional<Bound> exploding;
  std::vector<Bound> loose;        ///< numbers of which it is not yet known what they are
  std::optional<Bound> threshold;  ///< "needing 11"
  std::optional<Bound> total;
  std::optional<Bound> count;  ///< of dice that show what they need
  std::optional<Bound> until;
  std::optional<Bound> margin;
  std::optional<Bound> unclear;  ///< the sum, or each die
  std::optional<MatchSaid> match;
  std::optional<int> times;
  std::optional<Bound> times_often;
  std::optional<int> target;  ///< the class that a d20 must come to
  std::optional<int> hit_bonus;
  std::optional<int> attackers;
  std::optional<int> parity;  ///< 1: odd, 2: even
  std::string damage;
  std::string factor;  ///< "half", "half up", "double"
  char ties = 0;       ///< 'r'erolled, won by the 'f'irst or the 's'econd; 't': they are asked for
  bool denies_match = false;
  bool has_some_match = false;
  bool has_to_hit = false;
  bool has_d20 = false;
  bool saves_half = false;
  bool is_mirrored = false;
  bool is_total = false;
  bool is_until = false;
  bool in_a_row = false;
  bool is_within = false;  ///< "in four throws"
  bool asks_dice = false;  ///< "how many d6 do I need"
  bool has_percentage = false;
  bool is_each_unclear = false;  ///< "twice": each time, or how often?
  bool bare = false;             ///< a number right behind the dice
  bool names_hits = false;
  bool names_damage = false;
  bool counts = false;
  bool all = false;
  bool wins = false;
  std::vector<std::string> told;

  RollSaid& roll() { return rolls.back(); }
  const RollSaid& roll() const { return rolls.back(); }
  bool is_to_hit() const { return target || has_to_hit; }
  /// Of dice that show what they need. False where a number was said before.
  bool put_count(const Bound& bound);
  bool put_total(const Bound& bound);
};

/// "= 0", of dice that show what they need
Bound none_of_them();
/// ">= 1"
Bound any_of_them();

/// What the words say, in any order; nothing where one is not understood.
std::optional<SaidOfDice> said_of_dice(TalkWords words);

/// Finds out what the numbers are that no word told. False where what was said does not go
/// together.
bool settle(SaidOfDice& said);

/// As expressions; nothing where no expression says it.
std::optional<Talk> expressed(const SaidOfDice& said);

/// "3 dice against 2 in Risk", "Risk, defender loses both armies": the highest dice in order, ties
/// to the defender.
std::optional<Talk> risk_said(const TalkWords& words);

/// What is asked of one roll, or of two against each other.
std::optional<Talk> one_said(const TalkWords& words);

/// "d6 under 3 and 2d6 at least 9, both", "d6 lower than d8", "2d6 against 2d6, lower wins":
/// several rolls that are made of what is asked of each.
std::optional<Talk> several_said(const TalkWords& words);

}  // namespace combat_odds::expression
