#include "ask/said.hpp"

#include <map>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/scenario_file.hpp"
#include "ask/search.hpp"
#include "ask/unlisted.hpp"
#include "ask/vocabulary.hpp"
#include "core/text/columns.hpp"
#include "core/text/csv.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"
#include "sim/declare/registry.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using Values = std::map<std::string, std::string>;

Values values_in(const std::string& text) {
  Values values;
  for (const std::string_view part : parts_of(text, ';')) {
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    values.emplace(part.substr(0, equals), part.substr(equals + 1));
  }
  return values;
}

std::string shown(const Values& values) {
  std::string text;
  for (const auto& [name, value] : values) text += name + "=" + value + ";";
  return text;
}

/// Those that are understood in a file of sentences, each as the file says.
std::size_t understood_in(const char* name) {
  const std::string file = std::string(COMBAT_ODDS_SOURCE) + "/tests/data/" + name;
  const Columns lines(read_csv(test::read_file(file), file), {"sentence", "procedure", "values"});
  std::size_t understood = 0;
  for (const Columns::Row line : lines) {
    const std::string& sentence = line.text("sentence");
    INFO(sentence);
    if (!line.has("procedure")) {
      CHECK_THROWS_AS(said(test::library(), sentence, {}), InputError);
      continue;
    }
    Said read;
    std::string error;
    try {
      read = said(test::library(), sentence, {});
    } catch (const InputError& refused) {
      error = refused.what();
    }
    CHECK(error == "");
    CHECK(read.procedure == line.text("procedure"));
    CHECK(shown(Values(read.values.begin(), read.values.end())) ==
          shown(values_in(line.text("values"))));
    ++understood;
  }
  return understood;
}

TEST_CASE("sentences ask what a player means; a word too many, and nothing is answered") {
  CHECK(understood_in("sentences.csv") >= 100);
}

TEST_CASE("sentences by somebody who had not seen the program are answered, or asked back") {
  CHECK(understood_in("more-sentences.csv") >= 90);
}

/// The last scenario of a file's text.
Scenario scenario_in(const std::string& text, const Library& library = test::library()) {
  return read_scenario_file({"s.csv", text}, library).back();
}

std::string refusal(const std::string& text) {
  try {
    read_scenario_file({"s.csv", text}, test::library());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("a scenario file asks in sentences and by presets; cells go before both") {
  const Scenario said = scenario_in(
      "scenario,say,range\nstreet,2*467 at 447 in woods,\nfar,\"2*467 at 447 in woods, range 3\",6\n");
  CHECK(said.procedure().name == "asl.fire");
  CHECK(said.argument(0, "attackers").text == "2*4-6-7");
  CHECK(said.argument(0, "terrain").text == "woods");
  CHECK(said.argument(0, "range").text == "6");
  const Scenario mixed = scenario_in(
      "scenario,procedure,say,preset,drm\na,,sl: rally 467 under 8-1,,\n"
      "b,asl.fire,,stack-in-the-open,-3\n");
  CHECK(mixed.procedure().name == "asl.fire");
  CHECK(mixed.argument(0, "drm").text == "-3");
  const Preset& preset = test::library().preset(mixed.procedure(), "stack-in-the-open", {});
  CHECK(mixed.argument(0, "target").text == preset.value("target"));

  CHECK(refusal("scenario,say\na,2*467 frobnicate 447\n").find("s.csv:2:3: 'frobnicate' is not") !=
        std::string::npos);
  CHECK(refusal("scenario,procedure,say\na,,\n").find("neither a procedure nor a sentence") !=
        std::string::npos);
  CHECK(refusal("scenario,procedure,say\na,sl.fire,asl: 8 FP at 467\n")
            .find("the sentence asks asl.fire") != std::string::npos);
  CHECK(refusal("scenario,procedure,preset\na,asl.fire,no-such\n").find("s.csv:2:12:") !=
        std::string::npos);
  CHECK(refusal("scenario,drm\na,1\n").find("column 'procedure' is missing") != std::string::npos);
}

TEST_CASE("a vehicle without numbers is known by name at every door") {
  const auto told = [](const char* procedure, const test::Given& values) {
    try {
      understood(test::library(), {procedure, {values.begin(), values.end()}});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string asl =
      told("asl.engagement", {{"gun", "Panther"}, {"vehicle", "T-34 M43"}, {"range", "8"}});
  CHECK(asl.find("Panther is known by name only") != std::string::npos);
  CHECK(asl.find("combat-odds set template asl:Panther") != std::string::npos);
  CHECK(told("asl.engagement", {{"gun", "PaK 40"}, {"vehicle", "Tiger"}, {"range", "8"}})
            .find("Tiger is known by name only") != std::string::npos);
  const std::string sl =
      told("sl.tank-duel", {{"first", "Sherman 76"}, {"second", "T-34"}, {"range", "8"}});
  CHECK(sl.find("Sherman 76 is known by name only") != std::string::npos);
  CHECK(sl.find("sl:Sherman 76") != std::string::npos);
  CHECK(told("sl.engagement", {{"gun", "75L"}, {"target", "Tiger hull down"}, {"range", "8"}})
            .find("Tiger is known by name only") != std::string::npos);
  CHECK(told("slammers.direct-fire", {{"weapon", "powergun_rifle"}, {"dv", "M2A4"}})
            .find("M2A4 is known by name only") != std::string::npos);
  CHECK(told("sl.tank-duel", {{"first", "Pantherette"}, {"second", "T-34"}, {"range", "8"}})
            .find("known by name only") == std::string::npos);
  std::string sentence;
  try {
    said(test::library(), "Panther at T-34, range 6", {});
  } catch (const InputError& error) {
    sentence = error.what();
  }
  CHECK(sentence.find("Panther is known by name only") != std::string::npos);
  // The template can be filled in, and then the vehicle has a name of its own.
  Library own;
  std::string listing = listing_template("sl", "Panther");
  listing.replace(listing.find("closed_topped,,"), 15, "closed_topped,75LL,");
  own.listing().add({"panther.csv", listing});
  CHECK(said(own, "sl: Panther at T-34, range 6", {}).command().find("Panther") !=
        std::string::npos);
}

TEST_CASE("what is not understood is named, and nothing is answered") {
  const auto wrong = [](const char* sentence) {
    try {
      return said(test::library(), sentence, {}).command();
    } catch (const InputError& error) {
      return error.wrong() + " | " + error.right();
    }
  };
  const std::string unknown = wrong("2*467 at 447 in purple velvet, range 3");
  CHECK(unknown.starts_with("'purple', 'velvet' are not understood (taken as asl.fire)"));
  CHECK(wrong("2*467 at 447, range 3, range 4") == "range is said twice: 3 and 4 | say it once");
  // Fire or close combat: both are asked back as commands.
  const std::string both = wrong("467 attacks 447");
  CHECK(both.find("combat-odds odds asl.fire --target 4-4-7 --attackers 4-6-7") != both.npos);
  CHECK(both.find("combat-odds odds asl.close-combat --attacker 4-6-7 --defender 4-4-7") !=
        both.npos);
  CHECK(wrong("rally").starts_with("for asl.rally something is missing | say also --unit"));
}

TEST_CASE("a sentence of two games is of the usual one, and says so") {
  const char* const sentence = "8 FP at 4-6-7, +1";
  const Said first = said(test::library(), sentence, {});
  CHECK(first.procedure == "asl.fire");
  CHECK(first.note.find("Advanced Squad Leader") != first.note.npos);
  CHECK(said(test::library(), sentence, {}, "sl").procedure == "sl.fire");
  CHECK(said(test::library(), "sl: 8 FP at 4-6-7, +1", {}).note == "");
}

TEST_CASE("every line of the words is for a procedure, a parameter and a value that there are") {
  for (const BuiltInChart& table : built_in_words()) {
    const Columns lines(read_csv(table.text, std::string(table.name)),
                        {"procedure", "parameter", "value", "side", "words"});
    for (const Columns::Row line : lines) {
      INFO(std::string(table.name) << ":" << line.place().line);
      CHECK(std::set<std::string>{"", "subject", "object"}.contains(line.text("side")));
      CHECK(line.has("words"));
      for (const std::string_view name : words_of(line.text("procedure"))) {
        if (name.ends_with('*')) continue;
        const Procedure* const procedure = test::library().find(name);
        REQUIRE(procedure != nullptr);
        const std::vector<std::string_view> parameters = words_of(line.text("parameter"));
        const std::vector<std::string_view> values = words_of(line.text("value"));
        const bool apart = parameters.size() > 1 && parameters.size() == values.size();
        for (std::size_t i = 0; i < parameters.size(); ++i) {
          const std::string_view parameter = parameters[i];
          if (parameter.starts_with('<')) continue;
          INFO(procedure->name << " " << parameter);
          const bool is_known =
              procedure->parameter(parameter) != nullptr || is_vehicle_name(*procedure, parameter);
          REQUIRE(is_known);
          const std::string value = apart ? std::string(values[i]) : line.text("value");
          const Parameter* const known = procedure->parameter(parameter);
          const bool is_fixed = known != nullptr && value.find('{') == value.npos;
          if (is_fixed && !value.empty() && line.text("words").find('<') != 0) {
            CHECK_NOTHROW(read_argument(*known, value));
          }
        }
      }
    }
  }
}

TEST_CASE("a search finds the procedure in a player's words") {
  const auto finds = [](const char* words, const char* procedure) {
    for (const Found& found : search(test::library(), words, {}, 5)) {
      if (found.command.find(procedure) != std::string::npos) return true;
    }
    return false;
  };
  CHECK(finds("clear mines", "asl.clearance"));
  CHECK(finds("fire", "asl.fire"));
  CHECK(finds("panther", "engagement"));
  CHECK(finds("bazooka", "asl.light-anti-tank"));
  CHECK(finds("hull down", "to-hit"));
  CHECK(finds("satchel", "demolition-charge"));
  CHECK(finds("who should rally", "rally"));
  CHECK(finds("stuka", "asl.air-attack"));
  CHECK(search(test::library(), "xyzzy").empty());
  const std::vector<Topic> magic = {
      {{"combat-odds magic --help", "what a spell does"}, {{"magic", 10}, {"--xyzzy", 4}}}};
  CHECK(search(test::library(), "xyzzy", magic).front().command == "combat-odds magic --help");
}

}  // namespace
}  // namespace combat_odds
