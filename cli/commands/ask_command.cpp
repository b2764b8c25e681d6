#include <iostream>

#include "cli/files/input_file.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/own_presets.hpp"
#include "cli/options/simulation_options.hpp"
#include "reports/text/question_json.hpp"

namespace combat_odds::cli {
namespace {

/// Answers every line of standard input; ends with exit code 2 where any was refused.
void run(const SimulationInput& words, const OwnPresets& presets, const OwnListing& listing,
         Library& library) {
  presets.load(library);
  listing.load(library);
  const SimulationOptions simulation(words, library);
  std::size_t refused = 0;
  for (std::string line; read_line(*std::cin.rdbuf(), line, limits::question_bytes);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const bool answered = answer_json(library, line, simulation.odds(),
                                      [](const std::string& answer) { print(answer + "\n"); });
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
  const auto presets = std::make_shared<OwnPresets>();
  presets->add_option(command);
  const auto listing = std::make_shared<OwnListing>();
  listing->add_option(command);
  command.callback([=, &library] { run(*words, *presets, *listing, library); });
}

}  // namespace combat_odds::cli
