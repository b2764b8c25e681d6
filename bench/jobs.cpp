#include "bench/jobs.hpp"

#include <algorithm>
#include <array>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "ask/ask.hpp"
#include "house/house_rules.hpp"
#include "sim/asl/infantry/ift.hpp"

namespace combat_odds::bench {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

const Library& library() { return house_library(); }

DecisionGraph graph_of(const char* procedure, const Given& given) {
  const Asked asked = understood(library(), {procedure, given});
  return decision_graph(*asked.scenario->rule(0, library().charts()));
}

Job procedure(const char* name, const char* procedure_name, const Given& given) {
  return {name, [=] { return graph_of(procedure_name, given); }, nullptr};
}

/// Named as the preset of the procedure.
Job preset(const char* name, const char* procedure_name) {
  return {name,
          [=] {
            const Procedure& procedure = library().procedure(procedure_name);
            return graph_of(procedure_name, library().preset(procedure, name, {}).values);
          },
          nullptr};
}

/// The loop that a person would write for 8 FP at +1 against a 4-6-7: trial by trial, a table
/// look-up and a morale check.
std::uint64_t fire_loop(std::uint64_t trials) {
  const asl::Ift& ift = library().charts().get<asl::Ift>(asl::Ift::chart_name);
  const int column = ift.column(8);
  asl::IftResult table[16];
  for (int row = 0; row < 16; ++row) table[row] = ift.at(column, row);
  boost::random::mt19937 engine(1);
  boost::random::uniform_int_distribution<int> die(1, 6);
  std::uint64_t outcomes[7] = {};
  constexpr int morale = 7;
  for (std::uint64_t i = 0; i < trials; ++i) {
    const int final_dr = die(engine) + die(engine) + 1;
    const asl::IftResult result = table[final_dr];
    int outcome = 6;
    switch (result.kind) {
      case asl::IftResult::Kind::none:
        break;
      case asl::IftResult::Kind::kia:
        outcome = 0;
        break;
      case asl::IftResult::Kind::ptc:
        outcome = die(engine) + die(engine) > morale ? 5 : 6;
        break;
      case asl::IftResult::Kind::k:
      case asl::IftResult::Kind::mc: {
        const bool reduced = result.kind == asl::IftResult::Kind::k;
        const int roll = die(engine) + die(engine);
        if (roll == 12) {
          outcome = reduced ? 0 : 1;
        } else if (roll + result.number > morale) {
          outcome = reduced ? 1 : 4;
        } else if (roll + result.number == morale) {
          outcome = reduced ? 2 : 5;
        } else {
          outcome = reduced ? 3 : 6;
        }
        break;
      }
    }
    ++outcomes[outcome];
  }
  return outcomes[6];
}

/// "Two dice into a fire table, then a check of two dice by each of three targets": the table's
/// cells are subtracted from the morale of 7, or mean no check.
constexpr int no_check = -1;
constexpr std::array<int, 13> fire_table = {0, 0, 3,        2,        2,        1,       1,
                                            0, 0, no_check, no_check, no_check, no_check};
constexpr int check_morale = 7;
constexpr int check_targets = 3;

class FireThenChecks : public Rule {
 public:
  Outcome resolve(Dice& dice) const override {
    const int modifier = dice.DR([](TwoDice roll) { return fire_table[roll.total()]; });
    int failed = 0;
    for (int target = 0; modifier != no_check && target < check_targets; ++target) {
      struct Here {
        int modifier, target, failed;
      };
      if (dice.at(Here{modifier, target, failed})) return Outcome();
      const bool fails =
          dice.DR([&](TwoDice roll) { return roll.total() + modifier > check_morale; });
      failed += fails ? 1 : 0;
    }
    return Outcome(std::to_string(failed) + " failed");
  }
};

std::uint64_t checks_loop(std::uint64_t trials) {
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> die(1, 6);
  std::uint64_t outcomes[check_targets + 1] = {};
  for (std::uint64_t i = 0; i < trials; ++i) {
    const int roll = die(engine) + die(engine);
    const int modifier = fire_table[static_cast<std::size_t>(roll)];
    int failed = 0;
    if (modifier != no_check) {
      for (int target = 0; target < check_targets; ++target) {
        failed += die(engine) + die(engine) + modifier > check_morale ? 1 : 0;
      }
    }
    ++outcomes[failed];
  }
  return outcomes[0];
}

}  // namespace

const Library& house_library() {
  static Library library;
  static const bool added = [] {
    const std::string path = COMBAT_ODDS_SOURCE "/rules/squad-fire.lua";
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    library.add(house::read_rule({path, text.str()}, {}, library.charts()));
    return true;
  }();
  static_cast<void>(added);
  return library;
}

const std::vector<Job>& jobs() {
  static const std::vector<Job> jobs = {
      {"fire_loop", nullptr, fire_loop},
      procedure("fire", "asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}}),
      procedure("stack", "asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "3*4-6-7 8-1"}}),
      {"checks_loop", nullptr, checks_loop},
      {"checks", [] { return decision_graph(FireThenChecks()); }, nullptr},
      procedure("intercept", "slammers.intercept",
                {{"quality", "veteran"}, {"rolls", "2"}, {"missiles", "3"}}),
      procedure("house_fire", "house.squad-fire", {{"firepower", "8"}, {"drm", "1"}}),
      preset("woods", "sl.firefight"),
      preset("german-offboard-100mm", "asl.oba"),
      procedure("molotov", "asl.molotov", {{"firepower", "4"}, {"target", "4-6-7"}}),
  };
  return jobs;
}

const Job& job(const std::string& name) {
  const auto found = std::find_if(jobs().begin(), jobs().end(),
                                  [&](const Job& each) { return each.name == name; });
  if (found == jobs().end()) throw std::out_of_range("no job " + name);
  return *found;
}

}  // namespace combat_odds::bench
