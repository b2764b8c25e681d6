#include <cstdlib>
#include <exception>
#include <set>
#include <utility>

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
constexpr Thoroughness thorough{.situations = 30,
                                .more = 300,
                                .most_nodes = 2'000'000,
                                .most_ignored = 200'000,
                                .most_changed = 5'000,
                                .trials = 400'000,
                                .trials_by_hand = 20'000,
                                .throws_by_hand = 0};

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

/// A sentence for each fault: what differs, what is not declared, which outcome never occurs and
/// which parameter changes nothing; and for each entry of those lists that is needed no longer.
std::vector<std::string> told(const Procedure& procedure, const std::vector<Fault>& found) {
  std::vector<std::string> sentences;
  const auto compare = [&](Fault::Kind kind, const std::vector<test::NotShown>& list,
                           const std::string& list_name) {
    Names known;
    for (const test::NotShown& entry : list) {
      if (entry.procedure == procedure.name) known.insert(entry.name);
    }
    for (const Fault& fault : found) {
      if (fault.kind != kind || known.erase(fault.name) > 0) continue;
      sentences.push_back(fault.wrong + " (" + fault.right + "; or a line of " + list_name + ")");
    }
    for (const std::string& name : known) {
      sentences.push_back("'" + name + "' is in " + list_name + ", and need not be");
    }
  };
  for (const Fault& fault : found) {
    if (fault.kind != Fault::Kind::unsound) continue;
    sentences.push_back(fault.wrong + (fault.right.empty() ? "" : " (" + fault.right + ")"));
  }
  // What is unsound ends the search for the rest.
  if (!sentences.empty()) return sentences;
  compare(Fault::Kind::never_occurs, test::never_occurs, "never_occurs in cross_check_lists.hpp");
  compare(Fault::Kind::changes_nothing, test::changes_nothing,
          "changes_nothing in cross_check_lists.hpp");
  return sentences;
}

void check_description(const Procedure& procedure) {
  CHECK_FALSE(procedure.rule.empty());
  CHECK_FALSE(procedure.summary.empty());
  if (procedure.details.empty()) {
    FAIL_CHECK("it has no text file: " << procedure.name << ".txt beside its code");
  }
  for (const Parameter& parameter : procedure.parameters) {
    INFO(parameter.name);
    CHECK(Names(parameter.tried.begin(), parameter.tried.end()).size() == parameter.tried.size());
  }
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

/// All checks of a procedure but that of its reports, for which it gives situations. An exception
/// of the rule is a fault like others.
std::vector<Scenario> check(const Procedure& procedure) {
  INFO(procedure.name);
  try {
    check_description(procedure);
    for (const std::string& sentence :
         told(procedure, faults(test::library(), procedure, thorough, named(procedure)))) {
      FAIL_CHECK(procedure.name << ": " << sentence);
    }
    std::vector<Scenario> some = sample_situations(test::library(), procedure, thorough.situations);
    CHECK(some.size() == thorough.situations);
    return some;
  } catch (const std::exception& error) {
    FAIL_CHECK(procedure.name << ": the rule throws: " << error.what());
    return {};
  }
}

/// A report has the same bytes on one thread and on several.
void check_reports(const std::vector<Scenario>& reported) {
  CHECK_FALSE(reported.empty());
  CHECK(report(reported, 1) == report(reported, 7));
}

/// All checks of the procedures of a game; with two parts, of every second procedure.
void cross_check(const std::string& game, std::size_t part = 0, std::size_t parts = 1) {
  std::vector<Scenario> reported;
  std::size_t number = 0;
  for (const Procedure* procedure : test::library().procedures()) {
    if (procedure->game() != game || number++ % parts != part) continue;
    for (Scenario& one : check(*procedure)) reported.push_back(std::move(one));
  }
  check_reports(reported);
}

// CTest runs these side by side, by their tags.
TEST_CASE("cross-check: Advanced Squad Leader, one half", "[asl-1]") { cross_check("asl", 0, 2); }
TEST_CASE("cross-check: Advanced Squad Leader, the other half", "[asl-2]") {
  cross_check("asl", 1, 2);
}
TEST_CASE("cross-check: Crucible of Steel", "[cos]") { cross_check("cos"); }
TEST_CASE("cross-check: dice expressions", "[dice]") { cross_check("dice"); }
TEST_CASE("cross-check: Red Barricades", "[rb]") { cross_check("rb"); }
TEST_CASE("cross-check: Squad Leader, one half", "[sl-1]") { cross_check("sl", 0, 2); }
TEST_CASE("cross-check: Squad Leader, the other half", "[sl-2]") { cross_check("sl", 1, 2); }
TEST_CASE("cross-check: Hammer's Slammers", "[slammers]") { cross_check("slammers"); }

// Run by its name alone: PROCEDURE=asl.rout cross_check_test [one]
TEST_CASE("cross-check: one procedure", "[.one]") {
  const char* const name = std::getenv("PROCEDURE");
  if (name == nullptr) FAIL("say which: PROCEDURE=asl.rout in front of the command");
  const Procedure* const procedure = test::library().find(name);
  if (procedure == nullptr) FAIL("there is no procedure " << name);
  check_reports(check(*procedure));
}

TEST_CASE("cross-check: no game is forgotten", "[cos]") {
  const Names checked = {"asl", "cos", "dice", "rb", "sl", "slammers"};
  for (const Procedure* procedure : test::library().procedures()) {
    INFO(procedure->name);
    CHECK(checked.contains(procedure->game()));
  }
}

}  // namespace
}  // namespace combat_odds
