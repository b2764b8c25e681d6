#pragma once

#include <string>

#include "studies/shard/shard_text.hpp"

namespace combat_odds::cli {

/// The shard in a folder. Throws InputError where there is none.
ShardFile shard_in(const std::string& folder);

}  // namespace combat_odds::cli
