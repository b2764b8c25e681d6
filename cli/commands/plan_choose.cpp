#include "cli/commands/plan_words.hpp"
#include "cli/files/input_file.hpp"
#include "cli/files/output_file.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "reports/text/chart_notes.hpp"
#include "studies/campaign/campaign_report.hpp"
#include "studies/plan/against/plan_game.hpp"
#include "studies/plan/plan_page.hpp"

namespace combat_odds::cli {

namespace rb = red_barricades;

void plan_choice(const PlanWords& words, const Command& command,
                 const SimulationOptions& simulation, const Charts& charts) {
  if (words.against.empty()) {
    throw OptionError("--against", "is missing", "their plans, as many times as there are");
  }
  words.refuse(
      {"--budget", "--from", "--to", "--keep", "--without", "--at-most", "--at-least", "--adjust",
       "--scenario-turns", "--sectors", "--on", "--cpp", "--most-states", "--plot"},
      "--choose");
  const Output output = words.output();
  rb::PlanInput input = words.input();
  if (input.best.empty()) input.best = "squads";
  const auto files = [](const std::vector<std::string>& paths) {
    std::vector<TextFile> texts;
    for (const std::string& path : paths) texts.push_back(read_file(path));
    return texts;
  };
  const std::vector<TextFile> mine = files(words.choose);
  const std::vector<TextFile> theirs = files(words.against);
  check_outputs();
  const rb::PlanGame game = rb::plan_game(input, mine, theirs, charts);
  if (!words.out.folder.empty()) {
    OutputFolder folder(words.out, rb::plan_file_names);
    folder.write("plan-game.csv", plan_game_csv(game));
    folder.write("plan-mix.csv", plan_mix_csv(game));
    folder.write("charts.csv", chart_report(rb::campaign_charts_used(), charts));
    folder.write(command_file, command_given(command).csv());
    folder.commit();
  }
  print(output.is_csv() ? plan_mix_csv(game) : plan_game_text(game, output.style()));
  if (!output.is_csv() && !simulation.quiet()) {
    print(chart_notes(rb::campaign_charts_used(), charts, {}, terminal_width()));
  }
}

}  // namespace combat_odds::cli
