#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "reports/tables/quantity.hpp"
#include "reports/tables/table_report.hpp"

namespace combat_odds {

/// What is to be reached: "eliminated>=50%", "mean broken>=2", "casualties>=2 >= 10 %", "no_effect
/// <= 5%". A bound with % is one of a probability.
struct Condition {
  std::string quantity;  ///< as for a comparison (see Quantity)
  bool at_least = true;
  double bound = 0;
  bool in_percent = false;

  bool holds(double value) const { return at_least ? value >= bound : value <= bound; }
  std::string text() const;  ///< "at least 50 %"
};

/// Throws InputError at `place` where the text is no condition.
Condition read_condition(const std::string& text, const Place& place);

/// One value that was tried.
struct Tried {
  std::string value;
  Estimate estimate;
};

/// The least value of a parameter with which a condition holds.
struct Until {
  std::string parameter;
  Condition condition;
  std::optional<Quantity> quantity;
  std::optional<Tried> enough;    ///< none: no value of the range is
  std::optional<Tried> one_less;  ///< the value before it; none: there is none
  std::optional<Tried> nearest;   ///< where no value is enough: that which comes nearest
  std::string first;              ///< the ends of the range that was tried
  std::string last;
};

/// The parameters that can be swept: those that are numbers, of which whole ones are tried.
std::vector<const Parameter*> swept_parameters(const Procedure& procedure);

/// Tries the values of the parameter one after the other, from the least, until the condition
/// holds: those that were given for it, else all that the procedure allows. Values that make no
/// sense with the others are passed over. Throws InputError where the parameter can't be swept,
/// where another has several values, or where no value makes sense.
Until until(const Procedure& procedure, std::vector<GivenValue> given, const Charts& charts,
            const std::string& parameter, const Condition& condition, const OddsOptions& options,
            double confidence);

/// In a sentence: what is enough, and what one less gives.
std::string until_text(const Until& until);
/// parameter,value,standing,by,monte_carlo,ci_low,ci_high,exact,exact_fraction: a line for the
/// value that is enough and one for one less; where none is, one for the nearest.
std::string until_csv(const Until& until);
std::string until_json(const Until& until);

}  // namespace combat_odds
