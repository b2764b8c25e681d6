#include "reports/text/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "ask/sample_situations.hpp"
#include "core/text/csv_columns.hpp"
#include "core/text/plain_text.hpp"
#include "reports/text/wrapped.hpp"
#include "sim/declare/games.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/registry.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

constexpr std::size_t line_width = 80;

/// On one line; what does not fit ends with dots.
std::string clipped_line(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text + "\n";
  std::string_view most = clipped(text, width - 3);
  const std::size_t word = most.rfind(' ');
  if (word != most.npos && word + 20 > most.size()) most = most.substr(0, word);
  return std::string(most) + "...\n";
}

/// A paragraph behind `first`; its other lines start with as many spaces as `indent` has.
std::string paragraph(const std::string& text, const std::string& first,
                      const std::string& indent) {
  return wrapped(first + text, line_width, indent.size()) + "\n";
}

std::string terms(const std::string& title, const std::vector<Term>& list) {
  if (list.empty()) return "";
  std::string text = "\n" + title + "\n";
  std::size_t width = 0;
  for (const Term& term : list) width = std::max(width, term.name.size());
  for (const Term& term : list) {
    text += paragraph(term.meaning, fmt::format("  {:{}}  ", term.name, width),
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
  for (std::string one; std::getline(paragraphs, one);) {
    text += "\n" + paragraph(one, "", "");
  }
  text += "\nParameters\n";
  for (const Parameter& parameter : procedure.parameters) {
    text += fmt::format("  {}  {}\n", parameter.option(), parameter.allowed());
    text += paragraph(parameter.meaning + default_note(parameter), "      ", "      ");
    const std::string names = names_beside_units(parameter, library.charts());
    if (!names.empty()) text += paragraph("names: " + names, "      ", "      ");
  }
  const std::span<const Preset> presets = library.presets_of(procedure);
  if (!presets.empty()) text += "\nPresets\n";
  for (const Preset& preset : presets) {
    text += fmt::format("  --preset {}\n", preset.name);
    text += paragraph(preset.meaning, "      ", "      ");
    text += paragraph(preset.text(), "      ", "      ");
  }
  text += terms("Outcomes", procedure.outcomes);
  text += terms("Events", procedure.events);
  text += terms("Measures", procedure.measures);
  const std::set<std::string> names = charts_read(library, procedure);
  if (!names.empty()) text += "\nCharts\n";
  for (const std::string& name : names) {
    const ChartSource& chart = library.charts().source(name);
    text += paragraph(fmt::format("{} ({}, {}), confidence: {}; {}", chart.name, chart.title,
                                  chart.rule, chart.confidence, chart.notes),
                      "  ", "    ");
  }
  return text;
}

std::string procedure_table(std::span<const Procedure* const> procedures, std::size_t width) {
  std::size_t name = 0;
  for (const Procedure* procedure : procedures) name = std::max(name, procedure->name.size());
  // By game, as they come, and by chapter.
  std::vector<std::string> games;
  std::map<std::pair<std::size_t, std::string_view>, std::string> lines;
  for (const Procedure* procedure : procedures) {
    if (games.empty() || games.back() != procedure->game()) games.push_back(procedure->game());
    lines[{games.size(), chapter_of(procedure->name)}] +=
        clipped_line(fmt::format("  {:{}}  {}", procedure->name, name, procedure->summary), width);
  }
  std::string text;
  for (const auto& [heading, list] : lines) {
    const auto& [game, chapter] = heading;
    text += fmt::format("{}{}{}{}\n{}", text.empty() ? "" : "\n", game_title(games[game - 1]),
                        chapter.empty() ? "" : ": ", chapter, list);
  }
  return text;
}

std::string procedure_lines(std::span<const Procedure* const> procedures) {
  std::string text;
  for (const Procedure* procedure : procedures) {
    text += fmt::format("{}\t{}\t{}\n", procedure->name, procedure->rule, procedure->summary);
  }
  return text;
}

std::string procedure_csv(std::span<const Procedure* const> procedures) {
  CsvColumns<const Procedure*> columns;
  columns.add("procedure", &Procedure::name)
      .add("game", &Procedure::game)
      .add("rule", &Procedure::rule)
      .add("summary", &Procedure::summary);
  return columns.table(procedures);
}

std::string preset_table(std::span<const Preset> presets, std::size_t width) {
  std::size_t name = 0;
  for (const Preset& preset : presets) name = std::max(name, preset.name.size());
  std::string text;
  std::string game;
  std::string procedure;
  for (const Preset& preset : presets) {
    const std::string of = preset.procedure.substr(0, preset.procedure.find('.'));
    if (of != game) {
      game = of;
      text += (text.empty() ? "" : "\n") + game_title(game) + "\n";
    }
    if (preset.procedure != procedure) {
      procedure = preset.procedure;
      text += "  " + procedure + "\n";
    }
    text += clipped_line(fmt::format("    {:{}}  {}", preset.name, name, preset.meaning), width);
  }
  return text;
}

std::string preset_lines(std::span<const Preset> presets) {
  std::string text;
  for (const Preset& preset : presets) {
    text += fmt::format("{}\t{}\t{}\n", preset.procedure, preset.name, preset.meaning);
  }
  return text;
}

std::string found_table(std::span<const Found> found, std::size_t width) {
  std::string text;
  for (const Found& each : found) text += clipped_line(each.command + "  " + each.about, width);
  return text;
}

std::string preset_csv(std::span<const Preset> presets) {
  CsvColumns<Preset> columns;
  columns.add("procedure", &Preset::procedure)
      .add("preset", &Preset::name)
      .add("meaning", &Preset::meaning)
      .add("parameters", [](const Preset& preset) {
        std::string values;
        for (const auto& [parameter, value] : preset.values) {
          values += fmt::format("{}{}={}", values.empty() ? "" : ";", parameter, value);
        }
        return values;
      });
  return columns.table(presets);
}

}  // namespace combat_odds
