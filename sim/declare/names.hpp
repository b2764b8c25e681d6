#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// Names of units, weapons and vehicles as people type them: every look-up by name goes through
/// here.

/// What is compared: folded(), with the usual abbreviations in place of the words: German tanks are
/// Pz, whether Pz, PzKw or PzKpfw, and companies, platoons and guards are Coy, Pltn and Gds.
std::string name_key(std::string_view name);

/// The position of a name in a list, however it is typed; nothing where it is not there.
std::optional<std::size_t> find_name(std::string_view text, const std::vector<std::string>& names);

/// Names separated by spaces as their positions in the list, names of several words and numbers of
/// them included: "8*huber combat car huber_lieutenant". Throws ArgumentError about `parameter`
/// where the list lacks one.
struct CountedName {
  int count = 1;
  std::size_t position = 0;
};
std::vector<CountedName> read_names(std::string_view text, const std::vector<std::string>& names,
                                    std::string_view parameter);

/// The names in a column of a chart, for Parameter::or_named.
NameList names_in(std::string chart, std::string column);
/// The same, each with the number in another column; rows without one are left out.
NameList numbers_in(std::string chart, std::string name_column, std::string number_column);
/// Words of the rule's own.
NameList words(std::vector<std::string> words);
/// The names of both; the chart is that of the first that has one.
NameList both(NameList first, NameList second);

/// Whether the values of a number's parameter may be names.
bool takes_names(const Parameter& parameter);

/// The names that a parameter takes, as the charts write them and each once; none where it takes
/// none.
std::vector<std::string> known_names(const Parameter& parameter, const Charts& charts);

/// The values with every name looked up: numbers in place of the names of what they are printed
/// on, texts as the charts write them. Throws ArgumentError for a number's name that is not known.
std::vector<Argument> names_looked_up(const std::vector<Parameter>& parameters,
                                      std::vector<Argument> values, const Charts& charts);

/// Whether a number's value is given by names, so that Argument::number is not known yet.
bool is_named(const Parameter& parameter, const Argument& argument);

/// Whether a number's value is looked up in the chart of its names.
bool looks_up(const Parameter& parameter, const Argument& argument);

}  // namespace combat_odds
