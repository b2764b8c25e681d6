#include "reports/pictures/chart_frame.hpp"

#include <algorithm>

#include "core/text/plain_text.hpp"
#include "reports/pictures/text_fit.hpp"

namespace combat_odds {
namespace {

/// Text in lines below `top`; tells where it ends.
double draw_block(Svg& svg, const std::string& text, double top, double width, std::size_t most,
                  const TextLook& look) {
  const double room = width - 2 * chart_edge;
  const auto lines = static_cast<double>(fitted(text, room, most, look.size).size());
  const double height = lines * line_height * look.size;
  svg.label(chart_edge, top + height / 2, text, room, most, look);
  return top + height;
}

/// The words of a shell's command with their quotes: a space within quotes ends none.
std::vector<std::string> shell_words(const std::string& command) {
  std::vector<std::string> words(1);
  bool is_quoted = false;
  for (const char c : command) {
    if (c == '\'') is_quoted = !is_quoted;
    if (c == ' ' && !is_quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

/// A command in lines that a shell takes as one when they are copied: all but the last end in a
/// backslash.
std::vector<std::string> command_lines(const std::string& command, double width, double size) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string& word : shell_words(command)) {
    const std::string longer = line.empty() ? word : line + " " + word;
    if (!line.empty() && text_width(longer + " \\", size) > width) {
      lines.push_back(line + " \\");
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push_back(line);
  return lines;
}

}  // namespace

std::string Caption::whole() const {
  return subtitle.empty() ? title : ended(title) + " " + subtitle;
}

double draw_heading(Svg& svg, const Caption& caption, double width) {
  if (!caption.headed) return 4;
  TextLook look;
  look.size = title_size;
  double end = draw_block(svg, caption.title, 8, width, 3, look);
  look = {};
  look.muted = true;
  if (!caption.subtitle.empty()) end = draw_block(svg, caption.subtitle, end + 2, width, 3, look);
  return end + 10;
}

double draw_foot(Svg& svg, const std::string& note, const Caption& caption, double top,
                 double width) {
  constexpr std::size_t most_lines = 4;
  TextLook look;
  look.size = small_text_size;
  look.muted = true;
  if (!note.empty()) top = draw_block(svg, note, top, width, most_lines, look);
  look.size = fine_text_size;
  if (caption.recipe.empty()) return top;
  const double line = line_height * look.size;
  top += 4 + line / 2;
  for (const std::string& text : command_lines(caption.recipe, width - 2 * chart_edge, look.size)) {
    svg.text(chart_edge, top, text, look);
    top += line;
  }
  return top - line / 2;
}

double draw_key(Svg& svg, const std::vector<std::string>& names, double top, double picture_width,
                const std::function<void(std::size_t series, double x, double y)>& draw_sample) {
  constexpr double row = 20;
  constexpr double gap = 8;
  const double width = picture_width - 2 * chart_edge;
  // All entries as wide as the widest, so that they stand in columns.
  double widest = 0;
  for (const std::string& name : names) widest = std::max(widest, text_width(name, text_size));
  const double entry = std::min(key_sample_width + gap + widest + 22, width);
  const auto columns = static_cast<std::size_t>(std::max(1.0, width / entry));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double x = chart_edge + entry * static_cast<double>(i % columns);
    const double y = top + row * (static_cast<double>(i / columns) + 0.5);
    draw_sample(i, x, y);
    svg.label(x + key_sample_width + gap, y, names[i], entry - key_sample_width - gap);
  }
  return top + row * static_cast<double>((names.size() + columns - 1) / columns) + 8;
}

}  // namespace combat_odds
