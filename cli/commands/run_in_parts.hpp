#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "cli/files/standing_files.hpp"
#include "cli/interrupts/watch.hpp"
#include "studies/shard/shard_text.hpp"

namespace combat_odds::cli {

/// A simulation that goes on where it was ended (--resume): it is played in parts, each of which is
/// kept as a shard.
struct LongRun {
  OutputPlace out;                 ///< of the reports; the parts are kept in OUT.parts
  std::vector<std::string> files;  ///< that it may write there
  ShardHead head;                  ///< of the whole
  /// Plays a part and adds its counts; false where it was cut short.
  std::function<bool(const OddsOptions& part, ShardWriter& counts)> play;
};

/// Plays the parts that are not there yet, adds all of them up and writes the reports that one go
/// would have written; then the parts go. Throws InputError where a part is of another run or not
/// whole or something is in the way of the reports, and SystemError where `watch` was stopped
/// before the last: what is whole stays.
void play_in_parts(LongRun run, Library& library, const Watch& watch);

}  // namespace combat_odds::cli
