#pragma once

#include <string>

namespace combat_odds::cli {

/// "combat-odds 0.2.0 (commit 0123456789ab, Release build, AVX2 instructions)". A + behind the
/// commit: with changes of one's own.
std::string version();

}  // namespace combat_odds::cli
