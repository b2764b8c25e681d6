#include "combat_odds/reports/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "combat_odds/core/columns.hpp"
#include "combat_odds/reports/grid.hpp"
#include "combat_odds/reports/svg.hpp"

namespace combat_odds {
namespace {

class HtmlPage : public Page {
 public:
  void heading(int level, const std::string& text) override {
    body += fmt::format("<h{0}>{1}</h{0}>\n", level, escape_html(text));
  }
  void paragraph(const std::string& text) override {
    body += fmt::format("<p>{}</p>\n", escape_html(text));
  }
  void code(const std::string& text) override {
    body += fmt::format("<pre><code>{}</code></pre>\n", escape_html(text));
  }
  void table(const PageTable& table) override {
    body += table.words ? "<div><table class=\"words\">" : "<div><table>";
    body += "\n<thead><tr>";
    for (const std::string& cell : table.header) {
      body += "<th scope=\"col\">" + escape_html(cell) + "</th>";
    }
    body += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
      body += "<tr>";
      for (const std::string& cell : row) body += "<td>" + escape_html(cell) + "</td>";
      body += "</tr>\n";
    }
    body += "</tbody></table></div>\n";
  }
  bool has_plots() const override { return true; }
  void figure(const std::string& svg) override { body += "<figure>\n" + svg + "</figure>\n"; }
  std::string body;
};

class MarkdownPage : public Page {
 public:
  void heading(int level, const std::string& text) override {
    body += std::string(static_cast<std::size_t>(level), '#') + " " + plain(text) + "\n\n";
  }
  void paragraph(const std::string& text) override { body += plain(text) + "\n\n"; }
  void code(const std::string& text) override { body += "    " + text + "\n\n"; }
  void table(const PageTable& table) override {
    std::vector<std::string> header;
    for (const std::string& cell : table.header) header.push_back(plain(cell));
    Grid grid(header);
    if (table.words) {
      for (std::size_t i = 0; i < header.size(); ++i) grid.set_left(i);
    }
    for (const auto& row : table.rows) {
      std::vector<std::string> cells;
      for (const std::string& cell : row) cells.push_back(plain(cell));
      grid.add(std::move(cells));
    }
    body += grid.text(TableStyle::markdown) + "\n";
  }
  bool has_plots() const override { return false; }
  void figure(const std::string& /*svg*/) override {}
  std::string body;

 private:
  static std::string plain(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
      if (std::string_view("\\|<>*_`[]").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c == '\n' ? ' ' : c;
    }
    return escaped;
  }
};

/// Dark on light, or as the reader's screen prefers; on paper always dark on light and narrow
/// enough for it. A figure stays on one page.
constexpr const char* style =
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}"
    "h1,h2,h3,table{font-family:Helvetica,Arial,sans-serif}"
    "table{border-collapse:collapse;font-size:.85rem;margin:1rem 0}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid #8886;text-align:right}"
    "thead th{border-bottom:2px solid}"
    "th:first-child,td:first-child,.words th,.words td{text-align:left}"
    "div{overflow-x:auto}table:not(.words) td{white-space:nowrap}"
    "figure{margin:1rem 0}svg{max-width:100%;height:auto;color:inherit}.paper{fill:none}"
    "pre{background:#8882;padding:.8rem;white-space:pre-wrap;overflow-wrap:anywhere}"
    "@media screen and (prefers-color-scheme:dark){body{color:#e8e8e8;background:#16181b}}"
    "@media print{figure,table,pre{break-inside:avoid}body{margin:0;max-width:none}div{overflow:visible}}";

}  // namespace

std::string page(PageFormat format, const std::string& title,
                 const std::function<void(Page&)>& write) {
  if (format == PageFormat::markdown) {
    MarkdownPage markdown;
    markdown.heading(1, title);
    write(markdown);
    return markdown.body;
  }
  HtmlPage html;
  html.heading(1, title);
  write(html);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      escape_html(title), style, html.body);
}

std::vector<ChartSource> read_reported_charts(const Folder& folder) {
  const Columns lines(folder.csv("charts.csv"),
                      {"chart", "title", "rule", "confidence", "file", "notes"}, {},
                      Columns::Others::ignored);
  std::vector<ChartSource> charts;
  for (const Columns::Row row : lines) {
    charts.push_back({row.text("chart"), "", row.text("title"), row.text("rule"),
                      row.text("confidence"), row.text("notes"), row.text("file")});
  }
  return charts;
}

void add_charts(Page& page, const std::vector<ChartSource>& charts) {
  page.heading(2, "Charts used");
  if (charts.empty()) page.paragraph("None.");
  PageTable table;
  table.words = true;
  table.header = {"chart", "title", "rule", "confidence", "notes"};
  for (const ChartSource& chart : charts) {
    table.rows.push_back({chart.file.empty() ? chart.name : chart.name + " (" + chart.file + ")",
                          chart.title, chart.rule, chart.confidence, chart.notes});
  }
  if (!charts.empty()) page.table(table);
}

void add_command(Page& page, const std::string& files, const std::string& program,
                 const std::vector<ChartSource>& charts, const std::string& command) {
  const bool own = std::any_of(charts.begin(), charts.end(),
                               [](const ChartSource& chart) { return !chart.file.empty(); });
  page.heading(2, "Run it again");
  page.paragraph(fmt::format("With {} and {}; the same trials and seed give the same numbers{}.",
                             files, program,
                             own ? ", with the same charts of your own (--charts)" : ""));
  page.code(command);
}

}  // namespace combat_odds
