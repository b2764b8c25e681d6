#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/ask.hpp"
#include "ask/situation.hpp"
#include "cli/options/command.hpp"
#include "cli/options/simulation_options.hpp"

namespace combat_odds::cli {

/// The options --link [ADDRESS] and --link-base URL of `odds`: a question as the page's address.
class LinkOptions {
 public:
  void add_to(const Command& command);

  /// Behind a procedure, without an address: its address is asked for.
  bool asked() const { return option_->given() && address_.empty(); }
  /// In place of a procedure: what the address asks.
  bool asks() const { return !address_.empty(); }

  /// Throws InputError where the address asks nothing that there is.
  Question question(const Library& library) const;

  /// The address of these values; in front of it that of --link-base, or of the page that is kept.
  /// Throws InputError where no address can hold them.
  std::string link(const Procedure& procedure, const std::vector<GivenValue>& given,
                   const std::string& preset, const SimulationInput& simulation,
                   const Library& library) const;

 private:
  std::string address_;
  std::string base_;
  std::optional<Option> option_;
};

}  // namespace combat_odds::cli
