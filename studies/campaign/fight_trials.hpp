#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/text/fnv1a.hpp"
#include "studies/campaign/fights/fight.hpp"
#include "studies/campaign/on_map.hpp"

namespace combat_odds::red_barricades {

/// The fights of the two forces of a plan in a block of trials. What a trial has on the map fights
/// in it, each unit once a day; who is named first in the file has the first claim.
class FightTrials {
 public:
  /// By Side.
  using Forces = std::array<OnMap::Trials*, 2>;
  static constexpr std::size_t no_muster = SIZE_MAX;

  FightTrials(std::span<const Fight> fights, const std::array<const OnMap*, 2>& on_map,
              std::uint64_t seed, std::uint64_t plan, std::uint64_t block, std::size_t trials)
      : fights_(fights),
        on_map_(on_map),
        trials_(trials),
        words_({seed, stream("fights", plan), block}),
        dice_({seed, stream("fights roll by roll", plan), block}) {
    for (const Fight& fight : fights) places_.push_back(places_of(fight));
  }

  /// Plays those of a day, and calls count(fight, result, muster) for each in each trial; the
  /// muster is Fight::muster() of those who meet, or no_muster where what it needs is not there.
  template <class Count>
  void play(std::size_t day, const Forces& forces, Count count) {
    decided_.clear();
    for (const std::size_t side : {0u, 1u}) fresh_[side].assign(on_map_[side]->counted(), {});
    for (std::size_t f = 0; f < fights_.size(); ++f) {
      if (fights_[f].day == day) muster(f, forces);
    }
    for (std::size_t f = 0; f < fights_.size(); ++f) {
      if (fights_[f].day == day) play_one(f, forces, count);
    }
  }

 private:
  /// Where the numbers of a fight stand.
  struct Places {
    struct Need {
      std::size_t side = 0;
      std::size_t line = 0;
      int least = 1;
      bool is_spent = false;
    };
    std::vector<Need> needs;
    std::array<std::vector<std::size_t>, 2> meeting;  ///< lines of those that meet
  };

  static std::uint64_t stream(std::string_view what, std::uint64_t plan) {
    return Fnv1a().add(what).add(std::to_string(plan)).value();
  }

  /// What fights need is counted: Campaign sees to it.
  Places places_of(const Fight& fight) const {
    Places places;
    for (const FightNeed& need : fight.needs) {
      const auto side = static_cast<std::size_t>(need.side);
      places.needs.push_back(
          {side, *on_map_[side]->counted(need.measure), need.least, need.measure == "oba_modules"});
    }
    for (const std::size_t of : {attacking, defending}) {
      for (const UnitsThere& units : fight.meeting[of]) {
        const auto side = static_cast<std::size_t>(fight.side(of));
        places.meeting[of].push_back(*on_map_[side]->counted(units.measure));
      }
    }
    return places;
  }

  template <class Count>
  void play_one(std::size_t f, const Forces& forces, Count count) {
    const Fight& fight = fights_[f];
    const Places& places = places_[f];
    std::vector<std::uint8_t>* const decided = fight.name.empty() ? nullptr : &decided_[fight.name];
    if (decided != nullptr) decided->resize(trials_, 0);
    const auto has_needs = [&](std::size_t t) {
      return std::ranges::all_of(places.needs, [&](const Places::Need& need) {
        return forces[need.side]->standing(need.line)[t] >= need.least;
      });
    };
    std::map<std::string, std::vector<std::size_t>> by_number;
    std::string there;
    for (std::size_t t = 0; t < trials_; ++t) {
      if ((decided != nullptr && (*decided)[t] != 0) || !has_needs(t)) {
        count(f, FightResult::not_fought, no_muster);
        continue;
      }
      if (decided != nullptr) (*decided)[t] = 1;
      there.clear();
      for (const std::size_t of : {attacking, defending}) {
        const auto side = static_cast<std::size_t>(fight.side(of));
        for (std::size_t i = 0; i < places.meeting[of].size(); ++i) {
          const std::size_t line = places.meeting[of][i];
          const int fresh = std::clamp(fresh_[side][line][t], 0, fight.meeting[of][i].number);
          there += static_cast<char>(fresh);
        }
      }
      by_number[there].push_back(t);
    }
    for (const auto& group : by_number) {
      const auto& numbers = group.first;
      const auto& of_these = group.second;
      const std::span<const std::uint8_t> meeting(
          reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size());
      const std::size_t muster = fight.muster(meeting);
      const PlayedFight* const played = fight.with(meeting);
      if (played == nullptr) {
        for (std::size_t i = 0; i < of_these.size(); ++i) {
          count(f, FightResult::not_fought, muster);
        }
        continue;
      }
      for (const std::size_t t : of_these) use(f, forces, meeting, t);
      played->play(of_these.size(), words_, dice_, [&](std::size_t i, const FightEnd& end) {
        for (const std::size_t of : {attacking, defending}) {
          OnMap::Trials& force = *forces[static_cast<std::size_t>(fight.side(of))];
          for (std::size_t line = 0; line < end.lost[of].size(); ++line) {
            if (end.lost[of][line] != 0) force.take(line, of_these[i], end.lost[of][line]);
          }
        }
        count(f, end.result, muster);
      });
    }
  }

  /// Notes who is there before the first fight of the day.
  void muster(std::size_t f, const Forces& forces) {
    for (const std::size_t of : {attacking, defending}) {
      const auto side = static_cast<std::size_t>(fights_[f].side(of));
      for (const std::size_t line : places_[f].meeting[of]) {
        const std::span<const std::int32_t> standing = forces[side]->standing(line);
        fresh_[side][line].assign(standing.begin(), standing.end());
      }
    }
  }

  /// Who meets has fought today, and a module has fired.
  void use(std::size_t f, const Forces& forces, std::span<const std::uint8_t> meeting,
           std::size_t trial) {
    std::size_t at = 0;
    for (const std::size_t of : {attacking, defending}) {
      const auto side = static_cast<std::size_t>(fights_[f].side(of));
      for (const std::size_t line : places_[f].meeting[of]) {
        fresh_[side][line][trial] -= meeting[at++];
      }
    }
    for (const Places::Need& need : places_[f].needs) {
      if (need.is_spent) forces[need.side]->standing(need.line)[trial] -= need.least;
    }
  }

  std::span<const Fight> fights_;
  std::array<const OnMap*, 2> on_map_;
  std::size_t trials_;
  WordStream words_;
  StreamDice dice_;
  std::vector<Places> places_;
  // Today, the numbers of those who have not fought by side, line and trial; and by name, whether
  // it is known which way is fought.
  std::array<std::vector<std::vector<std::int32_t>>, 2> fresh_;
  std::map<std::string, std::vector<std::uint8_t>> decided_;
};

}  // namespace combat_odds::red_barricades
