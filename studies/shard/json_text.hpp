#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/text/text_file.hpp"

/// JSON that may come from anywhere. Whatever is not as it should be is an std::exception.
namespace combat_odds {

/// Keeps the order in which things were written.
using Json = nlohmann::ordered_json;

/// What is read is never nested deep: a million brackets are refused before they can do harm.
inline Json parsed(const std::string& text) {
  constexpr int deepest = 16;
  return Json::parse(text, [](int depth, Json::parse_event_t, const Json&) {
    if (depth > deepest) throw std::out_of_range("nested too deep");
    return true;
  });
}

/// A whole number; a negative one or a fraction is none.
inline std::uint64_t whole_number(const Json& value, std::uint64_t least = 0,
                                  std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
  if (!value.is_number_unsigned()) throw std::out_of_range("not a whole number");
  const auto number = value.get<std::uint64_t>();
  if (number < least || number > most) throw std::out_of_range("out of range");
  return number;
}

inline Json to_json(const TextFile& file) { return {{"name", file.name}, {"text", file.text}}; }

inline Json to_json(const std::vector<TextFile>& files) {
  Json all = Json::array();
  for (const TextFile& file : files) all.push_back(to_json(file));
  return all;
}

inline TextFile text_file_in(const Json& value) {
  return {value.at("name").get<std::string>(), value.at("text").get<std::string>()};
}

inline std::vector<TextFile> text_files_in(const Json& values) {
  if (!values.is_array()) throw std::out_of_range("not a list of files");
  std::vector<TextFile> files;
  for (const Json& value : values) files.push_back(text_file_in(value));
  return files;
}

}  // namespace combat_odds
