#pragma once

#include <chrono>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/declare/procedure.hpp"

namespace combat_odds {

// A rule is a struct whose members are its parameters. procedure<Climb>(...) declares it: each
// `asks` binds a member to its name, range and meaning; the member's initializer is the default.
//
//     struct Climb {
//       int levels = 1;
//       bool commando = false;
//       Outcome resolve(Dice& dice) const;
//     };
//
//     Procedure climb() {
//       return procedure<Climb>("asl.climb", "B11.4", "climbing a cliff or a building")
//           .asks(&Climb::levels, "levels", 1, 10, "how many levels are to be climbed")
//           .asks(&Climb::commando, "commando", "Gurkhas and others equipped for climbing")
//           .outcome("arrives", "it gets to its destination");
//     }
//
// What the struct can do tells what it is:
//   resolve(dice)                       a rule that is played once
//   start(), step(state, dice), outcome(state)   one that goes on step by step (see Process)
//   rounds(), round(state, number), round_over(state), outcome(state, played) with these
//                                       one that goes on round after round (see Rounds)
//   alike(state)                        with these: which state stands for those as good as it
//   rule(charts)                        what is asked decides which Rule is played
// If it has prepare(charts), that is called once when all its members have their values: to look
// things up, and to refuse what does not go together with an ArgumentError.
// If it has working(), that tells how the numbers of the situation come about
// (core/dice/working.hpp).

/// The words that a choice is made of, in the order of the enumerators that they stand for.
struct OneOf {
  std::vector<std::string> words;
};
OneOf one_of(std::initializer_list<std::string_view> words);
inline OneOf one_of(std::vector<std::string> words) { return {std::move(words)}; }

/// How the numbers of a situation come about, where the struct tells.
template <class Rules>
Working working_of(const Rules& rules) {
  if constexpr (requires { rules.working(); }) {
    return rules.working();
  } else {
    return {};
  }
}

/// A rule of a game that resolves in one go: the struct `Rules` as a Rule.
template <class Rules>
class PlayedOnce final : public Rule {
 public:
  explicit PlayedOnce(const Rules& blank) : rules(blank) {}
  Outcome resolve(Dice& dice) const override { return rules.resolve(dice); }
  Working working() const override { return working_of(rules); }

  Rules rules;
};

template <class Rules>
concept GoesOn = requires(const Rules& rules) {
  rules.start();
};

template <class Rules>
using StateOf = decltype(std::declval<const Rules&>().start());

template <class Rules>
concept InRounds = GoesOn<Rules> && requires(const Rules& rules) {
  rules.rounds();
};

/// The struct's alike(state) where it has one, else the state itself.
template <class Rules, class State>
State alike_by(const Rules& rules, const State& state) {
  if constexpr (requires { rules.alike(state); }) {
    return rules.alike(state);
  } else {
    return state;
  }
}

/// A rule that goes on step by step: the struct `Rules` as a Process.
template <class Rules>
class PlayedInTurns final : public Process<StateOf<Rules>> {
 public:
  using State = StateOf<Rules>;
  explicit PlayedInTurns(const Rules& blank) : rules(blank) {}
  State start() const override { return rules.start(); }
  State step(const State& state, Dice& dice) const override { return rules.step(state, dice); }
  State alike(const State& state) const override { return alike_by(rules, state); }
  std::optional<Outcome> outcome(const State& state) const override { return rules.outcome(state); }
  Working working() const override { return working_of(rules); }

  Rules rules;
};

/// A rule that goes on round after round: the struct `Rules` as Rounds.
template <class Rules>
class PlayedInRounds : public Rounds<StateOf<Rules>> {
 public:
  using State = StateOf<Rules>;
  explicit PlayedInRounds(const Rules& blank) : rules(blank) {}
  State start() const override { return rules.start(); }
  State step(const State& state, Dice& dice) const override { return rules.step(state, dice); }
  State alike(const State& state) const override { return alike_by(rules, state); }
  int how_many() const override { return rules.rounds(); }
  State round(const State& state, int number) const override { return rules.round(state, number); }
  bool round_over(const State& state) const override { return rules.round_over(state); }
  std::optional<Outcome> outcome(const State& state, int played) const override {
    return rules.outcome(state, played);
  }
  Working working() const override { return working_of(rules); }

  Rules rules;
};

/// The part of a Declaration that does not depend on the struct's type, so that it is compiled
/// once: a struct is a void* here, and a member where it stands in the struct, in bytes from its
/// start. Declaring is done once for each procedure: [[gnu::cold]] has the compiler make it short.
class AnyDeclaration {
 protected:
  /// Sets a member.
  using Set = std::function<void(void* member, const Argument& value, const Charts& charts)>;
  using Holds = std::function<bool(const void* asker)>;
  using Prepare = std::function<void(void* asker, const Charts& charts)>;
  using MakeRule =
      std::function<std::unique_ptr<Rule>(const std::vector<Argument>&, const Charts&)>;

  /// What a value that is the parameter's default, or one that is not, goes together with.
  struct Condition {
    bool for_default = false;
    std::size_t asker = 0;  ///< where the struct that it asks stands in the whole one
    Holds holds;
    std::string wrong;
    std::string right;
  };
  struct Asked {
    Parameter parameter;
    std::size_t member = 0;
    Set set;
    std::vector<Condition> conditions;
  };
  struct Preparation {
    std::size_t asker = 0;
    Prepare prepare;
  };

  [[gnu::cold]] explicit AnyDeclaration(std::string_view prefix);
  AnyDeclaration(AnyDeclaration&&) noexcept;
  AnyDeclaration(const AnyDeclaration&);
  ~AnyDeclaration();

  // A member of each type: where it stands, its default, and what is asked.
  void whole(std::size_t member, int preset, std::string_view name, int least, int most,
             std::string_view meaning);
  void whole(std::size_t member, const std::optional<int>& preset, std::string_view name, int least,
             int most, std::string_view meaning);
  void number(std::size_t member, double preset, std::string_view name, double least, double most,
              std::string_view meaning);
  void number(std::size_t member, const std::optional<double>& preset, std::string_view name,
              double least, double most, std::string_view meaning);
  void flag(std::size_t member, bool preset, std::string_view name, std::string_view meaning);
  void flag(std::size_t member, const std::optional<bool>& preset, std::string_view name,
            std::string_view meaning);
  void choice(std::size_t member, std::optional<std::size_t> preset, std::string_view name,
              OneOf choices, std::string_view meaning,
              void (*set)(void* member, const Argument& value, const Charts& charts));
  void word(std::size_t member, const std::string& preset, std::string_view name, OneOf choices,
            std::string_view meaning);
  void text(std::size_t member, const std::string& preset, std::string_view name,
            std::string_view form, std::string_view meaning);
  void text(std::size_t member, const std::optional<std::string>& preset, std::string_view name,
            std::string_view form, std::string_view meaning);
  void read_text(std::size_t member, bool may_be_left_out, std::string_view name,
                 std::string_view form, std::string_view meaning, Set set);
  void date(std::size_t member, std::string_view name, std::string_view first,
            std::string_view last, std::string_view meaning);

  // What else is said of a parameter.
  void tried(std::vector<std::string> values);
  void named(NameList list, std::string_view form);
  void condition(bool for_default, Holds holds, std::string_view wrong, std::string_view right);
  void missing(Holds holds, std::string_view why, std::string_view right);
  void conditions(std::initializer_list<std::string_view> names, const Holds& holds,
                  std::string_view wrong, std::string_view right);
  Asked& latest() { return asked_.back(); }
  Asked& find(std::string_view name);

  static void term(std::vector<Term>& terms, std::string_view name, std::string_view meaning);
  static void add(std::vector<Term>& terms, std::vector<Term> more);
  void headline_part(std::string_view name, std::string_view words, std::string_view words_of_one);
  void name(std::string_view name, std::string_view rule, std::string_view summary);

  void adopt(AnyDeclaration&& group, std::size_t member);
  void fill(void* asker, const std::vector<Argument>& values, const Charts& charts) const;
  Procedure made(MakeRule make) const;

  std::string prefix_;
  Procedure reports_;
  std::vector<Asked> asked_;
  std::vector<Preparation> prepares_;

 private:
  static void* part(void* asker, std::size_t where) { return static_cast<char*>(asker) + where; }
  void ask(Parameter parameter, std::size_t member, Set set);
};

/// What a struct asks: its parameters and the members that they are bound to, and what it reports.
/// Made with procedure<>(), or handed to a group of parameters (see includes()).
template <class Asker>
class Declaration : AnyDeclaration {
 public:
  /// `blank` holds the defaults; all names get `prefix` in front.
  [[gnu::cold]] explicit Declaration(const Asker& blank, std::string_view prefix = "")
      : AnyDeclaration(prefix), blank_(blank) {}

  // Parameters, in the order in which they are to stand.

  /// A whole number from `least` to `most`. A std::optional may be left out.
  Declaration& asks(int Asker::*member, std::string_view name, int least, int most,
                    std::string_view meaning) {
    whole(at(member), blank_.*member, name, least, most, meaning);
    return *this;
  }
  Declaration& asks(std::optional<int> Asker::*member, std::string_view name, int least, int most,
                    std::string_view meaning) {
    whole(at(member), blank_.*member, name, least, most, meaning);
    return *this;
  }

  /// A number, whole or not.
  Declaration& asks(double Asker::*member, std::string_view name, double least, double most,
                    std::string_view meaning) {
    number(at(member), blank_.*member, name, least, most, meaning);
    return *this;
  }
  Declaration& asks(std::optional<double> Asker::*member, std::string_view name, double least,
                    double most, std::string_view meaning) {
    number(at(member), blank_.*member, name, least, most, meaning);
    return *this;
  }

  /// Yes or no.
  Declaration& asks(bool Asker::*member, std::string_view name, std::string_view meaning) {
    flag(at(member), blank_.*member, name, meaning);
    return *this;
  }
  Declaration& asks(std::optional<bool> Asker::*member, std::string_view name,
                    std::string_view meaning) {
    flag(at(member), blank_.*member, name, meaning);
    return *this;
  }

  /// One of several words; the enumerators are numbered from 0.
  template <class Choice>
  requires std::is_enum_v<Choice> Declaration& asks(Choice Asker::*member, std::string_view name,
                                                    OneOf choices, std::string_view meaning) {
    choice(at(member), static_cast<std::size_t>(blank_.*member), name, std::move(choices), meaning,
           [](void* chosen, const Argument& value, const Charts&) {
             *static_cast<Choice*>(chosen) = static_cast<Choice>(static_cast<int>(value.number));
           });
    return *this;
  }
  template <class Choice>
  requires std::is_enum_v<Choice> Declaration& asks(std::optional<Choice> Asker::*member,
                                                    std::string_view name, OneOf choices,
                                                    std::string_view meaning) {
    std::optional<std::size_t> preset;
    if (blank_.*member) preset = static_cast<std::size_t>(*(blank_.*member));
    choice(at(member), preset, name, std::move(choices), meaning,
           [](void* chosen, const Argument& value, const Charts&) {
             std::optional<Choice>& bound = *static_cast<std::optional<Choice>*>(chosen);
             bound.reset();
             if (!value.text.empty()) bound = static_cast<Choice>(static_cast<int>(value.number));
           });
    return *this;
  }
  /// One of several words, kept as the word; the first where the member is empty.
  Declaration& asks(std::string Asker::*member, std::string_view name, OneOf choices,
                    std::string_view meaning) {
    word(at(member), blank_.*member, name, std::move(choices), meaning);
    return *this;
  }

  /// Text that looks like `form`, kept as it is. Required where the member is empty.
  Declaration& asks(std::string Asker::*member, std::string_view name, std::string_view form,
                    std::string_view meaning) {
    text(at(member), blank_.*member, name, form, meaning);
    return *this;
  }
  Declaration& asks(std::optional<std::string> Asker::*member, std::string_view name,
                    std::string_view form, std::string_view meaning) {
    text(at(member), blank_.*member, name, form, meaning);
    return *this;
  }

  /// Text that `read(text, parameter)` or `read(text, parameter, charts)` turns into the member;
  /// it throws an ArgumentError about the parameter. Required unless by_default() follows; a
  /// std::optional may be left out.
  template <class Value, class Read>
  requires(!std::convertible_to<Read, std::string_view>) Declaration& asks(Value Asker::*member,
                                                                           std::string_view name,
                                                                           std::string_view form,
                                                                           std::string_view meaning,
                                                                           Read read) {
    constexpr bool may_be_left_out = is_optional<Value>::value;
    read_text(at(member), may_be_left_out, name, form, meaning,
              [read, whole = prefix_ + std::string(name)](void* bound, const Argument& value,
                                                          const Charts& charts) {
                const std::string_view text = value.text;
                const std::string_view parameter = whole;
                if (may_be_left_out && text.empty()) {
                  *static_cast<Value*>(bound) = {};
                } else if constexpr (std::is_invocable_v<const Read&, std::string_view,
                                                         std::string_view, const Charts&>) {
                  *static_cast<Value*>(bound) = read(text, parameter, charts);
                } else {
                  *static_cast<Value*>(bound) = read(text, parameter);
                }
              });
    return *this;
  }

  /// A day from `first` to `last`, both written as 1942-10-17. A value may leave out the year.
  Declaration& asks(std::chrono::sys_days Asker::*member, std::string_view name,
                    std::string_view first, std::string_view last, std::string_view meaning) {
    date(at(member), name, first, last, meaning);
    return *this;
  }

  // What else there is to say of the parameter that was asked last.

  /// It has no default.
  Declaration& required() {
    latest().parameter.default_value.reset();
    return *this;
  }
  /// The default, where the member's initializer can't say it.
  Declaration& by_default(std::string_view value) {
    latest().parameter.default_value = value;
    return *this;
  }
  /// A number may be asked by the units that it is printed on: "8-1" for a leader's -1. Firepower
  /// is a sum: "2*4-6-7 + 8".
  Declaration& or_of_unit(UnitFact fact) {
    name_by_unit(latest().parameter, fact);
    return *this;
  }
  /// A text may be one of these names, a number may be asked by them; `form` tells a number's
  /// reader what they look like.
  Declaration& or_named(NameList list, std::string_view form = "") {
    AnyDeclaration::named(std::move(list), form);
    return *this;
  }
  /// Values that the cross-checks vary; they choose their own for all types but text.
  Declaration& tried_with(std::initializer_list<std::string_view> values) {
    tried({values.begin(), values.end()});
    return *this;
  }
  Declaration& tried_with(std::vector<std::string> values) {
    tried(std::move(values));
    return *this;
  }
  /// It fixes a decision of that side (see Dice::choose) unless best play is asked for: the default
  /// is what players do by habit.
  Declaration& decides(int side = 0) {
    latest().parameter.decides = side;
    return *this;
  }
  /// A value other than the default makes sense only where `when` holds (a predicate of the struct
  /// or a member of it), all members having their values; else the situation is refused with what
  /// is `wrong` and what would be `right`. Several may follow one another.
  template <class When>
  Declaration& only_when(When when, std::string_view wrong, std::string_view right) {
    condition(false, holds(when), wrong, right);
    return *this;
  }
  /// Where `when` holds the default does not do; refused in the same way, with "name is missing: "
  /// (or what the default is) in front of `why`.
  template <class When>
  Declaration& needed_when(When when, std::string_view why, std::string_view right) {
    missing(holds(when), why, right);
    return *this;
  }
  /// Changes what an earlier parameter says with `change(parameter)`: for a group whose procedure
  /// says more of it. `name` is without this declaration's prefix.
  template <class Change>
  Declaration& adjust(std::string_view name, Change change) {
    change(find(name).parameter);
    return *this;
  }
  /// only_when() for parameters that were asked earlier, those of groups included.
  template <class When>
  Declaration& only_when(std::initializer_list<std::string_view> names, When when,
                         std::string_view wrong, std::string_view right) {
    conditions(names, holds(when), wrong, right);
    return *this;
  }

  // Groups of parameters that several procedures share.

  /// The parameters of a member that is a struct itself: those that Group::describe(declaration,
  /// about...) asks, with `prefix` in front of their names. If it has prepare(charts), that is
  /// called before that of the struct it belongs to.
  template <class Group, class... About>
  Declaration& includes(Group Asker::*member, std::string_view prefix = "", About&&... about) {
    Declaration<Group> group(blank_.*member, prefix_ + std::string(prefix));
    Group::describe(group, std::forward<About>(about)...);
    const std::size_t where = at(member);
    adopt(std::move(group), where);
    if constexpr (requires(Group & asker, const Charts& charts) { asker.prepare(charts); }) {
      prepares_.push_back({where, [own = std::string(prefix)](void* asker, const Charts& charts) {
                             with_prefix(own, [&] { static_cast<Group*>(asker)->prepare(charts); });
                           }});
    }
    return *this;
  }
  /// The same, described by `describe(declaration)` and without prepare().
  template <class Group, class Describe>
  requires std::invocable < Describe, Declaration<Group>
  & > Declaration& includes(Group Asker::*member, Describe describe) {
    Declaration<Group> group(blank_.*member, prefix_);
    describe(group);
    adopt(std::move(group), at(member));
    return *this;
  }

  // What is reported.

  Declaration& outcome(std::string_view name, std::string_view meaning) {
    term(reports_.outcomes, name, meaning);
    return *this;
  }
  Declaration& event(std::string_view name, std::string_view meaning) {
    term(reports_.events, name, meaning);
    return *this;
  }
  Declaration& measure(std::string_view name, std::string_view meaning) {
    term(reports_.measures, name, meaning);
    return *this;
  }
  /// Of the measure named last: who ranks by it wants little of it.
  Declaration& less_is_better() {
    reports_.measures.back().less_is_better = true;
    return *this;
  }
  Declaration& outcomes(std::vector<Term> terms) {
    add(reports_.outcomes, std::move(terms));
    return *this;
  }
  Declaration& events(std::vector<Term> terms) {
    add(reports_.events, std::move(terms));
    return *this;
  }
  Declaration& measures(std::vector<Term> terms) {
    add(reports_.measures, std::move(terms));
    return *this;
  }
  /// What matters most, for the sentence that an answer begins with (ask/headline.hpp): the
  /// chance of an outcome or event of that name, or the mean of a measure ("mean squads"), in words
  /// in which {} stands for the number; at their end where there is no {}. Several follow one
  /// another; those that don't happen are left out.
  Declaration& headline(std::string_view name, std::string_view words,
                        std::string_view words_of_one = "") {
    headline_part(name, words, words_of_one);
    return *this;
  }
  Declaration& headlines(std::vector<HeadlinePart> parts) {
    for (HeadlinePart& part : parts) reports_.headline.push_back(std::move(part));
    return *this;
  }
  /// What a rule leaves open stands in the text file of the procedure's name beside it
  /// (asl.climb.txt); another such file (slammers.interception.txt) holds what several share.
  Declaration& also_open(std::string_view name) {
    reports_.details += open_points(name);
    return *this;
  }

  Declaration& named(std::string_view name, std::string_view rule, std::string_view summary) {
    AnyDeclaration::name(name, rule, summary);
    return *this;
  }

  /// The struct with the values of one situation, prepared.
  Asker filled(const std::vector<Argument>& values, const Charts& charts) const {
    Asker asker = blank_;
    prepare(asker, values, charts);
    return asker;
  }

  /// Ends the declaration: what it holds moves into the procedure.
  operator Procedure() {  // NOLINT(google-explicit-constructor): returned as one
    const auto declared = std::make_shared<const Declaration>(std::move(*this));
    return declared->made([declared](const std::vector<Argument>& values, const Charts& charts) {
      return declared->rule(values, charts);
    });
  }

 private:
  template <class Other>
  friend class Declaration;

  template <class Value>
  struct is_optional : std::false_type {};
  template <class Value>
  struct is_optional<std::optional<Value>> : std::true_type {};

  /// Where the member stands in the struct.
  template <class Value>
  std::size_t at(Value Asker::*member) const {
    return static_cast<std::size_t>(reinterpret_cast<const char*>(&(blank_.*member)) -
                                    reinterpret_cast<const char*>(&blank_));
  }
  template <class When>
  static Holds holds(When when) {
    if constexpr (std::is_empty_v<When> && std::is_default_constructible_v<When>) {
      return +[](const void* asker) {
        return static_cast<bool>(When()(*static_cast<const Asker*>(asker)));
      };
    } else {
      return [when](const void* asker) {
        return static_cast<bool>(std::invoke(when, *static_cast<const Asker*>(asker)));
      };
    }
  }

  std::unique_ptr<Rule> rule(const std::vector<Argument>& values, const Charts& charts) const {
    if constexpr (requires(const Asker& asker) { asker.rule(charts); }) {
      return filled(values, charts).rule(charts);
    } else if constexpr (InRounds<Asker>) {
      auto rule = std::make_unique<PlayedInRounds<Asker>>(blank_);
      prepare(rule->rules, values, charts);
      return rule;
    } else if constexpr (GoesOn<Asker>) {
      auto rule = std::make_unique<PlayedInTurns<Asker>>(blank_);
      prepare(rule->rules, values, charts);
      return rule;
    } else if constexpr (requires(const Asker& asker, Dice& dice) { asker.resolve(dice); }) {
      auto rule = std::make_unique<PlayedOnce<Asker>>(blank_);
      prepare(rule->rules, values, charts);
      return rule;
    } else {
      throw std::logic_error(reports_.name + " is no rule: only its parameters can be asked");
    }
  }
  void prepare(Asker& asker, const std::vector<Argument>& values, const Charts& charts) const {
    fill(&asker, values, charts);
    if constexpr (requires { asker.prepare(charts); }) asker.prepare(charts);
  }

  Asker blank_;
};

/// Declares the procedure that the struct `Rules` plays: its name ("asl.climb"), the rule that it
/// implements ("B11.4") and what it plays in one line.
template <class Rules>
[[gnu::cold]] Declaration<Rules> procedure(std::string_view name, std::string_view rule,
                                           std::string_view summary) {
  Declaration<Rules> declared{Rules()};
  declared.named(name, rule, summary);
  return declared;
}

}  // namespace combat_odds
