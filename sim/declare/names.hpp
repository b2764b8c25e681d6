#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/procedure.hpp"

namespace combat_odds {

// Names of units, weapons and vehicles as people type them. Every look-up by name goes through
// here.

/// The form in which names are compared: folded(), with the usual abbreviations. Pz, PzKw and
/// PzKpfw all become Pz; companies, platoons and guards become Coy, Pltn and Gds.
std::string name_key(std::string_view name);

/// The position of a name in a list, however it is typed. Nothing if the list lacks it.
std::optional<std::size_t> find_name(std::string_view text, const std::vector<std::string>& names);

/// A name in a list, and how many of it there are.
struct CountedName {
  int count = 1;
  std::size_t position = 0;
};
/// Reads names separated by spaces: "8*huber combat car huber_lieutenant". A name may have several
/// words. Throws ArgumentError about `parameter` if the list lacks one.
std::vector<CountedName> read_names(std::string_view text, const std::vector<std::string>& names,
                                    std::string_view parameter);

/// The names in a column of a chart, for Parameter::or_named.
NameList names_in(std::string chart, std::string column);
/// The same with the numbers in another column. Rows without a number are left out.
NameList numbers_in(std::string chart, std::string name_column, std::string number_column);
/// The rule's own words, in no chart.
NameList words(std::vector<std::string> words);
/// The names of both lists. The chart is that of the first list that has one.
NameList both(NameList first, NameList second);

/// Whether the parameter takes names.
bool takes_names(const Parameter& parameter);

/// The names that a parameter takes, as the charts write them, each once. Empty if it takes none.
std::vector<std::string> known_names(const Parameter& parameter, const Charts& charts);

/// The values with every name looked up. A name in place of a number becomes the number; a text is
/// written as in the charts. Throws ArgumentError for an unknown name in place of a number.
std::vector<Argument> names_looked_up(const std::vector<Parameter>& parameters,
                                      std::vector<Argument> values, const Charts& charts);

/// Whether a number is given by a name, so that Argument::number is not known yet.
bool is_named(const Parameter& parameter, const Argument& argument);

/// Whether a number is looked up in the chart of the parameter's names.
bool looks_up(const Parameter& parameter, const Argument& argument);

}  // namespace combat_odds
