#include "reports/text/procedure_reference.hpp"
#include "ask/sample_situations.hpp"
#include "reports/text/description.hpp"
#include "sim/declare/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace combat_odds {
namespace {

/// Text as Markdown, without what it would take for markup or for the end of a cell.
std::string plain(const std::string& text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '\n') {
      escaped += ' ';
      continue;
    }
    if (std::string_view("|*<>[]`").find(character) != std::string_view::npos) escaped += '\\';
    escaped += character;
  }
  return escaped;
}

/// Where a heading is found on its page: lower case, without dots.
std::string anchor(std::string heading) {
  std::erase(heading, '.');
  return heading;
}

std::string default_text(const Parameter& parameter) {
  if (!parameter.default_value) return "required";
  if (parameter.default_value->empty()) return "may be left out";
  return fmt::format("`{}`", *parameter.default_value);
}

std::string term_section(const std::string& heading, const std::vector<Term>& list) {
  if (list.empty()) return "";
  std::string text = fmt::format("\n| {} | meaning |\n|---|---|\n", heading);
  for (const Term& term : list) {
    text += fmt::format("| `{}` | {} |\n", term.name, plain(term.meaning));
  }
  return text;
}

std::string section(const Procedure& procedure, const Library& library) {
  std::string text = fmt::format("\n### {}\n\nRule {}: {}\n", procedure.name, plain(procedure.rule),
                                 plain(procedure.summary));
  std::istringstream paragraphs(procedure.details);
  for (std::string paragraph; std::getline(paragraphs, paragraph);) {
    if (!paragraph.empty()) text += "\n" + plain(paragraph) + "\n";
  }
  if (!procedure.parameters.empty()) {
    text += "\n| parameter | values | default | meaning |\n|---|---|---|---|\n";
  }
  for (const Parameter& parameter : procedure.parameters) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", parameter.option(), plain(parameter.allowed()),
                        default_text(parameter), plain(parameter.meaning));
  }
  const std::span<const Preset> presets = library.presets_of(procedure);
  if (!presets.empty()) text += "\n| preset | the situation | parameters |\n|---|---|---|\n";
  for (const Preset& preset : presets) {
    text += fmt::format("| `{}` | {} | {} |\n", preset.name, plain(preset.meaning),
                        plain(preset.text()));
  }
  text += term_section("outcome", procedure.outcomes);
  text += term_section("event", procedure.events);
  text += term_section("measure", procedure.measures);
  const std::set<std::string> names = charts_read(library, procedure);
  if (!names.empty()) {
    text += "\n| chart | title | rule | confidence | notes |\n|---|---|---|---|---|\n";
  }
  for (const std::string& name : names) {
    const ChartSource& chart = library.charts().source(name);
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", chart.name, plain(chart.title),
                        plain(chart.rule), plain(chart.confidence), plain(chart.notes));
  }
  return text;
}

}  // namespace

std::string procedure_reference(const Library& library) {
  std::string index;
  std::string sections;
  std::string game;
  for (const Procedure* procedure : library.procedures()) {
    if (procedure->game() != game) {
      game = procedure->game();
      index += fmt::format("\n**{}**\n\n| procedure | rule | what it plays |\n|---|---|---|\n",
                           game_title(game));
      sections += fmt::format("\n## {}\n", game_title(game));
    }
    index += fmt::format("| [{}](#{}) | {} | {} |\n", procedure->name, anchor(procedure->name),
                         plain(procedure->rule), plain(procedure->summary));
    sections += section(*procedure, library);
  }
  return "# Procedures\n\n"
         "Everything that `combat-odds odds` and scenario files can be asked. Written by\n"
         "`combat-odds list --format markdown`; change a procedure's description, not this page.\n"
         "In scenario files parameters are written with underscores and without the dashes.\n"
         "A chart whose confidence is not *verbatim* is a reading of several or incomplete "
         "sources;\n"
         "`--charts DIR` takes your own copy of it.\n" +
         index + sections;
}

std::string preset_markdown(std::span<const Preset> presets) {
  std::string text = "| procedure | preset | the situation | parameters |\n|---|---|---|---|\n";
  for (const Preset& preset : presets) {
    text += fmt::format("| {} | `{}` | {} | {} |\n", preset.procedure, preset.name,
                        plain(preset.meaning), plain(preset.text()));
  }
  return text;
}

}  // namespace combat_odds
