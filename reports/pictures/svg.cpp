#include "reports/pictures/svg.hpp"

#include <fmt/format.h>

#include <cmath>

#include "reports/pictures/text_fit.hpp"

namespace combat_odds {
namespace {

const char* name_of(Anchor anchor) {
  return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

/// What XML 1.0 allows.
bool allowed(char32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return (code < 0x7f || code > 0x9f) && (code & 0xfffe) != 0xfffe;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text, at);
    const std::string_view bytes = text.substr(at, letter.bytes);
    at += letter.bytes;
    switch (letter.code) {
      case U'&':
        escaped += "&amp;";
        break;
      case U'<':
        escaped += "&lt;";
        break;
      case U'>':
        escaped += "&gt;";
        break;
      case U'"':
        escaped += "&quot;";
        break;
      case U'\'':
        escaped += "&#39;";
        break;
      default:
        // U+FFFD may stand for itself or for a byte that is no letter.
        escaped += letter.code == 0xfffd || !allowed(letter.code) ? "\xef\xbf\xbd" : bytes;
    }
  }
  return escaped;
}

std::string svg_number(double value) {
  if (!std::isfinite(value)) return "0";
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

SvgPath& SvgPath::add(char command, double x, double y) {
  text_ += fmt::format("{}{} {}", command, svg_number(x), svg_number(y));
  return *this;
}

SvgPath& SvgPath::close() {
  text_ += "Z";
  return *this;
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view attributes) {
  body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n", svg_number(x),
                       svg_number(y), svg_number(width), svg_number(height), attributes);
}

void Svg::path(std::string_view d, std::string_view attributes) {
  if (!d.empty()) body_ += fmt::format("<path d=\"{}\" {}/>\n", d, attributes);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view attributes) {
  path(SvgPath().move(x1, y1).line(x2, y2).text(), attributes);
}

void Svg::text(double x, double y, std::string_view text, const TextLook& look) {
  // Capitals and digits are 0.73 of the size high.
  body_ += fmt::format("<text x=\"{}\" y=\"{}\"", svg_number(x), svg_number(y + 0.36 * look.size));
  if (look.anchor != Anchor::start)
    body_ += fmt::format(" text-anchor=\"{}\"", name_of(look.anchor));
  if (look.size != text_size) body_ += fmt::format(" font-size=\"{}\"", svg_number(look.size));
  if (look.muted) body_ += " fill-opacity=\"0.75\"";
  if (look.colour != TextLook().colour) body_ += fmt::format(" fill=\"{}\"", look.colour);
  if (look.angle != 0) {
    body_ +=
        fmt::format(" transform=\"rotate({} {} {})\"", -look.angle, svg_number(x), svg_number(y));
  }
  body_ += fmt::format(">{}</text>\n", escape_html(text));
}

void Svg::label(double x, double y, const std::string& text, double width, std::size_t most,
                const TextLook& look) {
  const std::vector<std::string> lines = fitted(text, width, most, look.size);
  std::string together;
  for (const std::string& line : lines) together += line;
  const bool shortened = together.find("…") != std::string::npos && text.find("…") == text.npos;
  if (shortened) body_ += "<g><title>" + escape_html(text) + "</title>";
  const double step = line_height * look.size;
  double middle = y - step * (static_cast<double>(lines.size()) - 1) / 2;
  for (const std::string& line : lines) {
    this->text(x, middle, line, look);
    middle += step;
  }
  if (shortened) body_ += "</g>\n";
}

std::string Svg::picture(double width, double height, const std::string& title,
                         const std::string& description) const {
  const std::string across = svg_number(std::ceil(width));
  const std::string down = svg_number(std::ceil(height));
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"{2}\" color=\"#1a1a1a\" fill=\"currentColor\">\n<title>{3}</title>\n<desc>{4}</desc>\n"
             "<rect class=\"paper\" width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
             across, down, svg_number(text_size), escape_html(title), escape_html(description)) +
         body_ + "</svg>\n";
}

}  // namespace combat_odds
