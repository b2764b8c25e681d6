#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/red_barricades/charts.hpp"

namespace combat_odds::red_barricades {

/// What a plan is to be best at: a weighted sum of what it is expected to bring, or the chance of
/// at least so many of something.
struct Objective {
  /// "2*squad-days by 25-Oct": what is there by a day, or (`days`) on all days up to it added up.
  struct Summand {
    double weight = 1;
    std::string measure;  ///< of the campaign: "squads", "squads 4-6-7", "points"
    bool days = false;
    std::size_t by = 0;  ///< the last day that counts

    /// How often what is bought on a day counts.
    double times(std::size_t day) const {
      if (day > by) return 0;
      return days ? static_cast<double>(by - day + 1) : 1.0;
    }
  };

  std::string text;                  ///< as it was asked for
  std::vector<Summand> summands;     ///< one, of weight 1, where a chance is asked for
  std::optional<int> at_least = {};  ///< the chance that summands.front() comes to so many

  /// What a purchase made on a day counts, by what it is expected to bring of each measure.
  double value(std::size_t day, const std::function<double(const std::string&)>& expected) const;
};

/// Reads "squads", "squad-days", "squads + 3*leaders - leadership", "afvs by 25-Oct" and
/// "squads>=40 by 25-Oct". `measures` are what can be brought, `last` is the day that counts where
/// none is said. Throws InputError about --best.
Objective read_objective(const std::string& text, const std::vector<std::string>& measures,
                         const HistoricalDrm& historical, std::size_t last);

}  // namespace combat_odds::red_barricades
