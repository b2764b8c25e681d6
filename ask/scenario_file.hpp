#pragma once

#include <string>
#include <vector>

#include "ask/library.hpp"
#include "ask/situation.hpp"
#include "core/text/text_file.hpp"

namespace combat_odds {

/// Reads a scenario file: CSV with the columns `scenario` and `procedure`, then parameters (and
/// `note` and `working`, which are left alone). Throws InputError for everything that is not as it
/// should be, with the nearest valid name where one is misspelt.
std::vector<Scenario> read_scenario_file(const TextFile& file, const Library& library);

/// Several files as one run; a scenario name may stand only once for each procedure.
std::vector<Scenario> read_scenario_files(const std::vector<TextFile>& files,
                                          const Library& library);

}  // namespace combat_odds
