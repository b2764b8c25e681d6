#include "reports/text/procedure_reference.hpp"

#include <set>

#include "ask/sample_situations.hpp"
#include "reports/text/description.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

TEST_CASE("docs/procedures.md has a line for every procedure, and none for another") {
  std::set<std::string> in_index;
  for (const std::string& line :
       test::lines_of(test::read_file(COMBAT_ODDS_SOURCE "/docs/procedures.md"))) {
    if (line.starts_with("| `")) in_index.insert(line.substr(3, line.find('`', 3) - 3));
  }
  std::set<std::string> known;
  for (const Procedure* procedure : test::library().procedures()) known.insert(procedure->name);
  INFO("write it anew: tests/procedure-index build/combat-odds >docs/procedures.md");
  CHECK(in_index == known);
}

TEST_CASE("the reference has every procedure with all its properties") {
  const std::string page = procedure_reference(test::library());
  const auto has = [&](const std::string& part) { return page.find(part) != std::string::npos; };
  for (const Procedure* procedure : test::library().procedures()) {
    INFO(procedure->name);
    CHECK(has("\n### " + procedure->name + "\n"));
    for (const Parameter& parameter : procedure->parameters) {
      CHECK(has("| `" + parameter.option() + "` |"));
    }
    for (const Term& outcome : procedure->outcomes) CHECK(has("| `" + outcome.name + "` |"));
    for (const std::string& chart : charts_read(test::library(), *procedure))
      CHECK(has("| `" + chart + "` |"));
  }
}

TEST_CASE("a list on a screen is by game and chapter") {
  const std::string list = procedure_table(test::library().procedures(), 80);
  CHECK(list.starts_with("Advanced Squad Leader: charges and flames\n  asl.demolition-charge  "));
  CHECK(list.find("\n\nAdvanced Squad Leader: close fight\n  asl.assault  ") != list.npos);
  CHECK(list.find("\n\nCrucible of Steel\n  cos.ditch-breach  ") != list.npos);
  for (const std::string& line : test::lines_of(list)) CHECK(line.size() <= 80);
}

TEST_CASE("the program prints the reference") {
  const test::Workspace workspace;
  const test::Run list = test::run(workspace, "combat-odds list --format markdown");
  CHECK(list.exit_code == 0);
  const bool is_the_page = list.out == procedure_reference(test::library());
  CHECK(is_the_page);
}

}  // namespace
}  // namespace combat_odds
