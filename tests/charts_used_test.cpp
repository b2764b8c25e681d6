#include <set>

#include "ask/sample_situations.hpp"
#include "studies/campaign/campaign_report.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// Charts that commands read, rather than procedures.
const std::set<std::string> of_commands = {"red-barricades/fortifications.csv"};  // plan --fpp

TEST_CASE("every chart that comes with the program is used") {
  std::set<std::string> read = of_commands;
  read.merge(std::set<std::string>(red_barricades::campaign_charts_used()));
  for (const Procedure* const procedure : test::library().procedures()) {
    read.merge(charts_read(test::library(), *procedure));
  }
  // No spread has the only gun with APDS.
  test::scenario(
      "asl.to-kill",
      {{"range", "8"}, {"vehicle", "T-34 M43"}, {"weapon", "57L"}, {"ammunition", "apds"}})
      .rule(0, test::charts().recording(read));
  for (const std::string& chart : test::charts().names()) {
    if (!read.contains(chart)) FAIL_CHECK(chart << " is read by nothing");
  }
  for (const std::string& chart : of_commands) CHECK(test::charts().text(chart).size() > 0);
}

}  // namespace
}  // namespace combat_odds
