#include <algorithm>
#include <iterator>

#include "ask/ask.hpp"
#include "ask/said.hpp"
#include "core/text/columns.hpp"
#include "core/text/csv.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

// A sentence is echoed as a command to copy: it is accepted, and it is what was answered.
namespace combat_odds {
namespace {

using test::has;
using test::run;
using test::Run;
using test::Workspace;

const std::string own_settings = "export XDG_CONFIG_HOME=\"$PWD/config\"; ";

TEST_CASE("what is typed behind a sentence goes before it, and stands in the command") {
  struct Asked {
    const char* sentence;
    const char* options;
    const char* stands;   ///< in the command
    const char* is_gone;  ///< from the command
  };
  static constexpr Asked all[] = {
      {"8 FP +2 at 4-4-7", "--target 6-2-8", "--target 6-2-8", "4-4-7"},
      {"4-6-7 at 4-4-7, range 3", "--drm 2", "--drm 2", "--firepower"},
      {"asl: flamethrower at 4-4-7, adjacent", "--drm=3", "--drm=3", "--drm 0"},
      {"sl: rally 4-6-7 with 8-1", "--rally-phases 2", "--rally-phases 2", "phases 4"},
      {"asl: rally 4-6-7 with 8-1 in woods", "--leader=9-2", "--leader=9-2", "8-1"},
      {"sl: T-34 duels with PzKw IV F2, range 10", "--range 12", "--range 12", "range 10"},
      {"asl: 12 FP at moving 4-4-7", "--target-moves no --pinned false", "--target-moves no",
       "non_assault"},
      {"asl: 4-4-7 2MC", "--check ptc", "--check ptc", "2mc"},
      {"8 FP at +2", "--target 4-4-7", "--target 4-4-7", "--attackers"},  // not said, but given
  };
  const Workspace workspace;
  for (const Asked& each : all) {
    INFO(each.sentence << " " << each.options);
    const Run asked = run(workspace, own_settings + "combat-odds odds '" + each.sentence + "' " +
                                         each.options + " --format csv --trials 1000");
    CHECK(asked.exit_code == 0);
    const std::string command = asked.err.substr(0, asked.err.find('\n'));
    REQUIRE(command.starts_with("combat-odds odds "));
    CHECK(has(command, each.stands));
    CHECK_FALSE(has(command, each.is_gone));
    const Run again = run(workspace, own_settings + command);
    CHECK(again.exit_code == 0);
    CHECK(again.out == asked.out);
  }
}

TEST_CASE("what an option says otherwise than the sentence is told, and no default beside it") {
  const Workspace workspace;
  const auto shown = [&](const char* asked) {
    return run(workspace, own_settings + "combat-odds odds " + asked + " --trials 1000").out;
  };
  CHECK(has(shown("'8 FP +2 at 4-4-7' --target 6-2-8"),
            "--target 6-2-8: in place of '4-4-7' in the sentence"));
  CHECK(has(shown("'sl: rally 4-6-7 with 8-1'"), "in one Rally Phase;"));
  CHECK_FALSE(has(shown("'sl: rally 4-6-7 with 8-1' --rally-phases 2"), "in one Rally Phase"));
}

TEST_CASE("every command that a sentence is understood as is accepted") {
  std::size_t accepted = 0;
  Sentences sentences(test::library());
  for (const char* const name : {"sentences.csv", "more-sentences.csv", "strangers-sentences.csv",
                                 "second-strangers-sentences.csv", "third-strangers-sentences.csv",
                                 "further-sentences.csv", "sixth-sentences.csv"}) {
    const std::string file = std::string(COMBAT_ODDS_SOURCE) + "/tests/data/" + name;
    const Columns lines(read_csv(test::read_file(file), file), {"sentence", "procedure", "values"});
    for (const Columns::Row line : lines) {
      if (!line.has("procedure")) continue;
      const Said read = sentences.read(line.text("sentence"), {});
      INFO(read.command());
      std::string refusal;
      try {
        understood(test::library(), {read.procedure, read.values});
      } catch (const InputError& error) {
        refusal = error.what();
      }
      // What a sentence leaves out is asked for; what it says is no fault.
      static constexpr const char* rules[] = {"needs",
                                              "missing",
                                              "without a leader",
                                              "not known",
                                              "or more)",
                                              "whose",
                                              "has no DV",
                                              "have no effect on a pillbox",
                                              "too far",
                                              "ignore the",
                                              "one leader",
                                              "calibre is '300' (a whole number from 70 to 249)"};
      const bool asks_for_more = std::any_of(std::begin(rules), std::end(rules),
                                             [&](const char* rule) { return has(refusal, rule); });
      INFO(refusal);
      CHECK((refusal.empty() || asks_for_more));
      accepted += refusal.empty() ? 1 : 0;
    }
  }
  CHECK(accepted >= 500);
}

TEST_CASE("a vehicle's name that means several where one is asked for is asked back as commands") {
  const auto right = [](const char* sentence) {
    try {
      return said(test::library(), sentence, {}).command();
    } catch (const InputError& error) {
      return error.right();
    }
  };
  const std::string both = right("sl: PzIV vs T34 at 15 hexes");
  CHECK(has(both, "--first 'PzKw IV F2'"));
  CHECK(has(both, "--first 'PzKw IV F1'"));
  CHECK_FALSE(has(both, "F2,"));
}

}  // namespace
}  // namespace combat_odds
