#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace combat_odds::cli {

// The commands and options of the command line, made by CLI11. It is all in headers, and costs more
// to compile than a command does: only command.cpp and what looks into it include it.

/// One option of a command, or a word by its place.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  const Option& required() const;
  /// What it takes, as help shows it.
  const Option& type_name(const std::string& name) const;
  const Option& type_name(std::function<std::string()> name) const;
  /// Where help lists it.
  const Option& group(const std::string& name) const;
  /// Help shows what stands in its variable already.
  const Option& shows_default() const;
  /// How many values it takes.
  const Option& expected(int least, int most) const;
  const Option& expected(int count) const { return expected(count, count); }

  /// Called with each value that is not empty, before it is known whether something is missing.
  const Option& when_given(std::function<void(const std::string&)> act) const;

  bool given() const;
  std::string name() const;

 private:
  CLI::Option* option_;
};

/// A command of the program, or the program itself.
class Command {
 public:
  /// `words`, which must outlive it: those of the command line, where what none of them names need
  /// not be made.
  explicit Command(CLI::App& app, std::span<const std::string> words = {})
      : app_(&app), words_(words) {}

  /// Whether this name is to be made: it is among the words, or all are.
  bool is_wanted(std::string_view name) const;

  Command add_command(const std::string& name, const std::string& meaning) const;
  /// Options "--name", and words by their place "NAME", are put into variables that must live until
  /// the command line is read.
  Option add_option(const std::string& name, std::string& value, const std::string& meaning) const;
  Option add_option(const std::string& name, std::vector<std::string>& values,
                    const std::string& meaning) const;
  Option add_flag(const std::string& name, bool& value, const std::string& meaning) const;
  bool has_option(const std::string& name) const;

  /// One of its commands must follow.
  const Command& require_command() const;
  /// None of them needs to any more.
  const Command& require_no_command() const;
  /// Options that it does not know may be those of the command that it belongs to.
  const Command& fallthrough() const;
  /// Where help lists it.
  const Command& group(const std::string& name) const;
  /// Help lists its own option there, behind those that were added so far.
  const Command& help_in_group(const std::string& name) const;
  /// What help says first.
  const Command& description(const std::string& text) const;
  /// What help says at the end.
  const Command& footer(const std::string& text) const;

  /// Called as soon as the command is named, before its options are read.
  void when_named(std::function<void()> act) const;
  /// Called once all is read.
  void callback(std::function<void()> act) const;

  CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
  std::span<const std::string> words_;
};

}  // namespace combat_odds::cli
