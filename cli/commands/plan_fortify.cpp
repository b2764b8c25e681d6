#include "cli/commands/plan_words.hpp"
#include "cli/files/input_file.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "reports/text/chart_notes.hpp"
#include "studies/plan/fortify.hpp"

namespace combat_odds::cli {

namespace rb = red_barricades;

void plan_fortifications(const PlanWords& words, const SimulationOptions& simulation,
                         const Charts& charts) {
  need("--fpp", words.fpp, "the FPP to spend, such as --fpp 40 --values values.csv");
  need("--values", words.values,
       "a CSV file of what each fortification is worth to you, a line each: fortification,value, "
       "then such as Trench,4 and Wire,2.5; 'combat-odds list fortifications' has the names");
  words.refuse(
      {"--side",    "--budget", "--best",        "--from",         "--to",      "--keep",
       "--against", "--choose", "--sectors",     "--without",      "--at-most", "--at-least",
       "--adjust",  "--points", "--weather",     "--battery-full", "--balance", "--scenario-turns",
       "--on",      "--cpp",    "--most-states", "--out",          "--plot"},
      "--fpp");
  const Output output = words.output();
  const rb::Fortify best(read_integer("--fpp", words.fpp, 1, 10'000), read_file(words.values),
                         charts);
  if (output.is_csv()) {
    print(best.csv());
    return;
  }
  print(best.table(output.style()));
  if (!simulation.quiet())
    print(chart_notes({rb::FortificationTable::chart_name}, charts, {}, terminal_width()));
}

}  // namespace combat_odds::cli
