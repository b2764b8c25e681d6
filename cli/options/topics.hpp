#pragma once

#include <vector>

#include "ask/search.hpp"
#include "cli/options/command.hpp"

namespace combat_odds::cli {

/// What words can find beside procedures: the commands with their options, and the pages under
/// docs/ by their headings.
std::vector<Topic> topics(const Command& program);

}  // namespace combat_odds::cli
