#include "reports/pictures/plot_area.hpp"

#include <algorithm>
#include <utility>

#include "reports/pictures/chart_frame.hpp"
#include "reports/pictures/text_fit.hpp"

namespace combat_odds {

PlotArea::PlotArea(Axis up, double picture_width, double height, double places, double fewest)
    : up_(up), height_(height), places_(places), left_(0) {
  for (const double mark : up_.marks()) {
    left_ = std::max(left_, chart_edge + text_width(up_.label(mark), small_text_size) + 10);
  }
  right_ = picture_width - chart_edge;
  step_ = width() / std::max(places, fewest);
}

double PlotArea::marker_size() const { return std::clamp(step_ / 32, 0.4, 1.1); }

void PlotArea::draw_axes(Svg& svg, std::int64_t first,
                         const std::function<std::string(std::int64_t number)>& name) const {
  const TextLook number{Anchor::end, small_text_size, true};
  for (const double mark : up_.marks()) {
    svg.line(left_, y(mark), right_, y(mark), grid_look);
    svg.text(left_ - 8, y(mark), up_.label(mark), number);
  }
  svg.line(left_, bottom(), right_, bottom(), axis_look);

  constexpr double widest_name = 110;
  constexpr std::int64_t most_measured = 1000;
  const auto count = static_cast<std::int64_t>(places_);
  double widest = 0;
  for (std::int64_t i = 0; i < count; i += 1 + count / most_measured) {
    widest = std::max(widest, text_width(name(first + i), small_text_size));
  }
  widest = std::min(widest, widest_name);
  // 1, 2, 5, 10 ...
  const auto apart = [&](double room) {
    std::int64_t every = 1;
    for (int i = 0; static_cast<double>(every) * step_ < room; ++i) {
      every = i % 3 == 1 ? every / 2 * 5 : every * 2;
    }
    return every;
  };
  const auto draw = [&](std::int64_t every, const auto& at) {
    for (std::int64_t i = (every - first % every) % every; i < count; i += every) at(i);
  };
  draw(apart(12), [&](std::int64_t i) {
    const double place = x(static_cast<double>(i));
    svg.line(place, bottom(), place, bottom() + 4, axis_look);
  });
  draw(apart(widest + 12), [&](std::int64_t i) {
    // The names at the ends may be wider than the room beside their places.
    const double place =
        std::clamp(x(static_cast<double>(i)), chart_edge + widest / 2, right_ - widest / 2);
    svg.label(place, bottom() + 14, name(first + i), widest + 1, 1,
              {Anchor::middle, small_text_size, true});
  });
}

}  // namespace combat_odds
