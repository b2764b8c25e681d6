#include "core/text/faults.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace combat_odds {
namespace {

constexpr std::size_t most = 50;

}  // namespace

void Faults::add(const Place& place, const std::string& wrong, const std::string& right) {
  const auto same = [&](const Fault& other) {
    return other.wrong == wrong && other.place.line == place.line &&
           other.place.column == place.column && other.place.file == place.file;
  };
  if (std::ranges::any_of(found_, same)) return;
  if (found_.size() == most) {
    more_ = true;
    throw_if_any();
  }
  const auto known = std::find(files_.begin(), files_.end(), place.file);
  const auto file = static_cast<std::size_t>(known - files_.begin());
  if (known == files_.end()) files_.push_back(place.file);
  found_.push_back({file, place, wrong, right});
}

void Faults::add(const InputError& error) { add(error.place(), error.wrong(), error.right()); }

Columns::Fault Faults::noting() {
  return [this](const Place& place, const std::string& wrong, const std::string& right) {
    add(place, wrong, right);
  };
}

void Faults::put_together(std::vector<Fault>& faults) {
  constexpr std::ptrdiff_t many = 3;
  constexpr std::size_t most_named = 3;
  std::vector<Fault> kept;
  for (const Fault& fault : faults) {
    const auto is_same = [&](const Fault& other) {
      return other.file == fault.file && other.wrong == fault.wrong && other.right == fault.right &&
             other.place.line > 0;
    };
    const std::ptrdiff_t count = std::ranges::count_if(faults, is_same);
    if (count < many) {
      kept.push_back(fault);
      continue;
    }
    if (&fault != &*std::ranges::find_if(faults, is_same)) continue;
    kept.push_back(fault);
    std::vector<int> lines;
    for (const Fault& other : faults) {
      if (&other != &fault && is_same(other) && lines.size() < most_named) {
        lines.push_back(other.place.line);
      }
    }
    const auto others = static_cast<std::size_t>(count - 1);
    kept.back().wrong += fmt::format("; {} lines more have it: {}{}", others,
                                     fmt::join(lines, ", "), others > lines.size() ? " ..." : "");
  }
  faults = std::move(kept);
}

void Faults::throw_if_any() const {
  if (found_.empty()) return;
  std::vector<Fault> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Fault& a, const Fault& b) {
    return std::pair(a.file, a.place.line) < std::pair(b.file, b.place.line);
  });
  put_together(sorted);
  const Fault& first = sorted.front();
  if (sorted.size() == 1 && !more_) throw InputError(first.place, first.wrong, first.right);
  // One error at the place of the first fault; the others follow on lines of their own.
  std::string message = first.wrong;
  if (!first.right.empty()) message += fmt::format(" ({})", first.right);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    message += '\n';
    message += InputError(sorted[i].place, sorted[i].wrong, sorted[i].right).what();
  }
  if (more_) message += "\nand more, once these are mended";
  throw InputError(first.place, message, "");
}

}  // namespace combat_odds
