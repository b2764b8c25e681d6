#include "combat_odds/reports/reference.hpp"
#include "combat_odds/sim/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

TEST_CASE("docs/procedures.md is what the registry says") {
  const Charts charts(built_in_charts());
  const std::string page = test::read_file(COMBAT_ODDS_SOURCE "/docs/procedures.md");
  INFO("write it anew: combat-odds list --format markdown >docs/procedures.md");
  // Not CHECK(page == ...), which would print both pages.
  const bool is_up_to_date = page == procedure_reference(procedures(), charts);
  CHECK(is_up_to_date);
}

TEST_CASE("the reference has every procedure and all that is known of it") {
  const Charts charts(built_in_charts());
  const std::string page = procedure_reference(procedures(), charts);
  const auto has = [&](const std::string& part) { return page.find(part) != std::string::npos; };
  for (const Procedure* procedure : procedures()) {
    INFO(procedure->name);
    CHECK(has("\n### " + procedure->name + "\n"));
    for (const Parameter& parameter : procedure->parameters) {
      CHECK(has("| `" + parameter.option() + "` |"));
    }
    for (const Term& outcome : procedure->outcomes) CHECK(has("| `" + outcome.name + "` |"));
    for (const std::string& chart : procedure->charts) CHECK(has("| `" + chart + "` |"));
  }
}

TEST_CASE("the program prints the reference") {
  const test::Workspace workspace;
  const test::Run list = test::run(workspace, "combat-odds list --format markdown");
  CHECK(list.exit_code == 0);
  const bool is_the_page = list.out == procedure_reference(procedures(), Charts(built_in_charts()));
  CHECK(is_the_page);
}

}  // namespace
}  // namespace combat_odds
