#include "web/engine/engine.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "combat_odds/core/monte_carlo.hpp"
#include "combat_odds/house/house_rules.hpp"
#include "combat_odds/reports/json_parts.hpp"
#include "combat_odds/reports/pivot.hpp"
#include "combat_odds/reports/plot.hpp"
#include "combat_odds/sim/names.hpp"
#include "combat_odds/studies/run/shard.hpp"

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

std::string text_in(const Json& request, const char* key) {
  if (!request.contains(key)) return {};
  if (!request[key].is_string()) throw InputError({key, 0, 0}, "is no text", "a text");
  return request[key].get<std::string>();
}

std::uint64_t number_in(const Json& request, const char* key, std::uint64_t otherwise,
                        std::uint64_t most) {
  if (!request.contains(key)) return otherwise;
  const Json& value = request[key];
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
    throw InputError({key, 0, 0}, "is not possible", fmt::format("a whole number up to {}", most));
  }
  return value.get<std::uint64_t>();
}

/// A question that was understood, and what is known of its answer.
class Asking {
 public:
  Asking(const Library& library, const Json& request)
      : charts_(library.charts()),
        question_(
            question_in(request.contains("question") ? request["question"] : Json::object(), {})),
        asked_(understood(library, question_.question)) {}

  const JsonQuestion& question() const { return question_; }
  const OddsOptions& options() const { return question_.question.options; }
  const Asked& asked() const { return asked_; }
  ReportOptions report() const { return {options().method, options().seed, options().confidence}; }

  /// What a shard counts, a line for each situation.
  Json play(const Shard& shard) const {
    OddsOptions options = this->options();
    options.method = Method::monte_carlo;
    options.shard = shard;
    std::vector<Tally> counted(asked_.situations.size());
    Json lines = Json::array();
    evaluate(
        asked_.situations, charts_, options,
        [&](SituationOdds&&) { lines.push_back(run_shard_line(counted[lines.size()])); },
        [&](const Rule& rule, std::uint64_t key, const OddsOptions& own, std::size_t situation) {
          return odds_of(rule, key, own, &counted[situation]);
        });
    return lines;
  }

  /// The answers: worked out here, or by what others counted.
  std::vector<SituationOdds> answers(const Json& request) const {
    std::vector<SituationOdds> all;
    const auto sink = [&](SituationOdds&& result) { all.push_back(std::move(result)); };
    if (!request.contains("counts")) {
      evaluate(asked_.situations, charts_, options(), sink);
      return all;
    }
    std::vector<Tally> counted = added_up(request["counts"]);
    evaluate(asked_.situations, charts_, options(), sink,
             [&](const Rule& rule, std::uint64_t, const OddsOptions&, std::size_t situation) {
               return odds_of(rule, counted[situation], options().method);
             });
    return all;
  }

 private:
  std::vector<Tally> added_up(const Json& counts) const {
    std::vector<Tally> sums(asked_.situations.size());
    try {
      for (const Json& shard : counts) {
        if (shard.size() != sums.size()) throw std::out_of_range("situations");
        for (std::size_t i = 0; i < sums.size(); ++i) {
          Tally more = tally_in_shard_line(shard.at(i).get<std::string>(), names_);
          if (sums[i].trials == 0) {
            sums[i] = std::move(more);
          } else {
            sums[i].add(std::move(more));
          }
        }
      }
    } catch (const std::exception&) {
      throw InputError({"counts", 0, 0}, "are not those of this question",
                       "what 'play' gave for each shard");
    }
    return sums;
  }

  const Charts& charts_;
  JsonQuestion question_;
  Asked asked_;
  mutable std::set<std::string> names_;  ///< of outcomes, which keep views of them
};

Json answers_json(const Asking& asking, const Json& request, const Charts& charts) {
  const Json used = charts_json(asking.asked().charts, charts);
  Json list = Json::array();
  for (const SituationOdds& result : asking.answers(request)) {
    list.push_back(answer_in_json(result, asking.question(), used, charts));
  }
  return {{"answers", std::move(list)}};
}

Drawing drawing_in(const Json& request) {
  return {static_cast<double>(number_in(request, "width", 360, 4000)), false};
}

}  // namespace

class Call {
 public:
  Call(Library& library, const Json& request) : library_(library), request_(request) {}

  Json library() const {
    Json procedures = Json::array();
    for (const Procedure* procedure : library_.procedures()) {
      procedures.push_back(procedure_json(*procedure));
    }
    Json presets = Json::array();
    for (const Preset& preset : library_.presets()) presets.push_back(preset_json(preset));
    return {{"procedures", std::move(procedures)}, {"presets", std::move(presets)}};
  }

  Json names() const {
    const Procedure& procedure = library_.procedure(text_in(request_, "procedure"));
    const Parameter* const parameter = procedure.parameter(text_in(request_, "parameter"));
    if (parameter == nullptr) {
      throw InputError({"parameter", 0, 0}, "is not one of " + procedure.name, "its parameters");
    }
    return {{"names", known_names(*parameter, library_.charts())}};
  }

  Json ask() const { return answers_json(Asking(library_, request_), request_, library_.charts()); }

  Json play() const {
    constexpr std::uint64_t most = 100'000;
    const std::uint64_t shards = std::max<std::uint64_t>(number_in(request_, "shards", 1, most), 1);
    const Shard shard{number_in(request_, "shard", 0, shards - 1), shards};
    return {{"counts", Asking(library_, request_).play(shard)}};
  }

  Json picture() const {
    const Asking asking(library_, request_);
    return {{"svg", odds_plot(asking.answers(request_), asking.report(),
                              text_in(request_, "measure"), drawing_in(request_))}};
  }

  Json table() const {
    const Asking asking(library_, request_);
    const std::vector<SituationOdds> results = asking.answers(request_);
    const Quantity quantity(text_in(request_, "show"), "show", results);
    const std::string rows = text_in(request_, "rows");
    const std::string columns = text_in(request_, "columns");
    check_pivot(results.front().situation.scenario->procedure(), rows, columns);
    const Pivot cells = pivot(results, rows, columns, quantity, asking.report().confidence);
    HeatMap map = pivot_heat_map(cells, quantity, results, asking.report());
    map.caption.headed = false;
    map.caption.recipe.clear();
    return {{"svg", heat_map(map)}, {"csv", pivot_csv(cells)}};
  }

  Json why() const {
    const Asking asking(library_, request_);
    const int depth = static_cast<int>(number_in(request_, "depth", 1, deepest_why));
    Json list = Json::array();
    for (const Situation& situation : asking.asked().situations) {
      const auto first =
          combat_odds::why(situation, library_.charts(), depth, asking.options(), {"depth", 0, 0});
      list.push_back(first == nullptr ? Json() : why_json(*first));
    }
    return {{"why", std::move(list)}};
  }

  Json csv() const {
    const Asking asking(library_, request_);
    const ReportOptions report = asking.report();
    std::string distribution = distribution_header();
    std::string summary = summary_header();
    for (const SituationOdds& result : asking.answers(request_)) {
      distribution += distribution_lines(result, report);
      summary += summary_lines(result, report);
    }
    return {{"distribution", std::move(distribution)}, {"summary", std::move(summary)}};
  }

  Json add_rule() const {
    Procedure procedure = house::read_rule({text_in(request_, "name"), text_in(request_, "text")},
                                           {}, library_.charts());
    Json added = procedure_json(procedure);
    library_.add(std::move(procedure));
    return {{"procedure", std::move(added)}};
  }

 private:
  Library& library_;
  const Json& request_;
};

std::string Engine::call(std::string_view request) {
  using Do = Json (Call::*)() const;
  static const std::map<std::string, Do> all = {
      {"library", &Call::library},  {"names", &Call::names}, {"ask", &Call::ask},
      {"play", &Call::play},        {"add_up", &Call::ask},  {"picture", &Call::picture},
      {"table", &Call::table},      {"why", &Call::why},     {"csv", &Call::csv},
      {"add_rule", &Call::add_rule}};
  const auto text = [](const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  try {
    const Json json = parsed_question(request);
    const auto wanted = all.find(text_in(json, "do"));
    if (wanted == all.end()) throw InputError({"do", 0, 0}, "is not possible", "library, ask, ...");
    const Call call(library_, json);
    return text((call.*wanted->second)());
  } catch (const InputError& error) {
    return text(refusal_in_json(error.place().file, error.wrong(), error.right()));
  } catch (const std::bad_alloc&) {
    return text(refusal_in_json("", "needs more memory than there is", "a smaller question"));
  } catch (const std::exception& error) {
    return text(refusal_in_json("", error.what(), ""));
  }
}

}  // namespace combat_odds::web
