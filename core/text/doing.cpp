#include "core/text/doing.hpp"

#include <fmt/format.h>

#include <mutex>
#include <utility>

namespace combat_odds {
namespace {

struct Told {
  std::mutex mutex;
  std::string part;
  const char* what = nullptr;
  std::uint64_t so_far = 0;
  const char* of_what = "";
  std::uint64_t all = 0;
  const char* way = nullptr;
};

Told& told() {
  static Told told;
  return told;
}

}  // namespace

void tell_part(std::string part) {
  Told& now = told();
  const std::lock_guard lock(now.mutex);
  now.part = std::move(part);
  now.what = nullptr;
}

void tell_doing(const char* what, std::uint64_t so_far, const char* of_what, std::uint64_t all) {
  Told& now = told();
  const std::lock_guard lock(now.mutex);
  now.what = what;
  now.so_far = so_far;
  now.of_what = of_what;
  now.all = all;
}

void tell_way(const char* way) {
  Told& now = told();
  const std::lock_guard lock(now.mutex);
  now.way = way;
}

std::string way_of_playing() {
  Told& now = told();
  const std::lock_guard lock(now.mutex);
  return now.way == nullptr ? "" : now.way;
}

std::string what_is_done() {
  Told& now = told();
  const std::lock_guard lock(now.mutex);
  if (now.what == nullptr) return now.part;
  const std::string all =
      now.all == 0 ? "" : fmt::format("of {} ", short_number(static_cast<double>(now.all)));
  const std::string what = fmt::format("{}{}{}", now.part, now.part.empty() ? "" : ": ", now.what);
  if (now.so_far < 2 && now.all == 0) return what;  // it has only begun
  return fmt::format("{}, {} {}{}", what, short_number(static_cast<double>(now.so_far)), all,
                     now.of_what);
}

std::string short_number(double value) {
  const char* const units[] = {"", " k", " M", " G", " T"};
  int unit = 0;
  for (; value >= 1000 && unit < 4; ++unit) value /= 1000;
  return fmt::format("{:.3g}{}", value, units[unit]);
}

}  // namespace combat_odds
