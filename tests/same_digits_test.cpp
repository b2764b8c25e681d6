#include <boost/multiprecision/cpp_int.hpp>

#include "core/exact/exact.hpp"
#include "core/exact/nearest_double.hpp"
#include "core/text/csv.hpp"
#include "core/text/number_text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using boost::multiprecision::cpp_int;

/// Fractions with the doubles nearest to them, worked out elsewhere.
CsvTable fractions() {
  std::string text = test::read_file(COMBAT_ODDS_SOURCE "/tests/data/fractions.csv");
  while (text.starts_with('#')) text.erase(0, text.find('\n') + 1);
  return read_csv(text, "fractions.csv");
}

/// One roll with `throws` of `all` throws for the first of two results.
double rolled(std::uint64_t throws, std::uint64_t all) {
  DecisionGraph graph;
  graph.root = Target::node(0);
  graph.edges = {{throws, Target::leaf(0)}, {all - throws, Target::leaf(1)}};
  graph.nodes = {{all, 0, 2}};
  graph.leaves = {Outcome("one"), Outcome("the other")};
  return ExactOdds(graph).leaf(0);
}

TEST_CASE("a fraction becomes the double nearest to it") {
  const CsvTable table = fractions();
  CHECK(table.rows.size() > 600);
  int small = 0;
  for (const auto& row : table.rows) {
    INFO(row[0].text << "/" << row[1].text);
    const double nearest = *number_in<double>(row[2].text);
    CHECK(nearest_double(cpp_int(row[0].text), cpp_int(row[1].text)) == nearest);
    const auto top = number_in<std::uint64_t>(row[0].text);
    const auto bottom = number_in<std::uint64_t>(row[1].text);
    if (!bottom || *top == *bottom) continue;
    ++small;
    CHECK(rolled(*top, *bottom) == nearest);
  }
  CHECK(small > 150);
}

TEST_CASE("zero and more than one are fractions, too") {
  CHECK(nearest_double(0, 36) == 0.0);
  CHECK(nearest_double(72, 36) == 2.0);
  CHECK(nearest_double(cpp_int(1) << 80, 3) == 0x1.5555555555555p+78);
}

TEST_CASE("whole texts are read as numbers, and only finite ones") {
  CHECK(number_in<double>("0.004626057384545038") == 1295.0 / 279936);
  CHECK(number_in<double>("-2.5") == -2.5);
  CHECK(number_in<double>("1e6") == 1e6);
  CHECK(number_in<double>(".5") == 0.5);
  CHECK(number_in<double>("7") == 7.0);
  for (const char* const text :
       {"", "-", ".", "+7", " 7", "7 ", "7 squads", "1,5", "0x10", "nan", "NaN", "-nan", "nan(1)",
        "inf", "-inf", "infinity", "INF", "1e400", "-1e400"}) {
    INFO(text);
    CHECK_FALSE(number_in<double>(text));
  }
  CHECK(number_in<int>("-12") == -12);
  for (const char* const text : {"", "-", "+7", "7.0", "12 ", "99999999999"}) {
    INFO(text);
    CHECK_FALSE(number_in<int>(text));
  }
}

TEST_CASE("a number is read from the front of a text") {
  std::string_view text = "75LL";
  CHECK(number_at_front<int>(text) == 75);
  CHECK(text == "LL");
  CHECK_FALSE(number_at_front<int>(text));
  CHECK(text == "LL");
}

}  // namespace
}  // namespace combat_odds
