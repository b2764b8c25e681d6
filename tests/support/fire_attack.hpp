#pragma once

#include <string>

#include "ask/headline.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds::test {

/// The attack on a 4-4-7 as a fire procedure describes it, by firers and range.
class FireAttack {
 public:
  explicit FireAttack(std::string procedure) : procedure_(std::move(procedure)) {}

  Working working(Given given) const {
    given["target"] = "4-4-7";
    OddsOptions exact;
    exact.method = Method::exact;
    return ask(library(), {procedure_, {given.begin(), given.end()}, exact})
        .situations()
        .front()
        .working;
  }

  /// The attack's sum: "22 FP (20 column), +1".
  std::string sum(const Given& given) const {
    const std::string situation = working(given).situation;
    const std::size_t from = situation.find("at range ");
    const std::size_t comma = from == situation.npos ? 0 : situation.find(", ", from) + 2;
    return situation.substr(comma, situation.find(", at 4-4-7") - comma);
  }

  /// "attackers: what is wrong (what would be right)"; empty if it is not refused.
  std::string refusal(Given given) const {
    given["target"] = "4-4-7";
    return test::refusal(procedure_, given);
  }

 private:
  std::string procedure_;
};

}  // namespace combat_odds::test
