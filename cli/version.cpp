#include "cli/version.hpp"

#include <fmt/format.h>

#include <string_view>

#include "commit.hpp"
#include "core/play/roll_kernel.hpp"

namespace combat_odds::cli {

std::string version() {
  constexpr std::string_view commit = COMBAT_ODDS_COMMIT;
  return fmt::format("combat-odds {} ({}{}{}{} build, {} instructions)", COMBAT_ODDS_VERSION,
                     commit.empty() ? "" : "commit ", commit, commit.empty() ? "" : ", ",
                     COMBAT_ODDS_BUILD_TYPE, kernel::instruction_sets().front());
}

}  // namespace combat_odds::cli
