#include "cli/options/simulation_options.hpp"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <thread>

#include "ask/odds_words.hpp"
#include "cli/options/common.hpp"
#include "core/text/number_text.hpp"

namespace combat_odds::cli {
namespace {

std::uint64_t trials_asked(const std::string& text) { return read_trials_of("--trials", text); }

std::uint64_t read_seed(const std::string& text) {
  const std::optional<std::uint64_t> seed = number_in<std::uint64_t>(text);
  if (!seed) throw bad_option("--seed", text, "a whole number from 0 to 2^64 - 1");
  return *seed;
}

Method method_asked(const std::string& text) {
  return *read_method(read_choice("--method", text, {"both", "monte-carlo", "exact"}));
}

double confidence_asked(const std::string& text) {
  if (const auto confidence = read_confidence(text)) return *confidence;
  throw bad_option("--confidence", text, confidence_form);
}

double precision_asked(const std::string& text) {
  if (const auto precision = read_share(text)) return *precision;
  throw bad_option("--precision", text, "a number between 0 and 1, such as 0.001");
}

std::size_t read_threads(const std::string& text) {
  if (text.empty()) return std::max(1u, std::thread::hardware_concurrency());
  const std::optional<unsigned> threads = number_in<unsigned>(text);
  if (!threads || *threads < 1 || *threads > 4096) {
    throw bad_option("--threads", text, "a whole number from 1 to 4096");
  }
  return *threads;
}

Shard read_shard(const std::string& text) {
  const std::string_view words = text;
  const std::size_t slash = std::min(words.find('/'), words.size());
  const auto number = number_in<std::uint64_t>(words.substr(0, slash));
  const auto count = number_in<std::uint64_t>(words.substr(std::min(slash + 1, words.size())));
  constexpr std::uint64_t most = 100'000;
  if (!number || !count || *number < 1 || *number > *count || *count > most) {
    throw bad_option("--shard", text, "i/n with i from 1 to n, such as 1/4");
  }
  return {*number - 1, *count};
}

}  // namespace

std::uint64_t read_trials_of(const std::string& option, const std::string& text) {
  if (const auto trials = read_trials(text)) return *trials;
  throw bad_option(option, text, trials_form);
}

double read_time_limit(const std::string& text) {
  std::string_view number = text;
  double unit = 1;
  if (text.ends_with('s') || text.ends_with('m') || text.ends_with('h')) {
    unit = text.back() == 's' ? 1 : text.back() == 'm' ? 60 : 3600;
    number.remove_suffix(1);
  }
  const double time = number_in<double>(number).value_or(0) * unit;
  if (!(time > 0 && time <= 1e9)) {
    throw bad_option("--time-limit", text, "a time such as 30, 30s, 10m or 2h");
  }
  return time;
}

void SimulationInput::add_to(const Command& command, LongRuns long_runs) {
  const std::string group = "Simulation";
  trials_option_ =
      command.add_option("--trials", trials_, "how often to play each situation: 250000, 1e6, 10M")
          .shows_default()
          .group(group);
  seed_option_ =
      command.add_option("--seed", seed_, "same seed, same result").shows_default().group(group);
  command.add_option("--threads", threads_, "cores to use (default: all)").group(group);
  command.add_option("--method", method_, "simulated, exact, or both")
      .type_name("both|monte-carlo|exact")
      .shows_default()
      .group(group);
  confidence_option_ = command.add_option("--confidence", confidence_, "of the intervals")
                           .shows_default()
                           .group(group);
  command.add_option("--charts", charts_, "a folder with your own charts, such as asl/ift.csv")
      .group(group);
  command.add_flag("--quiet", quiet_, "say nothing but the result").group(group);
  if (long_runs == LongRuns::none) return;
  const std::string long_group = "Long runs";
  command
      .add_option(
          "--precision", precision_,
          "stop when every outcome's interval is at most so far to both sides, such as 0.001")
      .group(long_group);
  command.add_option("--time-limit", time_limit_, "stop after so long: 30s, 10m, 2h")
      .group(long_group);
  if (long_runs == LongRuns::limits) return;
  command.add_option("--shard", shard_, "simulate part i of n, such as 1/4; 'merge' adds them up")
      .group(long_group);
  command
      .add_flag("--resume", resumes_,
                "play in parts that are kept in OUT.parts until all are there: the same command "
                "goes on where it was ended")
      .group(long_group);
}

void SimulationInput::otherwise(const OddsOptions& options) {
  if (!trials_option_->given()) trials_ = std::to_string(options.trials);
  if (!seed_option_->given()) seed_ = std::to_string(options.seed);
  if (!confidence_option_->given()) confidence_ = number_text(options.confidence);
}

OddsOptions SimulationInput::given_or(const OddsOptions& options) const {
  OddsOptions given = options;
  if (trials_option_->given()) given.trials = trials_asked(trials_);
  if (seed_option_->given()) given.seed = read_seed(seed_);
  if (confidence_option_->given()) given.confidence = confidence_asked(confidence_);
  return given;
}

SimulationOptions::SimulationOptions(const SimulationInput& words, Library& library,
                                     PictureWords picture)
    : quiet_(words.quiet_),
      sharded_(!words.shard_.empty()),
      resumes_(words.resumes_),
      has_time_limit_(!words.time_limit_.empty()),
      threads_(read_threads(words.threads_)) {
  replace_charts(library.charts(), words.charts_, words.quiet_);
  odds_.trials = trials_asked(words.trials_);
  odds_.seed = read_seed(words.seed_);
  odds_.method = method_asked(words.method_);
  odds_.confidence = confidence_asked(words.confidence_);
  odds_.control = &control_;
  if (!words.precision_.empty()) {
    odds_.precision = precision_asked(words.precision_);
    constexpr std::uint64_t plenty = 1'000'000'000'000;
    if (!words.trials_option_->given()) odds_.trials = plenty;
  }
  if (sharded_) {
    odds_.shard = read_shard(words.shard_);
    if (odds_.precision > 0) {
      throw OptionError("--shard", "does not go with --precision",
                        "--trials: a shard can't know how precise all of them are together");
    }
    if (odds_.method == Method::exact) {
      throw OptionError("--shard", "does not go with --method exact",
                        "--method both or monte-carlo: only a simulation has parts");
    }
  }
  if (resumes_) {
    const auto refuse = [](const char* option, const char* why) {
      throw OptionError("--resume", fmt::format("does not go with {}", option), why);
    };
    if (sharded_) refuse("--shard", "leave one of the two out: a shard is a part itself");
    if (odds_.precision > 0) refuse("--precision", "--trials, whose parts are known beforehand");
    if (odds_.method == Method::exact)
      refuse("--method exact", "--method both or monte-carlo: only a simulation has parts");
  }
  if (!words.time_limit_.empty()) {
    using Clock = std::chrono::steady_clock;
    const auto end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(read_time_limit(words.time_limit_)));
    control_.stop_when([end] { return Clock::now() >= end; });
    control_.share_by([end]() -> std::function<bool()> {
      const auto now = Clock::now();
      return [half = now + (end - now) / 2] { return Clock::now() >= half; };
    });
  }
  report_ = {odds_.method, odds_.seed, odds_.confidence, std::move(picture)};
}

std::uint64_t SimulationOptions::trials(std::uint64_t situations) const {
  const bool known = odds_.method != Method::exact && odds_.precision == 0;
  if (!known) return 0;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const bool too_many = situations > most / odds_.trials;
  return (too_many ? most : situations * odds_.trials) / odds_.shard.count;
}

}  // namespace combat_odds::cli
