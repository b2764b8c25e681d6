#include "combat_odds/scenarios/ask.hpp"

namespace combat_odds {

Asked understood(const Library& library, const Question& question) {
  const Procedure& procedure = library.procedure(question.procedure, {"procedure", 0, 0});
  std::vector<GivenValue> given;
  for (const auto& [parameter, text] : question.values) {
    given.push_back({parameter, text, {parameter, 0, 0}});
  }
  if (!question.preset.empty()) {
    given =
        with_preset(std::move(given), library.preset(procedure, question.preset, {"preset", 0, 0}));
  }
  const std::string& name = question.scenario.empty() ? procedure.name : question.scenario;
  Asked asked;
  asked.scenario = std::make_unique<const Scenario>(name, procedure, given, Place{});
  asked.situations = situations({asked.scenario.get(), 1});
  asked.charts = check(asked.situations, library.charts());
  return asked;
}

Answer ask(const Library& library, const Question& question) {
  Asked asked = understood(library, question);
  std::vector<SituationOdds> odds;
  evaluate(asked.situations, library.charts(), question.options,
           [&](SituationOdds&& result) { odds.push_back(std::move(result)); });
  return {std::move(asked), std::move(odds)};
}

Chance Answer::outcome(const std::string& name) const {
  return chance(Chance::Kind::outcome, name, 0);
}
Chance Answer::event(const std::string& name) const { return chance(Chance::Kind::event, name, 0); }
Chance Answer::measure(const std::string& name, int value) const {
  return chance(Chance::Kind::measure, name, value);
}

Chance Answer::chance(Chance::Kind kind, const std::string& name, int value) const {
  for (const Chance& chance : odds().chances) {
    if (chance.kind == kind && chance.name == name && chance.value == value) return chance;
  }
  return {kind, name, value, 0, ExactProbability{0, "0/1"}};
}

}  // namespace combat_odds
