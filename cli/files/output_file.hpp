#pragma once

#include <string>
#include <string_view>

#include "core/text/error.hpp"

namespace combat_odds::cli {

/// Writes a file that appears whole or not at all, and says so; false where it was written to what
/// is there and no ordinary file (/dev/stdout, a pipe). Throws SystemError, and InputError where
/// the command has read that file.
bool write_file(const std::string& path, std::string_view text);

/// What the system said with the number `error` (errno) where `path` was to be written.
SystemError cannot_write(const std::string& path, int error);

}  // namespace combat_odds::cli
