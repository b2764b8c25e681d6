#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/tables/table.hpp"
#include "studies/balance/balance.hpp"
#include "studies/balance/fights.hpp"

namespace combat_odds {

/// The Rarities at which what people would field is what there was.
struct FittingRarity {
  struct Unit {
    bool is_there = false;  ///< to be had in this setting, and there were some
    double available = 0;
    double share_there = 0;   ///< of the points that all there were cost at the fitting Rarities
    double listed = 0;        ///< the Rarity of the list, with the factor of the month
    double fitting = 0;       ///< the Rarity that fits, with that factor
    double factor = 1;        ///< of the month: 2 when early, 1.5 when late
    double share_listed = 0;  ///< what people would field at the listed Rarities
    std::optional<double> share_a_step_up;  ///< the same if this Rarity were a step more, or less
    std::optional<double> share_a_step_down;
  };
  std::vector<Unit> units;
  bool found = false;  ///< else no Rarities do it: the points buy too few or too many of a unit
};

/// Each unit is to break even against the mix of what there was, all of it bought with the points:
/// then nobody gains by fielding more of one and less of another, and so what there was is what
/// people would field (Field). A unit of which there were none is not to be had. All there were
/// together cost what they cost at the listed Rarities: of Rarities in the same proportion one set
/// has to be chosen. Throws InputError where the list does not say how many there were.
FittingRarity fitting_rarity(const BalanceGame& game, const BalanceResult& result, Fights& fights,
                             double step);

/// The columns of the setting, then unit,available,share_there,bpv,rarity,fitting_rarity,off,
/// share_at_listed,share_a_step_down,share_a_step_up; off: the listed over the fitting one.
std::string rarity_csv(const BalanceGame& game, const std::vector<BalanceResult>& results,
                       const std::vector<FittingRarity>& all);

/// One setting as a table.
std::string rarity_table(const BalanceGame& game, const BalanceResult& result,
                         const FittingRarity& fit, TableStyle style);

/// For each unit the one Rarity for the list that fits best over the settings (the geometric mean,
/// without the factor of the month), and from what to what it goes.
/// The unit whose listed Rarity is farthest from the fitting one, in a sentence; empty where none
/// fits.
std::string farthest_rarity(const BalanceGame& game, const std::vector<FittingRarity>& all);

std::string rarity_fit_words(const BalanceGame& game, const std::vector<FittingRarity>& all);

}  // namespace combat_odds
