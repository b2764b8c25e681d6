#include "cli/files/shard_files.hpp"

#include <fstream>
#include <memory>

#include "cli/files/input_file.hpp"
#include "core/text/limits.hpp"

namespace combat_odds::cli {
namespace {

NextLine open_lines(const std::string& path) {
  const auto file = std::make_shared<std::filebuf>();
  file->open(path, std::ios::in | std::ios::binary);
  return [file, path](std::string& line) {
    const bool is_line = read_line(*file, line, limits::report_file_bytes);
    if (line.size() <= limits::report_file_bytes) return is_line;
    throw InputError({path}, "has a line that is too long", "the file as combat-odds wrote it");
  };
}

}  // namespace

ShardFile shard_in(const std::string& folder) {
  const std::string path = path_in(folder, shard_file);
  check_readable(path, "a folder that '--shard' of a run or a campaign wrote");
  return {path, [path] { return open_lines(path); }};
}

}  // namespace combat_odds::cli
