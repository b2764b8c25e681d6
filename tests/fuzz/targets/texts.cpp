#include <chrono>
#include <cmath>

#include "ask/link.hpp"
#include "ask/named_vehicles.hpp"
#include "ask/said.hpp"
#include "ask/scenario_file.hpp"
#include "core/explore/decision_graph.hpp"
#include "core/text/csv.hpp"
#include "core/text/csv_line.hpp"
#include "core/text/csv_rows.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/spreadsheet.hpp"
#include "sim/declare/registry.hpp"
#include "studies/balance/balance_list.hpp"
#include "studies/campaign/campaign_input.hpp"
#include "studies/luck/luck_report.hpp"
#include "studies/points/force_file.hpp"
#include "studies/points/points_report.hpp"
#include "tests/fuzz/target.hpp"

// Files that users write. Rules are constructed, not explored: that takes long, and other tests do
// it.
namespace combat_odds::fuzz {
namespace {

/// Some situations of a scenario: the first, the last and some between.
std::vector<std::uint64_t> some_of(std::uint64_t size) {
  std::vector<std::uint64_t> some;
  for (std::uint64_t part = 0; part < 8 && part < size; ++part) {
    some.push_back(size <= 8 ? part : part * (size - 1) / 7);
  }
  return some;
}

/// Canonical text must be read back as the same value.
void check_canonical(const Parameter& parameter, const Argument& argument) {
  if (argument.text.empty()) return;
  const Argument again = read_argument(parameter, argument.text);
  must(again.text == argument.text && again.number == argument.number);
}

void check_scenario(const Scenario& scenario) {
  if (scenario.size() > most_situations) return;
  for (const std::uint64_t index : some_of(scenario.size())) {
    const std::vector<Argument> arguments = scenario.arguments(index);
    const Procedure& procedure = scenario.procedure();
    must(arguments.size() == procedure.parameters.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      check_canonical(procedure.parameters[i], arguments[i]);
    }
    must(first_not_text(scenario.situation_name(index)) == std::string::npos);
    try {
      must(scenario.rule(index, library().charts()) != nullptr);
    } catch (const InputError& error) {
      must(!std::string(error.what()).empty());
    }
  }
}

FUZZ_TARGET(csv) {
  const CsvTable table = read_csv(text, "x.csv");
  std::string again;
  const auto write = [&](const std::vector<CsvCell>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      again += (i == 0 ? "" : ",") + csv_field(cells[i].text);
    }
    again += "\n";
  };
  write(table.header);
  for (const auto& row : table.rows) write(row);
  const CsvTable same = read_csv(again, "x.csv");
  const auto equal = [](const std::vector<CsvCell>& a, const std::vector<CsvCell>& b) {
    return std::ranges::equal(a, b, {}, &CsvCell::text, &CsvCell::text);
  };
  // A row of one empty cell is a blank line, and blank lines are left out.
  if (table.header.size() == 1) return;
  must(equal(table.header, same.header) && std::ranges::equal(table.rows, same.rows, equal));
}

/// Pieces of a file are the file, and what a spreadsheet is given is read as what was written.
FUZZ_TARGET(csv_pieces) {
  const CsvTable whole = read_csv(text, "x.csv");
  CsvRows rows(text, "x.csv");
  std::size_t at = 0;
  for (CsvTable piece = rows.next(3); !piece.rows.empty(); piece = rows.next(3)) {
    for (const std::vector<CsvCell>& row : piece.rows) {
      must(at < whole.rows.size());
      must(std::ranges::equal(row, whole.rows[at], {}, &CsvCell::text, &CsvCell::text));
      must(row.front().line == whole.rows[at].front().line);
      ++at;
    }
  }
  must(at == whole.rows.size());
  // One name with a semicolon in it, alone in its line, reads as two.
  if (whole.header.size() == 1 && whole.header.front().text.find(';') != std::string::npos) return;
  std::string written;
  CsvLine line(written);
  for (const CsvCell& cell : whole.header) line.add(cell.text);
  line.end();
  SpreadsheetCsv spreadsheet;
  const CsvTable same = read_csv(spreadsheet.next(written), "x.csv");
  must(std::ranges::equal(same.header, whole.header, {}, &CsvCell::text, &CsvCell::text));
}

FUZZ_TARGET(scenarios) {
  for (const Scenario& scenario : read_scenario_files({{"s.csv", std::string(text)}}, library())) {
    check_scenario(scenario);
  }
}

/// Two bytes choose a parameter, the rest is its value. Anything that is no text is refused
/// earlier, wherever it comes from (limits_test).
FUZZ_TARGET(values) {
  if (text.size() < 2 || first_not_text(text.substr(2)) != std::string::npos) return;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const auto& procedures = library().procedures();
  const Procedure& procedure = *procedures[byte(0) % procedures.size()];
  if (procedure.parameters.empty()) return;
  const Parameter& parameter = procedure.parameters[byte(1) % procedure.parameters.size()];
  try {
    check_canonical(parameter, read_argument(parameter, text.substr(2)));
  } catch (const ArgumentError&) {
  }
  check_scenario({"x", procedure, {{parameter.name, std::string(text.substr(2)), {}}}, Place{}});
}

/// An address of the page: the question has an address of its own, which asks the same.
FUZZ_TARGET(link) {
  if (first_not_text(text) != std::string::npos) return;
  const Place place{"--link", 0, 0};
  const std::string address = link_to(library(), question_of_link(library(), text, place));
  must(link_to(library(), question_of_link(library(), address, place)) == address);
}

/// A sentence: what is understood of it is a question of the procedure, and a word that means
/// nothing is never left out.
FUZZ_TARGET(sentence) {
  if (first_not_text(text) != std::string::npos) return;
  static Sentences sentences(library());
  const Said said = sentences.read(text, {});
  const Procedure* const procedure = library().find(said.procedure);
  must(procedure != nullptr && !said.command().empty());
  for (const auto& [parameter, value] : said.values) {
    must(!value.empty());
    must(procedure->parameter(parameter) != nullptr || is_vehicle_name(*procedure, parameter));
  }
  bool is_refused = false;
  try {
    sentences.read(std::string(text) + " qwertz", {});
  } catch (const InputError&) {
    is_refused = true;
  }
  must(is_refused);
}

/// A plan, perhaps a second one, a budget, points and fights, as files of these names.
FUZZ_TARGET(campaign) {
  red_barricades::CampaignInput input;
  for (TextFile& file : files_in(text)) {
    if (file.name == "budget") {
      input.budget = std::move(file);
    } else if (file.name == "points") {
      input.points = std::move(file);
    } else if (file.name == "fights") {
      input.fights = std::move(file);
    } else if (input.plans.size() < 2) {
      input.plans.push_back(std::move(file));
    }
  }
  if (input.plans.empty()) return;
  RunControl control;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  control.stop_when([end] { return std::chrono::steady_clock::now() >= end; });
  try {
    const red_barricades::Campaign campaign(input, library().charts(), &control);
    must(campaign.forces().size() <= 4);
  } catch (const Interrupted&) {
  }
}

FUZZ_TARGET(force) {
  const std::vector<TextFile> files = files_in(text);
  static Library own;
  own.listing() = {};
  if (files.size() > 1) own.listing().add(files[1]);
  const auto date = read_month("1943-06");
  if (files.empty()) return;
  const std::vector<PricedUnit> force = read_force(files[0], *date, own);
  must(first_not_text(points_table(force, *date, TableStyle::terminal)) == std::string::npos);
  read_csv(points_lines(force).csv(), "points.csv");
}

FUZZ_TARGET(units) {
  AskedBalance asked;
  const auto has = [&](const char* word) { return text.find(word) != std::string_view::npos; };
  if (has("slammers.")) asked.settings.push_back({"points", "3000", {}});
  if (has("sl.engagement") || has("asl.fire")) asked.settings.push_back({"range", "4", {}});
  const auto game = read_balance_list({"units.csv", std::string(text)}, asked, library());
  must(!game->units().empty() && !game->settings().empty());
  for (const BalanceUnit& unit : game->units()) must(!unit.name.empty() && unit.points > 0);
  for (const BalanceSetting& setting : game->settings()) {
    must(setting.prices.size() == game->units().size());
    for (std::size_t i = 0; i < setting.prices.size(); ++i) {
      double probability = 0;
      for (const Strength& strength :
           strengths(game->units()[i], setting.prices[i], setting.points)) {
        must(strength.number >= 0 && strength.number <= game->most());
        probability += strength.probability;
      }
      must(std::abs(probability - 1) < 1e-9);
    }
  }
}

FUZZ_TARGET(luck) {
  const std::vector<LoggedRoll> rolls = read_luck_log({"log.csv", std::string(text)});
  std::map<const RolledDice*, int> most;  // rolls, by their kind
  for (const Luck& luck : luck_of(rolls)) {
    must(luck.percentile() >= 0 && luck.percentile() <= 1 && luck.usual_low <= luck.usual_high);
    // If only one side rolled these dice, its line is the total.
    int& of_kind = most[luck.kind.get()];
    of_kind = std::max(of_kind, luck.rolls);
  }
  std::size_t counted = 0;
  for (const auto& [kind, number] : most) counted += static_cast<std::size_t>(number);
  must(counted == rolls.size());
  const std::vector<Luck> all = luck_of(rolls);
  read_csv(luck_csv(all), "luck.csv");
  must(first_not_text(luck_plot(rolls, "title", {.recipe = "recipe"})) == std::string::npos);
  must(first_not_text(luck_page(all, rolls, "title", {}, PageFormat::html)) == std::string::npos);
}

void make_rule(const Preset& preset, const Charts& charts) {
  std::vector<GivenValue> given;
  for (const auto& [parameter, value] : preset.values) given.push_back({parameter, value, {}});
  Scenario("x", *library().find(preset.procedure), given, Place{}).rule(0, charts);
}

/// The presets whose rules read each chart.
std::map<std::string, std::vector<const Preset*>> readers_of_charts() {
  static const std::vector<Preset> presets = library().presets();
  std::map<std::string, std::vector<const Preset*>> readers;
  for (const Preset& preset : presets) {
    std::set<std::string> read;
    make_rule(preset, library().charts().recording(read));
    for (const std::string& chart : read) readers[chart].push_back(&preset);
  }
  return readers;
}

/// The first line names the chart, the rest is its text.
FUZZ_TARGET(charts) {
  static const auto readers = readers_of_charts();
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string name(text.substr(0, end));
  Charts charts(built_in_charts());  // a copy of the library's would change it, too
  charts.replace(name, "own.csv", std::string(text.substr(std::min(end + 1, text.size()))));
  const auto known = readers.find(name);
  if (known == readers.end()) return;
  for (const Preset* const preset : known->second) {
    try {
      make_rule(*preset, charts);
    } catch (const InputError&) {
    }
  }
}

FUZZ_TARGET(presets) {
  Library own;
  const std::size_t before = own.presets().size();
  try {
    own.add_presets(read_csv(text, "presets.csv"));
  } catch (const InputError&) {
    must(own.presets().size() == before);
    throw;
  }
}

}  // namespace
}  // namespace combat_odds::fuzz
