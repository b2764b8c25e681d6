#include <atomic>
#include <chrono>
#include <iostream>
#include <optional>

#include "cli/files/input_file.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/own_presets.hpp"
#include "cli/options/simulation_options.hpp"
#include "reports/text/question_json.hpp"
#include "studies/until/asked_until.hpp"

namespace combat_odds::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// What a service allows each question; empty: no limit.
struct Limits {
  std::string time;
  std::string trials;
  std::string situations;

  QuestionLimits read() const {
    QuestionLimits limits;
    if (!trials.empty()) limits.trials = read_trials_of("--most-trials", trials);
    if (!situations.empty()) {
      limits.situations = static_cast<std::uint64_t>(
          read_integer("--most-situations", situations, 1, 1'000'000'000));
    }
    return limits;
  }
};

/// Answers every line of standard input; ends with exit code 2 where any was refused.
void run(const SimulationInput& words, const Limits& asked, const OwnPresets& presets,
         const OwnListing& listing, Library& library) {
  presets.load(library);
  listing.load(library);
  const SimulationOptions simulation(words, library);
  const QuestionLimits limits = asked.read();
  std::atomic<Clock::time_point> end = Clock::time_point::max();
  std::optional<Clock::duration> time;
  if (!asked.time.empty()) {
    time = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(read_time_limit(asked.time)));
    simulation.control().stop_when([&end] { return Clock::now() >= end.load(); });
  }
  AskedBefore before;
  std::size_t refused = 0;
  for (std::string line; read_line(*std::cin.rdbuf(), line, limits::question_bytes);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (time) end = Clock::now() + *time;
    const auto say = [](const std::string& answer) { print(answer + "\n"); };
    const bool answered = asks_until(line)
                              ? answer_until(library, line, simulation.odds(), say, limits)
                              : answer_json(library, line, simulation.odds(), say, limits, &before);
    if (!answered) ++refused;
  }
  if (refused > 0) throw RefusedQuestions();
}

}  // namespace

void add_ask(const Command& program, Library& library) {
  const Command command = program.add_command(
      "ask",
      "answer questions of other programs: a JSON object a line in, a line for each "
      "situation out");
  command.footer(
      "For example: {\"procedure\":\"asl.fire\",\"parameters\":{\"firepower\":8,\"drm\":[1,2],"
      "\"target\":\"4-6-7\"},\"method\":\"exact\"}");
  const auto words = std::make_shared<SimulationInput>();
  words->add_to(command, SimulationInput::LongRuns::none);
  const auto limits = std::make_shared<Limits>();
  const std::string group = "Limits of each question";
  command.add_option("--time-limit", limits->time, "end its answer after so long: 5s, 1m")
      .group(group);
  command.add_option("--most-trials", limits->trials, "so many trials at most: 1M").group(group);
  command.add_option("--most-situations", limits->situations, "so many situations at most")
      .group(group);
  const auto presets = std::make_shared<OwnPresets>();
  presets->add_option(command);
  const auto listing = std::make_shared<OwnListing>();
  listing->add_option(command);
  command.callback([=, &library] { run(*words, *limits, *presets, *listing, library); });
}

}  // namespace combat_odds::cli
