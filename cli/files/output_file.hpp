#pragma once

#include <string>
#include <string_view>

#include "cli/files/descriptor.hpp"
#include "core/text/error.hpp"

namespace combat_odds::cli {

/// Names a file that is going to be written, given with `option`; `force` allows to replace what is
/// there. Throws InputError where the command reads that file or writes it with another option,
/// too.
void name_output(const std::string& option, const std::string& path, bool force);

/// Once the command has read what it reads, and before it computes anything: throws InputError
/// where a named file is there and not as a command left it (see standing_file.hpp).
void check_outputs();

/// Writes a file that appears whole or not at all, with its mark, and says so; false where it was
/// written to what is there and no ordinary file (/dev/stdout, a pipe). Throws SystemError, and
/// InputError where check_outputs() would now.
bool write_file(const std::string& path, std::string_view text);

/// Writes one into a folder that is held, wherever that is by now; `told` is how the user knows it.
/// Throws SystemError where it can't be written, or where something of that name is there.
void write_file_in(const Descriptor& folder, const std::string& name, std::string_view text,
                   const std::string& told);

/// What the system said with the number `error` (errno) where `path` was to be written.
SystemError cannot_write(const std::string& path, int error);

}  // namespace combat_odds::cli
