#pragma once

#include <sys/stat.h>

#include <string>

namespace combat_odds::cli {

// Nothing is written over what the same command reads. Every reader of a user's file notes it here,
// and so does whoever is going to write one, before anything is computed: in whichever order they
// come, the second is refused. Files are known by device and inode, whatever names and links lead
// to them.

/// Notes that an open file is read. Throws InputError where it was named as an output.
void note_input(int file);

/// Names a file that is going to be written, given with `option`; it need not be there, and "-" is
/// standard output. Throws InputError where it was read, or is written with another option, too.
void note_output(const std::string& option, const std::string& path);

/// What would be right in place of a file that can't be written: "another name, such as ...".
std::string another_name(const std::string& option, const std::string& path);

/// Whether this file was read.
bool was_read(const struct stat& file);

/// Whether both are the same file or folder.
bool same_file(const struct stat& a, const struct stat& b);

}  // namespace combat_odds::cli
