#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/text/columns.hpp"
#include "core/text/faults.hpp"
#include "sim/declare/given_value.hpp"
#include "sim/red_barricades/charts.hpp"
#include "studies/campaign/fights/played_fight.hpp"

namespace combat_odds::red_barricades {

/// What a side must have bought for a line of fights: "russian fpp 40".
struct FightNeed {
  Side side = Side::german;
  std::string measure;
  int least = 1;
};

/// A line of a file of fights: a situation of asl.assault on a day. Fights of one name on one day
/// are ways to fight the same: the first whose needs were bought is fought.
class Fight {
 public:
  Place place;
  std::size_t day = 0;
  std::string name;  ///< empty: it has no other way
  Side attacker = Side::german;
  std::vector<FightNeed> needs;
  /// All units and weapons that meet, each name once; the attacker's first.
  std::array<std::vector<UnitsThere>, 2> meeting;

  Side side(std::size_t of) const {
    const bool german = (attacker == Side::german) == (of == attacking);
    return german ? Side::german : Side::russian;
  }
  std::set<std::string> charts;  ///< that its rule reads
  /// "german oba_modules; russian fpp 40"; empty where it needs nothing.
  std::string needs_text() const;
  /// "3*4-6-7 8-1", as it was written.
  const std::string& text(std::size_t of) const { return texts_[of]; }

  /// The fight with so many of each of `meeting`, the attacker's first; null where a group would be
  /// without anybody, or without a squad or crew where it has one. Made when it is first wanted.
  /// Throws InputError where asl.assault refuses it.
  const PlayedFight* with(std::span<const std::uint8_t> there) const;
  /// How many musters there are: ways in which those of `meeting` can be there or missing. 0: too
  /// many to tell them apart.
  std::size_t musters() const;
  /// The number of a muster, below musters(), and who is there in it.
  std::size_t muster(std::span<const std::uint8_t> there) const;
  std::vector<std::uint8_t> there(std::size_t muster) const;

  /// What is told of its ends; call it once, before with().
  void follow(const FollowedMeasures& measures) { followed_ = measures; }

 private:
  friend class FightReader;
  struct Member {
    std::size_t number = 0;  ///< in `meeting` of the side
    std::string text;
    bool is_unit = false;  ///< or a weapon
    bool leads = false;
  };
  struct Group {
    std::string name;
    std::vector<Member> members;
    std::string behind;  ///< " range 3 terrain stone"
  };
  /// Of those who meet, the attacker's first: how many there are at most.
  std::vector<std::uint8_t> all_that_meet() const;
  /// The text of a side with so many; empty where a group would have nobody.
  std::string with(std::size_t side, std::span<const std::uint8_t> there) const;

  std::array<std::string, 2> texts_;
  std::array<std::vector<Group>, 2> groups_;
  std::vector<GivenValue> given_;
  const Charts* charts_ = nullptr;
  FollowedMeasures followed_;
  struct Made {
    std::mutex busy;
    std::map<std::string, std::unique_ptr<const PlayedFight>, std::less<>> by_number;
  };
  std::shared_ptr<Made> made_ = std::make_shared<Made>();
};

/// The columns of a file of fights that may be left out, beside `note`: name, needs, and the
/// parameters of asl.assault but those that only say what is reported.
std::vector<std::string> fight_columns();
/// Those that it must have.
inline const std::vector<std::string> needed_fight_columns = {"date", "side", "steps", "defender"};

/// Reads the lines. `units` are the names of all units and weapons of the campaign. Notes what is
/// wrong.
std::vector<Fight> read_fights(const Columns& lines, const HistoricalDrm& days,
                               const std::vector<std::string>& units, const Charts& charts,
                               Faults& faults);

}  // namespace combat_odds::red_barricades
