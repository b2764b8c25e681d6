#include "ask/scenario_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "ask/named_vehicles.hpp"
#include "ask/said.hpp"
#include "core/text/columns.hpp"
#include "core/text/csv_rows.hpp"
#include "core/text/faults.hpp"
#include "core/text/fnv1a.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds {
namespace {

/// Columns that are no parameters: an author's notes, and the working that a report adds, too.
bool is_own_column(std::string_view name) {
  static const std::set<std::string, std::less<>> own = {"scenario", "procedure", "say",
                                                         "preset",   "note",      "working"};
  return own.contains(folded(name));
}

/// Whether the procedure has such a parameter, or takes vehicles under that name.
bool is_asked_with(const Procedure& procedure, const std::string& name) {
  return procedure.parameter(name) != nullptr || is_vehicle_name(procedure, name);
}

/// Whether every column is a parameter of some procedure of the file; the others are faults.
bool check_columns(const CsvTable& table, const std::set<const Procedure*>& used, Faults& faults) {
  bool all_known = true;
  for (const CsvCell& cell : table.header) {
    if (is_own_column(cell.text)) continue;
    std::vector<std::string> names;
    bool known = false;
    for (const Procedure* procedure : used) {
      known = known || is_asked_with(*procedure, cell.text);
      for (const Parameter& parameter : procedure->parameters) names.push_back(parameter.name);
    }
    all_known = all_known && known;
    if (!known) {
      faults.add(table.place(cell),
                 fmt::format("no procedure of this file has a parameter '{}'", cell.text),
                 did_you_mean(cell.text, names, "'combat-odds describe' names them"));
    }
  }
  return all_known;
}

/// The values of a line. A value that the procedure has no parameter for is a fault.
std::vector<GivenValue> given_values(const Columns::Row& row, const CsvTable& table,
                                     const Procedure& procedure, Faults& faults) {
  std::vector<GivenValue> given;
  for (const CsvCell& column : table.header) {
    const std::string& name = column.text;
    if (is_own_column(name) || !row.has(name)) continue;
    if (!is_asked_with(procedure, name)) {
      faults.add(row.error(name, fmt::format("{} has no parameter '{}'", procedure.name, name),
                           "leave the cell empty"));
      continue;
    }
    given.push_back({name, row.text(name), row.place(name)});
  }
  return given;
}

/// What a line asks: a procedure, by its name or in a sentence, and what the sentence says.
struct AskedByLine {
  const Procedure* procedure = nullptr;
  std::vector<std::pair<std::string, std::string>> said;
};

AskedByLine asked_by(const Columns::Row& row, const Library& library, Sentences& sentences,
                     bool says) {
  if (!row.has("say")) {
    if (!row.has("procedure") && says) {
      throw row.error("say", "neither a procedure nor a sentence", "one of them");
    }
    return {&library.procedure(row.text("procedure"), row.place("procedure")), {}};
  }
  Said said = sentences.read(row.text("say"), row.place("say"));
  const Procedure* const procedure = library.find(said.procedure);
  if (row.has("procedure") && library.find(row.text("procedure")) != procedure) {
    throw row.error("procedure", fmt::format("the sentence asks {}", said.procedure),
                    "leave the cell empty");
  }
  return {procedure, std::move(said.values)};
}

/// Adds what a sentence says and no cell does.
void add_said(std::vector<GivenValue>& given, const AskedByLine& asked, const Place& place) {
  for (const auto& each : asked.said) {
    const std::string name = folded(each.first);
    const bool is_given = std::ranges::any_of(
        given, [&](const GivenValue& known) { return folded(known.parameter) == name; });
    if (!is_given) given.push_back({each.first, each.second, place});
  }
}

/// Adds the scenario, or the faults of its values. After a fault in a value that can be left out,
/// the other values are checked, too.
void add_scenario(const std::string& name, const Procedure& procedure, const Preset* preset,
                  std::vector<GivenValue> given, const Place& place, const Library& library,
                  std::vector<Scenario>& scenarios, Faults& faults) {
  for (bool whole = true;; whole = false) {
    try {
      Scenario scenario(
          name, procedure,
          with_vehicles(given, preset, procedure, library.listing(), library.charts()), place);
      if (whole) scenarios.push_back(std::move(scenario));
      return;
    } catch (const InputError& error) {
      faults.add(error);
      const auto faulty = std::ranges::find_if(given, [&](const GivenValue& value) {
        return value.place.column == error.place().column;
      });
      if (faulty == given.end()) return;
      const Parameter* const parameter = procedure.parameter(faulty->parameter);
      if (parameter == nullptr || !parameter->default_value.has_value()) return;
      given.erase(faulty);
    }
  }
}

/// Adds a refused combination of a scenario that could be read; one of a sweep is enough.
void add_refusals(const Scenario& scenario, const Charts& charts, Faults& faults) {
  constexpr std::uint64_t most_tried = 1'000;
  try {
    const std::uint64_t tried = std::min(scenario.size(), most_tried);
    for (std::uint64_t i = 0; i < tried; ++i) scenario.rule(i, charts);
  } catch (const InputError& error) {
    faults.add(error);
  }
}

/// So many lines are read at a time.
constexpr std::size_t lines_at_once = 1024;

/// What all scenarios of a run share: their names, of which only hashes are kept, and how many
/// situations they make.
class OneRun {
 public:
  explicit OneRun(std::uint64_t most) : most_(most) {}

  void check(const Scenario& scenario, Faults& faults) {
    const auto [earlier, is_new] =
        seen_.try_emplace(hashed(scenario, scenario.name()), Line{file_, scenario.place().line});
    if (!is_new) {
      faults.add(stands_already("scenario", scenario.name(), scenario.procedure(), scenario.place(),
                                place(earlier->second)));
    }
    bracketed_ = bracketed_ || scenario.name().find('[') != std::string::npos;
    situations_ += scenario.size();
  }
  /// Whether one of its situations has the name of a scenario; of those that vary.
  void check_situations(const Scenario& scenario, Faults& faults) const {
    for (std::uint64_t i = 0; scenario.size() > 1 && i < scenario.size(); ++i) {
      const std::string name = scenario.situation_name(i);
      const auto known = seen_.find(hashed(scenario, name));
      if (known == seen_.end()) continue;
      const Line own = seen_.at(hashed(scenario, scenario.name()));
      const auto [first, second] = std::minmax(own, known->second);
      faults.add(
          stands_already("situation", name, scenario.procedure(), place(second), place(first)));
      return;
    }
  }

  void begin_file(const std::string& name) {
    names_.push_back(name);
    file_ = names_.size() - 1;
  }
  std::uint64_t situations() const { return situations_; }
  std::uint64_t most() const { return most_; }
  bool is_too_large() const { return situations_ > most_; }
  /// Whether a scenario may have the name of a situation.
  bool has_brackets() const { return bracketed_; }

 private:
  /// Of 128 bits: two names are never alike by chance.
  using Hash = std::pair<std::uint64_t, std::uint64_t>;
  struct HashOfHash {
    std::size_t operator()(const Hash& hash) const { return hash.first; }
  };
  struct Line {
    std::size_t file;
    int line;
    friend auto operator<=>(const Line&, const Line&) = default;
  };

  static Hash hashed(const Scenario& scenario, const std::string& name) {
    constexpr unsigned char no_text = 0xff;
    const auto add = [&](Fnv1a hash) {
      return hash.add(scenario.procedure().name).add(no_text).add(name).value();
    };
    return {add(Fnv1a()), add(Fnv1a().add(no_text))};
  }
  Place place(const Line& line) const { return {names_[line.file], line.line, 1}; }

  std::unordered_map<Hash, Line, HashOfHash> seen_;
  std::vector<std::string> names_;
  std::size_t file_ = 0;
  std::uint64_t most_;
  std::uint64_t situations_ = 0;
  bool bracketed_ = false;
};

Columns columns_of(CsvTable table) {
  std::vector<std::string> required = {"scenario"};
  if (table.column("say") < 0) required.emplace_back("procedure");
  return {std::move(table), std::move(required), {}, Columns::Others::ignored};
}

/// A scenario file that is read some lines at a time, as often as they are wanted.
class ScenarioFile {
 public:
  /// Throws InputError where the first line is not as it should be.
  ScenarioFile(const TextFile& file, const Library& library)
      : library_(library), sentences_(library), rows_(file.text, file.name), begin_(rows_.mark()) {
    columns_of(rows_.head());
    says_ = rows_.head().column("say") >= 0;
  }

  /// The procedures of the file; a line without one is a fault. Columns of none of them are, too.
  void read_procedures(Faults& faults) {
    std::size_t lines = 0;
    bool all_known = true;
    std::string last;  // most files have one
    rows_.go_to(begin_);
    for (CsvTable table = rows_.next(lines_at_once); !table.rows.empty();
         table = rows_.next(lines_at_once)) {
      const Columns columns = columns_of(std::move(table));
      lines += columns.size();
      for (const Columns::Row line : columns) {
        const std::string& name = line.text("procedure");
        if (!procedures_.empty() && name == last && !line.has("say")) continue;
        try {
          const Procedure* const procedure = asked_by(line, library_, sentences_, says_).procedure;
          if (known_.insert(procedure).second) procedures_.push_back(procedure);
          if (!line.has("say")) last = name;
        } catch (const InputError& error) {
          faults.add(error);
          all_known = false;
        }
      }
    }
    if (lines == 0) columns_of(rows_.head()).need_rows("scenario");
    readable_ = !all_known || check_columns(rows_.head(), known_, faults);
  }
  const std::vector<const Procedure*>& procedures() const { return procedures_; }

  /// The scenarios of the next lines, or what is wrong with them. False at the end.
  bool next(std::vector<Scenario>& scenarios, Faults& faults, OneRun* run) {
    const Columns columns = columns_of(rows_.next(lines_at_once));
    for (const Columns::Row line : columns) {
      add(line, columns.table(), scenarios, faults, run);
    }
    return columns.size() > 0;
  }

  CsvRows::Mark mark() const { return rows_.mark(); }
  void go_to(CsvRows::Mark mark) { rows_.go_to(mark); }
  void begin() { rows_.go_to(begin_); }

 private:
  void add(const Columns::Row& line, const CsvTable& table, std::vector<Scenario>& scenarios,
           Faults& faults, OneRun* run) {
    const std::size_t before = scenarios.size();
    try {
      if (!line.has("scenario")) {
        throw line.error("scenario", "a scenario without a name", "any text");
      }
      const std::string name = line.name("scenario");
      const std::optional<AskedByLine> asked = asked_if_clear(line);
      if (!asked || !readable_) return;
      const Procedure& procedure = *asked->procedure;
      const Preset* const preset =
          line.has("preset")
              ? &library_.preset(procedure, line.text("preset"), line.place("preset"))
              : nullptr;
      std::vector<GivenValue> given = given_values(line, table, procedure, faults);
      add_said(given, *asked, line.place("say"));
      add_scenario(name, procedure, preset, std::move(given), line.place("scenario"), library_,
                   scenarios, faults);
      if (run != nullptr && scenarios.size() > before) run->check(scenarios.back(), faults);
    } catch (const InputError& error) {
      faults.add(error);
    }
    if (run != nullptr && run->is_too_large()) {
      throw too_many_situations(line.place("scenario"), run->most());
    }
  }

  /// Nothing where read_procedures() noted a fault.
  std::optional<AskedByLine> asked_if_clear(const Columns::Row& line) {
    try {
      return asked_by(line, library_, sentences_, says_);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }

  const Library& library_;
  Sentences sentences_;
  bool says_ = false;  ///< whether it has the column
  CsvRows rows_;
  CsvRows::Mark begin_;
  std::vector<const Procedure*> procedures_;
  std::set<const Procedure*> known_;
  bool readable_ = true;
};

/// All files of a run.
class ScenarioFiles {
 public:
  /// The scenarios of some lines of a file, and where they begin.
  using Take =
      std::function<void(std::vector<Scenario>& scenarios, std::size_t file, CsvRows::Mark from)>;

  /// Hands on the scenarios some at a time. Throws InputError with all that is wrong, refused
  /// combinations of the others, too.
  ScenarioFiles(const std::vector<TextFile>& texts, const Library& library, std::uint64_t most,
                const Take& take) {
    Faults faults;
    OneRun run(most);
    for (const TextFile& text : texts) {
      run.begin_file(text.name);
      try {
        files_.push_back(std::make_unique<ScenarioFile>(text, library));
        files_.back()->read_procedures(faults);
        add_procedures(*files_.back());
        walk(files_.size() - 1, faults, &run, take);
      } catch (const InputError& error) {
        faults.add(error);
      }
      if (run.is_too_large()) faults.throw_if_any();  // nothing of it is looked at any more
    }
    if (run.has_brackets() && faults.empty()) {
      walk_again([&](const Scenario& scenario) { run.check_situations(scenario, faults); });
    }
    if (!faults.empty()) {
      walk_again(
          [&](const Scenario& scenario) { add_refusals(scenario, library.charts(), faults); });
    }
    faults.throw_if_any();
    situations_ = run.situations();
  }

  std::uint64_t situations() const { return situations_; }
  const std::vector<const Procedure*>& procedures() const { return procedures_; }

  /// The scenarios of some lines once more.
  std::vector<Scenario> again(std::size_t file, CsvRows::Mark from) {
    Faults none;
    std::vector<Scenario> scenarios;
    files_[file]->go_to(from);
    files_[file]->next(scenarios, none, nullptr);
    return scenarios;
  }

 private:
  void add_procedures(const ScenarioFile& file) {
    for (const Procedure* const procedure : file.procedures()) {
      if (std::ranges::find(procedures_, procedure) == procedures_.end()) {
        procedures_.push_back(procedure);
      }
    }
  }

  void walk(std::size_t file, Faults& faults, OneRun* run, const Take& take) {
    ScenarioFile& lines = *files_[file];
    lines.begin();
    for (bool more = true; more;) {
      const CsvRows::Mark from = lines.mark();
      std::vector<Scenario> scenarios;
      more = lines.next(scenarios, faults, run);
      if (!scenarios.empty()) take(scenarios, file, from);
    }
  }

  /// Over what could be read; its faults are known.
  void walk_again(const std::function<void(const Scenario&)>& look) {
    for (std::size_t file = 0; file < files_.size(); ++file) {
      try {
        Faults known;
        walk(file, known, nullptr,
             [&](std::vector<Scenario>& scenarios, std::size_t, CsvRows::Mark) {
               for (const Scenario& scenario : scenarios) look(scenario);
             });
      } catch (const InputError&) {  // as above
      }
    }
  }

  std::vector<std::unique_ptr<ScenarioFile>> files_;
  std::vector<const Procedure*> procedures_;
  std::uint64_t situations_ = 0;
};

/// Pieces of files, and the number of the first situation of each.
class Lines : public SituationSource {
 public:
  Lines(const std::vector<TextFile>& texts, const Library& library)
      : files_(texts, library, most_streamed_situations,
               [this](std::vector<Scenario>& scenarios, std::size_t file, CsvRows::Mark from) {
                 pieces_.push_back({file, from, size_});
                 for (const Scenario& scenario : scenarios) size_ += scenario.size();
               }) {}

  const ScenarioFiles& files() const { return files_; }
  std::size_t size() const override { return static_cast<std::size_t>(size_); }

  std::vector<Situation> some(std::size_t first, std::size_t count) override {
    std::vector<Situation> found;
    count = std::min(count, size() - first);
    forget_before(first);
    while (found.size() < count) add(first + found.size(), first + count, found);
    return found;
  }

 private:
  struct Piece {
    std::size_t file;
    CsvRows::Mark from;
    std::uint64_t first;  ///< the number of its first situation
  };
  struct Made {
    std::size_t piece;
    std::vector<Scenario> scenarios;
    std::unique_ptr<SituationsOf> situations;
  };

  std::uint64_t end_of(std::size_t piece) const {
    return piece + 1 < pieces_.size() ? pieces_[piece + 1].first : size_;
  }
  void forget_before(std::uint64_t number) {
    std::erase_if(made_, [&](const std::unique_ptr<Made>& made) {
      return end_of(made->piece) <= number || pieces_[made->piece].first > number;
    });
  }
  Made& made(std::size_t piece) {
    for (const std::unique_ptr<Made>& known : made_) {
      if (known->piece == piece) return *known;
    }
    auto made = std::make_unique<Made>();
    made->piece = piece;
    made->scenarios = files_.again(pieces_[piece].file, pieces_[piece].from);
    made->situations = std::make_unique<SituationsOf>(made->scenarios, most_streamed_situations);
    made_.push_back(std::move(made));
    return *made_.back();
  }
  /// Adds the situations of one piece, from `number` to `end`.
  void add(std::uint64_t number, std::uint64_t end, std::vector<Situation>& found) {
    const auto after = std::upper_bound(
        pieces_.begin(), pieces_.end(), number,
        [](std::uint64_t wanted, const Piece& piece) { return wanted < piece.first; });
    const auto piece = static_cast<std::size_t>(after - pieces_.begin()) - 1;
    const std::uint64_t first = pieces_[piece].first;
    const std::vector<Situation> some = made(piece).situations->some(
        static_cast<std::size_t>(number - first),
        static_cast<std::size_t>(std::min(end, end_of(piece)) - number));
    found.insert(found.end(), some.begin(), some.end());
  }

  std::uint64_t size_ = 0;
  std::vector<Piece> pieces_;
  std::vector<std::unique_ptr<Made>> made_;
  ScenarioFiles files_;  ///< last: what it hands on goes into the others
};

}  // namespace

ScenarioLines::ScenarioLines(const std::vector<TextFile>& files, const Library& library) {
  auto lines = std::make_unique<Lines>(files, library);
  procedures_ = lines->files().procedures();
  lines_ = std::move(lines);
}

std::vector<Scenario> read_scenario_file(const TextFile& file, const Library& library) {
  return read_scenario_files({file}, library);
}

std::vector<Scenario> read_scenario_files(const std::vector<TextFile>& files,
                                          const Library& library) {
  std::vector<Scenario> all;
  const ScenarioFiles read(files, library, most_situations,
                           [&](std::vector<Scenario>& scenarios, std::size_t, CsvRows::Mark) {
                             std::move(scenarios.begin(), scenarios.end(), std::back_inserter(all));
                           });
  return all;
}

}  // namespace combat_odds
