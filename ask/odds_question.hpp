#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/error.hpp"

namespace combat_odds {

/// A question as `combat-odds odds` asks it.
struct OddsQuestion {
  std::string procedure;
  std::vector<std::pair<std::string, std::string>> values;  ///< in the procedure's order
  std::vector<std::string> shown;  ///< outcomes, events and measures that are asked for (--show)

  /// "combat-odds odds asl.fire --range 3 ...": to copy.
  std::string command() const;
};

/// The commands of questions, as a refusal names them: "combat-odds odds ..., or combat-odds odds
/// ...".
std::string commands_of(const std::vector<OddsQuestion>& questions,
                        std::string_view between = ", or ");

/// A refusal with the questions that may be asked in its place, in the order of its text, where
/// they stand as commands. One may lack a parameter, which it asks for.
class Refusal : public InputError {
 public:
  Refusal(const Place& place, const std::string& wrong, const std::string& right,
          std::vector<OddsQuestion> questions)
      : InputError(place, wrong, right), questions_(std::move(questions)) {}

  const std::vector<OddsQuestion>& questions() const { return questions_; }

 private:
  std::vector<OddsQuestion> questions_;
};

}  // namespace combat_odds
