#include "web/engine/engine.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/text/question_json.hpp"
#include "studies/luck/luck_report.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/schema.hpp"

namespace combat_odds {
namespace {

using Json = nlohmann::ordered_json;

Json call(const Json& request) {
  static web::Engine engine;
  return Json::parse(engine.call(request.dump()));
}

Json question(const Preset& preset, const std::string& trials) {
  return {{"procedure", preset.procedure}, {"preset", preset.name}, {"trials", trials}};
}

TEST_CASE("the page's answer to every preset is the program's, in one go and in shards") {
  const std::vector<Preset> presets = test::library().presets();
  REQUIRE_FALSE(presets.empty());
  for (const Preset& preset : presets) {
    INFO(preset.procedure << " " << preset.name);
    const Json asked = question(preset, "20k");
    std::vector<std::string> native;
    REQUIRE(answer_json(test::library(), asked.dump(), {},
                        [&](const std::string& line) { native.push_back(line); }));
    const Json whole = call({{"do", "ask"}, {"question", asked}});
    REQUIRE(whole.contains("answers"));
    REQUIRE(whole["answers"].size() == native.size());
    for (std::size_t i = 0; i < native.size(); ++i) CHECK(whole["answers"][i].dump() == native[i]);

    Json counts = Json::array();
    for (int shard : {2, 0, 1}) {
      counts.push_back(
          call({{"do", "play"}, {"question", asked}, {"shard", shard}, {"shards", 3}})["counts"]);
    }
    CHECK(call({{"do", "add_up"}, {"question", asked}, {"counts", counts}}) == whole);
  }
}

TEST_CASE("the page's search box takes a sentence, and says what it does not understand") {
  const Json said = call({{"do", "say"}, {"say", "rally 2*4-6-7 with 8-1 in woods"}});
  CHECK(said["procedure"] == "asl.rally");
  CHECK(said["command"].get<std::string>().starts_with("combat-odds odds asl.rally "));
  CHECK(said["parameters"]["unit"].get<std::string>().find("4-6-7") != std::string::npos);
  const Json wrong = call({{"do", "say"}, {"say", "rally 2*4-6-7 with a xylophone 8-1"}});
  CHECK(wrong["error"]["wrong"].get<std::string>().find("xylophone") != std::string::npos);
  const Json understood = wrong["error"]["commands"][0];
  CHECK(understood["procedure"] == "asl.rally");
  const Json question = {{"procedure", understood["procedure"]},
                         {"parameters", understood["parameters"]}};
  CHECK(call({{"do", "ask"}, {"question", question}}).contains("answers"));
}

TEST_CASE("the page's description of every procedure") {
  const Json library = call({{"do", "library"}});
  CHECK(library["procedures"].size() == test::library().procedures().size());
  CHECK(library["presets"].size() == test::library().presets().size());
  const Json names =
      call({{"do", "names"}, {"procedure", "asl.fire"}, {"parameter", "terrain"}})["names"];
  CHECK(std::find(names.begin(), names.end(), "stone") != names.end());
  const test::Workspace workspace;
  workspace.write("library", library.dump() + "\n");
  CHECK(test::checked_by_schema(workspace, "web/engine/page.schema.json", "library") ==
        "1 checked\n");
}

TEST_CASE("pictures, two-way tables, why and CSV of a question") {
  const Json sweep = {
      {"procedure", "asl.fire"},
      {"method", "exact"},
      {"parameters", {{"firepower", Json::array({4, 8})}, {"drm", "0..2"}, {"target", "4-6-7"}}}};
  const Json one = {{"procedure", "asl.fire"},
                    {"method", "exact"},
                    {"parameters", {{"firepower", 8}, {"target", "4-6-7"}}}};
  const auto begins_as_svg = [](const Json& answer) {
    return answer.contains("svg") && answer["svg"].get<std::string>().starts_with("<svg");
  };
  CHECK(begins_as_svg(call({{"do", "picture"}, {"question", one}, {"width", 360}})));
  const Json table = call({{"do", "table"},
                           {"question", sweep},
                           {"rows", "firepower"},
                           {"columns", "drm"},
                           {"show", "broken"}});
  CHECK(begins_as_svg(table));
  // Two rows of firepower under the heading.
  const std::string csv = table["csv"];
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
  const Json why = call({{"do", "why"}, {"question", one}});
  CHECK(why["why"][0]["roll"] == "2 dice");
  const std::string markdown = call({{"do", "markdown"}, {"question", one}})["markdown"];
  CHECK(markdown.find("| no_effect") != std::string::npos);
  const Json written = call({{"do", "csv"}, {"question", one}});
  CHECK(written["distribution"].get<std::string>().find("asl.fire") != std::string::npos);
}

TEST_CASE("a house rule of the page is asked like any other") {
  const std::string rule =
      "return {name = 'mine.coin', summary = 'heads or tails',\n"
      "  outcomes = {{'heads', 'up'}, {'tails', 'down'}},\n"
      "  resolve = function(dice) return {dice:die(2) == 1 and 'heads' or 'tails'} end}\n";
  const Json added = call({{"do", "add_rule"}, {"name", "coin.lua"}, {"text", rule}});
  INFO(added.dump());
  REQUIRE(added["procedure"]["name"] == "mine.coin");
  const Json answer =
      call({{"do", "ask"}, {"question", {{"procedure", "mine.coin"}, {"method", "exact"}}}});
  CHECK(answer["answers"][0]["chances"][0]["exact_fraction"] == "1/2");
}

TEST_CASE("the dice of a game, and a campaign, as the program's commands report them") {
  const std::string log = "roll,kind\n3+4,DR\n12,DR\n6,dr\n";
  const Json luck = call({{"do", "luck"}, {"log", log}});
  CHECK(luck["csv"] == luck_csv(luck_of(read_luck_log({"log", log}))));
  CHECK_FALSE(luck["sentences"].empty());
  CHECK(luck["svg"].get<std::string>().starts_with("<svg"));

  const std::string plan =
      test::read_file(COMBAT_ODDS_SOURCE "/scenarios/campaign/full-campaign.csv");
  const Json plans = Json::array({{{"name", "full-campaign.csv"}, {"text", plan}}});
  const Json played = call({{"do", "campaign"}, {"plans", plans}});
  INFO(played.dump().substr(0, 300));
  REQUIRE(played.contains("files"));
  CHECK(played["svg"].get<std::string>().starts_with("<svg"));
  CHECK(played["page"].get<std::string>().starts_with("<!"));
  const auto& names = played["measures"];
  CHECK(std::find(names.begin(), names.end(), "squads") != names.end());
  const test::Workspace workspace;
  const test::Run program = test::run(
      workspace, "combat-odds campaign " COMBAT_ODDS_SOURCE
                 "/scenarios/campaign/full-campaign.csv --method exact --quiet --out out");
  REQUIRE(program.exit_code == 0);
  CHECK(played["files"]["campaign-summary.csv"] ==
        test::read_file(workspace.path() / "out/campaign-summary.csv"));

  const Json faulty = call(
      {{"do", "campaign"},
       {"plans", Json::array({{{"name", "plan.csv"}, {"text", "date,side\n1942-10-17,x\n"}}})}});
  CHECK(faulty["error"]["parameter"].get<std::string>().starts_with("plan.csv"));
}

TEST_CASE("impossible requests are reported, and never throw") {
  static web::Engine engine;
  const auto wrong = [](const std::string& text) {
    const Json answer = Json::parse(engine.call(text));
    REQUIRE(answer.contains("error"));
    return answer["error"]["parameter"].get<std::string>() + ": " +
           answer["error"]["wrong"].get<std::string>();
  };
  CHECK(wrong("") == ": is not JSON");
  CHECK(wrong("[]") == ": is no JSON object");
  CHECK(wrong("{\"do\":\"fly\"}") == "do: is not possible");
  CHECK(wrong("{\"do\":\"ask\",\"question\":{\"procedure\":\"asl.fyre\"}}")
            .starts_with("procedure: "));
  CHECK(wrong("{\"do\":\"play\",\"question\":{\"procedure\":\"asl.fire\",\"parameters\":"
              "{\"target\":\"4-6-7\",\"firepower\":8}},\"shard\":3,\"shards\":3}") ==
        "shard: is not possible");
  CHECK(wrong("{\"do\":\"add_up\",\"question\":{\"procedure\":\"asl.fire\",\"parameters\":"
              "{\"target\":\"4-6-7\",\"firepower\":8}},\"counts\":[[\"[5,1,1]\"]]}") ==
        "counts: are not those of this question");
}

}  // namespace
}  // namespace combat_odds
