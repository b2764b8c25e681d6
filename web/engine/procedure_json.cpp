#include "web/engine/procedure_json.hpp"

namespace combat_odds::web {
namespace {

const char* type_name(Parameter::Type type) {
  switch (type) {
    case Parameter::Type::integer:
      return "integer";
    case Parameter::Type::number:
      return "number";
    case Parameter::Type::choice:
      return "choice";
    case Parameter::Type::flag:
      return "flag";
    case Parameter::Type::text:
      return "text";
    case Parameter::Type::date:
      return "date";
  }
  return "";
}

Json terms(const std::vector<Term>& all) {
  Json list = Json::array();
  for (const Term& term : all) {
    list.push_back(
        {{"name", term.name}, {"meaning", term.meaning}, {"less_is_better", term.less_is_better}});
  }
  return list;
}

Json parameter_json(const Parameter& parameter) {
  Json json = {{"name", parameter.name},
               {"type", type_name(parameter.type)},
               {"meaning", parameter.meaning},
               {"allowed", parameter.allowed()},
               {"named", parameter.names.has_value()}};
  json["default"] = parameter.default_value ? Json(*parameter.default_value) : Json();
  if (parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::number) {
    json["least"] = parameter.least;
    json["most"] = parameter.most;
  }
  if (parameter.type == Parameter::Type::choice) json["choices"] = parameter.choices;
  if (parameter.type == Parameter::Type::date) {
    json["least"] = text_of(parameter, static_cast<long long>(parameter.least));
    json["most"] = text_of(parameter, static_cast<long long>(parameter.most));
  }
  return json;
}

}  // namespace

Json procedure_json(const Procedure& procedure) {
  Json parameters = Json::array();
  for (const Parameter& parameter : procedure.parameters) {
    parameters.push_back(parameter_json(parameter));
  }
  return {{"name", procedure.name},
          {"game", procedure.game()},
          {"rule", procedure.rule},
          {"summary", procedure.summary},
          {"details", procedure.details},
          {"parameters", std::move(parameters)},
          {"outcomes", terms(procedure.outcomes)},
          {"events", terms(procedure.events)},
          {"measures", terms(procedure.measures)}};
}

Json preset_json(const Preset& preset) {
  Json values = Json::object();
  for (const auto& [parameter, value] : preset.values) values[parameter] = value;
  return {{"procedure", preset.procedure},
          {"name", preset.name},
          {"meaning", preset.meaning},
          {"parameters", std::move(values)}};
}

}  // namespace combat_odds::web
