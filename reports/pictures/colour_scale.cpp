#include "reports/pictures/colour_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/nearest_whole.hpp"

namespace combat_odds {
namespace {

/// Red, green and blue from 0 to 255.
std::array<double, 3> components(double share) {
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(scale_colours.size() - 1);
  const auto first = nearest_whole<std::size_t>(std::floor(at), 0, scale_colours.size() - 2);
  std::array<double, 3> mixed{};
  for (std::size_t c = 0; c < mixed.size(); ++c) {
    const auto component = [&](std::size_t colour) {
      return static_cast<double>(
          std::stoi(std::string(scale_colours[colour]).substr(1 + 2 * c, 2), nullptr, 16));
    };
    const double part = at - static_cast<double>(first);
    mixed[c] = component(first) + part * (component(first + 1) - component(first));
  }
  return mixed;
}

}  // namespace

std::string scale_colour(double share) {
  const auto [red, green, blue] = components(share);
  return fmt::format("#{:02x}{:02x}{:02x}", nearest_whole(red, 0, 255),
                     nearest_whole(green, 0, 255), nearest_whole(blue, 0, 255));
}

bool dark_letters(double share) {
  // The relative luminance of WCAG 2; at 0.179 black and white contrast equally.
  constexpr std::array<double, 3> weights = {0.2126, 0.7152, 0.0722};
  const std::array<double, 3> colour = components(share);
  double luminance = 0;
  for (std::size_t c = 0; c < colour.size(); ++c) {
    const double value = colour[c] / 255;
    luminance +=
        weights[c] * (value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return luminance > 0.179;
}

}  // namespace combat_odds
