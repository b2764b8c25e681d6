#include "cli/common.hpp"
namespace combat_odds::cli {
void add_points(CLI::App& /*program*/, const Words& /*words*/) {}
}  // namespace combat_odds::cli
