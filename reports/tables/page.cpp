#include "reports/tables/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/pictures/chart_frame.hpp"
#include "reports/pictures/svg.hpp"

namespace combat_odds {
namespace {

class HtmlPage : public Page {
 public:
  void heading(int level, const std::string& text) override {
    const std::size_t number = headings_.size() + 1;
    headings_.emplace_back(level, text);
    const std::string id = level == 1 ? "" : fmt::format(" id=\"part-{}\"", number);
    body_ += fmt::format("<h{0}{1}>{2}</h{0}>\n", level, id, escape_html(text));
  }
  void paragraph(const std::string& text) override {
    body_ += fmt::format("<p>{}</p>\n", escape_html(text));
  }
  void code(const std::string& text) override {
    body_ += fmt::format("<pre><code>{}</code></pre>\n", escape_html(text));
  }
  void table(const Table& table) override {
    body_ += table.has_words() ? "<div><table class=\"words\">" : "<div><table>";
    body_ += "\n<thead><tr>";
    for (const std::string& cell : table.header) {
      body_ += "<th scope=\"col\">" + escape_html(cell) + "</th>";
    }
    body_ += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
      body_ += "<tr>";
      for (const std::string& cell : row) body_ += "<td>" + escape_html(cell) + "</td>";
      body_ += "</tr>\n";
    }
    body_ += "</tbody></table></div>\n";
  }
  bool has_plots() const override { return true; }
  void figure(const std::function<std::string(double width)>& draw) override {
    const std::string wide = draw(chart_width);
    const std::string narrow = draw(narrow_chart_width);
    body_ += wide == narrow ? "<figure class=\"fixed\">\n" + wide + "</figure>\n"
                            : "<figure class=\"wide\">\n" + wide +
                                  "</figure>\n<figure class=\"narrow\">\n" + narrow + "</figure>\n";
  }
  void contents() override { body_ += contents_mark; }

  std::string body() const {
    const std::size_t mark = body_.find(contents_mark);
    if (mark == std::string::npos) return body_;
    std::string whole = body_;
    return whole.replace(mark, std::string_view(contents_mark).size(), list_of_parts());
  }

 private:
  static constexpr const char* contents_mark = "<!--contents-->";

  /// Parts of parts are left out where they are many.
  std::string list_of_parts() const {
    constexpr std::size_t most = 30;
    std::string list = "<nav aria-label=\"contents\"><ul>\n";
    for (std::size_t i = 0; i < headings_.size(); ++i) {
      const auto& [level, text] = headings_[i];
      if (level == 1 || (level > 2 && headings_.size() > most)) continue;
      list += fmt::format("<li class=\"level-{}\"><a href=\"#part-{}\">{}</a></li>\n", level, i + 1,
                          escape_html(text));
    }
    return list + "</ul></nav>\n";
  }

  std::string body_;
  std::vector<std::pair<int, std::string>> headings_;
};

class MarkdownPage : public Page {
 public:
  void heading(int level, const std::string& text) override {
    body += std::string(static_cast<std::size_t>(level), '#') + " " + plain(text) + "\n\n";
  }
  void paragraph(const std::string& text) override { body += plain(text) + "\n\n"; }
  void code(const std::string& text) override { body += "    " + text + "\n\n"; }
  void table(const Table& table) override {
    const auto plain_cells = [](std::vector<std::string> cells) {
      for (std::string& cell : cells) cell = plain(cell);
      return cells;
    };
    Table shown(plain_cells(table.header));
    for (std::size_t c = 0; c < table.header.size(); ++c) {
      if (table.is_left(c)) shown.set_left(c);
    }
    for (const auto& row : table.rows) shown.add(plain_cells(row));
    body += shown.text(TableStyle::markdown) + "\n";
  }
  bool has_plots() const override { return false; }
  void figure(const std::function<std::string(double width)>& /*draw*/) override {}
  void contents() override {}
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

/// Dark on light, or as the reader's screen prefers; on paper always dark on light. On a phone a
/// table's first column stays while the others are moved. A figure stays on one page, a heading
/// with what follows it, a table's row in one piece.
constexpr const char* style =
    ":root{color-scheme:light dark;--ink:#111;--paper:#fff;--line:#8886;--shade:#8882}"
    "body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--paper)}"
    "h1,h2,h3,table,nav{font-family:Helvetica,Arial,sans-serif}"
    "h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.25rem;margin-top:2rem}h3{font-size:1.05rem}"
    "h1,h2,h3,p,li{overflow-wrap:anywhere}"
    "h1+p{font-size:1.1rem}"
    "table{border-collapse:collapse;font-size:.85rem;margin:1rem 0}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:bottom}"
    "thead th{border-bottom:2px solid}"
    "td{white-space:nowrap}"
    "th:first-child,td:first-child{position:sticky;left:0;background:var(--paper);text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:6rem}"
    ".words th,.words td{text-align:left;white-space:normal}"
    "div{overflow-x:auto}"
    "nav ul{padding:0;list-style:none;columns:16rem}nav .level-3{padding-left:1rem;font-size:.9rem}"
    "a{color:inherit}"
    "figure{margin:1rem 0;overflow-x:auto}svg{max-width:100%;height:auto;color:inherit}.paper{fill:none}"
    ".fixed svg{max-width:none}.narrow{display:none}"
    "pre{background:var(--shade);padding:.8rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem}"
    "@media screen and (max-width:640px){body{margin:1rem auto;padding:0 .6rem}.wide{display:none}.narrow{display:block}"
    "td:first-child,th:first-child{max-width:45vw}th,td{padding:.2rem .4rem}.words td{min-width:4rem}}"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#16181b}}"
    "@media print{:root{color-scheme:light}body{margin:0;max-width:none;font-size:11pt}"
    "h1,h2,h3{break-after:avoid}figure,pre,tr{break-inside:avoid}thead{display:table-header-group}"
    "div,figure{overflow:visible}table{font-size:8pt}td,th{white-space:normal;padding:.15rem .3rem}h2+p,h3+p,h3+p+p,h3+p+p+p{break-after:avoid}"
    "th:first-child,td:first-child{position:static}.fixed svg{max-width:100%}nav{display:none}}";

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
      escape_html(title), style, html.body());
}

Columns reported_lines(const Folder& folder, const char* file, std::vector<std::string> columns) {
  return {folder.csv(file), std::move(columns), {}, Columns::Others::ignored};
}

std::vector<ChartSource> read_reported_charts(const Folder& folder) {
  const Columns lines = reported_lines(folder, "charts.csv",
                                       {"chart", "title", "rule", "confidence", "file", "notes"});
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
  Table table({"chart", "title", "rule", "confidence", "notes"});
  table.set_words();
  for (const ChartSource& chart : charts) {
    table.add({chart.file.empty() ? chart.name : chart.name + " (" + chart.file + ")", chart.title,
               chart.rule, chart.confidence, chart.notes});
  }
  if (!charts.empty()) page.table(table);
}

void add_command(Page& page, const std::string& files, const std::string& program,
                 const std::vector<ChartSource>& charts, const std::string& command) {
  const bool own = std::any_of(charts.begin(), charts.end(),
                               [](const ChartSource& chart) { return !chart.file.empty(); });
  page.heading(2, "Run it again");
  page.paragraph(fmt::format("With {}{}; the same trials and seed give the same numbers{}.",
                             files.empty() ? "" : files + " and ", program,
                             own ? ", with the same charts of your own (--charts)" : ""));
  page.code(command);
}

}  // namespace combat_odds
