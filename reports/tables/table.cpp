#include "reports/tables/table.hpp"

#include <algorithm>

namespace combat_odds {
namespace {

constexpr std::size_t widest_header = 12;

/// The words of a name: separated by spaces, which are dropped, and underscores, which stay.
std::vector<std::string> lines_of(const std::string& name) {
  std::vector<std::string> lines;
  std::string line;
  const auto end_line = [&] {
    if (!line.empty()) lines.push_back(line);
    line.clear();
  };
  for (std::size_t start = 0; start < name.size();) {
    const std::size_t end = std::min(name.find_first_of(" _", start), name.size() - 1);
    std::string word = name.substr(start, end + 1 - start);
    start = end + 1;
    if (word.ends_with(' ')) word.pop_back();
    const bool spaced = !line.empty() && !line.ends_with('_');
    if (Table::width(line) + Table::width(word) + (spaced ? 1 : 0) > widest_header) end_line();
    line += (line.empty() || !spaced ? "" : " ") + word;
  }
  end_line();
  return lines;
}

/// A first column is made no narrower.
constexpr std::size_t narrowest_name = 12;
constexpr std::size_t gap = 2;
constexpr std::size_t indent = 2;

/// A name in lines of so many characters, those after the first indented.
std::vector<std::string> name_lines(const std::string& name, std::size_t most) {
  std::vector<std::string> lines(1);
  for (std::size_t start = 0; start < name.size();) {
    std::size_t end = std::min(name.find_first_of(" ,;[", start + 1), name.size());
    if (end < name.size() && name[end] != '[') ++end;  // a bracket begins what follows
    // What varies stays together where a line has room for it.
    const std::size_t closed = name[start] == '[' ? name.find(']', start) : name.npos;
    if (closed != name.npos && closed + 1 - start + indent <= most) end = closed + 1;
    const std::string part = name.substr(start, end - start);
    start = end;
    const bool spaced = part.ends_with(' ');
    if (Table::width(lines.back()) + Table::width(part) - (spaced ? 1 : 0) > most &&
        lines.back().find_first_not_of(' ') != std::string::npos) {
      lines.emplace_back(indent, ' ');
    }
    lines.back() += part;
  }
  return lines;
}

std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], Table::width(row[c]));
    }
  }
  return widths;
}

/// What all columns but that one take.
std::size_t others_in(const std::vector<std::size_t>& widths, std::size_t column) {
  std::size_t total = 0;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (c != column) total += gap + widths[c];
  }
  return total;
}

}  // namespace

std::size_t Table::width_of_others() const { return others_in(widths_of(lines_drawn(wraps_)), 0); }

std::vector<std::vector<std::string>> Table::fitted(
    std::vector<std::vector<std::string>> drawn) const {
  const std::vector<std::size_t> widths = widths_of(drawn);
  const std::size_t others = others_in(widths, broken_);
  if (fits_ == 0 || widths.at(broken_) + others <= fits_) return drawn;
  const std::size_t most = std::max(fits_ > others ? fits_ - others : 0, narrowest_name);
  std::vector<std::vector<std::string>> fitted;
  for (std::vector<std::string>& row : drawn) {
    std::vector<std::string> lines = name_lines(row[broken_], most);
    for (std::string& line : lines) {
      while (line.ends_with(' ')) line.pop_back();
    }
    row[broken_] = lines.front();
    const std::size_t columns = row.size();
    fitted.push_back(std::move(row));
    for (std::size_t i = 1; i < lines.size(); ++i) {
      fitted.emplace_back(columns)[broken_] = lines[i];
    }
  }
  return fitted;
}

std::size_t Table::width(const std::string& text) {
  std::size_t width = 0;
  bool in_code = false;
  for (const char byte : text) {
    if (byte == '\x1b') in_code = true;
    if (!in_code && (static_cast<unsigned char>(byte) & 0xc0) != 0x80) ++width;
    if (byte == 'm') in_code = false;
  }
  return width;
}

std::size_t Table::header_width(const std::string& name) {
  std::size_t widest = 0;
  for (const std::string& line : lines_of(name)) widest = std::max(widest, width(line));
  return widest;
}

std::vector<std::vector<std::string>> Table::lines_drawn(bool wrapped) const {
  std::vector<std::vector<std::string>> drawn;
  std::vector<std::vector<std::string>> names;
  std::size_t height = 1;
  for (const std::string& name : header) {
    names.push_back(wrapped ? lines_of(name) : std::vector{name});
    height = std::max(height, names.back().size());
  }
  for (std::size_t line = 0; line < height; ++line) {
    auto& row = drawn.emplace_back();
    for (const auto& lines : names) {  // the last lines of all stand side by side
      const std::size_t above = height - lines.size();
      row.push_back(line < above ? "" : lines[line - above]);
    }
  }
  drawn.insert(drawn.end(), rows.begin(), rows.end());
  return drawn;
}

void Table::drop(std::size_t column) {
  const auto at = static_cast<std::ptrdiff_t>(column);
  header.erase(header.begin() + at);
  for (auto& row : rows) row.erase(row.begin() + at);
  std::set<std::size_t> left;
  for (const std::size_t c : left_) {
    if (c != column) left.insert(c < column ? c : c - 1);
  }
  left_ = std::move(left);
}

std::string Table::csv() const {
  std::string text;
  const auto add_line = [&](const std::vector<std::string>& fields) {
    CsvLine line(text);
    for (const std::string& field : fields) line.add(field);
    line.end();
  };
  add_line(header);
  for (const auto& row : rows) add_line(row);
  return text;
}

std::string Table::text(TableStyle style) const {
  const bool markdown = style == TableStyle::markdown;
  const std::vector<std::vector<std::string>> drawn =
      markdown ? lines_drawn(false) : fitted(lines_drawn(wraps_));
  const std::vector<std::size_t> widths = widths_of(drawn);
  std::string text;
  for (std::size_t r = 0; r < drawn.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < drawn[r].size(); ++c) {
      const std::string space(widths[c] - width(drawn[r][c]), ' ');
      const std::string cell = is_left(c) ? drawn[r][c] + space : space + drawn[r][c];
      line += markdown ? "| " + cell + " " : (c == 0 ? "" : "  ") + cell;
    }
    if (markdown) {
      text += line + "|\n";
      if (r == 0) text += rule(widths);
    } else {
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
  }
  return text;
}

std::string Table::rule(const std::vector<std::size_t>& widths) const {
  std::string line;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    line += "|" + std::string(widths[c] + 1, '-') + (is_left(c) ? "-" : ":");
  }
  return line + "|\n";
}

}  // namespace combat_odds
