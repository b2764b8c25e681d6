#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <tuple>

#include "cli/files/input_file.hpp"
#include "cli/files/output_file.hpp"
#include "cli/files/output_folder.hpp"
#include "cli/interrupts/progress_line.hpp"
#include "cli/options/command_line.hpp"
#include "cli/options/common.hpp"
#include "cli/options/output_words.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/parameter_options.hpp"
#include "cli/options/simulation_options.hpp"
#include "cli/show/picture.hpp"
#include "core/dice/function_ref.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"
#include "reports/tables/plot.hpp"
#include "reports/text/chart_notes.hpp"
#include "reports/text/text.hpp"
#include "reports/text/wrapped.hpp"
#include "sim/declare/games.hpp"
#include "sim/declare/names.hpp"
#include "studies/balance/against.hpp"
#include "studies/balance/balance_list.hpp"
#include "studies/balance/balance_page.hpp"
#include "studies/balance/balance_report.hpp"
#include "studies/balance/compared_lists.hpp"
#include "studies/balance/field/armies.hpp"
#include "studies/balance/field/field.hpp"
#include "studies/balance/field/fitting_rarity.hpp"
#include "studies/balance/fights.hpp"
#include "studies/balance/prices/column_steps.hpp"
#include "studies/balance/prices/proposal.hpp"
#include "studies/balance/together.hpp"
#include "studies/points/points_sweep.hpp"

namespace combat_odds::cli {
namespace {

struct BalanceCommandInput {
  std::string units;
  OutputPlace out;
  OutputWords format{{"table", "markdown"}};
  std::string plot;
  PictureWords picture;
  std::string date;
  std::vector<std::string> set;
  std::vector<std::string> compare;
  std::string propose;
  std::string changes;
  std::vector<std::string> keep;
  std::vector<std::string> limit;
  std::vector<std::string> weight;
  std::string scenarios;
  bool prove = false;
  std::string resamples;
  std::string time_limit;
  std::string duel;
  bool field = false;
  bool rarity = false;
  std::string kinds;
  std::string rarity_step;
  std::string step;
  std::string against;
  SimulationInput simulation{"exact"};
  OwnListing listing;
  ParameterOptions parameters;
};

/// More tables than this are not shown on the terminal.
constexpr std::size_t most_settings_shown = 12;

/// "order=rolled"
std::pair<std::string, std::string> assigned(const std::string& option, const std::string& text,
                                             const char* form) {
  const std::size_t equals = text.find('=');
  const std::string name(trimmed(std::string_view(text).substr(0, equals)));
  if (equals == std::string::npos || name.empty()) throw bad_option(option, text, form);
  return {name, std::string(trimmed(std::string_view(text).substr(equals + 1)))};
}

/// "range=12:3"
ValueWeight value_weight(const std::string& text) {
  constexpr const char* form = "PARAMETER=VALUE:WEIGHT, such as range=12:3";
  const auto [name, rest] = assigned("--weight", text, form);
  const std::size_t colon = rest.rfind(':');
  if (colon == std::string::npos) throw bad_option("--weight", text, form);
  const std::string value(trimmed(std::string_view(rest).substr(0, colon)));
  const std::optional<double> weight =
      number_in<double>(trimmed(std::string_view(rest).substr(colon + 1)));
  constexpr double most = 1e6;
  if (!weight || !(*weight >= 0 && *weight <= most)) throw bad_option("--weight", text, form);
  return {name, value, *weight};
}

/// Trials of a simulated fight where none are asked for: of each there are hundreds.
constexpr std::uint64_t usual_trials = 50'000;

AskedBalance asked(const BalanceCommandInput& typed, const SimulationOptions& simulation) {
  AskedBalance asked;
  asked.duel = typed.duel;
  if (simulation.odds().method == Method::monte_carlo) {
    OddsOptions usual;
    usual.trials = usual_trials;
    asked.played = typed.simulation.given_or(usual);
  }
  if (!typed.scenarios.empty())
    asked.scenarios = read_balance_scenarios(read_file(typed.scenarios));
  for (const std::string& text : typed.weight) asked.weights.push_back(value_weight(text));
  asked.settings = typed.parameters.given();
  for (const std::string& text : typed.set) {
    const auto [name, value] = assigned("--set", text, "PARAMETER=VALUE, such as order=rolled");
    asked.settings.push_back({name, with_files(value), {"--set"}});
  }
  if (!typed.date.empty()) asked.months = read_months(typed.date);
  return asked;
}

/// The ends of "45%..55%", "0.45..0.55" or "15..20", in order and above 0.
std::pair<double, double> read_ends(const std::string& option, const std::string& text,
                                    const char* form) {
  const std::size_t dots = text.find("..");
  const auto end = [&](std::string_view part) {
    part = trimmed(part);
    const bool in_hundred = part.ends_with('%');
    if (in_hundred) part.remove_suffix(1);
    const std::optional<double> number = number_in<double>(part);
    if (!number) throw bad_option(option, text, form);
    return in_hundred ? *number / 100 : *number;
  };
  const std::string_view all = text;
  const double least = end(all.substr(0, dots));
  const double most = dots == std::string::npos ? least : end(all.substr(dots + 2));
  if (!(least > 0 && least <= most)) throw bad_option(option, text, form);
  return {least, most};
}

std::size_t unit_named(const BalanceGame& game, const std::string& option,
                       const std::string& name) {
  std::vector<std::string> names;
  for (const BalanceUnit& unit : game.units()) names.push_back(unit.name);
  if (const std::optional<std::size_t> known = find_name(name, names)) return *known;
  throw bad_option(option, name, did_you_mean(name, names, "a unit of the list"));
}

AskedProposal asked_proposal(const BalanceCommandInput& typed, const BalanceGame& game,
                             const ReportOptions& report) {
  AskedProposal asked;
  constexpr const char* band = "a band of scores around a half, such as 45%..55%";
  std::tie(asked.least_score, asked.most_score) = read_ends("--propose", typed.propose, band);
  if (asked.least_score > 0.5 || asked.most_score < 0.5 || asked.most_score >= 1) {
    throw bad_option("--propose", typed.propose, band);
  }
  if (!typed.changes.empty()) {
    asked.most_changes = number_in<int>(typed.changes);
    if (!asked.most_changes || *asked.most_changes < 0) {
      throw bad_option("--changes", typed.changes, "how many prices may change, such as 3");
    }
  }
  for (const std::string& text : typed.limit) {
    constexpr const char* form = "UNIT=LEAST..MOST in whole points, such as 'T-34=120..160'";
    const auto [name, ends] = assigned("--limit", text, form);
    const auto [least, most] = read_ends("--limit", ends, form);
    constexpr double largest = 1e6;
    if (most > largest || least != std::floor(least) || most != std::floor(most)) {
      throw bad_option("--limit", text, form);
    }
    asked.limits[unit_named(game, "--limit", name)] = {static_cast<int>(least),
                                                       static_cast<int>(most)};
  }
  for (const std::string& name : typed.keep) {
    const std::size_t unit = unit_named(game, "--keep", name);
    asked.limits[unit] = {game.units()[unit].points, game.units()[unit].points};
  }
  asked.prove = typed.prove;
  if (!typed.resamples.empty()) {
    constexpr int least = 20;
    constexpr int most = 100'000;
    asked.resamples = static_cast<int>(read_integer("--resamples", typed.resamples, least, most));
    asked.seed = report.seed;
    asked.confidence = report.confidence;
  }
  return asked;
}

/// A list in all its settings.
struct Balanced {
  std::vector<BalanceResult> results;
  std::vector<Field> fields;  ///< where asked for
  std::vector<FittingRarity> rarities;
  std::optional<Together> together;
  std::vector<ArmyField> armies;
};

/// What is asked beyond the prices.
struct Wishes {
  bool field = false;
  std::optional<double> rarity_step;
  ReportOptions report;
  bool together = false;
  int kinds = 1;  ///< in an army
};

Balanced balanced(const BalanceGame& game, const OddsOptions& options, const Wishes& wishes) {
  Balanced all;
  const bool is_together = wishes.together && game.settings().size() > 1;
  std::vector<std::unique_ptr<Fights>> fights;
  int begun = 0;
  for (const BalanceSetting& setting : game.settings()) {
    const std::size_t settings = game.settings().size();
    std::string name = settings == 1 ? "" : fmt::format("setting {} of {}, ", ++begun, settings);
    fights.push_back(std::make_unique<Fights>(game, setting, options.control, std::move(name)));
    const Ground ground(setting, *fights.back());
    all.results.push_back(balance(game, ground, options));
    const BalanceResult& result = all.results.back();
    if (wishes.field) all.fields.push_back(field(game, result, ground, wishes.report));
    if (wishes.kinds > 1) {
      all.armies.push_back(army_field(game, setting, wishes.kinds, options.control));
    }
    if (wishes.rarity_step) {
      all.rarities.push_back(fitting_rarity(game, result, *fights.back(), *wishes.rarity_step));
    }
    if (!is_together) fights.clear();
  }
  if (is_together) {
    all.together = together(game, fights, wishes.field, wishes.report, options.control);
  }
  return all;
}

/// A list that is shown beside the one that was asked about: another one, or new prices.
struct Other {
  std::string name;
  std::unique_ptr<BalanceGame> game;
  Balanced balanced;
};

/// Everything that was read, before anything is worked out.
struct Lists {
  TextFile file;
  AskedBalance asked;
  std::unique_ptr<BalanceGame> game;
  std::vector<Other> others;
  std::optional<AskedProposal> wished;
  std::optional<double> time_limit;  ///< seconds, of the search for it
  std::optional<AskedStep> step;
};

/// "armor=1"
std::optional<AskedStep> asked_step(const BalanceCommandInput& typed) {
  if (typed.step.empty()) return std::nullopt;
  constexpr const char* form = "COLUMN=AMOUNT, such as points=1, rarity=0.1 or armor=1";
  const auto [column, text] = assigned("--step", typed.step, form);
  const std::optional<double> amount = number_in<double>(text);
  constexpr double most = 1e6;
  if (!amount || !(*amount > 0 && *amount <= most)) throw bad_option("--step", typed.step, form);
  return AskedStep{column, *amount};
}

Lists read_lists(const BalanceCommandInput& typed, const Library& library,
                 const SimulationOptions& simulation) {
  Lists lists{read_file(typed.units), asked(typed, simulation), nullptr, {}, std::nullopt,
              std::nullopt,           asked_step(typed)};
  lists.game = read_balance_list(lists.file, lists.asked, library);
  if (!typed.duel.empty() && typed.duel != lists.game->duel()) {
    throw OptionError("--duel", fmt::format("the list's own is {}", lists.game->duel()),
                      "leave it out, or change the list's column procedure");
  }
  lists.asked.duel = lists.game->duel();
  for (const std::string& path : typed.compare) {
    lists.others.push_back(
        {stem(path), read_balance_list(read_file(path), lists.asked, library), {}});
  }
  if (!typed.propose.empty()) {
    lists.wished = asked_proposal(typed, *lists.game, simulation.report());
    if (!typed.time_limit.empty()) lists.time_limit = read_time_limit(typed.time_limit);
    if (typed.prove && lists.game->is_simulated()) {
      throw OptionError("--prove", "proves nothing where fights are simulated", "leave it out");
    }
  } else if (!typed.changes.empty() || !typed.keep.empty() || !typed.limit.empty() || typed.prove ||
             !typed.resamples.empty() || !typed.time_limit.empty()) {
    throw OptionError("--propose", "is missing", "the band of scores, such as 45%..55%");
  }
  return lists;
}

/// Says whether so many seconds from now are over.
std::function<bool()> over_in(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  return [end] { return Clock::now() >= end; };
}

/// "Squad Leader (sl.firefight)": what everything below is about.
std::string duel_heading(const BalanceGame& game) {
  const std::string duel = game.duel();
  const std::string game_of_it = duel.substr(0, duel.find('.'));
  const std::string title = game_title(game_of_it);
  return title == game_of_it ? duel + "\n" : fmt::format("{} ({})\n", title, duel);
}

/// The files of the command, and the tables for the terminal.
class Results {
 public:
  Results(OutputFolder& files, TableStyle style) : files_(files), style_(style) {}

  void write(const std::string& name, std::string_view text) {
    files_.write(name, text);
    names_.push_back(name);
  }

  void add(const BalanceGame& game, const Balanced& balanced, const ReportOptions& report) {
    const std::vector<BalanceResult>& results = balanced.results;
    shown_ += duel_heading(game);
    write("matrix.csv", matrix_csv(game, results, report));
    write("prices.csv", price_csv(game, results));
    if (game.has_efficiency()) write("efficiency.csv", efficiency_csv(game, results));
    if (balanced.together) shown_ += together_words(game, *balanced.together);
    if (!balanced.rarities.empty()) {
      const std::string farthest = farthest_rarity(game, balanced.rarities);
      if (!farthest.empty()) shown_ += farthest + "\n";
    }
    if (!balanced.fields.empty()) {
      shown_ += field_words(game, results, balanced.fields);
      shown_ += armies_words(game, balanced.armies) + "\n";
    }
    show_each(balanced, [&](std::size_t s) { return balance_table(game, results[s], style_); });
    const std::string not_priced = not_priced_words(game);
    if (!not_priced.empty()) shown_ += not_priced + "\n";
    if (results.size() > 1) {
      write("sensitivity.csv", sensitivity_csv(game, results));
      shown_ += sensitivity_table(game, results, style_) + "\n";
    }
    add_field(game, balanced);
    if (!balanced.armies.empty()) {
      write("armies.csv", armies_csv(game, balanced.armies));
      show_each(balanced, [&](std::size_t s) {
        return armies_table(game, game.settings()[s], balanced.armies[s], style_);
      });
    }
    if (balanced.together) {
      write("together.csv", together_csv(game, *balanced.together));
      shown_ += together_table(game, *balanced.together, style_) + "\n";
    }
    add_rarity(game, balanced);
  }

  /// Gives the list at the new prices, as it will be read from the folder.
  TextFile add_proposal(const Lists& lists, RunControl& control) {
    AskedProposal wished = *lists.wished;
    if (lists.time_limit) wished.is_time_up = over_in(*lists.time_limit);
    const Proposal proposal = propose(*lists.game, wished, &control);
    cut_short_ = proposal.cut_short;
    TextFile list{"proposed-list.csv",
                  list_at_points(lists.file, proposal.points, lists.game->duel())};
    write(list.name, list.text);
    write("proposal.csv", proposal_csv(*lists.game, proposal));
    shown_ += proposal_words(*lists.game, proposal, *lists.wished) + "\n";
    const std::string intervals = interval_table(*lists.game, proposal, style_);
    if (!intervals.empty()) shown_ += intervals + "\n";
    return list;
  }

  void add_comparison(const std::vector<BalancedList>& lists) {
    write("compared.csv", compared_csv(lists));
    shown_ += compared_table(lists, style_) + "\n";
    for (const BalancedList& list : lists) {
      if (list.fields->empty()) continue;
      shown_ +=
          fmt::format("{}:\n{}\n", list.name, field_words(*list.game, *list.results, *list.fields));
    }
  }

  void add_steps(const Lists& lists, const Balanced& balanced, const Library& library,
                 RunControl& control) {
    const BalanceGame& game = *lists.game;
    const std::vector<BalanceResult>& results = balanced.results;
    const ColumnSteps taken = column_steps(lists.file, lists.asked, library, *lists.step, game,
                                           results, balanced.fields, &control);
    write("steps.csv", steps_csv(game, results, *lists.step, taken));
    if (!balanced.fields.empty()) {
      write("moves.csv", moves_csv(game, results, *lists.step, taken));
    }
    show_each(balanced, [&](std::size_t s) {
      return steps_table(game, results, s, *lists.step, taken, style_);
    });
    shown_ += steps_words(game, *lists.step, taken) + "\n";
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::string& shown() const { return shown_; }
  /// Whether --time-limit ended a search.
  bool cut_short() const { return cut_short_; }

 private:
  /// A table for each setting. Where one thing varies, tables that are alike one after the other
  /// are shown once. Nothing where there are many.
  void show_each(const Balanced& balanced, FunctionRef<std::string(std::size_t)> table_of) {
    const std::size_t settings = balanced.results.size();
    struct Shown {
      std::string heading;
      std::string rest;
      std::string until;  ///< the last value that has it, too
    };
    std::vector<Shown> all;
    for (std::size_t s = 0; s < settings && all.size() <= most_settings_shown; ++s) {
      const std::string text = table_of(s);
      const std::size_t line = text.find('\n');
      const BalanceSetting& setting = balanced.results[s].setting;
      const bool one_varies = setting.values.size() == 1;
      if (one_varies && !all.empty() && all.back().rest == text.substr(line)) {
        all.back().until = setting.values.front().second;
      } else {
        all.push_back({text.substr(0, line), text.substr(line), {}});
      }
    }
    if (all.size() > most_settings_shown) return;
    for (const Shown& one : all) {
      shown_ += one.heading;
      if (!one.until.empty()) shown_ += fmt::format("; the same to {}", one.until);
      shown_ += one.rest + "\n";
    }
  }

  void add_field(const BalanceGame& game, const Balanced& balanced) {
    if (balanced.fields.empty()) return;
    write("field.csv", field_csv(game, balanced.results, balanced.fields));
    show_each(balanced, [&](std::size_t s) {
      return field_table(game, balanced.results[s], balanced.fields[s], style_);
    });
  }

  void add_rarity(const BalanceGame& game, const Balanced& balanced) {
    if (balanced.rarities.empty()) return;
    write("rarity.csv", rarity_csv(game, balanced.results, balanced.rarities));
    show_each(balanced, [&](std::size_t s) {
      return rarity_table(game, balanced.results[s], balanced.rarities[s], style_);
    });
    shown_ += rarity_fit_words(game, balanced.rarities) + "\n";
  }

  OutputFolder& files_;
  TableStyle style_;
  std::vector<std::string> names_;
  std::string shown_;
  bool cut_short_ = false;
};

/// What people would field where that is asked, else who holds against whom.
HeatMap drawn(const BalanceGame& game, const Balanced& balanced) {
  if (!balanced.fields.empty()) return field_map(game, balanced.results, balanced.fields);
  std::vector<BalancePanel> panels;
  for (const BalanceResult& result : balanced.results) panels.push_back(balance_panel(result));
  std::vector<std::string> names;
  for (const BalanceUnit& unit : game.units()) names.push_back(unit.name);
  return balance_heat_map(names, panels, game.is_simulated());
}

void draw(const BalanceCommandInput& typed, const Command& command, const BalanceGame& game,
          const Balanced& balanced) {
  HeatMap map = drawn(game, balanced);
  PictureWords words = typed.picture;
  words.recipe = command_given(command).drawn;
  sign(map.caption, words);
  write_picture_after(typed.out.folder, typed.plot, heat_map(map));
}

Wishes wishes_of(const BalanceCommandInput& typed, const ReportOptions& report) {
  Wishes wishes{typed.field, std::nullopt, report,
                !typed.scenarios.empty() || !typed.weight.empty()};
  if (!typed.kinds.empty()) {
    constexpr int most_kinds = 3;
    wishes.kinds = read_integer("--kinds", typed.kinds, 1, most_kinds);
    if (!typed.field) throw OptionError("--kinds", "needs --field", "add --field");
  }
  if (!typed.rarity) {
    if (!typed.rarity_step.empty())
      throw OptionError("--rarity-step", "needs --rarity", "add --rarity");
    return wishes;
  }
  constexpr double usual = 0.1;
  wishes.rarity_step = typed.rarity_step.empty() ? usual : number_in<double>(typed.rarity_step);
  if (!wishes.rarity_step || !(*wishes.rarity_step > 0 && *wishes.rarity_step < 10)) {
    throw bad_option("--rarity-step", typed.rarity_step, "a number above 0, such as 0.1");
  }
  return wishes;
}

/// My force against his.
void run_against(const BalanceCommandInput& typed, const Command& command,
                 const SimulationOptions& simulation, const Output& output,
                 const Library& library) {
  const auto refuse = [](const char* option, bool is_given) {
    if (is_given) throw OptionError(option, "does not go with --against", "leave it out");
  };
  refuse("--field", typed.field);
  refuse("--kinds", !typed.kinds.empty());
  refuse("--rarity", typed.rarity);
  refuse("--compare", !typed.compare.empty());
  refuse("--step", !typed.step.empty());
  refuse("--propose", !typed.propose.empty());
  refuse("--plot", !typed.plot.empty());
  refuse("--duel", !typed.duel.empty());
  if (simulation.odds().method == Method::both) {
    throw OptionError("--method", "is exact or monte-carlo with --against", "one of them");
  }
  const OpposedForces forces = read_opposed({read_file(typed.units), read_file(typed.against)},
                                            asked(typed, simulation), library);
  if (simulation.odds().method == Method::monte_carlo && !forces.game->is_simulated()) {
    throw OptionError("--method", fmt::format("fights of {} are worked out", forces.procedure),
                      "leave it out");
  }
  check_outputs();
  OutputFolder files(typed.out, balance_files);
  const std::vector<OpposedResult> results = [&] {
    const ProgressLine line(simulation.control(), 0, simulation.quiet());
    return fight(forces, &simulation.control());
  }();
  files.write("against.csv", against_csv(forces, results));
  files.write("even.csv", even_csv(forces, results));
  files.write("charts.csv", chart_report(forces.game->charts_used(), library.charts()));
  files.write(command_file, command_given(command).csv());
  files.commit();
  std::string shown;
  if (forces.has_weights) shown += against_together_text(forces, results) + "\n";
  for (std::size_t s = 0; s < std::min(results.size(), most_settings_shown); ++s) {
    shown += against_text(forces, results[s], output.style()) + "\n";
  }
  print(wrapped_beside_tables(shown, terminal_width()));
  if (simulation.quiet()) return;
  print(chart_notes(forces.game->charts_used(), library.charts(), {}, terminal_width()));
  print(fmt::format("{} setting{}: {}/against.csv, even.csv, charts.csv\n", results.size(),
                    results.size() == 1 ? "" : "s", typed.out.folder));
}

void run(const BalanceCommandInput& typed, const Command& command, Library& library) {
  const Output output = typed.format.read();
  const SimulationOptions simulation(typed.simulation, library);
  typed.listing.load(library);
  const Wishes wishes = wishes_of(typed, simulation.report());
  if (!typed.against.empty()) {
    run_against(typed, command, simulation, output, library);
    return;
  }
  Lists lists = read_lists(typed, library, simulation);
  const BalanceGame& game = *lists.game;
  const std::size_t settings = game.settings().size();
  const std::size_t units = game.units().size();
  if (!typed.plot.empty()) {
    check_picture("--plot", typed.plot, typed.out.force, typed.out.folder);
    typed.field ? check_heat_map(1, units, settings) : check_heat_map(settings, units, units);
  }

  check_outputs();
  OutputFolder files(typed.out, balance_files);  // a folder that can't be is told at once
  const std::set<std::string> used = game.charts_used();
  std::optional<ProgressLine> line;
  line.emplace(simulation.control(), 0, simulation.quiet());
  const Balanced results = balanced(game, simulation.odds(), wishes);
  Results written(files, output.style());
  written.add(game, results, simulation.report());
  if (lists.step) written.add_steps(lists, results, library, simulation.control());
  if (lists.wished) {
    const TextFile proposed = written.add_proposal(lists, simulation.control());
    lists.others.push_back({"proposed", read_balance_list(proposed, lists.asked, library), {}});
  }
  if (!lists.others.empty()) {
    OddsOptions exact = simulation.odds();
    exact.method = Method::exact;
    std::vector<BalancedList> compared = {
        {stem(typed.units), &game, &results.results, &results.fields}};
    const Wishes wished{wishes.field, std::nullopt, wishes.report, false, 1};
    for (Other& other : lists.others) {
      other.balanced = balanced(*other.game, exact, wished);
      compared.push_back(
          {other.name, other.game.get(), &other.balanced.results, &other.balanced.fields});
    }
    written.add_comparison(compared);
  }
  written.write("charts.csv", chart_report(used, library.charts()));
  files.write(command_file, command_given(command).csv());
  files.commit();
  if (!typed.plot.empty()) draw(typed, command, game, results);

  line.reset();
  print(wrapped_beside_tables(written.shown(), terminal_width()));
  if (!simulation.quiet()) {
    print(chart_notes(used, library.charts(), {}, terminal_width()));
    print(fmt::format("{} units, {} setting{}: {}/{}\n", units, settings, settings == 1 ? "" : "s",
                      typed.out.folder, fmt::join(written.names(), ", ")));
  }
  if (written.cut_short()) {
    throw SystemError("the time was up; the best prices found are written, with their bound");
  }
}

}  // namespace

void add_balance(const Command& program, Library& library) {
  const Command command = program.add_command(
      "balance", "every unit of a list against every other at equal points: are the prices right?");
  const auto typed = std::make_shared<BalanceCommandInput>();
  command
      .add_option("UNITS", typed->units,
                  "a list of units (CSV: procedure,name,points,... or nationality,unit,...)")
      .required();
  add_output_options(command, typed->out);
  typed->format.add_to(command, "how to print the table");
  command.add_option("--duel", typed->duel,
                     "of a list without a column procedure: what its units fight, sl.firefight or "
                     "asl.firefight");
  command.add_flag("--field", typed->field,
                   "what people would field: how often which unit, where nobody can do better");
  command.add_option("--kinds", typed->kinds,
                     "of --field: armies of up to 2 or 3 kinds, where the duel takes them [1]");
  command.add_flag("--rarity", typed->rarity,
                   "which Rarities make what people would field match what there was: the column "
                   "available, 120 or 1942-03=40;1942-09=120");
  command.add_option("--rarity-step", typed->rarity_step,
                     "of --rarity: the step by which one Rarity is changed [0.1]");
  command.add_option("--step", typed->step,
                     "each unit with a little more and less of one column, COLUMN=AMOUNT such as "
                     "points=1, rarity=0.1 or armor=1: what it is worth, and with --field how it "
                     "moves what people would field");
  command.add_option("--against", typed->against,
                     "two forces: UNITS is mine and this is his, force lists of 'points' "
                     "(side,unit,quantity) or lists with a column quantity");
  command.add_option("--plot", typed->plot,
                     "draw who holds against whom, or of --field the shares, to this .svg, .png or "
                     ".pdf");
  add_titles(command, typed->picture);
  command.add_option("--set", typed->set,
                     "a parameter of the duel that both sides share, such as order=rolled, or a "
                     "column that the list leaves out, for both (a list or range sweeps)");
  command.add_option("--date", typed->date,
                     "a month, a list or a range of months: Rarity goes by year_from and year_to");
  command.add_option("--compare", typed->compare,
                     "another list, such as the same with other prices: shown beside this one");
  command.add_option("--propose", typed->propose,
                     "the smallest change of prices that brings every score into a band such as "
                     "45%..55%");
  command.add_option("--changes", typed->changes, "of --propose: how many prices may change");
  command.add_option("--keep", typed->keep, "of --propose: a unit whose price stays");
  command.add_option("--limit", typed->limit,
                     "of --propose: the least and the most a unit may cost, 'T-34=120..160'");
  command.add_option("--weight", typed->weight,
                     "how much a setting counts, 'range=12:3' (else 1 each), where all are taken "
                     "together and for --propose");
  command.add_option("--scenarios", typed->scenarios,
                     "a CSV file of fights: scenario,weight,date and whatever can be set, such as "
                     "points, range, drm or first; each for itself, and all together by weight");
  command.add_flag("--prove", typed->prove,
                   "of --propose: search whether a smaller change does it (few units)");
  command.add_option("--resamples", typed->resamples,
                     "of --propose: an interval of each price from so many draws of opponents and "
                     "settings, such as 100");
  command.add_option("--time-limit", typed->time_limit,
                     "of --propose: end its search after so long, 30s, 10m or 2h, with the best "
                     "prices found and their bound");
  typed->parameters.add_to(command, infantry_lists().front().settings->parameters,
                           "Settings (a list or range sweeps)", nullptr);
  typed->listing.add_option(command);
  typed->simulation.add_to(command, SimulationInput::LongRuns::none);
  command.callback([typed, command, &library] { run(*typed, command, library); });
}

}  // namespace combat_odds::cli
