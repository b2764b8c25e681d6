#pragma once

#include <cstddef>
#include <typeinfo>

namespace combat_odds {

/// dynamic_cast to what a rule may be besides, such as SharedSteps. A sweep asks it a million times
/// of one type of rule: where the part stands in the type that was asked for last is remembered.
template <class To, class From>
const To* known_as(const From* from) {
  struct Last {
    const std::type_info* type = nullptr;
    bool is_one = false;
    std::ptrdiff_t at = 0;
  };
  thread_local Last last;
  if (from == nullptr) return nullptr;
  const auto* const whole = static_cast<const char*>(dynamic_cast<const void*>(from));
  const std::type_info& type = typeid(*from);
  if (last.type != &type) {
    const To* const to = dynamic_cast<const To*>(from);
    last = {&type, to != nullptr,
            to == nullptr ? 0 : static_cast<const char*>(static_cast<const void*>(to)) - whole};
  }
  if (!last.is_one) return nullptr;
  return static_cast<const To*>(static_cast<const void*>(whole + last.at));
}

}  // namespace combat_odds
