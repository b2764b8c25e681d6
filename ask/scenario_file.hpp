#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "ask/situation.hpp"
#include "core/text/text_file.hpp"

namespace combat_odds {

/// Reads a scenario file: CSV with the columns `scenario` and `procedure`, then parameters (and
/// `note` and `working`, which are left alone). In place of a procedure `say` asks in a sentence
/// (ask/said.hpp; of a game that it does not name it is Advanced Squad Leader's), and `preset`
/// names a preset; cells go before the sentence, and the sentence before the preset. Throws
/// InputError for everything that is not as it should be, with the nearest valid name where one is
/// misspelt.
std::vector<Scenario> read_scenario_file(const TextFile& file, const Library& library);

/// Several files as one run; a scenario name may stand only once for each procedure.
std::vector<Scenario> read_scenario_files(const std::vector<TextFile>& files,
                                          const Library& library);

/// The situations of scenario files that are not kept: a line is read again whenever its situations
/// are wanted, and only what lies near each other is in memory at a time.
class ScenarioLines : public SituationSource {
 public:
  /// Throws as read_scenario_files() and SituationsOf do. Both must outlive it.
  ScenarioLines(const std::vector<TextFile>& files, const Library& library);

  std::size_t size() const override { return lines_->size(); }
  std::vector<Situation> some(std::size_t first, std::size_t count) override {
    return lines_->some(first, count);
  }

  /// Of all scenarios, as they first come.
  const std::vector<const Procedure*>& procedures() const { return procedures_; }

 private:
  std::unique_ptr<SituationSource> lines_;
  std::vector<const Procedure*> procedures_;
};

}  // namespace combat_odds
