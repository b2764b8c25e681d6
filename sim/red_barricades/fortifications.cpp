#include "sim/red_barricades/fortifications.hpp"

#include "core/text/chart.hpp"
#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds::red_barricades {

FortificationTable::FortificationTable(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"fortification", "fpp"});
  for (const Columns::Row row : columns) {
    if (!fpp_.emplace(row.text("fortification"), row.whole_number("fpp", 1, 1000)).second) {
      throw row.error("fortification", row.text("fortification") + " is listed twice",
                      "each fortification once");
    }
    names_.push_back(row.text("fortification"));
  }
}

std::optional<int> FortificationTable::fpp(const std::string& name) const {
  const auto known = fpp_.find(name);
  if (known != fpp_.end()) return known->second;
  constexpr std::string_view pillbox = " Pillbox";
  if (!name.ends_with(pillbox)) return std::nullopt;
  std::string_view numbers(name);
  numbers.remove_suffix(pillbox.size());
  int sum = 0;
  for (int n = 0; n < 3; ++n) {
    const std::optional<int> number = number_at_front<int>(numbers);
    if (!number || *number < 0 || *number > 20) return std::nullopt;
    sum += *number;
    if (n < 2 && !numbers.starts_with('-')) return std::nullopt;
    if (n < 2) numbers.remove_prefix(1);
  }
  return numbers.empty() && sum > 0 ? std::optional<int>(3 * sum) : std::nullopt;
}

int FortificationTable::price(const Columns::Row& row) const {
  const std::string name = row.name("fortification");
  const std::optional<int> known = fpp(name);
  if (!known && !row.has("fpp")) {
    throw row.error(
        "fortification", "no fortification '" + name + "'",
        did_you_mean(name, names_, "one of the table, '1-3-5 Pillbox', or its fpp beside it"));
  }
  return row.whole_number("fpp", 1, 1000, known);
}

}  // namespace combat_odds::red_barricades
