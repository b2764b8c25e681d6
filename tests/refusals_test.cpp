#include "core/text/columns.hpp"
#include "core/text/csv.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

/// Sustained fire needs a machine gun, and the shield a gun of its own.
struct Shot {
  struct Target {
    bool gun = false;
    bool shield = false;
    static void describe(Declaration<Target>& asked) {
      asked.asks(&Target::gun, "gun", "it is a gun")
          .asks(&Target::shield, "gun_shield", "it has a shield")
          .only_when(&Target::gun, "only a gun has one", "--gun");
    }
  };
  int rate_of_fire = 0;
  int most_shots = 1;
  Target target;
  Outcome resolve(Dice& /*dice*/) const { return Outcome("fired"); }
};

Procedure shot() {
  return procedure<Shot>("test.shot", "1", "a shot")
      .asks(&Shot::rate_of_fire, "rate_of_fire", 0, 3, "its rate of fire")
      .asks(&Shot::most_shots, "most_shots", 1, 6, "shots at most")
      .only_when([](const Shot& asked) { return asked.rate_of_fire > 0; }, "",
                 "--rate-of-fire 1 or more")
      .includes(&Shot::target, "its_")
      .outcome("fired", "always");
}

std::string refusal(const std::vector<GivenValue>& given, const Place& place) {
  const Procedure procedure = shot();
  return test::refused([&] { Scenario("test", procedure, given, place).rule(0, test::charts()); });
}

TEST_CASE("a refusal names parameters as they are typed: options, columns or keys") {
  CHECK(refusal({{"most_shots", "2", {"--most-shots", 0, 0}}}, command_line) ==
        "--most-shots needs --rate-of-fire 1 or more");
  CHECK(refusal({{"most_shots", "2", {"shots.csv", 3, 7}}}, {"shots.csv", 3, 1}) ==
        "shots.csv:3:7: most_shots needs rate_of_fire 1 or more");
  CHECK(refusal({{"most_shots", "2", {"most_shots", 0, 0}}}, {}) ==
        "most_shots needs rate_of_fire 1 or more");
}

TEST_CASE("a group's refusal names the group's own parameters, with their prefix") {
  CHECK(refusal({{"its_gun_shield", "true", {"--its-gun-shield", 0, 0}}}, command_line) ==
        "--its-gun-shield needs --its-gun: only a gun has one");
}

/// The values to try for a parameter that is otherwise as in a preset.
std::vector<std::string> others(const Parameter& parameter) {
  switch (parameter.type) {
    case Parameter::Type::flag:
      return {"true", "false"};
    case Parameter::Type::choice:
      return parameter.choices;
    case Parameter::Type::integer:
    case Parameter::Type::number:
      return {text_of(parameter, static_cast<long long>(parameter.least)),
              text_of(parameter, static_cast<long long>(parameter.most))};
    case Parameter::Type::text:
    case Parameter::Type::date:
      return parameter.tried;
  }
  return {};
}

TEST_CASE("every option that a refusal names is one of the procedure's") {
  std::size_t refused = 0;
  for (const Preset& preset : test::library().presets()) {
    const Procedure& procedure = test::library().procedure(preset.procedure);
    for (const Parameter& parameter : procedure.parameters) {
      for (const std::string& value : others(parameter)) {
        if (value.empty()) continue;
        const std::string text = test::refused([&] {
          Scenario("test", procedure,
                   with_preset({{parameter.name, value, {parameter.option(), 0, 0}}}, preset),
                   command_line)
              .rule(0, test::charts());
        });
        refused += text.empty() ? 0 : 1;
        INFO(preset.procedure << " " << preset.name << " " << parameter.name << "=" << value);
        options_renamed(text, [&](const std::string& name) {
          INFO(text);
          CHECK(procedure.parameter(name) != nullptr);
          return name;
        });
      }
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("sentences are about parameters of their procedure, and values that it takes") {
  for (const BuiltInChart& table : built_in_sentences()) {
    const Columns lines(read_csv(table.text, std::string(table.name)),
                        {"procedure", "parameter", "value", "words"});
    for (const Columns::Row line : lines) {
      const Procedure& procedure = test::library().procedure(line.text("procedure"));
      const std::string& name = line.text("parameter");
      if (name.empty() || name == "=") continue;
      INFO(procedure.name << ": " << name);
      const Parameter* const parameter = procedure.parameter(name);
      REQUIRE(parameter != nullptr);
      const std::string& value = line.text("value");
      if (!value.empty() && value != "*" && value != "#")
        CHECK_NOTHROW(read_argument(*parameter, value));
    }
  }
}

}  // namespace
}  // namespace combat_odds
