#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace combat_odds {

/// Names of enumerators as their authors wrote them, found by the compiler.
namespace enumerators {

template <auto Value>
constexpr std::string_view name() {
  // "... [with auto Value = combat_odds::asl::Check::failed; ...]"; a number in brackets where
  // there is no such enumerator.
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("Value = ") + 8);
  text = text.substr(0, text.find_first_of(";]"));
  if (text.front() == '(') return {};
  const std::size_t colons = text.rfind(':');
  return colons == std::string_view::npos ? text : text.substr(colons + 1);
}

constexpr std::size_t most = 12;

template <class Enum, std::size_t... Values>
std::string_view name_of(Enum value, std::index_sequence<Values...> /*all*/) {
  std::string_view found;
  ((value == static_cast<Enum>(Values) ? void(found = name<static_cast<Enum>(Values)>()) : void()),
   ...);
  return found;
}

}  // namespace enumerators

/// The name of a result class, shown where an answer is explained: its `text()`, the name of an
/// enumerator ("passed_pinned"), or nothing.
template <class Class>
std::string roll_label(const Class& value) {
  if constexpr (requires { std::string(value.text()); }) {
    return value.text();
  } else if constexpr (std::is_enum_v<Class>) {
    return std::string(enumerators::name_of(value, std::make_index_sequence<enumerators::most>()));
  } else {
    return {};
  }
}

}  // namespace combat_odds
