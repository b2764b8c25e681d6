#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/dice/rule.hpp"
#include "core/text/faults.hpp"
#include "core/text/text_file.hpp"
#include "sim/red_barricades/reinforcement.hpp"
#include "studies/campaign/die_chance.hpp"

namespace combat_odds::red_barricades {

/// One line of a plan: so many purchases of one group on one day.
struct PlanLine {
  Place place;
  std::size_t day = 0;
  const ReinforcementGroup* group = nullptr;
  int quantity = 1;
  int pre_registered = 0;
  int stuka_cpp = 1;
  int scenario_turns = 0;  ///< in which Stukas may arrive; 0: they do
  int adjustment = 0;      ///< CPP that each costs more than its chart says (11.6194)
  bool reserve = false;    ///< while it can't be paid for, nothing below it is bought
  std::string strength;    ///< fixed; empty: rolled for
  std::string note;

  /// What one of them costs: with its Pre-Registered hexes, or the Stuka's second CPP, and
  /// adjusted.
  int cpp() const;
};

/// What a side or both sides buy, in the order of the file.
struct CampaignPlan {
  std::string file;
  std::vector<PlanLine> lines;
};

/// OBA modules that have no observer yet: notes o and s of the Reinforcement Group Charts give each
/// observer to one of them, a Spotter Plane to one of 100mm or more that is no Rocket OBA.
struct UnobservedModules {
  std::int16_t all = 0;
  std::int16_t for_planes = 0;

  /// Whether a group is a module or an observer.
  static bool concern(const ReinforcementGroup& group);
  /// Whether there is one for an observer; true of all that is none.
  bool serve(const ReinforcementGroup& group) const;
  void buy(const ReinforcementGroup& group);
};

/// A sum of dice and a number: "2d6+8".
struct DiceSum {
  struct Summand {
    int dice = 0;  ///< negative: subtracted
    int sides = 6;
  };
  std::string text;
  std::vector<Summand> dice;
  int constant = 0;

  bool fixed() const { return dice.empty(); }
  int least() const;
  int most() const;
};

/// Reads "8", "2d6+8", "d6-1+2d10". Nothing where the text is not that, or rolls more than 20 dice
/// or dice of more than 100 sides.
std::optional<DiceSum> read_dice_sum(std::string_view text);

/// Rolls a DiceSum; the sum is the measure "cpp".
class DiceSumRule : public Rule {
 public:
  explicit DiceSumRule(DiceSum sum) : sum_(std::move(sum)) {}
  Outcome resolve(Dice& dice) const override;

 private:
  DiceSum sum_;
};

/// The CPP that each side gets, by day.
struct CampaignBudget {
  std::string file;
  std::map<std::pair<std::size_t, Side>, DiceSum> cpp;

  bool given(Side side) const;
  bool fixed(Side side) const;
};

/// The point values of the user's own, by the name of the unit.
using UnitPoints = std::map<std::string, int>;

/// What the rules text leaves open and the user decides for a whole campaign.
struct CampaignSettings {
  std::array<int, 2> balance_drm = {0, 0};
  std::optional<int> battery_full_at_most;
  std::map<std::size_t, DieChance> overcast = {};  ///< by day; none: never
};

/// Each notes what is wrong with the file.
CampaignPlan read_campaign_plan(const TextFile& file, const CampaignCharts& charts,
                                const CampaignSettings& settings, Faults& faults);
CampaignBudget read_campaign_budget(const TextFile& file, const CampaignCharts& charts,
                                    Faults& faults);
UnitPoints read_unit_points(const TextFile& file, const CampaignCharts& charts, Faults& faults);

/// A file of the campaign, whose faults are all noted; without lines where it can't be read.
/// `things` names what a line tells of.
Columns campaign_columns(const TextFile& file, const std::vector<std::string>& required,
                         const std::vector<std::string>& optional, const std::string& things,
                         Faults& faults);
/// The side that a line is of; notes what is wrong.
std::optional<Side> side_in(const Columns::Row& row);

/// All names that a point value can be given to.
std::vector<std::string> unit_names(const CampaignCharts& charts);

}  // namespace combat_odds::red_barricades
