#include "reports/pictures/svg.hpp"

#include <limits>

#include "reports/pictures/axis.hpp"
#include "reports/pictures/colour_scale.hpp"
#include "reports/pictures/text_fit.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/xml.hpp"

namespace combat_odds {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("special characters of HTML and SVG are escaped, forbidden ones replaced") {
  CHECK(escape_html("<a href=\"x\">'&'</a>") ==
        "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  CHECK(escape_html("50 % ]]> Größe 日本 🎲") == "50 % ]]&gt; Größe 日本 🎲");
  CHECK(escape_html("a\nb\tc") == "a\nb\tc");
  const std::string replaced = "\xef\xbf\xbd";
  CHECK(escape_html(std::string("a\0b\x1b[31m", 8)) == "a" + replaced + "b" + replaced + "[31m");
  // A lone byte, a letter cut short, an overlong slash, a surrogate, U+FFFE.
  CHECK(escape_html("\xff") == replaced);
  CHECK(escape_html("\xe6\x97") == replaced + replaced);
  CHECK(escape_html("\xc0\xaf") == replaced + replaced);
  CHECK(escape_html("\xed\xa0\x80") == replaced + replaced + replaced);
  CHECK(escape_html("\xef\xbf\xbe") == replaced);
}

TEST_CASE("numbers have no more decimals than needed, and are numbers") {
  CHECK(svg_number(12) == "12");
  CHECK(svg_number(12.5) == "12.5");
  CHECK(svg_number(1.0 / 3) == "0.33");
  CHECK(svg_number(-0.001) == "0");
  CHECK(svg_number(no_number) == "0");
  CHECK(svg_number(-infinity) == "0");
}

TEST_CASE("the marks of an axis are round numbers that enclose all values") {
  const auto labels = [](const Axis& axis) {
    std::string text;
    for (const double mark : axis.marks()) text += axis.label(mark) + " ";
    return text;
  };
  CHECK(labels(Axis(0, 63.5, 8)) == "0 10 20 30 40 50 60 70 ");
  CHECK(labels(Axis(0, 100, 8)) == "0 20 40 60 80 100 ");
  CHECK(labels(Axis(0, 0.31, 8)) == "0.00 0.05 0.10 0.15 0.20 0.25 0.30 0.35 ");
  CHECK(labels(Axis(-3, 12, 5)) == "-5 0 5 10 15 ");
  CHECK(labels(Axis(0, 2, 8, true)) == "0 1 2 ");
  CHECK(labels(Axis(0, 0, 8, true)) == "0 1 ");
  CHECK(labels(Axis(7, 7, 8)).ends_with(" 7 "));
  // 0.3 is 3 steps of 0.1, whatever 3 * 0.1 is in doubles.
  CHECK(labels(Axis(0, 0.3, 3)) == "0.0 0.1 0.2 0.3 ");
  for (const double most : {no_number, infinity, 1e308, 1e-300, -1e308, 4e9}) {
    const Axis axis(0, most, 8);
    CHECK(axis.marks().size() <= 9);
    CHECK(axis.high() > axis.low());
    CHECK(axis.place(axis.high(), 10, 20) == 20);
  }
}

TEST_CASE("text is broken into lines that fit; if there are too many, the middle is cut") {
  // A letter of this font is 0.6 to 0.65 of its size wide.
  CHECK(text_width("abcdef", 10) == Approx(34).margin(1));
  CHECK(text_width("\xcc\x81", 10) == 0);  // an accent stands above the letter before
  CHECK(fitted("a bc,d ef", 30, 3, 10) == std::vector<std::string>{"a bc,", "d ef"});
  CHECK(fitted("abcdefghij", 31, 4, 10) == std::vector<std::string>{"abcde", "fghij"});
  CHECK(fitted("abcdefghij", 50, 1, 10) == std::vector<std::string>{"abcd…hij"});
  CHECK(fitted("", 50, 1, 10).empty());
  CHECK(fitted("wide", 1, 1, 10) == std::vector<std::string>{"…"});
  CHECK(fitted(std::string(1'000'000, 'x'), 100, 2, 10).size() == 2);
  for (const std::string& line : fitted("日本語の名前が長い, Größe Ωμέγα", 60, 9, 10)) {
    CHECK(text_width(line, 10) <= 60);
    CHECK(escape_html(line) == line);  // no letter is cut in two
  }
}

TEST_CASE("a picture is well-formed and titled; a shortened label has its full text as a title") {
  Svg svg;
  svg.label(5, 10, "a <long> & long name", 60);
  svg.text(no_number, 10, "]]>");
  const auto elements = test::XmlReader::read(svg.picture(100, 50.2, "a \"title\"", "what's said"));
  REQUIRE(elements.size() == 8);
  CHECK(elements[0].name == "svg");
  CHECK(elements[0].attributes.at("viewBox") == "0 0 100 51");
  CHECK(elements[0].attributes.at("role") == "img");
  CHECK(elements[1].text == "a \"title\"");
  CHECK(elements[2].text == "what's said");
  CHECK(elements[3].attributes.at("class") == "paper");
  CHECK(elements[5].name == "title");
  CHECK(elements[5].text == "a <long> & long name");
  CHECK(elements[6].text.find("…") != std::string::npos);
  CHECK(elements[7].text == "]]>");
  CHECK(elements[7].number("x") == 0);
  CHECK_THROWS(test::XmlReader::read("<a><b></a></b>"));
}

TEST_CASE("cividis: its ends, its grey middle, and readable letters on it") {
  CHECK(scale_colour(0) == "#00224e");
  CHECK(scale_colour(1) == "#fee838");
  // Half way from #707173 to #8a8678: 112 + 13, 113 + 10.5, 115 + 2.5.
  CHECK(scale_colour(0.5) == "#7d7c76");
  CHECK_FALSE(dark_letters(0.3));
  CHECK(dark_letters(0.6));
}

}  // namespace
}  // namespace combat_odds
