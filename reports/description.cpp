#include "combat_odds/reports/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "combat_odds/core/csv.hpp"
#include "combat_odds/scenarios/spread.hpp"
#include "combat_odds/sim/names.hpp"
#include "combat_odds/sim/units.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t line_width = 92;

/// Breaks a paragraph at spaces; every line starts with `indent`, the first with `first`.
std::string wrapped(const std::string& paragraph, const std::string& first,
                    const std::string& indent) {
  std::istringstream words(paragraph);
  std::string text;
  std::string line = first;
  bool empty = true;
  for (std::string word; words >> word;) {
    if (!empty && line.size() + 1 + word.size() > line_width) {
      text += line + "\n";
      line = indent;
      empty = true;
    }
    if (!empty) line += ' ';
    line += word;
    empty = false;
  }
  return text + line + "\n";
}

std::string terms(const std::string& title, const std::vector<Term>& list) {
  if (list.empty()) return "";
  std::string text = "\n" + title + "\n";
  std::size_t width = 0;
  for (const Term& term : list) width = std::max(width, term.name.size());
  for (const Term& term : list) {
    text += wrapped(term.meaning, fmt::format("  {:{}}  ", term.name, width),
                    std::string(width + 4, ' '));
  }
  return text;
}

std::string default_note(const Parameter& parameter) {
  if (!parameter.default_value) return " [required]";
  if (parameter.default_value->empty()) return " [may be left out]";
  return fmt::format(" [default {}]", *parameter.default_value);
}

/// What a parameter may be called, units excepted: they are as their counters say.
std::string names_beside_units(const Parameter& parameter, const Charts& charts) {
  std::string text;
  for (const std::string& name : known_names(parameter, charts)) {
    if (!is_unit(name)) text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

std::string description(const Procedure& procedure, const Library& library) {
  std::string text =
      fmt::format("{}: {}\nRule: {}\n", procedure.name, procedure.summary, procedure.rule);
  std::istringstream paragraphs(procedure.details);
  for (std::string paragraph; std::getline(paragraphs, paragraph);) {
    text += "\n" + wrapped(paragraph, "", "");
  }
  text += "\nParameters\n";
  for (const Parameter& parameter : procedure.parameters) {
    text += fmt::format("  {}  {}\n", parameter.option(), parameter.allowed());
    text += wrapped(parameter.meaning + default_note(parameter), "      ", "      ");
    const std::string names = names_beside_units(parameter, library.charts());
    if (!names.empty()) text += wrapped("names: " + names, "      ", "      ");
  }
  const std::span<const Preset> presets = library.presets_of(procedure);
  if (!presets.empty()) text += "\nPresets\n";
  for (const Preset& preset : presets) {
    text += fmt::format("  --preset {}\n", preset.name);
    text += wrapped(preset.meaning, "      ", "      ");
    text += wrapped(preset.text(), "      ", "      ");
  }
  text += terms("Outcomes", procedure.outcomes);
  text += terms("Events", procedure.events);
  text += terms("Measures", procedure.measures);
  const std::set<std::string> names = charts_read(library, procedure);
  if (!names.empty()) text += "\nCharts\n";
  for (const std::string& name : names) {
    const ChartSource& chart = library.charts().source(name);
    text += wrapped(fmt::format("{} ({}, {}), confidence: {}; {}", chart.name, chart.title,
                                chart.rule, chart.confidence, chart.notes),
                    "  ", "    ");
  }
  return text;
}

std::string procedure_table(std::span<const Procedure* const> procedures) {
  std::size_t name = 0;
  std::size_t rule = 0;
  for (const Procedure* procedure : procedures) {
    name = std::max(name, procedure->name.size());
    rule = std::max(rule, procedure->rule.size());
  }
  std::string text;
  for (const Procedure* procedure : procedures) {
    text += fmt::format("{:{}}  {:{}}  {}\n", procedure->name, name, procedure->rule, rule,
                        procedure->summary);
  }
  return text;
}

std::string procedure_csv(std::span<const Procedure* const> procedures) {
  std::string text = "procedure,game,rule,summary\n";
  for (const Procedure* procedure : procedures) {
    text += fmt::format("{},{},{},{}\n", csv_field(procedure->name), csv_field(procedure->game()),
                        csv_field(procedure->rule), csv_field(procedure->summary));
  }
  return text;
}

std::string preset_table(std::span<const Preset> presets) {
  std::size_t procedure = 0;
  std::size_t name = 0;
  for (const Preset& preset : presets) {
    procedure = std::max(procedure, preset.procedure.size());
    name = std::max(name, preset.name.size());
  }
  std::string text;
  for (const Preset& preset : presets) {
    text += fmt::format("{:{}}  {:{}}  {}\n", preset.procedure, procedure, preset.name, name,
                        preset.meaning);
  }
  return text;
}

std::string preset_csv(std::span<const Preset> presets) {
  std::string text = "procedure,preset,meaning,parameters\n";
  for (const Preset& preset : presets) {
    std::string values;
    for (const auto& [parameter, value] : preset.values) {
      values += fmt::format("{}{}={}", values.empty() ? "" : ";", parameter, value);
    }
    text += fmt::format("{},{},{},{}\n", csv_field(preset.procedure), csv_field(preset.name),
                        csv_field(preset.meaning), csv_field(values));
  }
  return text;
}

}  // namespace combat_odds
