#pragma once

#include <boost/container/small_vector.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/dice.hpp"
#include "sim/red_barricades/charts.hpp"

namespace combat_odds::red_barricades {

/// The charts that a company is drawn on.
struct CompanyCharts {
  explicit CompanyCharts(const Charts& charts);

  const LeaderTable& leaders;
  const LeaderDrm& leader_drm;
  const StrengthTable& strength;
  const CompanyWeapons& weapons;
};

/// All charts that a purchase is drawn on.
struct CampaignCharts : CompanyCharts {
  explicit CampaignCharts(const Charts& charts);

  const ReinforcementGroups& groups;
  const HistoricalDrm& historical;
  const AmmoTable& ammo;
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
  crew,
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
  bool projector_crews = false;             ///< each MOL-Projector has a crew, too
  int pre_registered = 0;                   ///< hexes bought with an OBA module
  int stuka_cpp = 1;                        ///< 2: -2 to the die of arrival
  int scenario_turns = 0;  ///< Stukas arrive in one of them or are forfeit; 0: they arrive
  int overcast_hits = 0;   ///< the sky is Overcast on so many faces of a die
  int overcast_sides = 1;  ///< of so many sides, and no Stuka flies
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
std::unique_ptr<Reinforcement> company_draw(const CompanyCharts& charts,
                                            const ReinforcementGroup& group,
                                            const Circumstances& circumstances);
std::unique_ptr<Reinforcement> platoon_draw(const StrengthTable& strength,
                                            const ReinforcementGroup& group,
                                            const Circumstances& circumstances);
std::unique_ptr<Reinforcement> battery_draw(const ReinforcementGroup& group,
                                            const Circumstances& circumstances);
std::unique_ptr<Reinforcement> oba_module_draw(const AmmoTable& ammo,
                                               const ReinforcementGroup& group,
                                               const Circumstances& circumstances);
std::unique_ptr<Reinforcement> stuka_draw(const Circumstances& circumstances);
/// A group for which nothing is rolled.
std::unique_ptr<Reinforcement> as_printed_draw(const ReinforcementGroup& group);

/// The number of Stukas: half a die, fractions up (E7.2).
int stukas(Dice& dice);

}  // namespace combat_odds::red_barricades
