#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

namespace files = std::filesystem;
using test::read_file;

/// The first line in which two texts differ; empty if they are equal.
std::string first_difference(const std::string& expected, const std::string& found) {
  if (expected == found) return "";
  std::istringstream expected_lines(expected);
  std::istringstream found_lines(found);
  for (std::size_t number = 1;; ++number) {
    std::string one = "(the end)";
    std::string other = "(the end)";
    const bool more = !std::getline(expected_lines, one).fail();
    const bool other_more = !std::getline(found_lines, other).fail();
    if (!more) one = "(the end)";
    if (!other_more) other = "(the end)";
    if (one != other || !more) {
      return "line " + std::to_string(number) + "\n  was " + one + "\n  is  " + other;
    }
  }
}

TEST_CASE(
    "shipped scenarios give the same bytes as before (if they shall not: tests/renew-golden)") {
  const test::Workspace workspace;
  const files::path source = COMBAT_ODDS_SOURCE;
  std::size_t compared = 0;
  for (const files::directory_entry& folder : files::directory_iterator(source / "tests/golden")) {
    if (!folder.is_directory()) continue;  // checksums.csv has all other scenarios
    const std::string scenario = folder.path().filename().string();
    INFO(scenario);
    const test::Run run =
        test::run(workspace, "combat-odds run '" + (source / "scenarios" / scenario).string() +
                                 ".csv' --trials 10000 --out " + scenario + " --quiet");
    REQUIRE(run.err == "");
    REQUIRE(run.exit_code == 0);
    for (const char* const name : {"distribution", "summary", "situations", "charts"}) {
      const std::string file = std::string(name) + ".csv";
      INFO(file);
      CHECK(first_difference(read_file(folder.path() / file),
                             read_file(workspace.path() / scenario / file)) == "");
      ++compared;
    }
  }
  CHECK(compared >= 20);
}

}  // namespace
}  // namespace combat_odds
