#include <nlohmann/json.hpp>
#include <sstream>

#include "reports/text/asked_before.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/schema.hpp"

namespace combat_odds {
namespace {

using Json = nlohmann::json;
using test::run;
using test::Run;
using test::Workspace;

Run ask_program(const Workspace& workspace, const std::string& questions) {
  workspace.write("questions", questions);
  return run(workspace, "combat-odds ask <questions");
}

std::vector<Json> lines(const std::string& text) {
  std::vector<Json> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(Json::parse(line));
  return all;
}

OddsOptions exact() {
  OddsOptions options;
  options.method = Method::exact;
  return options;
}

/// The error for a question that makes no sense.
InputError refusal_of(const Question& question) {
  try {
    ask(test::library(), question);
  } catch (const InputError& error) {
    return error;
  }
  return {{"", 0, 0}, "it was answered", ""};
}

TEST_CASE(
    "the situations of a sweep share what follows the attack; each has the odds that it has alone") {
  const Asked sweep = understood(test::library(), {"asl.fire",
                                                   {{"firepower", "1,8,36"},
                                                    {"drm", "-4,0,6"},
                                                    {"cowering", "none,cower,inexperienced"},
                                                    {"elr", "1,4"},
                                                    {"target", "4-6-7,2*4-6-7 8-1"}}});
  std::vector<SituationOdds> all;
  evaluate(sweep.situations, test::library().charts(), exact(),
           [&](SituationOdds&& result) { all.push_back(std::move(result)); });
  REQUIRE(all.size() == 3 * 3 * 3 * 2 * 2);
  for (const SituationOdds& result : all) {
    CAPTURE(result.name);
    const Situation& situation = result.situation;
    const auto rule = situation.scenario->rule(situation.index, test::library().charts());
    const Odds alone = odds_of(*rule, 0, exact());
    REQUIRE(result.odds.chances.size() == alone.chances.size());
    for (std::size_t i = 0; i < alone.chances.size(); ++i) {
      CHECK(result.odds.chances[i].name == alone.chances[i].name);
      CHECK(result.odds.chances[i].value == alone.chances[i].value);
      CHECK(result.odds.chances[i].exact->fraction == alone.chances[i].exact->fraction);
      CHECK(result.odds.chances[i].exact->value == alone.chances[i].exact->value);
    }
  }
}

TEST_CASE("a question is names and values, an answer is odds") {
  // 8 FP at +1: an Original 2 is K/2 (Final 3), and only an Original 12 of the half-squad's MC
  // eliminates it: 1/36 of 1/36.
  const Answer answer =
      ask(test::library(),
          {"asl.fire", {{"firepower", "8"}, {"drm", "1"}, {"target", "4-6-7"}}, exact()});
  CHECK(answer.outcome("eliminated").exact->fraction == "1/1296");
  CHECK(answer.outcome("never heard of").exact->fraction == "0/1");
  CHECK(answer.situations().size() == 1);
  CHECK(answer.charts().contains("asl/ift.csv"));
  CHECK_FALSE(answer.charts().contains("asl/close-combat.csv"));
}

TEST_CASE("lists and ranges give a situation for each value") {
  const Answer answer =
      ask(test::library(),
          {"asl.fire", {{"firepower", "4,8"}, {"drm", "-1..1"}, {"target", "4-6-7"}}, exact()});
  REQUIRE(answer.situations().size() == 6);
  CHECK(answer.situations()[4].name == "asl.fire[firepower=8,drm=0]");
}

TEST_CASE("names with hyphens and a preset's values are understood") {
  const Question question{"sl.rally", {{"rally-phases", "1"}, {"unit", "8-1"}}, exact()};
  CHECK_NOTHROW(ask(test::library(), question));
  const Answer preset =
      ask(test::library(), {"asl.fire", {{"drm", "1"}}, exact(), "point-blank-street"});
  CHECK(preset.scenario().argument(0, "drm").text == "1");
  CHECK(preset.scenario().argument(0, "target").text == "3*4-6-7 8-1");
}

TEST_CASE("a refusal names the parameter, what is wrong and what would be right") {
  const InputError procedure = refusal_of({"asl.fier", {}});
  CHECK(procedure.place().file == "procedure");
  CHECK(procedure.wrong() == "no procedure 'asl.fier'");
  CHECK(procedure.right() == "did you mean 'asl.fire'?");

  const InputError parameter = refusal_of({"asl.fire", {{"firepowr", "8"}}});
  CHECK(parameter.place().file == "firepowr");
  CHECK(parameter.right() == "did you mean 'firepower'?");

  const InputError value = refusal_of({"asl.fire", {{"firepower", "8"}, {"target", "4-6"}}});
  CHECK(value.place().file == "target");

  const InputError missing = refusal_of({"asl.fire", {{"firepower", "8"}}});
  CHECK(missing.wrong() == "asl.fire needs target");
}

TEST_CASE("procedures, charts and presets can be added while the program runs") {
  Library library;
  Procedure coin = *library.find("asl.climb");
  coin.name = "house.climb";
  library.add(coin);
  CHECK(ask(library, {"house.climb", {}, exact()}).odds().chances.size() ==
        ask(library, {"asl.climb", {}, exact()}).odds().chances.size());
  CHECK_THROWS_AS(library.add(coin), InputError);
  library.add_presets(read_csv(
      "procedure,preset,meaning,parameters\nhouse.climb,tower,a tower of three,levels=3\n", "own"));
  CHECK(library.presets_of(library.procedure("house.climb")).size() == 1);

  // A table of the user's own in which no result ever comes up.
  std::string table(library.charts().text("asl/ift.csv"));
  for (std::size_t line = table.find('\n'); line + 1 < table.size();
       line = table.find('\n', line)) {
    const std::size_t first = table.find(',', line + 1);
    const std::size_t end = table.find('\n', line + 1);
    std::string cells = table.substr(first, end - first);
    std::string empty;
    for (const char character : cells) {
      if (character == ',') empty += ",-";
    }
    table.replace(first, end - first, empty);
    line = first;
  }
  library.charts().replace("asl/ift.csv", "own.csv", table);
  const Answer harmless =
      ask(library, {"asl.fire", {{"firepower", "36"}, {"target", "4-6-7"}}, exact()});
  CHECK(harmless.outcome("no_effect").exact->fraction == "1/1");
}

TEST_CASE("ask answers each situation on a line, in order, and goes on after a refusal") {
  const Workspace workspace;
  const Run said = ask_program(
      workspace,
      R"({"procedure":"asl.fire","parameters":{"firepower":8,"drm":[1,2],"target":"4-6-7"},"method":"exact"})"
      "\n\n"
      R"({"id":7,"procedure":"asl.fier"})"
      "\n"
      R"({"id":"b","procedure":"asl.climb","parameters":{"commando":true},"trials":"10k","seed":3})"
      "\n");
  CHECK(said.exit_code == 2);
  CHECK(said.err.empty());
  const std::vector<Json> answers = lines(said.out);
  REQUIRE(answers.size() == 4);
  CHECK(answers[0]["scenario"] == "asl.fire[drm=1]");
  CHECK(answers[0]["trials"] == 0);
  bool found = false;
  for (const Json& chance : answers[0]["chances"]) {
    if (chance["name"] != "eliminated") continue;
    found = true;
    CHECK(chance["exact_fraction"] == "1/1296");
  }
  CHECK(found);
  CHECK(answers[1]["parameters"]["drm"] == 2);
  CHECK(answers[2]["id"] == 7);
  CHECK(answers[2]["error"]["parameter"] == "procedure");
  CHECK(answers[2]["error"]["right"] == "did you mean 'asl.fire'?");
  CHECK(answers[3]["id"] == "b");
  CHECK(answers[3]["trials"] == 10'000);
  CHECK(answers[3]["seed"] == 3);
}

TEST_CASE("ask answers what was asked before, and what is like it, as if it were asked alone") {
  const auto fire = [](const std::string& before, int firepower, const std::string& after) {
    return "{" + before + R"("procedure":"asl.fire","parameters":{"firepower":)" +
           std::to_string(firepower) + R"(,"drm":[0,1],"target":"4-6-7 8-0"},"method":")" + after +
           "}\n";
  };
  const std::vector<std::string> questions = {
      fire(R"("id":1,)", 8, R"(exact")"),
      fire(R"("id":"again \"",)", 8, R"(exact")"),
      fire("", 8, R"(exact","id":[2,{"a":null}])"),
      fire(R"("id":null,)", 12, R"(exact")"),  // only the attack differs
      fire("", 8, R"(both","trials":"10k")"),
      fire(R"("id":3,)", 8, R"(both","trials":"10k")"),
      fire(R"("id":4,)", 8, R"(both","trials":"10k","seed":2)"),
      fire(R"("id":5,)", 8, R"(best")"),  // refused
      fire(R"("id":6,)", 8, R"(best")"),
      fire(R"("id":7,)", 8, R"(exact","why":2)"),
      R"({"id":8,"say":"slammers: enhanced panel destroys a grenade"})"
      "\n",  // refused
      R"({"id":9,"say":"2*4-6-7 at 4-4-7 in woods, range 3","method":"exact"})"
      "\n",
      R"({"id":10,"say":"slammers: buzzbomb at strip mines","method":"exact"})"
      "\n",
      R"({"id":11,"say":"slammers: enhanced panel destroys a grenade"})"
      "\n",  // refused in the same words
  };
  std::string all;
  std::string alone;
  for (const std::string& question : questions) {
    all += question;
    alone += ask_program(Workspace(), question).out;
  }
  CHECK(ask_program(Workspace(), all).out == alone);
}

TEST_CASE("no more answers are kept than there is room for") {
  AskedBefore before;
  before.keep("short", {"one", "two"});
  REQUIRE(before.answer("short") != nullptr);
  CHECK(*before.answer("short") == AskedBefore::Lines{"one", "two"});
  CHECK(before.answer("shor") == nullptr);
  before.keep("long", {std::string(AskedBefore::most_bytes_each, 'x')});
  CHECK(before.answer("long") == nullptr);  // with its question it is larger than that
  for (int i = 0; i < 40; ++i) {
    before.keep(std::to_string(i), {std::string(AskedBefore::most_bytes_each - 2, 'x')});
    CHECK(before.answer(std::to_string(i)) != nullptr);
  }
  int known = 0;
  for (int i = 0; i < 40; ++i) known += before.answer(std::to_string(i)) != nullptr ? 1 : 0;
  CHECK(known > 0);
  CHECK(known <= 32);  // of a million bytes each
  CHECK(before.answer("short") == nullptr);
}

TEST_CASE("ask refuses a key that is given twice, in whatever spelling") {
  const Workspace workspace;
  const Run run = ask_program(
      workspace,
      R"({"procedure":"asl.climb","parameters":{"levels":1,"levels":2}})"
      "\n"
      R"({"procedure":"asl.climb","procedure":"asl.fire"})"
      "\n"
      R"({"procedure":"asl.fire","parameters":{"firepower":4,"target":"4-6-7","target-moves":"non_assault","Target_Moves":"no"}})"
      "\n"
      R"({"id":{"a":1,"A":2},"procedure":"asl.climb","parameters":{"levels":1},"method":"exact"})"
      "\n");
  CHECK(run.exit_code == 2);
  const std::vector<Json> all = lines(run.out);
  REQUIRE(all.size() == 4);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(all[i]["error"]["wrong"] == "is given twice");
  }
  CHECK(all[0]["error"]["parameter"] == "levels");
  CHECK(all[1]["error"]["parameter"] == "procedure");
  CHECK(all[2]["error"]["parameter"] == "Target_Moves");
  CHECK(all[3]["scenario"] == "asl.climb");
}

TEST_CASE("ask has limits for each question") {
  const Workspace workspace;
  const std::string climb = R"({"procedure":"asl.climb","parameters":{"levels":"1..3"},)";
  workspace.write("questions", climb + R"("method":"exact"})" + "\n" + climb +
                                   R"("trials":"2M","method":"monte-carlo"})" + "\n" +
                                   R"({"procedure":"asl.climb","parameters":{"levels":1},)"
                                   R"("method":"monte-carlo"})" +
                                   "\n");
  const Run limited = run(workspace,
                          "combat-odds ask --most-situations 2 --most-trials 1k <questions; "
                          "combat-odds ask --most-trials 1k <questions");
  INFO(limited.err);
  const std::vector<Json> all = lines(limited.out);
  REQUIRE(all.size() == 3 + 5);
  CHECK(all[0]["error"]["wrong"] == "ask for 3 situations");
  CHECK(all[0]["error"]["right"] == "at most 2");
  CHECK(all[1]["error"]["parameter"] == "trials");
  CHECK(all[1]["error"]["right"] == "at most 1000");
  CHECK(all[2]["trials"] == 1000);  // what a question leaves out is as much as it may have
  CHECK(all[6]["error"]["parameter"] == "trials");
  // A thousand million games of dice take longer than a twentieth of a second; the next question
  // has its own time.
  workspace.write("long", R"({"procedure":"asl.climb","parameters":{"levels":1},"trials":"1T",)"
                          R"("method":"monte-carlo"})"
                          "\n"
                          R"({"procedure":"asl.climb","parameters":{"levels":1},"method":"exact"})"
                          "\n");
  const Run timed = run(workspace, "combat-odds ask --time-limit 0.05 <long");
  const std::vector<Json> two = lines(timed.out);
  REQUIRE(two.size() == 2);
  CHECK(two[0]["complete"] == false);
  CHECK_FALSE(two[1].contains("complete"));
  CHECK(two[1]["chances"][0].contains("exact"));
}

TEST_CASE("ask ends with 0 where every question was answered") {
  const Workspace workspace;
  CHECK(ask_program(workspace, R"({"procedure":"asl.climb","method":"exact"})").exit_code == 0);
  CHECK(ask_program(workspace, "").exit_code == 0);
}

TEST_CASE("ask refuses text that is no question, in one line each") {
  const Workspace workspace;
  const std::string deep(100'000, '[');
  const Run said = ask_program(workspace, "fire!\n[]\n{\"procedure\":3}\n" + deep +
                                              "\n{\"procedure\":\"asl.climb\",\"trails\":5}\n"
                                              "{\"procedure\":\"asl.climb\",\"trials\":0}\n"
                                              "{\"procedure\":\"asl.climb\",\"parameters\":"
                                              "{\"levels\":{}}}\n\xff\n");
  CHECK(said.exit_code == 2);
  const std::vector<Json> answers = lines(said.out);
  REQUIRE(answers.size() == 8);
  for (const Json& answer : answers) CHECK(answer.contains("error"));
  CHECK(answers[4]["error"]["right"] == "did you mean 'trials'?");
  CHECK(answers[5]["error"]["parameter"] == "trials");
  CHECK(answers[6]["error"]["parameter"] == "levels");
}

TEST_CASE("ask gives the numbers of odds") {
  const Workspace workspace;
  const Run odds = run(workspace,
                       "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --trials 10000 "
                       "--format json --quiet");
  const Run asked = ask_program(
      workspace,
      R"({"procedure":"asl.fire","parameters":{"firepower":"8","target":"4-6-7"},"trials":10000})");
  REQUIRE(asked.exit_code == 0);
  CHECK(lines(asked.out)[0]["chances"] == Json::parse(odds.out)["situations"][0]["chances"]);
}

TEST_CASE("ask explains how an answer comes about, as odds does") {
  const Workspace workspace;
  const Run odds = run(workspace,
                       "combat-odds odds asl.fire --firepower 8 --target 4-6-7 --method exact "
                       "--why 2 --format json --quiet");
  const std::string question =
      R"({"procedure":"asl.fire","parameters":{"firepower":8,"target":"4-6-7"},"method":"exact")";
  const Run asked =
      ask_program(workspace, question + R"(,"why":2})" + "\n" + question + R"(,"why":true})" +
                                 "\n" + question + "}\n" + question + R"(,"why":false})");
  REQUIRE(asked.exit_code == 0);
  const std::vector<Json> answers = lines(asked.out);
  CHECK(answers[0]["why"] == Json::parse(odds.out)["situations"][0]["why"]);
  // The 1KIA of an Original 2 (1 in 36) decides everything. The K/2 of a 3 leads to further rolls;
  // "why":true does not show them.
  CHECK(answers[1]["why"]["results"][0]["chance_fraction"] == "1/36");
  CHECK(answers[0]["why"]["results"][1].contains("then"));
  CHECK_FALSE(answers[1]["why"]["results"][1].contains("then"));
  CHECK_FALSE(answers[2].contains("why"));
  CHECK_FALSE(answers[3].contains("why"));
  const Run refused =
      ask_program(workspace, question + R"(,"why":0})" + "\n" + question + R"(,"why":"deep"})");
  CHECK(refused.exit_code == 2);
  for (const Json& answer : lines(refused.out)) {
    CHECK(answer["error"]["parameter"] == "why");
    CHECK(answer["error"]["right"] == "true, or a whole number from 1 to 9");
  }
}

TEST_CASE("a question may ask for the least value that is enough, in a sentence, too") {
  const Workspace workspace;
  const Run asked = ask_program(
      workspace,
      R"({"id":7,"say":"4 FP at 4-6-7","until":"broken_or_worse>=50%","over":"drm","method":"exact"})"
      "\n"
      R"({"say":"4 FP at 4-6-7, +1","parameters":{"drm":3},"method":"exact"})"
      "\n"
      R"({"say":"4 FP at 4-6-7","over":"drm"})"
      "\n"
      R"({"say":"4 FP at 4-6-7","until":"broken_or_worse>=50%","over":"drm","trials":"9M"})");
  CHECK(asked.exit_code == 2);
  const auto answers = lines(asked.out);
  REQUIRE(answers.size() == 4);
  CHECK(answers[0]["id"] == 7);
  CHECK(answers[0]["procedure"] == "asl.fire");
  CHECK(answers[0]["until"]["parameter"] == "drm");
  CHECK(answers[0]["command"] == "combat-odds odds asl.fire --firepower 4 --target 4-6-7");
  CHECK(answers[1]["parameters"]["drm"] == 3);  // what is given goes before what is said
  CHECK(answers[2]["error"]["parameter"] == "until");
}

TEST_CASE("the headline of a sentence begins with what it asks for") {
  const Workspace workspace;
  const auto answer = [&](const std::string& sentence) {
    const Json question = {{"say", sentence}, {"method", "exact"}};
    return lines(ask_program(workspace, question.dump()).out).at(0);
  };
  const Json pins = answer("8 FP at 4-6-7, +1, does it pin");
  CHECK(pins["shown"] == Json::array({"pinned"}));
  const std::string headline = pins["headline"];
  CHECK(headline.find("it is pinned") < headline.find("breaks or worse"));
  CHECK(!answer("8 FP at 4-6-7, +1").contains("shown"));
}

TEST_CASE("a refused sentence has the questions that may be asked in its place") {
  const Workspace workspace;
  const auto refused = [&](const std::string& sentence) {
    const Run said = ask_program(workspace, Json({{"say", sentence}}).dump());
    CHECK(said.exit_code == 2);
    return lines(said.out).at(0)["error"];
  };
  const auto answers = [&](const Json& command) {
    const Json question = {{"procedure", command["procedure"]},
                           {"parameters", command["parameters"]},
                           {"method", "exact"}};
    return lines(ask_program(workspace, question.dump()).out).at(0);
  };
  // Each stands in the text as its command, in this order.
  const auto are_named = [](const Json& error) {
    const std::string text = error["right"];
    std::size_t at = 0;
    for (const Json& each : error["commands"]) {
      at = text.find(each["command"].get<std::string>(), at);
      if (at == std::string::npos) return false;
      ++at;
    }
    return true;
  };
  const Json understood = refused("asl: 8 FP at 4-4-7 frobnicated");
  CHECK(understood["commands"] ==
        Json::parse(R"([{"procedure":"asl.fire","parameters":{"firepower":"8","target":"4-4-7"},
                        "command":"combat-odds odds asl.fire --firepower 8 --target 4-4-7"}])"));
  CHECK(are_named(understood));
  CHECK(answers(understood["commands"][0])["procedure"] == "asl.fire");

  const Json two = refused("asl: 4-6-7 8-1 or 2*4-6-7 at 4-4-7, range 3");
  CHECK(two["wrong"] == "these are two questions");
  REQUIRE(two["commands"].size() == 2);
  CHECK(are_named(two));
  CHECK(two["commands"][0]["parameters"]["attackers"] == "4-6-7 8-1");
  CHECK(two["commands"][1]["parameters"]["attackers"] == "2*4-6-7");
  for (const Json& each : two["commands"]) CHECK(answers(each).contains("chances"));

  const Json lacking = refused("asl: 8 FP fires frobnicated");
  REQUIRE(lacking["commands"].size() == 1);
  CHECK(are_named(lacking));
  CHECK(lacking["commands"][0]["parameters"] == Json({{"firepower", "8"}}));
  CHECK(answers(lacking["commands"][0])["error"]["wrong"] == "asl.fire needs target");

  CHECK_FALSE(refused("asl: 7 frobnicated").contains("commands"));
}

TEST_CASE("questions and answers follow their schemas") {
  const Workspace workspace;
  std::string questions;
  for (const Preset& preset : test::library().presets()) {
    Json question = {{"procedure", preset.procedure},
                     {"preset", preset.name},
                     {"trials", "1000"},
                     {"parameters", Json::object()}};
    questions += question.dump() + "\n";
  }
  questions += "{\"procedure\":\"asl.fier\"}\n";
  questions += "{\"say\":\"asl: 8 FP at 4-4-7 frobnicated\"}\n";
  questions += R"({"say":"8 FP at 4-6-7","until":"broken_or_worse>=10%","over":"drm"})";
  questions += "\n";
  questions += R"({"procedure":"asl.fire","preset":"squad-in-woods","trials":1000,"why":2})";
  const Run said = ask_program(workspace, questions);
  workspace.write("answers", said.out);
  const std::string all = std::to_string(test::library().presets().size() + 4) + " checked\n";
  CHECK(test::checked_by_schema(workspace, "docs/question.schema.json", "questions") == all);
  CHECK(test::checked_by_schema(workspace, "docs/answer.schema.json", "answers") == all);
}

}  // namespace
}  // namespace combat_odds
