#include "ask/scenario_file.hpp"

#include "ask/evaluate.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

/// 2,500 lines, every tenth of which makes several situations, in two files.
std::vector<TextFile> two_files() {
  std::vector<TextFile> files = {{"a.csv", "scenario,procedure,firepower,drm,target\r\n"},
                                 {"b.csv", "sep=;\nscenario;procedure;firepower;target\n"}};
  for (int i = 0; i < 2'000; ++i) {
    files[0].text += "a" + std::to_string(i) + ",asl.fire,8," +
                     (i % 10 == 0 ? "-1..3" : std::to_string(i % 7)) + ",4-6-7\r\n";
  }
  for (int i = 0; i < 500; ++i) {
    files[1].text += "\"b;" + std::to_string(i) + "\";sl.fire;12;4-6-7\n\n";
  }
  return files;
}

TEST_CASE("lines that are read again whenever they are wanted make the situations of kept ones") {
  const std::vector<TextFile> files = two_files();
  const std::vector<Scenario> kept = read_scenario_files(files, test::library());
  const std::vector<Situation> all = situations(kept);
  ScenarioLines lines(files, test::library());
  // 1,800 lines of one, 200 of five, 500 of one.
  REQUIRE(all.size() == 3'300);
  REQUIRE(lines.size() == all.size());
  REQUIRE(lines.procedures().size() == 2);
  CHECK(lines.procedures()[0]->name == "asl.fire");
  // Forwards in pieces of any size, and from anywhere.
  for (const std::size_t count : {1'000u, 3'300u, 2'048u}) {
    for (const std::size_t start : {0u, 7u, 2'799u, 3'299u}) {
      for (std::size_t first = start; first < all.size(); first += count) {
        const std::vector<Situation> some = lines.some(first, count);
        REQUIRE(some.size() == std::min(count, all.size() - first));
        for (std::size_t i = 0; i < some.size(); i += 97) {
          const Situation& expected = all[first + i];
          CHECK(some[i].name() == expected.name());
          CHECK(some[i].index == expected.index);
          CHECK(some[i].scenario->place().line == expected.scenario->place().line);
          CHECK(some[i].scenario->place().file == expected.scenario->place().file);
        }
      }
    }
  }
  SituationsOf of(kept, 3'300);
  CHECK(of.some(3'290, 100).size() == 10);
  CHECK(of.some(12, 1).front().name() == all[12].name());
  CHECK_THROWS_AS(SituationsOf(kept, 3'299), InputError);
}

TEST_CASE("a run of lines has the odds of kept ones") {
  std::vector<TextFile> files = two_files();
  files.front().text.resize(files.front().text.find("a40,"));
  files.back().text.resize(files.back().text.find("\"b;40"));
  OddsOptions options;
  options.trials = 1'000;
  const auto chances = [&](SituationSource& source) {
    check(source, test::charts());
    std::vector<std::string> told;
    evaluate(source, test::charts(), options, [&](SituationOdds&& result) {
      told.push_back(result.name + " " + std::to_string(result.odds.chances.front().count) + " " +
                     result.odds.chances.front().exact->fraction);
    });
    return told;
  };
  const std::vector<Scenario> kept = read_scenario_files(files, test::library());
  SituationsOf all(kept, most_situations);
  ScenarioLines lines(files, test::library());
  const std::vector<std::string> expected = chances(all);
  CHECK(expected.size() == 40 + 4 * 4 + 40);
  CHECK(chances(lines) == expected);
}

TEST_CASE("faults of lines are those of kept ones, wherever they are") {
  const auto refusal = [](auto read) {
    try {
      read();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("nothing is wrong");
  };
  for (const std::string line :
       {"a1999,asl.fire,8,0,4-6-7", "x,asl.fier,8,0,4-6-7", "x,asl.fire,3..1,0,4-6-7",
        "a10[drm=3],asl.fire,8,0,4-6-7", "x,asl.fire,8,0,9-9-9", ",asl.fire,8,0,4-6-7",
        "x,asl.fire,8", "x,\"asl\"fire,8,0,4-6-7"}) {
    INFO(line);
    std::vector<TextFile> files = two_files();
    files.front().text += line + "\n";
    const std::string kept = refusal([&] {
      const std::vector<Scenario> scenarios = read_scenario_files(files, test::library());
      check(situations(scenarios), test::charts());
    });
    CHECK(kept != "nothing is wrong");
    CHECK(refusal([&] {
            ScenarioLines lines(files, test::library());
            check(lines, test::charts());
          }) == kept);
  }
}

}  // namespace
}  // namespace combat_odds
