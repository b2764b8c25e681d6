#include "cli/commands/plan_words.hpp"

#include <fmt/format.h>

#include <map>

#include "cli/files/input_file.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"

namespace combat_odds::cli {
namespace {

namespace rb = red_barricades;

rb::CampaignSettings settings(const PlanWords& words) {
  rb::CampaignSettings settings;
  const std::string& drm = words.balance;
  const int balance = drm.empty() ? 0 : read_integer("--balance", drm, -5, 5);
  settings.balance_drm = {balance, balance};
  if (!words.battery_full.empty()) {
    settings.battery_full_at_most = read_integer("--battery-full", words.battery_full, -10, 30);
  }
  return settings;
}

}  // namespace

void PlanWords::add_to(const Command& command) {
  command.add_option("--side", side, "german or russian");
  command.add_option("--budget", budget, "the CPP of each day: date,side,cpp (CSV)");
  command.add_option("--best", best,
                     "what it is to be best at: squads, squad-days, 'squads + 3*leaders', 'afvs by "
                     "25-Oct', 'squads>=40 by 25-Oct'");
  command.add_option("--from", from, "the first day to decide on [17 Oct]");
  command.add_option("--to", to, "the last day [15 Nov]");
  command.add_option("--keep", keep, "purchases that stand: a plan (CSV)");
  command.add_option("--against", against,
                     "a plan of the other side (CSV): what stands against yours day by day; of "
                     "--choose as many as there are");
  command.add_option("--sectors", sectors,
                     "of --against: which part of each force stands where, and how much it counts "
                     "(CSV: sector,mine,theirs, perhaps weight,from)");
  command.add_option("--choose", choose,
                     "plans of yours (CSV), as many as there are: which to take how often, against "
                     "those of --against");
  command.add_option("--without", without, "a group that is not bought");
  command.add_option("--at-most", at_most, "so many of a group: 'Rifle Coy=2'");
  command.add_option("--at-least", at_least, "so many of a group: 'Pioneer Coy=1'");
  command.add_option("--adjust", adjust,
                     "CPP that each of a group costs more (11.6194): 'Rifle Coy=3'");
  command.add_option("--points", points, "point values of your own: unit,points (CSV)");
  command.add_option(
      "--weather", weather,
      "the chance of an Overcast sky, under which no Stuka flies: date,overcast (CSV)");
  command.add_option("--battery-full", battery_full,
                     "the highest Final DR for a Gun battery at Full Strength on your chart");
  command.add_option("--balance", balance, "the side's Balance DRM [0]");
  command.add_option("--scenario-turns", scenario_turns,
                     "the turns in which Stukas may arrive; 0: they do [0]");
  command.add_option("--on", on,
                     "one day: rank what --cpp or the --budget buy; with --out, its plan");
  command.add_option("--cpp", cpp, "the CPP at hand on that day");
  command.add_option("--fpp", fpp, "fortifications: the best that so many FPP buy");
  command.add_option("--values", values,
                     "what each is worth to you: fortification,value,most,fpp (CSV)");
  command.add_option("--most-states", most_states,
                     "with dice in the budget: the states that a policy may have before groups "
                     "wait for each other [60000000]");
  command
      .add_option("--format", format,
                  "of --on, --choose and --fpp: how to print the answer [table]")
      .type_name("table|csv|markdown");
  add_output_options(command, out, false);
  command.add_option("--plot", plot,
                     "draw what the plan brings day by day, or the policy, to this .svg, .png or "
                     ".pdf");
  simulation.add_to(command, SimulationInput::LongRuns::limits);
}

bool PlanWords::is_given(const std::string& option) const {
  const std::map<std::string, bool> given = {{"--side", !side.empty()},
                                             {"--budget", !budget.empty()},
                                             {"--best", !best.empty()},
                                             {"--from", !from.empty()},
                                             {"--to", !to.empty()},
                                             {"--keep", !keep.empty()},
                                             {"--against", !against.empty()},
                                             {"--choose", !choose.empty()},
                                             {"--sectors", !sectors.empty()},
                                             {"--without", !without.empty()},
                                             {"--at-most", !at_most.empty()},
                                             {"--at-least", !at_least.empty()},
                                             {"--adjust", !adjust.empty()},
                                             {"--points", !points.empty()},
                                             {"--weather", !weather.empty()},
                                             {"--battery-full", !battery_full.empty()},
                                             {"--balance", !balance.empty()},
                                             {"--scenario-turns", !scenario_turns.empty()},
                                             {"--on", !on.empty()},
                                             {"--cpp", !cpp.empty()},
                                             {"--most-states", !most_states.empty()},
                                             {"--format", !format.empty()},
                                             {"--out", !out.folder.empty()},
                                             {"--plot", !plot.empty()}};
  return given.at(option);
}

void PlanWords::refuse(std::initializer_list<const char*> options, const std::string& form) const {
  for (const char* const option : options) {
    if (is_given(option)) {
      throw OptionError(option, fmt::format("does not go with {}", form),
                        fmt::format("leave out {} or {}", option, form));
    }
  }
}

Output PlanWords::output() const {
  const bool only_printed = out.for_spreadsheet && out.folder.empty();
  const Output output(format.empty() && only_printed
                          ? "csv"
                          : read_choice("--format", format.empty() ? "table" : format,
                                        {"table", "csv", "markdown"}));
  if (out.for_spreadsheet && output.is_csv()) print_for_spreadsheet();
  return output;
}

std::optional<TextFile> PlanWords::opponent() const {
  if (against.empty()) return std::nullopt;
  if (against.size() > 1) {
    throw OptionError("--against", "takes one plan where yours is looked for",
                      "one of theirs, or --choose for plans of your own");
  }
  return read_file(against.front());
}

std::optional<TextFile> PlanWords::where() const {
  if (sectors.empty()) return std::nullopt;
  if (against.empty()) {
    throw OptionError("--sectors", "needs --against", "a plan of the other side");
  }
  return read_file(sectors);
}

rb::PlanInput PlanWords::input() const {
  rb::PlanInput input;
  input.side = side;
  input.best = best;
  input.from = from;
  input.to = to;
  input.without = without;
  input.at_most = at_most;
  input.at_least = at_least;
  input.adjust = adjust;
  if (!scenario_turns.empty()) {
    input.scenario_turns = read_integer("--scenario-turns", scenario_turns, 0, 20);
  }
  input.settings = settings(*this);
  if (!budget.empty()) input.budget = read_file(budget);
  if (!keep.empty()) input.keep = read_file(keep);
  if (!points.empty()) input.points = read_file(points);
  if (!weather.empty()) input.weather = read_file(weather);
  return input;
}

}  // namespace combat_odds::cli
