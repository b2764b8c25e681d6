#include "studies/shard/shard_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "studies/shard/json_text.hpp"

namespace combat_odds {
namespace {

constexpr const char* format_name = "combat-odds shard";
constexpr int format_version = 2;
constexpr std::uint64_t most_shards = 100'000;

Json to_json(const std::vector<OwnChart>& charts) {
  Json all = Json::array();
  for (const OwnChart& chart : charts) {
    all.push_back({{"name", chart.name}, {"file", chart.file}, {"text", chart.text}});
  }
  return all;
}

std::vector<OwnChart> own_charts_in(const Json& values) {
  std::vector<OwnChart> charts;
  for (const Json& value : values) {
    charts.push_back({value.at("name").get<std::string>(), value.at("file").get<std::string>(),
                      value.at("text").get<std::string>()});
  }
  return charts;
}

Json to_json(const std::vector<RuleSource>& rules) {
  Json all = Json::array();
  for (const RuleSource& source : rules) {
    Json one;
    one["rule"] = to_json(std::vector{source.rule});
    one["charts"] = to_json(source.charts);
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<RuleSource> rules_in(const Json& values) {
  std::vector<RuleSource> rules;
  for (const Json& value : values) {
    rules.push_back({text_files_in(value.at("rule")).at(0), text_files_in(value.at("charts"))});
  }
  return rules;
}

/// The fields that all shards of a run have in common.
Json run_of(const ShardHead& head) {
  Json run = {{"program", head.command.program},
              {"command", head.command.name},
              {"options", head.command.options},
              {"shards", head.options.shard.count},
              {"trials", head.options.trials},
              {"seed", head.options.seed},
              {"with_exact", head.options.method == Method::both},
              {"confidence", head.options.confidence},
              {"own_charts", to_json(head.own_charts)},
              {"input", Json::parse(head.input)}};
  if (!head.rules.empty()) run["rules"] = to_json(head.rules);
  if (!head.listing.empty()) run["listing"] = to_json(head.listing);
  return run;
}

ShardHead head_of(const Json& all) {
  const Json& run = all.at("run");
  ShardHead head;
  run.at("program").get_to(head.command.program);
  run.at("command").get_to(head.command.name);
  run.at("options").get_to(head.command.options);
  head.options.shard.count = whole_number(run.at("shards"), 1, most_shards);
  head.options.shard.index = whole_number(all.at("shard"), 1, head.options.shard.count) - 1;
  head.options.trials = whole_number(run.at("trials"), 1, 1'000'000'000'000'000);
  head.options.seed = whole_number(run.at("seed"));
  head.options.method = run.at("with_exact").get<bool>() ? Method::both : Method::monte_carlo;
  head.options.confidence = run.at("confidence").get<double>();
  if (!is_confidence(head.options.confidence)) {
    throw std::out_of_range("confidence");
  }
  head.own_charts = own_charts_in(run.at("own_charts"));
  if (run.contains("rules")) head.rules = rules_in(run.at("rules"));
  if (run.contains("listing")) head.listing = text_files_in(run.at("listing"));
  head.input = run.at("input").dump();
  return head;
}

/// A time limit changes no number: a shard may be made anew with more time.
void leave_out_time_limit(Json& run) {
  Json& options = run.at("options");
  for (std::size_t i = options.size(); i-- > 0;) {
    if (options[i].at(0) == "--time-limit") options.erase(i);
  }
}

std::string shown(const Json& value) {
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  constexpr std::size_t most = 40;
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

/// The difference between two runs: "its seed is 2, not 1". Empty if there is none.
std::string difference(const Json& run, const Json& first) {
  for (const auto& [name, value] : run.items()) {
    if (first.contains(name) && value == first.at(name)) continue;
    if (name == "input") return "it reads other files";
    if (name == "own_charts") return "it has other charts of the user's own";
    if (name == "rules") return "it has other house rules";
    if (name == "listing") return "it has another listing of vehicles";
    if (!first.contains(name)) return fmt::format("it has {}", name);
    if (name != "options") {
      return fmt::format("its {} is {}, not {}", name, shown(value), shown(first.at(name)));
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i < first.at(name).size() && value[i] == first.at(name)[i]) continue;
      return fmt::format("its {} is {}", shown(value[i].at(0)), shown(value[i].at(1)));
    }
    return "it has fewer options";
  }
  return {};
}

}  // namespace

std::vector<OwnChart> own_charts(const Charts& charts) {
  std::vector<OwnChart> all;
  for (const TextFile& own : charts.own()) {
    all.push_back({own.name, charts.source(own.name).file, own.text});
  }
  return all;
}

ShardWriter::ShardWriter(const ShardHead& head, FileSink write) : write_(std::move(write)) {
  const Json all = {{"format", format_name},
                    {"version", format_version},
                    {"shard", head.options.shard.index + 1},
                    {"run", run_of(head)}};
  add(all.dump());
}

void ShardWriter::add(const std::string& line) {
  checksum_.add(line).add('\n');
  ++lines_;
  write_(shard_file, line + "\n");
}

void ShardWriter::finish() {
  write_(shard_file,
         fmt::format("{{\"lines\":{},\"fnv1a\":\"{:016x}\"}}\n", lines_, checksum_.value()));
}

InputError ShardReader::damaged() const {
  return {{file_, std::max(line_, 1), 1}, "is damaged", "the file as combat-odds wrote it"};
}

bool ShardReader::take(std::string& line) {
  if (!lines_(line)) return false;
  ++line_;
  return true;
}

void ShardReader::expect(const ShardHead& head) {
  run_ = run_of(head).dump();
  first_file_ = "this command";
}

void ShardReader::open(const ShardFile& file) {
  const bool is_first = run_.empty();
  file_ = file.name;
  lines_ = file.open();
  line_ = 0;
  checksum_ = {};
  std::string line;
  if (!take(line)) {
    throw InputError({file_, 1, 1}, "is empty", "the file of a shard as combat-odds wrote it");
  }
  Json run;
  Json first;
  try {
    const Json all = parsed(line);
    if (all.at("format") != format_name) throw std::out_of_range("format");
    if (all.at("version") != format_version) {
      throw InputError({file_, 1, 1}, fmt::format("is of version {}", shown(all.at("version"))),
                       fmt::format("version {} of the format", format_version));
    }
    head_ = head_of(all);
    run = all.at("run");
    if (is_first) run_ = run.dump();
    first = Json::parse(run_);
    leave_out_time_limit(run);
    leave_out_time_limit(first);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception&) {  // of nlohmann::json, or a number out of range
    throw InputError({file_, 1, 1}, "is not the file of a shard",
                     "the file as combat-odds wrote it");
  }
  checksum_.add(line).add('\n');
  if (head_.command.program != program_) {
    throw InputError({file_, 1, 1}, fmt::format("was written by {}", head_.command.program),
                     fmt::format("shards of {}", program_));
  }
  if (is_first) first_file_ = file_;
  if (const std::string other = difference(run, first); !other.empty()) {
    throw InputError({file_, 1, 1},
                     fmt::format("is not a shard of the run of {}: {}", first_file_, other),
                     "shards of one run");
  }
  const std::uint64_t number = head_.options.shard.index + 1;
  const auto [other, is_new] = seen_.emplace(number, file_);
  if (!is_new) {
    throw InputError({file_, 1, 1}, fmt::format("shard {} is {} already", number, other->second),
                     "each shard once");
  }
}

bool ShardReader::next(std::string& line) {
  if (!take(line)) {
    throw InputError({file_, line_ + 1, 1}, "ends before its end is due",
                     "the whole file as combat-odds wrote it");
  }
  if (line.starts_with('[')) {
    checksum_.add(line).add('\n');
    return true;
  }
  try {
    const Json seal = parsed(line);
    const std::string checksum = fmt::format("{:016x}", checksum_.value());
    if (whole_number(seal.at("lines")) != static_cast<std::uint64_t>(line_) - 1 ||
        seal.at("fnv1a") != checksum) {
      throw std::out_of_range("checksum");
    }
  } catch (const std::exception&) {
    throw damaged();
  }
  if (take(line)) {
    throw InputError({file_, line_, 1}, "something stands here after the end",
                     "the file as combat-odds wrote it");
  }
  return false;
}

void ShardReader::check_all_there() const {
  const std::uint64_t count = head_.options.shard.count;
  for (std::uint64_t number = 1; number <= count; ++number) {
    if (seen_.contains(number)) continue;
    throw InputError({first_file_, 1, 1}, fmt::format("shard {} of {} is missing", number, count),
                     "the folders of all shards");
  }
}

}  // namespace combat_odds
