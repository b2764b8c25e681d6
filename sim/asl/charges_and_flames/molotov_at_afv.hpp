#pragma once

#include "sim/asl/charges_and_flames/flame_to_kill.hpp"
#include "sim/asl/fire_and_rubble/molotov_check.hpp"

namespace combat_odds::asl {

/// The AFV that a Molotov is thrown at, and from where (22.612, C7.22).
struct MolotovAtAfv {
  enum class From { other, rear, same_hex };
  enum class Armor { buttoned_up, crew_exposed, open_topped };

  From from = From::other;
  Armor armor = Armor::buttoned_up;
  bool moving = false;
  bool from_above = false;

  static void describe(Declaration<MolotovAtAfv>& asked);
  void prepare(const Charts& charts) { basic_ = basic_flame_to_kill(charts, "mol"); }

  /// The Final To Kill number; `in_same_hex`: the thrower is there, whatever is asked.
  int to_kill(bool in_same_hex = false) const {
    const int open_topped = armor == Armor::open_topped ? 1 : 0;
    return basic_ + (from == From::other && !in_same_hex ? 0 : 1) +
           (armor == Armor::crew_exposed ? 1 : 2 * open_topped) - (moving ? 2 : 0) +
           (from_above ? 1 + open_topped : 0);
  }
  /// A coloured 6 breaks the thrower and takes the MOL with it (22.6111).
  static bool breaks_thrower(TwoDice roll) { return roll.coloured == 6; }

 private:
  int basic_ = 0;
};

}  // namespace combat_odds::asl
