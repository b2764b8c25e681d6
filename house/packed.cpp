#include "house/packed.hpp"

#include <algorithm>
#include <string_view>

#include "core/text/error.hpp"
#include "core/text/place_in_text.hpp"

namespace combat_odds::house {
namespace {

constexpr std::string_view begin_mark = "--[==[ chart ";
constexpr std::string_view end_mark = "]==]";

}  // namespace

std::vector<TextFile> packed_charts(const TextFile& rule) {
  std::vector<TextFile> charts;
  const std::string& text = rule.text;
  for (std::size_t at = text.find(begin_mark); at != std::string::npos;
       at = text.find(begin_mark, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    const std::size_t name = at + begin_mark.size();
    const std::size_t line_end = text.find('\n', name);
    const std::size_t end = text.find(end_mark, name);
    if (line_end == std::string::npos || end == std::string::npos || end < line_end) {
      throw InputError({rule.name, line_at(text, at), 0}, "a chart that does not end",
                       "]==] in a line of its own behind it");
    }
    std::string called = text.substr(name, line_end - name);
    called.erase(called.find_last_not_of(" \r") + 1);
    charts.push_back({called, text.substr(line_end + 1, end - line_end - 1)});
  }
  return charts;
}

std::string packed(const TextFile& rule, const std::vector<TextFile>& charts) {
  std::string text = rule.text;
  if (!text.empty() && text.back() != '\n') text += '\n';
  for (const TextFile& chart : charts) {
    if (chart.text.find(end_mark) != std::string::npos) {
      throw InputError({chart.name}, "has ]==] in it", "a chart without");
    }
    text += std::string(begin_mark) + chart.name + "\n" + chart.text;
    if (!chart.text.empty() && chart.text.back() != '\n') text += '\n';
    text += std::string(end_mark) + "\n";
  }
  return text;
}

}  // namespace combat_odds::house
