#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "ask/best.hpp"
#include "ask/odds_by_step.hpp"
#include "ask/why.hpp"
#include "cli/options/command.hpp"
#include "cli/options/output_words.hpp"
#include "cli/options/simulation_options.hpp"
#include "reports/tables/page.hpp"
#include "reports/tables/table_report.hpp"
#include "reports/text/written_command.hpp"

namespace combat_odds::cli {

/// What text is drawn on.
struct Screen {
  TableStyle style = TableStyle::ascii;
  std::size_t width = 80;  ///< characters a line; 0: as many as it takes
};

/// What a View makes of odds, once: the same as text and as a picture. The odds outlive it.
class Seen {
 public:
  virtual ~Seen() = default;
  virtual std::string table(const Screen& screen) const = 0;
  virtual std::string csv() const = 0;
  virtual std::string picture() const = 0;  ///< as SVG
  /// What a page begins with where there are several situations; empty: their own sentences do.
  virtual std::string sentence() const = 0;
  /// What follows it.
  virtual void write(Page& page) const = 0;
  /// Whether that compares the situations, so that nothing else needs to.
  virtual bool compares() const = 0;
};

/// How the odds of situations are looked at: each for itself, ranked, or as a two-way table.
class View {
 public:
  virtual ~View() = default;

  /// Throws InputError where these situations can't be looked at so. Those of several scenarios can
  /// only be ranked. A name that nothing lists may still occur: of() throws the same where it does
  /// not.
  virtual void check(std::span<const Scenario> scenarios,
                     std::span<const Situation> situations) const = 0;
  /// The same for a picture of them.
  virtual void check_picture(std::span<const Scenario> scenarios, std::size_t situations) const = 0;

  /// Whether each situation is told as soon as it is known, with --format csv.
  virtual bool one_by_one() const { return false; }

  virtual std::unique_ptr<const Seen> of(const std::vector<SituationOdds>& results,
                                         const ReportOptions& report) const = 0;
};

/// The options that choose a View, as words.
struct ViewInput {
  OutputWords format{{"table", "csv", "json", "markdown"}};
  Output output;       ///< the format as it was read; CSV where it is `wide`
  std::string by;      ///< empty: no ranking
  std::string better;  ///< empty: as the measure tells, else higher
  std::vector<std::string> pivot;
  std::string show;
  std::string relative_to;  ///< empty: no differences but those to the best
  std::string columns;      ///< empty: all
  bool full = false;        ///< everything, however wide
  bool all_rows = false;    ///< all rows, within the width
  bool wide = false;        ///< CSV with one line for each situation
  std::string plot;
  std::string plot_measure;
  std::string subject;   ///< with --pivot: what the tables are about; empty: the procedure tells
  PictureWords picture;  ///< its title and subtitle
  std::string page;
  std::string why;  ///< how many rolls deep; empty: one
  std::optional<Option> why_option;
  std::string tree;
  std::string policy;  ///< the file that best play's policy is written to; empty: none
  std::string cited;   ///< what --cite names alone, as for --by; empty: what the sentence is about
  std::optional<Option> cite_option;
  std::string link;    ///< of the question, for that; empty: it has none
  bool force = false;  ///< whether files of the user's may be replaced

  /// Whether it is told in place of a table how an author names the number.
  bool cites() const { return cite_option && cite_option->given(); }
};

/// The quantities of --show, "broken,eliminated", one by one.
std::vector<std::string> quantities_in(const std::string& list);

/// Throws InputError where the words do not go together.
std::unique_ptr<View> view_asked(const ViewInput& words);

/// What is shown beside the view of odds.
struct Shown {
  const std::vector<SituationOdds>& results;
  const std::set<std::string>& charts_used;
  const Library& library;
  const SimulationOptions& simulation;
  WrittenCommand command;
  std::vector<std::unique_ptr<const WhyRoll>> why = {};  ///< of each situation; empty: not asked
  std::vector<std::vector<OddsAfterStep>> by_step = {};  ///< the same, of rules of steps
  std::string tree = {};                                 ///< the picture of it; empty: none
  std::vector<BestAnswer> best = {};  ///< of each situation; empty: best play was not asked for
};

/// Prints what the view makes of the odds in the format asked for, with notes on the charts used,
/// draws --plot and writes --page. Where a name did not occur, prints all odds and throws
/// InputError; SystemError where nothing was simulated.
void show(const View& view, const ViewInput& words, const Shown& shown);

}  // namespace combat_odds::cli
