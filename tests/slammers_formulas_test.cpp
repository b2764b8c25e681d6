#include <algorithm>
#include <cmath>

#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

// The same numbers from formulas: products and binomials instead of a walk through the rule.

namespace combat_odds {
namespace {

using test::Answer;
using test::Given;

const std::vector<std::string> qualities = {"elite", "veteran", "trained", "untrained"};

/// The chance of one Quality Roll: 4 in 6 for elite and one less for each level down, nothing below
/// untrained, 5 in 6 at most.
double quality_roll(std::size_t quality, int modifier) {
  const int successes = 4 - static_cast<int>(quality) + modifier;
  return std::clamp(successes, 0, 5) / 6.0;
}

double binomial(int n, int k, double p) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways * std::pow(p, k) * std::pow(1 - p, n - k);
}

TEST_CASE("interception of one missile: every roll of target, helpers and ADS fails") {
  for (std::size_t quality = 0; quality < qualities.size(); ++quality) {
    for (const bool blue : {false, true}) {
      for (int rolls = 1; rolls <= (blue ? 2 : 3); ++rolls) {
        for (int tokens = 0; tokens <= 2; ++tokens) {
          for (int helpers = 0; helpers <= 3; ++helpers) {
            const bool confire = (tokens + helpers) % 2 == 1;
            const bool ads = helpers == 2;
            const double own = quality_roll(quality, (confire ? 1 : 0) - tokens - (blue ? 1 : 0));
            const double helper = quality_roll(quality, -1);
            const double leaks =
                std::pow(1 - own, rolls) * std::pow(1 - helper, 2 * helpers) * (ads ? 5.0 / 6 : 1);
            const Answer answer("slammers.intercept", {{"quality", qualities[quality]},
                                                       {"triangle", blue ? "blue" : "red"},
                                                       {"rolls", std::to_string(rolls)},
                                                       {"thunder_run", std::to_string(tokens)},
                                                       {"confire", confire ? "true" : "false"},
                                                       {"helpers", std::to_string(helpers)},
                                                       {"helper_triangle", "red"},
                                                       {"helper_rolls", "2"},
                                                       {"ads", ads ? "true" : "false"}});
            CHECK(answer.outcome_value("leaks") == Approx(leaks).margin(1e-12));
          }
        }
      }
    }
  }
}

TEST_CASE("without helpers the leaks of a salvo are binomial") {
  for (int missiles = 1; missiles <= 12; ++missiles) {
    const double leak = std::pow(1 - quality_roll(1, 0), 2);
    const Answer answer("slammers.intercept", {{"quality", "veteran"},
                                               {"triangle", "red"},
                                               {"rolls", "2"},
                                               {"missiles", std::to_string(missiles)}});
    CHECK(answer.outcome_value("intercepted") == Approx(binomial(missiles, 0, leak)).margin(1e-12));
    CHECK(answer.mean("leaks") == Approx(missiles * leak));
  }
}

TEST_CASE("infantry under fire survives every shot") {
  for (std::size_t quality = 0; quality < qualities.size(); ++quality) {
    for (const char* const range : {"beyond_close", "close"}) {
      for (const char* const cover : {"none", "light", "heavy"}) {
        for (const bool powergun : {false, true}) {
          const bool covered = cover != std::string("none");
          const bool two = cover == std::string("heavy") || (covered && powergun);
          const int bonus = two ? 2 : covered ? 1 : 0;
          const double hit =
              quality_roll(quality, (range == std::string("close") ? 1 : 0) - (covered ? 1 : 0));
          const double kill = std::clamp(7 + 3 - (6 + bonus), 0, 6) / 6.0;  // 1D6 + 3 >= DV
          Given asked = {{"quality", qualities[quality]},
                         {"shots", "3"},
                         {"fp_infantry", "3"},
                         {"range", range},
                         {"cover", cover},
                         {"target", "infantry"},
                         {"dv", "6"}};
          if (covered) asked["powergun"] = powergun ? "true" : "false";
          const Answer answer("slammers.direct-fire", asked);
          CHECK(answer.outcome_value("killed") ==
                Approx(1 - std::pow(1 - hit * kill, 3)).margin(1e-12));
          CHECK(answer.outcome_value("no_effect") == Approx(std::pow(1 - hit, 3)).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE("a volley of missiles: how many arrive") {
  for (std::size_t quality = 0; quality < qualities.size(); ++quality) {
    const double arrives = quality_roll(quality, 1) * std::pow(1 - quality_roll(2, 0), 2);
    const Answer answer("slammers.atgw", {{"quality", qualities[quality]},
                                          {"firepower", "4"},
                                          {"top_dv", "7"},
                                          {"missiles", "3"},
                                          {"designator", "true"},
                                          {"target_quality", "trained"},
                                          {"target_triangle", "red"},
                                          {"target_rolls", "2"}});
    for (int arrived = 0; arrived <= 3; ++arrived) {
      double found = 0;
      for (const Chance& chance : answer.odds().chances) {
        if (chance.kind == Chance::Kind::measure && chance.name == "arrived" &&
            chance.value == arrived) {
          found = chance.exact->value;
        }
      }
      CHECK(found == Approx(binomial(3, arrived, arrives)).margin(1e-12));
    }
  }
}

TEST_CASE("a salvo: rounds left after the defence, times the chance of each") {
  const int rounds = 5;
  for (int targets = 1; targets <= 6; ++targets) {
    for (int defenders = 0; defenders <= 3; ++defenders) {
      const double stops = quality_roll(1, -1);  // veteran, blue
      const double kills = quality_roll(0, 0) * 4 / 6;
      double expected = 0;
      for (int successes = 0; successes <= 2 * defenders; ++successes) {
        const int allotted = std::min(std::max(rounds - successes, 0), targets);
        expected += binomial(2 * defenders, successes, stops) * allotted * kills;
      }
      const Answer answer("slammers.artillery", {{"quality", "elite"},
                                                 {"rounds", std::to_string(rounds)},
                                                 {"targets", std::to_string(targets)},
                                                 {"firepower", "3"},
                                                 {"target", "infantry"},
                                                 {"dv", "6"},
                                                 {"defenders", std::to_string(defenders)},
                                                 {"defender_quality", "veteran"},
                                                 {"defender_triangle", "blue"},
                                                 {"defender_rolls", "2"}});
      CHECK(answer.mean("killed") == Approx(expected));
    }
  }
}

TEST_CASE("a plan is affordable as often as 2D6 give the missing points") {
  for (int losses = 0; losses <= 8; ++losses) {
    for (int cost = 0; cost <= 20; cost += 4) {
      int throws = 0;
      for (int a = 1; a <= 6; ++a) {
        for (int b = 1; b <= 6; ++b) throws += std::max(a + b + 4 - losses, 0) >= cost ? 1 : 0;
      }
      const Answer answer("slammers.leadership", {{"quality", "elite"},
                                                  {"losses", std::to_string(losses)},
                                                  {"cost", std::to_string(cost)}});
      CHECK(answer.outcome_value("affordable") == Approx(throws / 36.0).margin(1e-12));
    }
  }
}

TEST_CASE("infantry against infantry, by counting the throws of two against one") {
  // Two TUs of CA 0 against one of CA 4.
  int wins = 0;
  int losses = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      for (int c = 1; c <= 6; ++c) {
        wins += a + b > c + 4 ? 1 : 0;
        losses += a + b < c + 4 ? 1 : 0;
      }
    }
  }
  const Answer answer(
      "slammers.close-assault",
      {{"target", "infantry"}, {"attackers", "2*untrained"}, {"defenders", "elite"}});
  CHECK(answer.outcome_value("attackers_win") ==
        Approx(static_cast<double>(wins) / (wins + losses)));
}

}  // namespace
}  // namespace combat_odds
