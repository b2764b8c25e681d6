#pragma once

#include <functional>
#include <string>

namespace combat_odds {

/// Where a script of gnuplot draws to; `format` is svg, png or pdf.
struct PlotFile {
  std::string format;
  std::string name;
};

/// The size of a picture in units of which 14 make the height of a line of text: the pixels of an
/// SVG.
struct PlotSize {
  double width = 900;
  double height = 600;
};

/// How wide a letter is on average, in those units; rather too wide than too narrow.
constexpr double letter_width = 9.8;

/// Looks whether a plot can be drawn to this file, before anything is simulated. A folder `to_come`
/// need not exist yet. Throws InputError where the name ends neither in .svg, .png nor .pdf,
/// SystemError where the folder or gnuplot is missing.
void check_plot(const std::string& path, const std::string& to_come = "");

/// Throws InputError where --plot-measure stands without --plot.
void check_plot_measure(const std::string& plot, const std::string& measure);

/// Throws InputError where there are more `things` ("situations") than one plot can hold.
void check_plotted(std::size_t count, std::size_t most, const std::string& things);

/// Has gnuplot draw what the script for the given file says. The file appears whole or not at all.
/// Throws SystemError where drawing fails.
void draw_plot(const std::string& path, const std::function<std::string(const PlotFile&)>& script);

/// How every script begins: the terminal, the file, no markup in text.
std::string plot_head(const PlotFile& file, PlotSize size = {});

/// The line at the lower right that says how the numbers were made.
std::string plot_note(const std::string& text, PlotSize size = {});

/// Text for gnuplot. Nothing is special between single quotes but the quote itself.
std::string plot_text(const std::string& text);

/// The same in lines of at most `letters` letters, where there are spaces or commas to break at.
std::string plot_lines(const std::string& text, std::size_t letters);

}  // namespace combat_odds
