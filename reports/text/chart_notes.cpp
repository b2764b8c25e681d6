#include "reports/text/chart_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "core/text/parts.hpp"
#include "core/text/words.hpp"
#include "reports/text/wrapped.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds {
namespace {

/// The units that a text names as their counters do.
std::set<std::string> units_in(std::string_view text) {
  std::set<std::string> units;
  for (std::string_view word : words_of(text)) {
    if (const std::size_t star = word.find('*'); star != word.npos) word.remove_prefix(star + 1);
    while (!word.empty() && std::isdigit(static_cast<unsigned char>(word.back())) == 0) {
      word.remove_suffix(1);
    }
    const bool hyphened = word.find_first_of("-+") != word.npos;
    if (hyphened && is_unit(word)) units.emplace(word);
  }
  return units;
}

std::set<std::string> units_asked(std::span<const SituationOdds> results) {
  std::set<std::string> units;
  for (const SituationOdds& result : results) {
    for (const Argument& value : result.situation.scenario->arguments(result.situation.index)) {
      units.merge(units_in(value.text));
      try {
        for (const UnitName& unit : read_units(value.text, "")) units.insert(unit.text);
      } catch (const ArgumentError&) {  // it names none
      }
    }
  }
  return units;
}

/// The notes that touch what was asked; nothing where all are about other units.
std::optional<std::string> touching(const std::string& notes, const std::set<std::string>& asked) {
  bool of_units = false;
  std::string told;
  for (const std::string_view part : parts_of(notes, ';')) {
    const std::set<std::string> named = units_in(part);
    of_units = of_units || !named.empty();
    const bool touches =
        std::ranges::any_of(named, [&](const std::string& unit) { return asked.contains(unit); });
    if (touches) told.append(told.empty() ? "" : "; ").append(part);
  }
  if (!of_units) return notes;
  return told.empty() ? std::nullopt : std::optional(told);
}

}  // namespace

std::string chart_notes(const std::set<std::string>& used, const Charts& charts,
                        std::span<const SituationOdds> results, std::size_t width) {
  const std::set<std::string> asked = units_asked(results);
  std::string text;
  for (const std::string& name : used) {
    const ChartSource& chart = charts.source(name);
    if (chart.confidence == "verbatim") continue;
    const std::optional<std::string> notes =
        results.empty() ? chart.notes : touching(chart.notes, asked);
    if (!notes) continue;
    const std::string line = fmt::format("note: chart {} ({}) is '{}'{}{}", chart.name, chart.title,
                                         chart.confidence, notes->empty() ? "" : ": ", *notes);
    text += (width == 0 ? line : wrapped(line, width, 2)) + "\n";
  }
  return text;
}

}  // namespace combat_odds
