#include "reports/text/chart_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
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

/// The parts of the notes that speak of units that were asked about; empty where none does.
std::string of_the_units(const std::string& notes, const std::set<std::string>& asked) {
  std::string told;
  for (const std::string_view part : parts_of(notes, ';')) {
    const std::set<std::string> named = units_in(part);
    const bool touches =
        std::ranges::any_of(named, [&](const std::string& unit) { return asked.contains(unit); });
    if (touches) told.append(told.empty() ? "" : "; ").append(part);
  }
  return told;
}

std::string line_of(const std::string& text, std::size_t width) {
  return (width == 0 ? text : wrapped(text, width, 2)) + "\n";
}

}  // namespace

std::string chart_note(const std::string& name, const Charts& charts, const std::string& notes,
                       std::size_t width) {
  const ChartSource& chart = charts.source(name);
  return line_of(fmt::format("note: chart {} ({}) is '{}'{}{}", chart.name, chart.title,
                             chart.confidence, notes.empty() ? "" : ": ", notes),
                 width);
}

std::string chart_notes(const std::set<std::string>& used, const Charts& charts,
                        std::span<const SituationOdds> results, std::size_t width) {
  const std::set<std::string> asked = units_asked(results);
  std::string whole;
  std::map<std::string, std::vector<std::string>> named;  // by confidence
  for (const std::string& name : used) {
    const ChartSource& chart = charts.source(name);
    if (chart.confidence == "verbatim") continue;
    const std::string touching = of_the_units(chart.notes, asked);
    if (chart.confidence == "user") {
      whole += chart_note(name, charts, chart.notes, width);
    } else if (!touching.empty()) {
      whole += chart_note(name, charts, touching, width);
    } else if (results.empty() || units_in(chart.notes).empty()) {
      named[chart.confidence].push_back(name.substr(0, name.rfind(".csv")));
    }
  }
  if (named.empty()) return whole;
  std::vector<std::string> groups;
  for (const auto& [confidence, names] : named) {
    groups.push_back(fmt::format("{} ({})", fmt::join(names, ", "), confidence));
  }
  return whole +
         line_of(fmt::format("note: charts that are not verbatim: {}; 'combat-odds charts {}' "
                             "tells more",
                             fmt::join(groups, ", "), named.begin()->second.front()),
                 width);
}

}  // namespace combat_odds
