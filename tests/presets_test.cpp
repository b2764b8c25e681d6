#include <algorithm>

#include "core/text/csv.hpp"
#include "sim/declare/registry.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::Answer;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::map<std::string, std::string> values_of(const Preset& preset) {
  return {preset.values.begin(), preset.values.end()};
}

Answer asked(const std::string& procedure, const std::string& preset) {
  return Answer(procedure, values_of(test::library().preset(test::library().procedure(procedure),
                                                            preset, {})));
}

TEST_CASE("every preset is one situation that can be solved") {
  CHECK(test::library().presets().size() > 90);
  // Presets are found by procedure: one for an unknown procedure would be lost.
  std::size_t rows = 0;
  for (const BuiltInChart& table : built_in_presets()) {
    rows += read_csv(table.text, std::string(table.name)).rows.size();
  }
  CHECK(test::library().presets().size() == rows);
  for (const Preset& preset : test::library().presets()) {
    INFO(preset.procedure << " " << preset.name);
    REQUIRE(test::library().find(preset.procedure) != nullptr);
    CHECK(preset.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") ==
          std::string::npos);
    CHECK(preset.meaning.size() > 20);
    CHECK_FALSE(preset.values.empty());
    const Scenario scenario = test::scenario(preset.procedure, values_of(preset));
    CHECK(scenario.size() == 1);
    OddsOptions options;
    options.method = Method::exact;
    CHECK_FALSE(odds_of(*scenario.rule(0, test::charts()), 0, options).chances.empty());
  }
}

TEST_CASE("every procedure of ASL and its modules has a preset") {
  for (const Procedure* const procedure : test::library().procedures()) {
    const std::string game = procedure->name.substr(0, procedure->name.find('.'));
    if (game != "asl" && game != "rb" && game != "cos") continue;
    if (test::library().presets_of(*procedure).empty()) FAIL_CHECK(procedure->name);
  }
}

TEST_CASE("a preset says each thing once") {
  for (const Preset& preset : test::library().presets()) {
    std::vector<std::string> names;
    for (const auto& [name, value] : preset.values) {
      INFO(preset.procedure << " " << preset.name << ": " << name);
      CHECK(std::find(names.begin(), names.end(), name) == names.end());
      names.push_back(name);
    }
  }
}

TEST_CASE("the table of presets is not listed as a chart") {
  for (const std::string& name : test::charts().names()) CHECK_FALSE(has(name, "presets"));
  for (const BuiltInChart& chart : built_in_charts()) {
    CHECK_FALSE(has(std::string(chart.name), "presets"));
    CHECK_FALSE(has(std::string(chart.name), "sentences"));
  }
  CHECK(built_in_presets().size() == 5);
}

TEST_CASE("the fire presets have the odds that they state") {
  // An NMC or more needs a Final DR of at most 8 on the 8 column, 10 on 16 and 12 on 24.
  const auto nmc = [](const char* preset) {
    return asked("asl.fire", preset).event("nmc_or_better");
  };
  CHECK(nmc("squad-in-stone-building") == "5/18");      // +3: Original 5 or less, 10/36
  CHECK(nmc("squad-in-wooden-building") == "5/12");     // +2: 6 or less, 15/36
  CHECK(nmc("stack-in-the-open") == "11/12");           // -2: 10 or less, 33/36
  CHECK(nmc("assault-movement-in-the-open") == "5/6");  // -1: 9 or less, 30/36
  CHECK(nmc("hmg-nest") == "7/12");           // 11 FP, +3 - 2: 7 or less on the 8 column, 21/36
  CHECK(nmc("kill-stack") == "5/6");          // 18 FP: 9 or less on the 16 column, 30/36
  CHECK(nmc("point-blank-street") == "5/6");  // 24 FP, +3: 9 or less, 30/36
}

TEST_CASE("other presets have the odds that they state") {
  // MOL To Kill 6: an Original of 5 or less burns, 10/36 = 5/18. Half of them have a passed check
  // (1 to 3); a coloured 6 would void it, but no roll of 5 or less has one. 5/36.
  CHECK(asked("asl.molotov", "tank-in-the-street").outcome("burning_wreck") == "5/36");
  // 1-1 in Squad Leader's Close Combat: a kill number of 5 for both, so 26/36 squared that both
  // stay.
  CHECK(asked("sl.close-combat", "squad-against-squad").outcome("melee_goes_on") == "169/324");
  // B25.11: woods kindle on 9 or more; -1 each for moist EC and a half-squad: 11 or more, 3/36,
  // after the NTC of an 8-0, 26/36.
  CHECK(asked("asl.kindling", "woods-half-squad").outcome("flame") == "13/216");
  // MOL-P at 1 hex: 9, less 2 in Red Barricades, so 7 or less; less 3 but -1 for a KV: the same.
  CHECK(asked("asl.molotov-projector", "tank-next-door").outcome("burning_wreck") ==
        asked("asl.molotov-projector", "kv").outcome("burning_wreck"));
  // Red 2 of elites: 1 - (1/3)^2. Two tokens make it two rolls of 5+: 1 - (2/3)^2.
  CHECK(asked("slammers.intercept", "elite-red-2").outcome("intercepted") == "8/9");
  CHECK(asked("slammers.intercept", "on-a-thunder-run").outcome("intercepted") == "5/9");
  CHECK(asked("slammers.intercept", "veteran-blue-1").outcome("intercepted") == "1/3");
  // Two elite TUs: 2D6 + 8 reaches the DV of 8 always; four trained ones 2D6 + 4: 33/36.
  CHECK(asked("slammers.close-assault", "two-elite-on-dragoon").outcome("no_effect") == "0/1");
  CHECK(asked("slammers.close-assault", "four-trained-on-dragoon").outcome("no_effect") == "1/12");
  // 2D6 + 4 pays 9 LP on 5 or more: 30/36; after three losses on 8 or more: 15/36.
  CHECK(asked("slammers.leadership", "sergeant-moves-three").event("affordable") == "5/6");
  CHECK(asked("slammers.leadership", "after-three-losses").event("affordable") == "5/12");
  // 79.1: 12 stops it under way. 79.2: else one MP more stops it on 11 or 12.
  CHECK(asked("sl.speed-breakdown", "t-34-all-out").outcome("arrives") == "35/36");
  // 79.2: three MP more than 12 stop a PzKw IV F2 on 9 or more, 10/36, after the 1/36 of 79.1.
  CHECK(asked("sl.speed-breakdown", "pzkw-iv-three-more").outcome("arrives") == "455/648");
  // 33.3: 10 at 6 hexes in the open; hull down at 12 hexes 5; red 8 and +1 for a buttoned-up T-34.
  CHECK(asked("sl.to-hit", "tank-duel").measure("needed", 10) == "1/1");
  CHECK(asked("sl.to-hit", "hull-down").measure("needed", 5) == "1/1");
  CHECK(asked("sl.to-hit", "t-34-fires").measure("needed", 7) == "1/1");
  // B8.4: a dr of 2 or less with two enemy squads above, of 5 or less unobserved; three attempts.
  CHECK(asked("asl.sewer-emergence", "under-their-feet").outcome("emerges") == "19/27");
  CHECK(asked("asl.sewer-emergence", "unobserved-manhole").outcome("emerges") == "215/216");
  // Three Bog DR at +2: each stays below 12 with 9 or less, 30/36.
  CHECK(asked("cos.wire-bog", "half-turn").outcome("free") == "125/216");
  // A Casualty dr of 2 or less: 1 - 1 for the second half-squad.
  CHECK(asked("asl.search-casualties", "squad-searches-for-two").outcome("casualties") == "1/3");
  // 1-2-3 by half a die; not below the turn's number on any of five: 5/6 * 4/6 * 3/6 * 2/6 ...
  CHECK(asked("rb.stuka", "for-one-cpp").event("arrived") == "49/54");
  // Table of RG Strength: 8 or less after -2: an Original 10 or less, 33/36.
  CHECK(asked("rb.platoon", "stug-b").outcome("full") == "11/12");
}

TEST_CASE("the command line overrides a preset, sweeps and pivots it") {
  const Workspace workspace;
  const Run plain =
      run(workspace, "combat-odds odds asl.fire --preset squad-in-stone-building --method exact");
  CHECK(plain.exit_code == 0);
  CHECK(plain.out.starts_with("8 FP (8 column), +3, at 4-6-7. "));
  const Run same = run(
      workspace, "combat-odds odds asl.fire --firepower 8 --drm 3 --target 4-6-7 --method exact");
  CHECK(plain.out == same.out);

  const Run over = run(workspace,
                       "combat-odds odds asl.fire --preset 'Squad in stone building' --drm 4 "
                       "--cowering cower --method exact");
  CHECK(over.out.starts_with("8 FP (8 column), +4, "));
  // The default can be asked for, too.
  CHECK(run(workspace,
            "combat-odds odds asl.fire --drm 0 --preset squad-in-stone-building --method exact")
            .out.starts_with("8 FP (8 column), 0, at 4-6-7. "));

  const Run sweep = run(workspace,
                        "combat-odds odds asl.fire --preset stack-in-the-open --drm -2..3 "
                        "--method exact --format csv");
  CHECK(sweep.exit_code == 0);
  CHECK(has(sweep.out, "\nasl.fire[drm=3],asl.fire,"));
  const Run pivot = run(workspace,
                        "combat-odds odds asl.fire --preset stack-in-the-open --drm -2..3 "
                        "--firepower 4,8 --pivot drm firepower --show broken --method exact");
  CHECK(pivot.err == "");
  CHECK(pivot.exit_code == 0);
}

TEST_CASE("an unknown preset is refused with the nearest, in one line") {
  const Workspace workspace;
  CHECK(refused_run(workspace, "combat-odds odds asl.fire --preset hgm-nest") ==
        "--preset: asl.fire has no preset 'hgm-nest' (did you mean 'hmg-nest'?)\n");
  CHECK(
      refused_run(workspace, "combat-odds odds slammers.ramming --preset rainy") ==
      "--preset: slammers.ramming has no preset 'rainy' ('combat-odds list --presets' names those of "
      "other procedures)\n");
}

TEST_CASE("list and describe show the presets") {
  const Workspace workspace;
  const std::string all = run(workspace, "combat-odds list --presets").out;
  for (const Preset& preset : test::library().presets()) {
    CHECK(has(all, "\t" + preset.name + "\t" + preset.meaning + "\n"));
  }
  const Run own = run(workspace, "combat-odds list --presets sl.rally --format csv");
  CHECK(
      std::count(own.out.begin(), own.out.end(), '\n') - 1 ==
      static_cast<long>(test::library().presets_of(test::library().procedure("sl.rally")).size()));
  CHECK(run(workspace, "combat-odds list --presets --format csv")
            .out.starts_with("procedure,preset,meaning,parameters\n"));
  CHECK(
      has(run(workspace, "combat-odds list --presets --format json").out, "\"firepower\": \"8\""));
  CHECK(run(workspace, "combat-odds list --presets --format markdown")
            .out.starts_with("| procedure | preset | the situation | parameters |\n"));
  CHECK(has(run(workspace, "combat-odds describe asl.fire").out, "\n  --preset hmg-nest\n"));
  CHECK(has(run(workspace, "combat-odds describe asl.fire").out, "\n      names: German LMG, "));
  const Run alone = run(workspace, "combat-odds list asl.fire");
  CHECK(alone.exit_code == 0);
  CHECK(alone.out.starts_with("asl.fire\tA7.3\t"));
  CHECK(has(run(workspace, "combat-odds list --presets asl.fier").err, "did you mean 'asl.fire'?"));
}

TEST_CASE("a faulty table of presets is refused with its place") {
  const auto said = [](const std::string& rows) -> std::string {
    return test::refused([&] {
      Library library;
      library.add_presets(read_csv("procedure,preset,meaning,parameters\n" + rows, "presets.csv"));
    });
  };
  CHECK(said("asl.fire,a,b,firepower=8;target=4-6-7\n") == "");
  CHECK(said("asl.fier,a,b,firepower=8\n") ==
        "presets.csv:2:1: no procedure 'asl.fier' (did you mean 'asl.fire'?)");
  CHECK(said("asl.fire,a,b,firepowr=8\n") ==
        "presets.csv:2:14: asl.fire has no parameter 'firepowr' (did you mean 'firepower'?)");
  CHECK(has(said("asl.fire,a,b,drm=99\n"), "presets.csv:2:14: drm is '99'"));
  CHECK(has(said("asl.fire,a,b,drm=\n"), "no value for drm"));
  CHECK(has(said("asl.fire,a,b,drm=1\nasl.fire,A,b,drm=2\n"), "presets.csv:3:10: asl.fire has a"));
  Library library;
  CHECK_THROWS_AS(library.add_presets(read_csv("procedure,preset\nasl.fire,a\n", "presets.csv")),
                  InputError);
}

}  // namespace
}  // namespace combat_odds
