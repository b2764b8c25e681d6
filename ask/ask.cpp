#include "ask/ask.hpp"

#include <fmt/format.h>

#include "ask/named_vehicles.hpp"

namespace combat_odds {

Asked understood(const Library& library, const Question& question) {
  const Procedure& procedure = library.procedure(question.procedure, {"procedure"});
  std::vector<GivenValue> given;
  for (const auto& [parameter, text] : question.values) {
    given.push_back({parameter, text, {parameter}});
  }
  const Preset* const preset =
      question.preset.empty() ? nullptr : &library.preset(procedure, question.preset, {"preset"});
  VehicleListing listing = library.listing();
  if (!question.listing.empty()) listing.add({"listing", question.listing});
  given = with_vehicles(std::move(given), preset, procedure, listing, library.charts());
  const std::string& name = question.scenario.empty() ? procedure.name : question.scenario;
  Asked asked;
  asked.scenario = std::make_unique<const Scenario>(name, procedure, given, Place{});
  if (asked.scenario->size() > question.most_situations) {
    throw InputError({"parameters"}, fmt::format("ask for {} situations", asked.scenario->size()),
                     fmt::format("at most {}", question.most_situations));
  }
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
Chance Answer::measure(const std::string& name, double value) const {
  return chance(Chance::Kind::measure, name, value);
}

Chance Answer::chance(Chance::Kind kind, const std::string& name, double value) const {
  for (const Chance& chance : odds().chances) {
    if (chance.kind == kind && chance.name == name && chance.value == value) return chance;
  }
  return {kind, name, value, 0, ExactProbability{0, "0/1"}};
}

}  // namespace combat_odds
