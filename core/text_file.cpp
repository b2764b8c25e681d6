#include "combat_odds/core/text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "combat_odds/core/error.hpp"

namespace combat_odds {

TextFile read_text_file(const std::string& path, const char* wanted) {
  const auto unreadable = [&](int error) {
    return InputError({path, 0, 0}, fmt::format("cannot be read: {}", std::strerror(error)),
                      wanted);
  };
  if (std::filesystem::is_directory(path)) throw unreadable(EISDIR);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw unreadable(errno);
  TextFile read{path, {std::istreambuf_iterator<char>(file), {}}};
  if (file.bad()) throw unreadable(EIO);
  return read;
}

}  // namespace combat_odds
