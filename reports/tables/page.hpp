#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/text/chart.hpp"
#include "core/text/columns.hpp"
#include "core/text/folder.hpp"
#include "reports/tables/table.hpp"

namespace combat_odds {

enum class PageFormat { html, markdown };

/// What a page consists of. Two writers turn it into HTML and Markdown.
class Page {
 public:
  virtual ~Page() = default;
  virtual void heading(int level, const std::string& text) = 0;
  virtual void paragraph(const std::string& text) = 0;
  virtual void code(const std::string& text) = 0;
  virtual void table(const Table& table) = 0;
  virtual bool has_plots() const = 0;
  /// A picture, drawn for a wide screen and paper and once more for a phone; left out where there
  /// are no plots.
  virtual void figure(const std::function<std::string(double width)>& draw) = 0;
  /// Where the list of all parts stands; left out in Markdown.
  virtual void contents() = 0;
};

/// A chart of plain data as a figure.
template <class Chart>
void add_figure(Page& page, Chart chart, std::string (*draw)(const Chart&)) {
  page.figure([&](double width) {
    chart.caption.width = width;
    return draw(chart);
  });
}

/// A page with that title as its first heading. In HTML it needs no other file, no network and no
/// script; Markdown is for a text that is written in it.
std::string page(PageFormat format, const std::string& title,
                 const std::function<void(Page&)>& write);

/// A file of a folder that a command wrote, by the columns that a page needs. Throws InputError
/// where one is missing.
Columns reported_lines(const Folder& folder, const char* file, std::vector<std::string> columns);

/// Reads charts.csv of a folder. Throws InputError.
std::vector<ChartSource> read_reported_charts(const Folder& folder);

/// The section on the charts used, with how far to trust them.
void add_charts(Page& page, const std::vector<ChartSource>& charts);

/// The section on how to make the same numbers again. `files` names what the command reads; where
/// that is empty it reads none.
void add_command(Page& page, const std::string& files, const std::string& program,
                 const std::vector<ChartSource>& charts, const std::string& command);

}  // namespace combat_odds
