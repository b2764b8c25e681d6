#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/asl/infantry/attackers.hpp"

namespace combat_odds::asl {

/// The result of the DR of one shot.
struct FireShot {
  IftResult result;
  IftResult on_pinned;     ///< where the target moves and some of it are pinned already (A7.83)
  std::uint8_t again = 0;  ///< the MGs that keep their rate of fire, as RateOfFire has them
  std::string text() const;
};

/// The further shots of the MGs in an attack that keep their rate of fire: each MG goes by the
/// Original coloured die of the attack's DR, and those that keep it fire again at once, together
/// and without the others (A9.2).
class RateOfFire {
 public:
  std::optional<int> rate;
  std::optional<int> most_shots;
  std::optional<double> firepower;

  /// `rate_of_fire`, `most_shots` and `rate_firepower`.
  static void describe(Declaration<RateOfFire>& rate);
  /// Works out who fires again; `column` is that of the whole attack. Throws ArgumentError where a
  /// rate is asked for that nobody has, or that is lost.
  void prepare(const Attackers& attackers, const Ift& ift, int column);

  bool played() const { return !again_.empty(); }
  int shots() const { return shots_; }
  /// Which MGs fire on after that DR, the shot number `shots` of the attack (from 1), by those that
  /// fired in it: 0 all, else a number that this gave; 0: none. Cowering loses every rate (A7.9).
  std::uint8_t keeps(TwoDice roll, std::uint8_t fired, int shots, bool cowers) const;
  /// The column of the MGs that keeps() gave.
  int column(std::uint8_t fires) const { return again_.at(fires - 1u).column; }
  /// Added to the DRM of the whole attack: heroes do not fire again (A15.24).
  int drm() const { return without_heroes_; }

  /// "the German HMG keeps its rate ...", a line for each set of MGs.
  void tell(Working& working, const Ift& ift) const;
  /// ", rate of fire 3, 4 shots at most"; empty where no MG keeps a rate.
  std::string text() const;

 private:
  /// The MGs with at least that rate.
  struct Again {
    int rate = 0;
    int column = -1;
    double firepower = 0;
    std::string names;
  };
  void by_name(const Attackers& attackers, const Ift& ift);

  int shots_ = 1;
  int without_heroes_ = 0;
  std::vector<Again> again_;  ///< the lowest rate first
};

}  // namespace combat_odds::asl
