#include "tests/fuzz/target.hpp"

#include <cmath>

#include "core/text/columns.hpp"

namespace combat_odds::fuzz {

std::map<std::string, Target>& targets() {
  static std::map<std::string, Target> all;
  return all;
}

std::vector<TextFile> files_in(std::string_view text) {
  constexpr std::string_view head = "=== ";
  std::vector<TextFile> files;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (line.starts_with(head)) {
      std::string name(line.substr(head.size()));
      while (name.ends_with('\n')) name.pop_back();
      files.push_back({name, ""});
    } else if (!files.empty()) {
      files.back().text += line;
    }
  }
  return files;
}

bool outcomes_sum_to_one(const std::string& distribution) {
  const Columns lines(read_csv(distribution, "distribution.csv"),
                      {"scenario", "procedure", "kind", "monte_carlo", "exact"}, {},
                      Columns::Others::ignored);
  struct Sums {
    double simulated = 0;
    double exact = 0;
    bool is_simulated = true;
    bool is_exact = true;
  };
  std::map<std::pair<std::string, std::string>, Sums> all;
  for (const Columns::Row row : lines) {
    if (row.text("kind") != "outcome") continue;
    Sums& sums = all[{row.text("scenario"), row.text("procedure")}];
    sums.simulated += row.number("monte_carlo").value_or(0);
    sums.exact += row.number("exact").value_or(0);
    sums.is_simulated = sums.is_simulated && row.has("monte_carlo");
    sums.is_exact = sums.is_exact && row.has("exact");
  }
  for (const auto& [situation, sums] : all) {
    if (sums.is_simulated && std::abs(sums.simulated - 1) > 1e-9) return false;
    if (sums.is_exact && std::abs(sums.exact - 1) > 1e-9) return false;
  }
  return true;
}

}  // namespace combat_odds::fuzz
