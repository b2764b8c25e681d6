#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "cli/files/standing_files.hpp"
#include "cli/options/command.hpp"
#include "cli/options/output_words.hpp"
#include "cli/options/simulation_options.hpp"
#include "studies/plan/plan_input.hpp"

namespace combat_odds::cli {

/// The options of `plan`, as they were typed. It has four forms: a campaign, one day of it (--on),
/// a choice of plans (--choose), and fortifications (--fpp).
struct PlanWords {
  std::string side;
  std::string budget;
  std::string best;
  std::string from;
  std::string to;
  std::string keep;
  std::vector<std::string> against;
  std::string sectors;
  std::vector<std::string> choose;
  std::vector<std::string> without;
  std::vector<std::string> at_most;
  std::vector<std::string> at_least;
  std::vector<std::string> adjust;
  std::string points;
  std::string weather;
  std::string battery_full;
  std::string balance;
  std::string scenario_turns;
  std::string on;
  std::string cpp;
  std::string fpp;
  std::string values;
  std::string format;
  std::string most_states;
  OutputPlace out;
  std::string plot;
  SimulationInput simulation;

  void add_to(const Command& command);

  bool is_one_day() const { return !on.empty() || !cpp.empty(); }
  bool is_choice() const { return !choose.empty(); }
  bool is_fortify() const { return !fpp.empty() || !values.empty(); }
  bool is_given(const std::string& option) const;
  /// Throws InputError where one of these options was given; `form` names the form of `plan` that
  /// has no use for it ("--fpp").
  void refuse(std::initializer_list<const char*> options, const std::string& form) const;

  /// How the answer of --on, --choose or --fpp is printed.
  Output output() const;
  /// The plan of the other side, where one is given; reads the file. Throws InputError where there
  /// are several.
  std::optional<TextFile> opponent() const;
  /// Where both sides stand, where that is given; reads the file. Throws InputError without
  /// --against.
  std::optional<TextFile> where() const;
  /// What is asked of a plan; reads the files.
  red_barricades::PlanInput input() const;
};

/// The sets that can be bought on one day, ranked; with --out the plan of that day, too.
void plan_one_day(const PlanWords& words, const Command& command,
                  const SimulationOptions& simulation, const Charts& charts);

/// Which of some plans to take against which of theirs, how often.
void plan_choice(const PlanWords& words, const Command& command,
                 const SimulationOptions& simulation, const Charts& charts);

/// The best fortifications.
void plan_fortifications(const PlanWords& words, const SimulationOptions& simulation,
                         const Charts& charts);

}  // namespace combat_odds::cli
