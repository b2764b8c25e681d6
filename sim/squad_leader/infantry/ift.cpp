#include "sim/squad_leader/infantry/ift.hpp"
#include "core/dice/small.hpp"

#include <optional>
#include <string_view>

namespace combat_odds::squad_leader {
namespace {

std::optional<FireResult> read_result(std::string_view text) {
  using Kind = FireResult::Kind;
  if (text == "-") return FireResult{Kind::none, 0};
  if (text == "M") return FireResult{Kind::morale_check, 0};
  if (text == "KIA") return FireResult{Kind::kia, 0};
  if (text.size() == 1 && text[0] >= '1' && text[0] <= '4') {
    return FireResult{Kind::morale_check, small(text[0] - '0')};
  }
  return std::nullopt;
}

}  // namespace

std::string FireResult::text() const {
  switch (kind) {
    case Kind::none:
      return "no effect";
    case Kind::morale_check:
      return number == 0 ? "M" : std::to_string(number);
    case Kind::kia:
      return "KIA";
  }
  return "";
}

Ift::Ift(const CsvTable& chart) : FireTable(chart, read_result, "KIA, 1 to 4, M or -") {}

}  // namespace combat_odds::squad_leader
