#include "cli/options/link_options.hpp"

#include <algorithm>

#include "ask/link.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_settings.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds::cli {
namespace {

const Place link_option{"--link"};

/// Whether the program brings that preset along, so that the page knows it.
bool is_shipped(const Procedure& procedure, const std::string& preset) {
  const Library shipped;
  const Procedure* const known = shipped.find(procedure.name);
  if (known == nullptr) return false;
  const std::span<const Preset> presets = shipped.presets_of(*known);
  return std::any_of(presets.begin(), presets.end(),
                     [&](const Preset& each) { return each.name == preset; });
}

}  // namespace

void LinkOptions::add_to(const Command& command) {
  option_ = command.add_option(
      "--link", address_,
      "behind a procedure: print the question as an address of the page; with such an ADDRESS, in "
      "place of a procedure: ask what it asks");
  option_->expected(0, 1).type_name("[ADDRESS]");
  option_->when_given([command](const std::string&) { command.require_no_command(); });
  command
      .add_option("--link-base", base_,
                  "with --link: where the page stands, to print before it "
                  "[what 'combat-odds set page URL' keeps]")
      .type_name("URL");
}

Question LinkOptions::question(const Library& library) const {
  if (!base_.empty()) {
    throw OptionError("--link-base", "does not go with an address", "--link alone");
  }
  return question_of_link(library, address_, link_option);
}

std::string LinkOptions::link(const Procedure& procedure, const std::vector<GivenValue>& given,
                              const std::string& preset, const SimulationInput& simulation,
                              const Library& library) const {
  if (source_of(procedure) != nullptr) {
    throw InputError(link_option, procedure.name + " is a rule of your own",
                     "a built-in procedure");
  }
  if (simulation.has_own_charts()) {
    throw InputError(link_option, "does not go with --charts", "the built-in charts");
  }
  if (base_.find_first_of("# ") != std::string::npos) {
    throw bad_option("--link-base", base_, "an address without # and spaces");
  }
  Question question;
  question.procedure = procedure.name;
  question.options = simulation.given_or(usual_link_options());
  for (const GivenValue& value : given) question.values.emplace_back(value.parameter, value.text);
  if (!preset.empty()) {
    const std::string& name = library.preset(procedure, preset, {"--preset"}).name;
    if (is_shipped(procedure, name)) question.preset = name;
  }
  return (base_.empty() ? page_address() : base_) + link_to(library, question);
}

}  // namespace combat_odds::cli
