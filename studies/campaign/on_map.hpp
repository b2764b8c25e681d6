#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/exact/sum_distribution.hpp"
#include "core/play/monte_carlo.hpp"
#include "studies/campaign/force.hpp"
#include "studies/campaign/losses.hpp"

namespace combat_odds::red_barricades {

/// What each measure of it is called in reports: "on_map squads".
inline const std::string on_map_prefix = "on_map ";

/// What of one force stands on the map on each day, by the losses that the player gives: what stood
/// there, with what was bought today. After it is counted comes the fighting (if this day is
/// fought): losses first, then replacements, then hardening. Fights take the losses of their days.
class OnMap {
 public:
  OnMap(const CampaignLosses& losses, const CampaignForce& force);

  std::size_t lines() const { return lines_; }
  /// Whether the dice of the days fought, which both sides share, can fall one way only.
  bool same_days() const { return fought_.chance.certain(); }
  /// With what fights need beside these: in the same numbering, behind them.
  std::size_t counted() const { return counted_.size(); }
  /// The one of that measure.
  std::optional<std::size_t> counted(const std::string& measure) const;
  const LossLine& line(std::size_t line) const { return *counted_[line].line; }
  /// Whether what a day brings is gone by the next: Stukas (note b).
  bool is_forfeit(std::size_t line) const { return this->line(line).measure == "stukas"; }
  /// The measure of the force that a line counts; nothing where its plan brings none.
  std::optional<std::size_t> measure(std::size_t line) const { return counted_[line].measure; }

  /// The most of each line that can stand there on each day; `brought` by line and day is the most
  /// that purchases bring.
  std::vector<std::vector<int>> most(const std::vector<std::vector<int>>& brought) const;

  /// The exact distribution of each day, from that of what each day brings; in floating point.
  /// Nothing where units of other lines come to it by hardening, which are not independent of it,
  /// and where there are fights, which take of several lines at once.
  std::optional<std::vector<SumDistribution>> exact(std::size_t line,
                                                    std::span<const SumDistribution> brought) const;

  class Trials;

 private:
  /// A number that dice decide: losses or replacements of a day.
  struct Number {
    explicit Number(const DiceSum& sum);
    int fixed = 0;
    std::unique_ptr<RollingGraph> rolling;  ///< none: it is fixed
    std::vector<int> values;                ///< by leaf
    SumDistribution exact;
  };
  /// One die for one unit.
  struct RolledChance {
    explicit RolledChance(DieChance chance);
    DieChance chance;
    std::unique_ptr<RollingGraph> rolling;  ///< none: nothing to roll for
    std::uint32_t hit = 0;                  ///< the leaf where it comes true
  };
  struct Counted {
    const LossLine* line = nullptr;
    std::optional<std::size_t> measure;
    std::optional<std::size_t> into;
    bool joined = false;  ///< units of another line come to it
    RolledChance lost_each;
    RolledChance hardened;
    Number lost;
    Number replaced;
  };

  class Fighting;

  RolledChance fought_;
  std::vector<Counted> counted_;
  std::size_t lines_ = 0;
  const std::set<std::size_t>* fight_days_;
};

/// The units of one force on the map in a block of trials.
class OnMap::Trials {
 public:
  /// Whether a day is fought is the same for all forces of a trial; the rest is the force's own,
  /// `key` tells it from others.
  Trials(const OnMap& on_map, std::uint64_t seed, std::uint64_t key, std::uint64_t block,
         std::size_t trials);

  /// How many of a line stand in each trial.
  std::span<std::int32_t> standing(std::size_t line) { return standing_[line]; }
  /// Takes what one trial loses in a fight from a line: units, of squads half-squads. Two
  /// half-squads make a squad again; a single one is kept, but not counted. Negative: it gains.
  void take(std::size_t line, std::size_t trial, int lost);
  /// The fighting of a day, in every trial that has it; what fights take is taken before.
  void fight(std::size_t day);

 private:
  void roll_days(bool has_fights);
  void lose(const Counted& counted, std::span<std::int32_t> standing);
  void replace(const Counted& counted, std::span<std::int32_t> standing);
  void harden();
  template <class Each>
  void roll_each(const RolledChance& chance, std::span<const std::int32_t> standing, Each each);
  template <class Each>
  void roll_number(const Number& number, Each each);

  WordStream words_;
  WordStream days_;
  const OnMap& on_map_;
  std::vector<std::vector<std::int32_t>> standing_;
  std::vector<std::vector<std::int32_t>> hardened_;  ///< today, by the line they come from
  std::vector<std::vector<std::uint8_t>> single_;    ///< half-squads, where there are fights
  std::vector<std::uint8_t> fought_;
  std::vector<std::uint32_t> leaves_;
};

}  // namespace combat_odds::red_barricades
