#include "ask/link.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "reports/text/json_parts.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

const Place place{"--link", 0, 0};

/// tests/links.json, which the page's own tests read, too.
Json cases() {
  std::ifstream file(COMBAT_ODDS_SOURCE "/tests/links.json");
  return Json::parse(file);
}

std::string refusal(const std::string& address) {
  return test::refused([&] { question_of_link(test::library(), address, place); });
}

std::string refusal_when_asked(const std::string& address) {
  return test::refused([&] {
    const Question question = question_of_link(test::library(), address, place);
    check(understood(test::library(), question).situations, test::library().charts());
  });
}

TEST_CASE("addresses ask what they say, and are written as they are read") {
  for (const Json& each : cases()) {
    const std::string address = each["address"];
    INFO(address);
    if (each.contains("refused")) {
      CHECK_THAT(refusal(address),
                 Catch::Matchers::ContainsSubstring(each["refused"].get<std::string>()));
    } else if (each.contains("refused_when_asked")) {
      CHECK_THAT(refusal_when_asked(address),
                 Catch::Matchers::ContainsSubstring(each["refused_when_asked"].get<std::string>()));
    } else {
      const Question read = question_of_link(test::library(), address, place);
      const Question meant = question_in(each["question"], usual_link_options()).question;
      CHECK(read.procedure == meant.procedure);
      CHECK(read.preset == meant.preset);
      CHECK(read.values == meant.values);
      CHECK(read.options.trials == meant.options.trials);
      CHECK(read.options.seed == meant.options.seed);
      CHECK(read.options.confidence == meant.options.confidence);
      CHECK(link_to(test::library(), read) == each.value("written", address));
    }
  }
}

TEST_CASE("every preset's address leads back to it") {
  for (const Preset& preset : test::library().presets()) {
    INFO(preset.procedure << " " << preset.name);
    Question question;
    question.procedure = preset.procedure;
    question.options = usual_link_options();
    question.preset = preset.name;
    CHECK(link_to(test::library(), question) == "#/" + preset.procedure + "?preset=" + preset.name);
    // The same with its values written out: as many situations, with the same random words.
    question.preset.clear();
    question.values = preset.values;
    const Question read =
        question_of_link(test::library(), link_to(test::library(), question), place);
    const Asked one = understood(test::library(), question);
    const Asked other = understood(test::library(), read);
    REQUIRE(one.situations.size() == other.situations.size());
    for (std::size_t i = 0; i < one.situations.size(); ++i) {
      CHECK(situation_key(one.scenario->procedure(), one.scenario->arguments(i)) ==
            situation_key(other.scenario->procedure(), other.scenario->arguments(i)));
    }
  }
}

TEST_CASE("only what differs from the preset stands in an address") {
  Question question{"asl.fire", {{"drm", "0"}}, usual_link_options()};
  const std::span<const Preset> presets =
      test::library().presets_of(test::library().procedure("asl.fire"));
  REQUIRE_FALSE(presets.empty());
  const auto with_drm = std::find_if(presets.begin(), presets.end(), [](const Preset& preset) {
    return !preset.value("drm").empty() && preset.value("drm") != "0";
  });
  REQUIRE(with_drm != presets.end());
  question.preset = with_drm->name;
  CHECK(link_to(test::library(), question) == "#/asl.fire?preset=" + with_drm->name + "&drm=0");
  question.values[0].second = std::string(with_drm->value("drm"));
  CHECK(link_to(test::library(), question) == "#/asl.fire?preset=" + with_drm->name);
}

TEST_CASE("no parameter has the name of an address's own setting") {
  for (const Procedure* procedure : test::library().procedures()) {
    for (const char* name : {"preset", "trials", "seed", "confidence", "beside", "rule"}) {
      INFO(procedure->name << " " << name);
      CHECK(procedure->parameter(name) == nullptr);
    }
  }
}

TEST_CASE("hostile addresses get one line") {
  const auto one_line_with = [](const std::string& address, const std::string& words) {
    const std::string told = refusal(address);
    INFO(told);
    CHECK(told.find('\n') == std::string::npos);
    CHECK(told.find('\x1b') == std::string::npos);
    CHECK(told.size() < 300);
    CHECK_THAT(told, Catch::Matchers::ContainsSubstring(words));
  };
  one_line_with("", "is no address");
  one_line_with("javascript:alert(1)", "is no address");
  one_line_with("#/asl.fire?target=" + std::string(1'000'000, 'a'), "longer");
  one_line_with("#/" + std::string(7000, 'a'), "no procedure");
  one_line_with("#/asl.fire?" + std::string(7000, 'a') + "=1", "does not have");
  one_line_with("#/asl.fire?trials=" + std::string(7000, '9'), "trials");
  one_line_with("#/asl.fire?firepower=8&beside=drm%3D1", "two situations");
  one_line_with("#/asl.fire?rule=cmV0dXJu", "house rule");
  one_line_with("#/asl.fire?target=%0A", "no text");
  one_line_with("#/asl.fire?target=%1B[2J", "no text");
  one_line_with("#/asl.fire?target=%FF", "no text");
  one_line_with("#/%1B", "no text");
}

}  // namespace
}  // namespace combat_odds
