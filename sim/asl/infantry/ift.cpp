#include "sim/asl/infantry/ift.hpp"
#include "core/dice/small.hpp"

#include <optional>
#include <string_view>

namespace combat_odds::asl {
namespace {

std::optional<IftResult> read_result(std::string_view text) {
  using Kind = IftResult::Kind;
  if (text == "-") return IftResult{Kind::none, 0};
  if (text == "PTC") return IftResult{Kind::ptc, 0};
  if (text == "NMC") return IftResult{Kind::mc, 0};
  const auto digit = [](char c) { return c >= '1' && c <= '9'; };
  if (text.size() == 4 && text.substr(1) == "KIA" && digit(text[0])) {
    return IftResult{Kind::kia, small(text[0] - '0')};
  }
  if (text.size() == 3 && text.substr(1) == "MC" && digit(text[0])) {
    return IftResult{Kind::mc, small(text[0] - '0')};
  }
  if (text.size() == 3 && text.substr(0, 2) == "K/" && digit(text[2])) {
    return IftResult{Kind::k, small(text[2] - '0')};
  }
  return std::nullopt;
}

}  // namespace

std::string IftResult::text() const {
  switch (kind) {
    case Kind::none:
      return "no effect";
    case Kind::ptc:
      return "PTC";
    case Kind::mc:
      return number == 0 ? "NMC" : std::to_string(number) + "MC";
    case Kind::k:
      return "K/" + std::to_string(number);
    case Kind::kia:
      return std::to_string(number) + "KIA";
  }
  return "";
}

Ift::Ift(const CsvTable& chart) : FireTable(chart, read_result, "#KIA, K/#, #MC, NMC, PTC or -") {}

}  // namespace combat_odds::asl
