#pragma once

#include <string>
#include <string_view>

namespace combat_odds {

/// The text with everything escaped that means something in HTML and SVG. What may not stand there
/// at all (control characters, bytes that are no UTF-8) becomes U+FFFD.
std::string escape_html(std::string_view text);

/// "12.5": two decimals at most and none that say nothing; 0 for what is no number.
std::string svg_number(double value);

/// The letters of pictures, in pixels.
constexpr double text_size = 13;
constexpr double small_text_size = 12;
constexpr double fine_text_size = 10;
constexpr double title_size = 16;
constexpr double line_height = 1.3;  ///< of the size

enum class Anchor { start, middle, end };

struct TextLook {
  Anchor anchor = Anchor::start;
  double size = text_size;
  bool muted = false;
  int angle = 0;  ///< in degrees, anticlockwise
  const char* colour = "currentColor";
};

/// Points joined by lines, for the `d` of a path.
class SvgPath {
 public:
  SvgPath& move(double x, double y) { return add('M', x, y); }
  SvgPath& line(double x, double y) { return add('L', x, y); }
  SvgPath& close();
  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  SvgPath& add(char command, double x, double y);
  std::string text_;
};

/// An SVG in the making, in pixels; y runs down. `attributes` are as in XML: fill="#fff". Text and
/// lines take the colour of the page that the picture stands on (currentColor).
class Svg {
 public:
  void rectangle(double x, double y, double width, double height, std::string_view attributes);
  /// `d` as an SvgPath makes it. Nothing is drawn where it is empty.
  void path(std::string_view d, std::string_view attributes);
  void line(double x1, double y1, double x2, double y2, std::string_view attributes);

  /// A line of text whose middle is at `y`.
  void text(double x, double y, std::string_view text, const TextLook& look = {});

  /// Text in at most `most` lines of that width, their block's middle at `y`. Where it had to be
  /// shortened, the whole is its <title>. Not for text at an angle with several lines.
  void label(double x, double y, const std::string& text, double width, std::size_t most = 1,
             const TextLook& look = {});

  /// The <svg> element. Title and description are read out by screen readers. It needs nothing
  /// else: no script, no style sheet. A page may set `color` and hide the white `.paper`.
  std::string picture(double width, double height, const std::string& title,
                      const std::string& description) const;

 private:
  std::string body_;
};

/// Of lines that help the eye, and of axes.
constexpr const char* grid_look = R"(stroke="currentColor" stroke-opacity="0.18")";
constexpr const char* axis_look = R"(stroke="currentColor" fill="none")";

}  // namespace combat_odds
