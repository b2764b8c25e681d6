#pragma once

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ask/library.hpp"
#include "core/text/error.hpp"
#include "core/text/text_file.hpp"

/// Fuzz targets: functions that take any text, by name. A refusal (InputError) is as good as an
/// answer; any other exception, and any check that fails, ends the program.
namespace combat_odds::fuzz {

using Target = void (*)(std::string_view text);
std::map<std::string, Target>& targets();

struct Registered {
  Registered(const char* name, Target target) { targets().emplace(name, target); }
};

/// Ends the program if the condition does not hold.
inline void must(bool holds) {
  if (!holds) std::abort();
}

/// The library that comes with the program; nothing is ever added to it.
inline const Library& library() {
  static const Library all;
  return all;
}

/// Splits a text into files: each begins after a line "=== NAME".
std::vector<TextFile> files_in(std::string_view text);

/// Whether the outcomes of each situation in a distribution.csv sum up to one.
bool outcomes_sum_to_one(const std::string& distribution);

}  // namespace combat_odds::fuzz

#define FUZZ_TARGET(name)                                                      \
  static void name(std::string_view text);                                     \
  static const ::combat_odds::fuzz::Registered registered_##name(#name, name); \
  static void name(std::string_view text)
