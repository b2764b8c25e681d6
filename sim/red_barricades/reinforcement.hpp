#pragma once

#include <boost/container/small_vector.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/sim/procedure.hpp"
#include "combat_odds/sim/red_barricades/charts.hpp"

namespace combat_odds::red_barricades {

/// All charts that a purchase is drawn on.
struct CampaignCharts {
  explicit CampaignCharts(const Charts& charts);

  const ReinforcementGroups& groups;
  const HistoricalDrm& historical;
  const LeaderTable& leaders;
  const LeaderDrm& leader_drm;
  const StrengthTable& strength;
  const AmmoTable& ammo;
  const CompanyWeapons& weapons;
  const InfantryPoints& points;

  static std::vector<std::string> names();
};

/// What kind of thing a purchase brings.
enum class UnitKind : std::uint8_t {
  squad,
  leader,
  support_weapon,
  afv,
  gun,
  oba_module,  ///< named by its ammunition
  pre_registered_hex,
  stuka,
  observer,
  spotter_plane,
  fpp,
  san,
  mol_capability,
};

/// The measure that counts all units of a kind, in the order of a report.
const std::vector<std::pair<UnitKind, std::string>>& measures_of_kinds();

/// So many of one unit. The name is a view of a chart's text or of a literal.
struct ReceivedUnits {
  UnitKind kind = UnitKind::squad;
  std::string_view name;
  int number = 0;
};

/// What one purchase brought.
struct Received {
  std::string label;  ///< "full 9-1 8-1 8-0"
  boost::container::small_vector<ReceivedUnits, 8> units;

  int count(UnitKind kind) const;
  /// The sum of the leaders' modifiers: -2 for a 9-1 and an 8-1.
  int leadership() const;
};

/// What a draw depends on besides the group.
struct Circumstances {
  int historical_drm = 0;  ///< of the side on the day of purchase
  int balance_drm = 0;     ///< on Strength, Gun Battery and OBA rolls
  int ordinal = 1;         ///< which of its kind it is in the campaign, in order of purchase
  bool second_campaign_game = false;
  std::string strength;  ///< full, depleted, plentiful, 2 ...: fixed; empty: rolled for
  std::optional<int> battery_full_at_most;  ///< the lost Gun Battery Table's number
  int pre_registered = 0;                   ///< hexes bought with an OBA module
};

/// The draw of one purchase.
class Reinforcement {
 public:
  virtual ~Reinforcement() = default;
  virtual Received draw(Dice& dice) const = 0;
};

/// The values of `strength` that a group can be fixed to; none where there is nothing to roll for.
std::vector<std::string> strengths(const ReinforcementGroup& group);

/// Any group's draw. Throws ArgumentError about `strength` or `full_at_most` where the
/// circumstances do not fit the group.
std::unique_ptr<Reinforcement> reinforcement(const CampaignCharts& charts,
                                             const ReinforcementGroup& group,
                                             const Circumstances& circumstances);

/// The draws of the single kinds, each beside its procedure.
std::unique_ptr<Reinforcement> company_draw(const CampaignCharts& charts,
                                            const ReinforcementGroup& group,
                                            const Circumstances& circumstances);
std::unique_ptr<Reinforcement> platoon_draw(const CampaignCharts& charts,
                                            const ReinforcementGroup& group,
                                            const Circumstances& circumstances);
std::unique_ptr<Reinforcement> battery_draw(const ReinforcementGroup& group,
                                            const Circumstances& circumstances);
std::unique_ptr<Reinforcement> oba_module_draw(const CampaignCharts& charts,
                                               const ReinforcementGroup& group,
                                               const Circumstances& circumstances);
std::unique_ptr<Reinforcement> stuka_draw(const Circumstances& circumstances);

/// The number of Stukas: half a die, fractions up (E7.2).
int stukas(Dice& dice);

/// How procedures ask which group is bought and when.
Parameter side_parameter();
Parameter group_parameter(std::vector<ReinforcementGroup::Kind> kinds, const std::string& example,
                          std::vector<std::string> tried);
Parameter date_parameter();
Parameter balance_parameter();
/// The measure `cpp` that every purchase reports.
Term cpp_measure();

/// The group asked for, of one of the kinds that the procedure draws; the day, by its position in
/// the Historical DRM Chart; and the DRM of that day. ArgumentError where there is no such group or
/// it can't be bought then.
const ReinforcementGroup& group_asked(const Arguments& arguments, const CampaignCharts& charts,
                                      const std::vector<ReinforcementGroup::Kind>& kinds);
std::size_t day_asked(const Arguments& arguments, const CampaignCharts& charts,
                      const ReinforcementGroup& group);
Circumstances circumstances_asked(const Arguments& arguments, const CampaignCharts& charts,
                                  const ReinforcementGroup& group);

}  // namespace combat_odds::red_barricades
