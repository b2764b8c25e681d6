#pragma once

#include <cstddef>
#include <string>

namespace combat_odds::cli {

/// What --plot or --tree asks for, looked at before anything is simulated. A folder `to_come` need
/// not exist yet. Throws InputError where the name ends neither in .svg, .png nor .pdf or the file
/// may not be written (see name_output), SystemError where the folder is missing, or for PNG and
/// PDF the program that makes them of an SVG.
void check_picture(const std::string& option, const std::string& path, bool force,
                   const std::string& to_come = "");

/// Throws InputError where --plot-measure stands without --plot.
void check_plot_measure(const std::string& plot, const std::string& measure);

/// Throws InputError where there are more `things` ("situations") than one picture can hold;
/// `otherwise` tells what else can be done.
void check_plotted(std::size_t count, std::size_t most, const std::string& things,
                   const std::string& otherwise = "");

/// Throws InputError where so many panels of rows and columns are too large for one heat map.
void check_heat_map(std::size_t panels, std::size_t rows, std::size_t columns);

/// Writes the picture in the format that the name's ending says, whole or not at all. Throws
/// SystemError where that fails.
void write_picture(const std::string& path, const std::string& svg);

/// The same once reports are in the folder `out`: where the picture fails, the error says that they
/// are.
void write_picture_after(const std::string& out, const std::string& path, const std::string& svg);

}  // namespace combat_odds::cli
