#include <fmt/format.h>

#include <algorithm>

#include "ask/headline.hpp"
#include "core/text/option_error.hpp"
#include "reports/pictures/text_fit.hpp"
#include "reports/tables/odds_grid.hpp"
#include "reports/tables/why_report.hpp"

namespace combat_odds {
namespace {

constexpr double row = 26;
constexpr double thickest = 14;  ///< of a branch that is certain
constexpr std::size_t most_leaves = 60;

/// Where a branch ends: what is likeliest then. A stack has too many outcomes to name one; its
/// events say more.
std::string end_text(const Odds& odds, std::size_t told) {
  const bool stack = is_measured(odds) && odds.chances.size() > 30;
  std::vector<const Chance*> ends;
  for (const Chance& chance : odds.chances) {
    if (chance.kind == (stack ? Chance::Kind::event : Chance::Kind::outcome)) {
      ends.push_back(&chance);
    }
  }
  std::ranges::stable_sort(ends, std::greater<>(),
                           [&](const Chance* chance) { return chance->best(odds.trials); });
  std::string text;
  for (std::size_t i = 0; i < std::min(ends.size(), told); ++i) {
    const double chance = ends[i]->best(odds.trials);
    text += (i == 0 ? "" : ", ") + plain_name(ends[i]->name);
    if (chance < 1) text += " " + spoken_percent(chance);
  }
  return text + (ends.size() > told ? " ..." : "");
}

/// A stack's sentence tells what its ends are, where the procedure says what it is about.
std::string end_text(const Odds& odds, std::size_t told, const Procedure& procedure) {
  constexpr std::size_t many = 30;
  std::string text;
  if (!is_measured(odds) || odds.chances.size() <= many) return end_text(odds, told);
  std::size_t parts = 0;
  for (const std::string& subject : subjects(procedure, odds)) {
    const double chance = subject.starts_with(mean_prefix) ? 0 : told_of(odds, subject).value_or(0);
    if (chance <= 0 || parts == told) continue;
    text += (parts++ == 0 ? "" : ", ") + plain_name(subject);
    if (chance < 1) text += " " + spoken_percent(chance);
  }
  return parts == 0 ? end_text(odds, told) : text;
}

std::size_t leaves_of(const WhyRoll& roll) {
  std::size_t leaves = 0;
  for (const WhyResult& result : roll.results) {
    leaves += result.next ? leaves_of(*result.next) : 1;
  }
  return leaves;
}

std::size_t depth_of(const WhyRoll& roll) {
  std::size_t deepest = 0;
  for (const WhyResult& result : roll.results) {
    if (result.next) deepest = std::max(deepest, depth_of(*result.next));
  }
  return deepest + 1;
}

std::string name_of(const WhyResult& result) {
  return (result.name.empty() ? result.dice : result.name) + "  " + percent(result.chance);
}

class Tree {
 public:
  Tree(const WhyRoll& first, double width, const Procedure& procedure)
      : procedure_(procedure),
        ends_(0.42 * width),
        column_((width - 2 * chart_edge - ends_) / static_cast<double>(depth_of(first))) {}

  /// The room that the branches of a roll take, so that all words are read.
  double height_of(const WhyRoll& roll) const {
    double height = 0;
    for (const WhyResult& result : roll.results) height += height_of(result);
    return height;
  }

  /// Draws the branches of a roll from the point where it is made; gives where they end.
  double draw(Svg& svg, const WhyRoll& roll, double x, double y, double top) {
    for (const WhyResult& result : roll.results) {
      const double height = height_of(result);
      const double middle = top + height / 2;
      const double right = x + column_;
      SvgPath branch;
      branch.move(x, y).line(x + 18, middle).line(right, middle);
      svg.path(branch.text(),
               fmt::format("fill=\"none\" stroke=\"#56B4E9\" stroke-opacity=\"0.8\" "
                           "stroke-linejoin=\"round\" stroke-width=\"{}\"",
                           svg_number(std::max(1.2, thickest * result.path_chance))));
      const double above = 8 + line_height * small_text_size * (lines_of_name(result) - 1) / 2;
      svg.label(x + 24, middle - above, name_of(result), column_ - 30, most_lines,
                {Anchor::start, small_text_size});
      if (result.next) {
        draw(svg, *result.next, right, middle, top);
      } else {
        svg.label(right + 6, middle, end_text(result.odds, 2, procedure_), ends_ - 8, most_lines);
      }
      top += height;
    }
    return top;
  }

 private:
  static constexpr std::size_t most_lines = 6;

  double lines_of_name(const WhyResult& result) const {
    return static_cast<double>(
        fitted(name_of(result), column_ - 30, most_lines, small_text_size).size());
  }
  double height_of(const WhyResult& result) const {
    constexpr double gap = 8;
    // A name stands above its branch, in the upper half.
    const double name = 2 * (line_height * small_text_size * lines_of_name(result)) + gap;
    if (result.next) return std::max(name, height_of(*result.next));
    const auto lines = static_cast<double>(
        fitted(end_text(result.odds, 2, procedure_), ends_ - 8, most_lines, text_size).size());
    const double end = line_height * text_size * lines + gap;
    return std::max({row, lines_of_name(result) > 1 ? name : 0, end});
  }

  const Procedure& procedure_;
  double ends_;  ///< the room in which ends are told
  double column_;
};

/// The same for a phone: one branch below the other, each with all its words.
class TreeInLines {
 public:
  TreeInLines(double width, const Procedure& procedure)
      : procedure_(procedure), right_(width - chart_edge) {}

  /// Draws the branches of a roll that is made at the left of `x`; gives where they end.
  double draw(Svg& svg, const WhyRoll& roll, double x, double top) {
    double from = top;
    for (const WhyResult& result : roll.results) {
      const double line = top + line_height * text_size / 2;
      SvgPath branch;
      branch.move(x, from).line(x, line).line(x + step, line);
      svg.path(branch.text(),
               fmt::format("fill=\"none\" stroke=\"#56B4E9\" stroke-opacity=\"0.8\" "
                           "stroke-linejoin=\"round\" stroke-width=\"{}\"",
                           svg_number(std::max(1.2, thickest / 2 * result.path_chance))));
      from = line;
      top = write(svg, name_of(result), x + step + 6, top, {});
      TextLook muted;
      muted.muted = true;
      if (!result.next) {
        top = write(svg, end_text(result.odds, 2, procedure_), x + step + 6, top, muted);
      }
      top += 5;
      if (result.next) top = draw(svg, *result.next, x + step + 2, top);
    }
    return top;
  }

 private:
  static constexpr double step = 16;

  double write(Svg& svg, const std::string& text, double x, double top,
               const TextLook& look) const {
    constexpr std::size_t most = 4;
    const auto lines = static_cast<double>(fitted(text, right_ - x, most, look.size).size());
    const double height = lines * line_height * look.size;
    svg.label(x, top + height / 2, text, right_ - x, most, look);
    return top + height;
  }

  const Procedure& procedure_;
  double right_;
};

std::string description(const WhyRoll& roll) {
  std::string text = roll.what + ": ";
  for (const WhyResult& result : roll.results) {
    text += fmt::format("{} {}: {}. ", result.name.empty() ? result.dice : result.name,
                        percent(result.chance), end_text(result.odds, 2));
    if (result.next) text += description(*result.next);
  }
  return text;
}

}  // namespace

bool fits_tree(const WhyRoll& first) { return leaves_of(first) <= most_leaves; }

std::string why_tree(const WhyRoll& first, const SituationOdds& result,
                     const ReportOptions& options, const Drawing& drawing) {
  const std::size_t leaves = leaves_of(first);
  if (!fits_tree(first)) {
    throw OptionError("--tree", fmt::format("{} branches are too many for a picture", leaves),
                      fmt::format("at most {}: fewer rolls deep (--why)", most_leaves));
  }
  Caption caption;
  caption.title = situation_title(result);
  caption.subtitle = result.situation.scenario->procedure().summary + ": " + first.what +
                     ", what they come to, and what is likeliest then";
  caption.note = "branches are as thick as they are likely";
  sign(caption, options.picture);
  drawing.apply(caption);
  Svg svg;
  const double top = draw_heading(svg, caption, caption.width);
  const Procedure& procedure = result.situation.scenario->procedure();
  Tree tree(first, caption.width, procedure);
  const double middle = top + tree.height_of(first) / 2;
  const double bottom =
      caption.width < chart_width
          ? TreeInLines(caption.width, procedure).draw(svg, first, chart_edge + 4, top)
          : tree.draw(svg, first, chart_edge, middle, top);
  const double end = draw_foot(svg, caption.note, caption, bottom + 10, caption.width);
  return svg.picture(caption.width, end + 10, caption.whole(), description(first));
}

}  // namespace combat_odds
