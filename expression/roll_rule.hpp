#pragma once

#include <map>

#include "expression/program.hpp"

namespace combat_odds::expression {

/// A dice expression that is rolled: every sweep has its value.
class RollRule : public Rule {
 public:
  /// Throws SyntaxError where the numbers make no sense.
  RollRule(std::shared_ptr<const Program> program, std::vector<int> chosen);

  Outcome resolve(Dice& dice) const override;
  /// Where a sum of dice is compared, how its dice would be counted.
  Working working() const override;

 private:
  /// A pool with its numbers: what its dice may show, and what becomes of it.
  struct RolledPool {
    int count = 1;
    std::vector<int> faces;  ///< what one die may show, each equally likely
    std::vector<int> again;  ///< of those, what is rolled once more
    std::vector<int> explodes;
    int limit = 0;
    Pool::Keep keep = Pool::Keep::all;
    int kept = 0;
    bool drops = false;
    bool counts = false;
    std::vector<int> counted;
  };
  class Play;

  void prepare(const Node& node);
  RolledPool rolled(const Node& node) const;

  std::shared_ptr<const Program> program_;
  std::vector<int> chosen_;
  std::map<int, RolledPool> pools_;  ///< by the ids of their nodes
};

}  // namespace combat_odds::expression
