#include "web/engine/engine.hpp"

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "core/play/monte_carlo.hpp"
#include "house/house_rules.hpp"
#include "reports/tables/pivot.hpp"
#include "reports/tables/plot.hpp"
#include "reports/tables/table_report.hpp"
#include "reports/text/json_parts.hpp"
#include "sim/declare/names.hpp"
#include "studies/run/run_shard.hpp"
#include "web/engine/procedure_json.hpp"
#include "web/engine/request.hpp"
#include "web/engine/studies.hpp"

namespace combat_odds::web {
namespace {

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
      throw InputError({"counts"}, "are not those of this question",
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
      throw InputError({"parameter"}, "is not one of " + procedure.name, "its parameters");
    }
    return {{"names", known_names(*parameter, library_.charts())}};
  }

  /// What a sentence asks: its procedure, parameters and the same as a command.
  Json say() const {
    Json asked = {{"say", text_in(request_, "say")}};
    Sentences sentences(library_);
    put_said(asked, sentences).add_to(asked);
    return asked;
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
    quantity.check_occurs("show", results);
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
          combat_odds::why(situation, library_.charts(), depth, asking.options(), {"depth"});
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

  Json markdown() const {
    const Asking asking(library_, request_);
    const std::vector<SituationOdds> results = asking.answers(request_);
    const bool one = results.size() == 1;
    return {
        {"markdown", one ? short_table(results.front(), asking.report(), TableStyle::markdown, 0)
                         : comparison_table(results, asking.report(), TableStyle::markdown, 0)}};
  }

  Json luck() const { return web::luck(request_); }
  Json read_luck() const { return web::read_luck(request_); }
  Json campaign() const { return web::campaign(request_, library_.charts()); }

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

namespace {

/// What shards counted may be long: a sweep of many situations has a line of each in each.
constexpr std::size_t longest_request = 64'000'000;

/// "firepower" or, in a text of several lines, "plan.csv:3:12".
std::string where(const Place& place) {
  if (place.line == 0) return place.file;
  const std::string line = place.file + ":" + std::to_string(place.line);
  return place.column == 0 ? line : line + ":" + std::to_string(place.column);
}

}  // namespace

std::string Engine::call(std::string_view request) {
  using Do = Json (Call::*)() const;
  static const std::map<std::string, Do> all = {
      {"library", &Call::library},     {"names", &Call::names},       {"ask", &Call::ask},
      {"play", &Call::play},           {"add_up", &Call::ask},        {"picture", &Call::picture},
      {"table", &Call::table},         {"why", &Call::why},           {"csv", &Call::csv},
      {"markdown", &Call::markdown},   {"luck", &Call::luck},         {"campaign", &Call::campaign},
      {"read_luck", &Call::read_luck}, {"add_rule", &Call::add_rule}, {"say", &Call::say}};
  const auto text = [](const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  try {
    const Json json = parsed_question(request, longest_request);
    const auto wanted = all.find(text_in(json, "do"));
    if (wanted == all.end()) throw InputError({"do"}, "is not possible", "library, ask, ...");
    const Call call(library_, json);
    return text((call.*wanted->second)());
  } catch (const InputError& error) {
    return text(refusal_in_json(where(error.place()), error));
  } catch (const std::bad_alloc&) {
    return text(refusal_in_json("", "needs more memory than there is", "a smaller question"));
  } catch (const std::exception& error) {
    return text(refusal_in_json("", error.what(), ""));
  }
}

}  // namespace combat_odds::web
