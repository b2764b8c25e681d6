#include "ask/said.hpp"

#include <map>
#include <set>

#include "ask/named_vehicles.hpp"
#include "ask/search.hpp"
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

TEST_CASE("sentences ask what a player means; a word too many, and nothing is answered") {
  const std::string file = std::string(COMBAT_ODDS_SOURCE) + "/tests/data/sentences.csv";
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
  CHECK(understood >= 100);
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
        for (const std::string_view parameter : words_of(line.text("parameter"))) {
          if (parameter.starts_with('<')) continue;
          INFO(procedure->name << " " << parameter);
          const bool is_known =
              procedure->parameter(parameter) != nullptr || is_vehicle_name(*procedure, parameter);
          REQUIRE(is_known);
          const std::string& value = line.text("value");
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
    for (const Found& found : search(test::library(), words, 5)) {
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
}

}  // namespace
}  // namespace combat_odds
