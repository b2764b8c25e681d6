#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/asl/infantry/attackers.hpp"
#include "sim/asl/infantry/fire_target.hpp"

namespace combat_odds::asl {

/// The result of the DR of one shot. Without groups `other` is that for those already pinned
/// (A7.83).
struct FireShot : DrResults {
  std::uint8_t again = 0;   ///< the MGs that keep their rate of fire, a bit for each
  std::uint8_t cowers = 0;  ///< and some of them may yet lose it by cowering
  std::uint8_t jams = 0;    ///< of a group in an assault: the weapons that malfunction
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

  bool played() const { return !guns_.empty(); }
  int shots() const { return shots_; }
  /// Notes in `shot` which MGs keep their rate by that DR, the shot number `shots` of the attack
  /// (from 1); `fired`: the MGs that fired it, 0 for the whole attack.
  void note(FireShot& shot, TwoDice roll, std::uint8_t fired, int shots, bool cowers) const;
  /// A7.9: takes those from `shot` whose units are marked because the fire cowered.
  void cower(Dice& dice, FireShot& shot, std::uint8_t fired) const;
  /// The column of these MGs.
  int column(std::uint8_t fires) const;
  /// The same MGs by their place among Attackers::machine_guns(), a bit for each; and the bits here
  /// of the one at that place.
  std::uint8_t fired_by(std::uint8_t again) const;
  std::uint8_t rates_of(std::size_t gun) const;
  /// Added to the DRM of the whole attack: heroes do not fire again (A15.24).
  int drm() const { return without_heroes_; }

  /// "the German HMG keeps its rate ...", a line for each set of MGs.
  void tell(Working& working, const Ift& ift) const;
  /// ", rate of fire 3, 4 shots at most"; empty where no MG keeps a rate.
  std::string text() const;

 private:
  static constexpr std::size_t most_guns = 8;
  struct Gun {
    std::string name;
    double firepower = 0;  ///< below 0: that of the whole attack
    int rate = 0;
    int unit = Attackers::nobody;
    friend bool operator==(const Gun&, const Gun&) = default;
  };
  void by_name(const Attackers& attackers);
  std::vector<int> firing(std::uint8_t fired) const;
  std::vector<Gun> of_unit(int unit, std::uint8_t guns) const;

  const Ift* ift_ = nullptr;
  int whole_column_ = -1;
  int shots_ = 1;
  int without_heroes_ = 0;
  int may_be_marked_ = 0;
  std::vector<Gun> guns_;            ///< those that may keep a rate
  std::vector<std::size_t> places_;  ///< their places among all that fire
};

}  // namespace combat_odds::asl
