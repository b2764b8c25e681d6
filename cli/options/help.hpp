#pragma once

namespace CLI {
class App;
}  // namespace CLI

namespace combat_odds::cli {

/// Help of this command, and of those that are added to it from now on, wraps at words and fits the
/// terminal.
void wrap_help(CLI::App& program);

}  // namespace combat_odds::cli
