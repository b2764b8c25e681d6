#include "studies/run/run_shard.hpp"

#include <fmt/format.h>

#include <set>

#include "ask/scenario_file.hpp"
#include "core/play/monte_carlo.hpp"
#include "studies/run/run_reports.hpp"
#include "studies/shard/json_text.hpp"

namespace combat_odds {
namespace {

/// Owns the names in outcomes from files: an Outcome keeps views of them.
using Names = std::set<std::string>;

Json to_json(const Outcome& outcome, std::uint64_t count) {
  Json events = Json::array();
  for (const std::string_view event : outcome.events()) events.push_back(event);
  Json measures = Json::array();
  for (const auto& [name, value] : outcome.measures()) measures.push_back({name, value});
  return {outcome.label(), std::move(events), std::move(measures), count};
}

Outcome outcome_in(const Json& value, Names& names) {
  Outcome outcome(value.at(0).get<std::string>());
  for (const Json& event : value.at(1)) {
    outcome.event(*names.insert(event.get<std::string>()).first);
  }
  for (const Json& measure : value.at(2)) {
    outcome.measure(*names.insert(measure.at(0).get<std::string>()).first,
                    measure.at(1).get<int>());
  }
  return outcome;
}

class RunSum : public ShardSum {
 public:
  RunSum(const ShardHead& head, const Library& library)
      : command_(head.command),
        options_(head.options),
        charts_(library.charts()),
        scenarios_(read_scenario_files(text_files_in(parsed(head.input)), library)),
        procedures_(procedures_of(scenarios_)),
        all_(situations(scenarios_)),
        used_(check(all_, charts_)),
        counted_(all_.size()) {}

  void add(ShardReader& shard) override {
    std::uint64_t played = 0;
    std::uint64_t due = 0;
    std::size_t at = 0;
    for (std::string line; shard.next(line); ++at) {
      if (at == all_.size()) throw shard.damaged();
      Tally more;
      try {
        more = tally_in_shard_line(line, names_);
      } catch (const std::exception&) {  // of nlohmann::json, or a number out of range
        throw shard.damaged();
      }
      const BlockRange range{options_.trials, 0, shard_of_situation(shard.head().options.shard, at),
                             nullptr};
      const std::uint64_t share = range.size(more.block != 0 ? more.block : block_trials);
      Tally& sum = counted_[at];
      const bool fits = more.outcomes.empty() && sum.outcomes.empty()
                            ? sum.counts.empty() || sum.counts.size() == more.counts.size()
                            : more.counts.size() == more.outcomes.size() &&
                                  sum.counts.size() == sum.outcomes.size();
      if (more.trials > share || !fits) throw shard.damaged();
      played += more.trials;
      due += share;
      sum.add(std::move(more));
    }
    if (at != all_.size()) throw shard.damaged();
    if (played < due) note_cut_short(shard, played, due);
  }

  void write(const FileSink& sink) override {
    const ReportOptions report{options_.method, options_.seed, options_.confidence};
    RunReports reports(procedures_, used_, charts_, report, command_, sink);
    OddsOptions options = options_;
    options.shard = {};
    evaluate(
        all_, charts_, options, [&](SituationOdds&& result) { reports.add(result); },
        [&](const Rule& rule, std::uint64_t, const OddsOptions&, std::size_t at) {
          return odds(rule, at);
        });
  }

 private:
  Odds odds(const Rule& rule, std::size_t at) {
    try {
      return odds_of(rule, std::exchange(counted_[at], {}), options_.method);
    } catch (const std::invalid_argument&) {
      throw InputError({""}, fmt::format("the counts of '{}' are not its own", all_[at].name()),
                       "the shards as combat-odds wrote them");
    }
  }

  WrittenCommand command_;
  OddsOptions options_;
  const Charts& charts_;
  std::vector<Scenario> scenarios_;
  std::vector<const Procedure*> procedures_;
  std::vector<Situation> all_;
  std::set<std::string> used_;
  Names names_;
  std::vector<Tally> counted_;
};

}  // namespace

std::string run_shard_input(const std::vector<TextFile>& scenarios) {
  return to_json(scenarios).dump();
}

std::string run_shard_line(const Tally& counted) {
  if (counted.outcomes.empty()) {
    return fmt::format("[{},{}{}{}]", counted.trials, counted.block,
                       counted.counts.empty() ? "" : ",", fmt::join(counted.counts, ","));
  }
  Json line = {counted.trials, counted.block};
  for (std::size_t i = 0; i < counted.outcomes.size(); ++i) {
    line.push_back(to_json(counted.outcomes[i], counted.counts[i]));
  }
  return line.dump();
}

Tally tally_in_shard_line(const std::string& line, std::set<std::string>& names) {
  const Json all = parsed(line);
  Tally tally;
  tally.trials = whole_number(all.at(0));
  tally.block = whole_number(all.at(1), 0, most_block_trials);
  std::uint64_t left = tally.trials;
  for (std::size_t i = 2; i < all.size(); ++i) {
    const bool is_count = all[i].is_number();
    const std::uint64_t count = whole_number(is_count ? all[i] : all[i].at(3), 0, left);
    if (!is_count) tally.outcomes.push_back(outcome_in(all[i], names));
    tally.counts.push_back(count);
    left -= count;
  }
  const bool one_kind = tally.outcomes.empty() || tally.outcomes.size() == tally.counts.size();
  if (left != 0 || !one_kind) throw std::out_of_range("the counts do not add up");
  return tally;
}

std::unique_ptr<ShardSum> run_shard_sum(const ShardHead& head, const Library& library) {
  return std::make_unique<RunSum>(head, library);
}

}  // namespace combat_odds
