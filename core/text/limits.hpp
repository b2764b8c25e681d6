#pragma once

#include <cstddef>

/// How large what is read may be; docs/limits.md tells them. Each is far above what anybody writes,
/// and keeps what nobody wrote (a disk image, /dev/zero) from taking all time and memory.
namespace combat_odds::limits {

inline constexpr std::size_t file_bytes = std::size_t{64} << 20;        ///< of what a user writes
inline constexpr std::size_t report_file_bytes = std::size_t{1} << 30;  ///< of what commands wrote
inline constexpr std::size_t cell_bytes = 100'000;                      ///< of a CSV file
inline constexpr std::size_t columns = 1'000;                           ///< of a CSV file
inline constexpr std::size_t value_bytes = 1'000;  ///< of one name, or one value of a parameter
inline constexpr std::size_t question_bytes = 1'000'000;  ///< of a question in JSON
inline constexpr std::size_t question_keys = 1'000;       ///< of a question in JSON, at any depth
inline constexpr std::size_t message_bytes = 2'000;       ///< of what a message says is wrong
inline constexpr std::size_t suggestion_bytes = 100;  ///< of a name that others are compared with

}  // namespace combat_odds::limits
