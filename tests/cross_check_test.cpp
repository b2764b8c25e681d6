#include <set>

#include "ask/sample_situations.hpp"
#include "core/play/parallel.hpp"
#include "reports/text/csv_report.hpp"
#include "studies/soundness/soundness.hpp"
#include "tests/cross_check_lists.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// How far the check goes: exact odds of every graph that can be drawn.
constexpr Thoroughness thorough{30, 300, 2'000'000, 200'000, 5'000, 400'000, 20'000};

/// The presets and the extra situations of a procedure.
std::vector<Scenario> named(const Procedure& procedure) {
  std::vector<Scenario> all;
  for (const Preset& preset : test::library().presets_of(procedure)) {
    all.push_back({"preset " + preset.name, procedure, with_preset({}, preset), {}});
  }
  for (const test::ExtraSituation& extra : test::extra_situations) {
    if (extra.procedure != procedure.name) continue;
    std::vector<GivenValue> given;
    for (const auto& [parameter, value] : extra.values) given.push_back({parameter, value, {}});
    all.push_back({"the extra situation", procedure, given, {}});
  }
  return all;
}

using Names = std::set<std::string>;

/// The outcomes that do not occur and the parameters that do not matter are exactly those on the
/// list.
void check_known(const Procedure& procedure, const std::vector<Fault>& found, Fault::Kind kind,
                 const std::vector<test::NotShown>& list) {
  Names names;
  for (const Fault& fault : found) {
    if (fault.kind == kind) names.insert(fault.name);
  }
  Names known;
  for (const test::NotShown& entry : list) {
    if (entry.procedure == procedure.name) known.insert(entry.name);
  }
  CHECK(names == known);
}

void check_description(const Procedure& procedure) {
  CHECK_FALSE(procedure.rule.empty());
  CHECK_FALSE(procedure.summary.empty());
  CHECK_FALSE(procedure.details.empty());
  for (const std::string& chart : charts_read(test::library(), procedure)) {
    INFO(chart);
    CHECK_FALSE(test::charts().source(chart).confidence.empty());
  }
}

std::string report(const std::vector<Scenario>& scenarios, std::size_t threads) {
  const ThreadLimit limit(threads);
  OddsOptions options;
  options.trials = 200'000;
  std::string text;
  evaluate(situations(scenarios), test::charts(), options, [&](SituationOdds&& result) {
    text += distribution_lines(result, {}) + summary_lines(result, {});
  });
  return text;
}

/// All checks of the procedures of a game; with two parts, of every second procedure.
void cross_check(const std::string& game, std::size_t part = 0, std::size_t parts = 1) {
  std::vector<Scenario> reported;
  std::size_t number = 0;
  for (const Procedure* procedure : test::library().procedures()) {
    if (procedure->game() != game || number++ % parts != part) continue;
    INFO(procedure->name);
    check_description(*procedure);
    const std::vector<Fault> found =
        faults(test::library(), *procedure, thorough, named(*procedure));
    for (const Fault& fault : found) {
      if (fault.kind == Fault::Kind::unsound) FAIL_CHECK(fault.wrong);
    }
    check_known(*procedure, found, Fault::Kind::never_occurs, test::never_occurs);
    check_known(*procedure, found, Fault::Kind::changes_nothing, test::changes_nothing);
    const std::vector<Scenario> some =
        sample_situations(test::library(), *procedure, thorough.situations);
    CHECK(some.size() == thorough.situations);
    reported.insert(reported.end(), some.begin(), some.end());
  }
  CHECK_FALSE(reported.empty());
  // A report has the same bytes on one thread and on several.
  CHECK(report(reported, 1) == report(reported, 7));
}

// CTest runs these side by side, by their tags.
TEST_CASE("cross-check: Advanced Squad Leader", "[asl]") { cross_check("asl"); }
TEST_CASE("cross-check: Crucible of Steel", "[cos]") { cross_check("cos"); }
TEST_CASE("cross-check: dice expressions", "[dice]") { cross_check("dice"); }
TEST_CASE("cross-check: Red Barricades", "[rb]") { cross_check("rb"); }
TEST_CASE("cross-check: Squad Leader, one half", "[sl-1]") { cross_check("sl", 0, 2); }
TEST_CASE("cross-check: Squad Leader, the other half", "[sl-2]") { cross_check("sl", 1, 2); }
TEST_CASE("cross-check: Hammer's Slammers", "[slammers]") { cross_check("slammers"); }

TEST_CASE("cross-check: no game is forgotten", "[cos]") {
  const Names checked = {"asl", "cos", "dice", "rb", "sl", "slammers"};
  for (const Procedure* procedure : test::library().procedures()) {
    INFO(procedure->name);
    CHECK(checked.contains(procedure->game()));
  }
}

}  // namespace
}  // namespace combat_odds
