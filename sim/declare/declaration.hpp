#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/declare/procedure.hpp"

namespace combat_odds {

// A rule is a struct whose members are its parameters. procedure<Climb>(...) declares it: each
// `asks` binds a member to a name, a range and a meaning. The member's initializer is the default.
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
// The struct's member functions decide what kind of rule it is:
//   resolve(dice)                       a rule that is played once
//   start(), step(state, dice), outcome(state)   a rule played step by step (see Process)
//   rounds(), round(state, number), round_over(state), outcome(state, played) in addition
//                                       a rule played round after round (see Rounds)
//   alike(state)                        in addition: the one state that stands for all equivalent
//                                       ones
//   rule(charts)                        makes the Rule to play; its kind depends on the values. It
//                                       may be for a struct that is given up: rule(charts) &&
// prepare(charts), if there is one, is called once, after all members have their values. It looks
// things up in the charts and throws ArgumentError for values that do not go together.
// working(), if there is one, shows how the numbers of the situation come about
// (core/dice/working.hpp).

/// The words of a choice, in the order of its enumerators.
struct OneOf {
  std::vector<std::string> words;
};
OneOf one_of(std::initializer_list<std::string_view> words);
inline OneOf one_of(std::vector<std::string> words) { return {std::move(words)}; }

/// The struct's working(); empty if it has none.
template <class Rules>
Working working_of(const Rules& rules) {
  if constexpr (requires { rules.working(); }) {
    return rules.working();
  } else {
    return {};
  }
}

/// The struct `Rules` as a Rule that is resolved in one go.
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

/// The struct's alike(state) if it has one, otherwise the state itself.
template <class Rules, class State>
State alike_by(const Rules& rules, const State& state) {
  if constexpr (requires { rules.alike(state); }) {
    return rules.alike(state);
  } else {
    return state;
  }
}

/// The struct `Rules` as a Process: a rule played step by step.
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

/// The struct `Rules` as Rounds: a rule played round after round.
template <class Rules>
class PlayedInRounds : public Rounds<StateOf<Rules>> {
 public:
  using State = StateOf<Rules>;
  explicit PlayedInRounds(const Rules& blank) : rules(blank) {}
  explicit PlayedInRounds(Rules&& prepared) : rules(std::move(prepared)) {}
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

/// All parameters from the one of that name to the last that is declared so far.
struct AllFrom {
  std::string_view parameter;
};

/// The part of a Declaration that does not depend on the struct's type, so that it is compiled
/// once. A struct is a void* here, and a member is its offset in the struct, in bytes. Each
/// procedure is declared once, so [[gnu::cold]] asks the compiler for small code.
class AnyDeclaration {
 protected:
  /// Sets a member.
  using Set = std::function<void(void* member, const Argument& value, const Charts& charts)>;
  using Holds = std::function<bool(const void* asker)>;
  using Prepare = std::function<void(void* asker, const Charts& charts)>;
  using MakeRule =
      std::function<std::unique_ptr<Rule>(const std::vector<Argument>&, const Charts&)>;

  /// A condition that must hold where the parameter has its default, or where it has not.
  struct Condition {
    bool for_default = false;
    std::size_t asker = 0;  ///< offset of the struct that `holds` is called with
    Holds holds;
    std::string why;
    std::string needs;
    std::string prefix;  ///< of the declaration whose options `why` and `needs` name
  };
  /// A parameter and the member that its value is written to.
  struct BoundParameter {
    Parameter parameter;
    std::size_t member = 0;
    Set set;
    std::vector<Condition> conditions;
  };
  /// A group of parameters that prepares itself, a member of a struct.
  struct Preparation {
    std::size_t asker = 0;
    std::size_t size = 0;
    Prepare prepare;
    std::shared_ptr<const void> (*copy)(const void* group) = nullptr;
    void (*assign)(void* to, const void* from) = nullptr;

    bool holds(std::size_t member) const { return member >= asker && member < asker + size; }
  };
  /// A group as some values left it, and what it is once it is prepared.
  struct KeptGroup {
    std::shared_ptr<const void> set;
    std::shared_ptr<const void> prepared;
    std::set<std::string> read;  ///< charts
  };
  /// What two copies of a struct were filled from: one as its values left it, one whose groups are
  /// prepared, too. The next situation often differs in few values, and often a group has had its
  /// values before.
  struct FilledFrom {
    Charts::Edition charts;
    std::vector<Argument> values;
    std::vector<std::uint8_t> is_default;
    std::vector<std::size_t> group_of;  ///< the outermost that holds each parameter
    std::vector<std::vector<std::size_t>> parameters_of;  ///< each group's, where it is outermost
    /// Charts, by the parameters that no group holds; only of those that read any.
    std::map<std::size_t, std::set<std::string>> read;
    std::vector<const KeptGroup*> now;                   ///< by group; null: not an outermost one
    std::vector<std::map<std::string, KeptGroup>> kept;  ///< by their values
  };

  [[gnu::cold]] explicit AnyDeclaration(std::string_view prefix);
  AnyDeclaration(AnyDeclaration&&) noexcept;
  AnyDeclaration(const AnyDeclaration&);
  ~AnyDeclaration();

  // For a member of each type: its offset, its default, and the parameter.
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

  // Further properties of a parameter.
  void tried(std::vector<std::string> values);
  void named(NameList list, std::string_view form);
  void condition(bool for_default, Holds holds, std::string_view why, std::string_view needs);
  void missing(Holds holds, std::string_view why, std::string_view needs);
  void conditions(std::initializer_list<std::string_view> names, const Holds& holds,
                  std::string_view why, std::string_view needs);
  void conditions(AllFrom first, const Holds& holds, std::string_view why, std::string_view needs);
  BoundParameter& latest() { return bound_.back(); }
  BoundParameter& find(std::string_view name);

  static void term(std::vector<Term>& terms, std::string_view name, std::string_view meaning);
  static void add(std::vector<Term>& terms, std::vector<Term> more);
  void headline_part(std::string_view name, std::string_view words, std::string_view words_of_one);
  void name(std::string_view name, std::string_view rule, std::string_view summary);

  void adopt(AnyDeclaration&& group, std::size_t member);
  void fill(void* asker, const std::vector<Argument>& values, const Charts& charts) const;
  /// The same for both copies of a struct, which `from` describes; it has no values before the
  /// first time. Where it throws, they are of no use any more.
  void fill_again(FilledFrom& from, void* set, void* prepared, const std::vector<Argument>& values,
                  const Charts& charts) const;
  ArgumentError refusal(const Parameter& parameter, const Condition& condition) const;
  Procedure made(MakeRule make) const;

  std::string prefix_;
  Procedure reports_;
  std::vector<BoundParameter> bound_;
  std::vector<Preparation> prepares_;

 private:
  static void* part(void* asker, std::size_t where) { return static_cast<char*>(asker) + where; }
  void check_conditions(void* asker, const std::vector<std::uint8_t>& is_default) const;
  void begin(FilledFrom& from, const Charts& charts) const;
  std::string values_in(std::size_t group, const FilledFrom& from) const;
  KeptGroup set_group(std::size_t group, const FilledFrom& from, void* set,
                      const Charts& charts) const;
  void prepare_group(std::size_t group, KeptGroup& kept, void* prepared,
                     const Charts& charts) const;
  void ask(Parameter parameter, std::size_t member, Set set);
};

/// The parameters of a struct, the members that they are bound to, and the outcomes, events and
/// measures that it reports. Made with procedure<>(), or handed to a group of parameters (see
/// includes()).
template <class Asker>
class Declaration : AnyDeclaration {
 public:
  /// `blank` holds the defaults. `prefix` is put in front of all names.
  [[gnu::cold]] explicit Declaration(const Asker& blank, std::string_view prefix = "")
      : AnyDeclaration(prefix), blank_(blank) {}

  // Parameters, in the order in which they are listed.

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
  /// One of several words, kept as the word. The default is the first if the member is empty.
  Declaration& asks(std::string Asker::*member, std::string_view name, OneOf choices,
                    std::string_view meaning) {
    word(at(member), blank_.*member, name, std::move(choices), meaning);
    return *this;
  }

  /// Text of the given form, kept as it is. Required if the member is empty.
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

  /// Text that `read(text, parameter)` or `read(text, parameter, charts)` turns into the member's
  /// value. `read` throws an ArgumentError about the parameter. Required unless by_default()
  /// follows; a std::optional may be left out.
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

  // Further properties of the last parameter.

  /// It has no default.
  Declaration& required() {
    latest().parameter.default_value.reset();
    return *this;
  }
  /// The default, where the member's initializer can't express it.
  Declaration& by_default(std::string_view value) {
    latest().parameter.default_value = value;
    return *this;
  }
  /// A text has commas of its own, such as "moist, no wind": a comma makes no list.
  Declaration& with_commas() {
    latest().parameter.has_commas = true;
    return *this;
  }
  /// The number may be given by the units on which it is printed: "8-1" for a leader's -1.
  /// Firepower is summed: "2*4-6-7 + 8".
  Declaration& or_of_unit(UnitFact fact) {
    name_by_unit(latest().parameter, fact);
    return *this;
  }
  /// A text may be one of these names; a number may be given by one. `form` shows what the names of
  /// a number look like.
  Declaration& or_named(NameList list, std::string_view form = "") {
    AnyDeclaration::named(std::move(list), form);
    return *this;
  }
  /// Values for the cross-checks to try: beside the default, but of a number these alone. Each is
  /// named once: the default is weighed by itself. They find their own for every type except text:
  /// every choice, and whole numbers from the bottom of the range.
  Declaration& tried_with(std::initializer_list<std::string_view> values) {
    tried({values.begin(), values.end()});
    return *this;
  }
  Declaration& tried_with(std::vector<std::string> values) {
    tried(std::move(values));
    return *this;
  }
  /// The parameter fixes a decision of that side (see Dice::choose) unless best play is asked for.
  /// Its default is what players usually do.
  Declaration& decides(int side = 0) {
    latest().parameter.decides = side;
    return *this;
  }
  /// A value other than the default is allowed only if `when` holds (a predicate of the struct, or
  /// one of its members), once all members have their values. Otherwise the situation is refused:
  /// "most_shots needs --rate-of-fire 1 or more: no MG keeps its rate", from why ("no MG keeps its
  /// rate", may be empty) and what it `needs` ("--rate-of-fire 1 or more"; empty: nothing but
  /// leaving it out would help). Parameters are named as options, without this declaration's
  /// prefix. May be called several times.
  template <class When>
  Declaration& only_when(When when, std::string_view why, std::string_view needs) {
    condition(false, holds(when), why, needs);
    return *this;
  }
  /// If `when` holds, the default is not allowed. Refused in the same way: "name is missing: why
  /// (right)", with the default in place of "missing" if it is not empty.
  template <class When>
  Declaration& needed_when(When when, std::string_view why, std::string_view right) {
    missing(holds(when), why, right);
    return *this;
  }
  /// Changes an earlier parameter with `change(parameter)`, for procedures that say more about a
  /// parameter of a group. `name` is without this declaration's prefix.
  template <class Change>
  Declaration& adjust(std::string_view name, Change change) {
    change(find(name).parameter);
    return *this;
  }
  /// only_when() for earlier parameters, including those of groups.
  template <class When>
  Declaration& only_when(std::initializer_list<std::string_view> names, When when,
                         std::string_view why, std::string_view needs) {
    conditions(names, holds(when), why, needs);
    return *this;
  }

  /// only_when() for all parameters from that one to the last.
  template <class When>
  Declaration& only_when(AllFrom first, When when, std::string_view why, std::string_view needs) {
    conditions(first, holds(when), why, needs);
    return *this;
  }

  // Groups of parameters that several procedures share.

  /// The parameters of a member that is itself a struct. Group::describe(declaration, about...)
  /// declares them; `prefix` is put in front of their names. The group's prepare(charts), if it has
  /// one, is called before that of the struct it belongs to, once for equal values of its members.
  template <class Group, class... About>
  Declaration& includes(Group Asker::*member, std::string_view prefix = "", About&&... about) {
    Declaration<Group> group(blank_.*member, prefix_ + std::string(prefix));
    Group::describe(group, std::forward<About>(about)...);
    const std::size_t where = at(member);
    adopt(std::move(group), where);
    if constexpr (requires(Group & asker, const Charts& charts) { asker.prepare(charts); }) {
      prepares_.push_back({where, sizeof(Group),
                           [own = std::string(prefix)](void* asker, const Charts& charts) {
                             with_prefix(own, [&] { static_cast<Group*>(asker)->prepare(charts); });
                           },
                           [](const void* from) -> std::shared_ptr<const void> {
                             return std::make_shared<const Group>(*static_cast<const Group*>(from));
                           },
                           [](void* to, const void* from) {
                             *static_cast<Group*>(to) = *static_cast<const Group*>(from);
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

  // Outcomes, events, measures and the headline.

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
  /// The last measure exists only where one of these outcomes or events comes up: the turn in which
  /// something happened. The rule reports it there and nowhere else (Outcome::measure_if). Rankings
  /// by it go by the chance of that first.
  Declaration& only_where(std::vector<std::string> names) {
    Term& measure = reports_.measures.back();
    measure.only_where = std::move(names);
    measure.meaning += "; only where " + measure.where_text();
    return *this;
  }
  /// The last measure is better the smaller it is, for rankings.
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
  /// A part of the sentence with which an answer begins (ask/headline.hpp): the chance of the
  /// outcome or event of that name, or the mean of a measure ("mean squads"). {} in `words` stands
  /// for the number; without {} it goes at the end. {first_gun|first vehicle} stands for what the
  /// situation gives for first_gun (ask/headline.hpp). Call it once for each part. Parts whose
  /// event can't happen are left out.
  Declaration& headline(std::string_view name, std::string_view words,
                        std::string_view words_of_one = "") {
    headline_part(name, words, words_of_one);
    return *this;
  }
  /// The same where a measure is not 0: whether points are enough says nothing of a plan that costs
  /// none.
  Declaration& headline_beside(std::string_view measure, std::string_view name,
                               std::string_view words) {
    headline_part(name, words, "");
    reports_.headline.back().beside = measure;
    return *this;
  }
  /// The same where the question asks for it by name ("a 9-2 or better") and else not.
  Declaration& headline_if_asked(std::string_view name, std::string_view words) {
    headline_part(name, words, "");
    reports_.headline.back().only_asked = true;
    return *this;
  }
  Declaration& headlines(std::vector<HeadlinePart> parts) {
    for (HeadlinePart& part : parts) reports_.headline.push_back(std::move(part));
    return *this;
  }
  /// How it is asked as a duel of two sides.
  Declaration& duel(DuelDeclaration sides) {
    reports_.duel = std::move(sides);
    return *this;
  }
  /// `balance` plays lists of the game's infantry by it.
  Declaration& plays_infantry_lists() {
    reports_.plays_infantry_lists = true;
    return *this;
  }
  /// The points that a rule leaves open are kept in a text file beside it, named after the
  /// procedure (asl.climb.txt). This adds another such file, which several procedures share
  /// (slammers.interception.txt).
  Declaration& also_open(std::string_view name) {
    reports_.details += open_points(name);
    return *this;
  }

  Declaration& named(std::string_view name, std::string_view rule, std::string_view summary) {
    AnyDeclaration::name(name, rule, summary);
    return *this;
  }

  /// The struct with the values of one situation, after prepare().
  Asker filled(const std::vector<Argument>& values, const Charts& charts) const {
    Asker asker =
        with_groups_prepared(values, charts, [](const Asker& prepared) { return prepared; });
    prepare(asker, charts);
    return asker;
  }

  /// Ends the declaration and moves its contents into the procedure.
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

  /// The member's offset in the struct, in bytes.
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

  /// A struct that was filled, for the next situation.
  struct Kept {
    explicit Kept(const Asker& blank) : set(blank), prepared(blank) {}
    Asker set;
    Asker prepared;  ///< but for its own prepare()
    FilledFrom from;
  };
  /// Those that no situation is using, of the threads that make rules. A copy of the declaration,
  /// which may get further parameters, has its own.
  struct AllKept {
    AllKept() = default;
    AllKept(const AllKept& /*other*/) : AllKept() {}
    AllKept(AllKept&&) noexcept = default;
    std::unique_ptr<std::mutex> mutex = std::make_unique<std::mutex>();
    std::vector<std::unique_ptr<Kept>> free;
  };

  std::unique_ptr<Kept> take_kept() const {
    const std::lock_guard lock(*kept_.mutex);
    if (kept_.free.empty()) return nullptr;
    std::unique_ptr<Kept> kept = std::move(kept_.free.back());
    kept_.free.pop_back();
    return kept;
  }

  /// Gives the struct with its values and its groups prepared to `use`.
  template <class Use>
  auto with_groups_prepared(const std::vector<Argument>& values, const Charts& charts,
                            Use use) const {
    std::unique_ptr<Kept> kept = take_kept();
    if (kept != nullptr && kept->from.charts != charts.edition()) kept.reset();
    if (kept == nullptr) kept = std::make_unique<Kept>(blank_);
    try {
      fill_again(kept->from, &kept->set, &kept->prepared, values, charts);
    } catch (const ArgumentError&) {
      Asker asker = blank_;
      fill(&asker, values, charts);  // refuses the first of several faulty values
      throw;
    }
    auto made = use(std::as_const(kept->prepared));
    const std::lock_guard lock(*kept_.mutex);
    kept_.free.push_back(std::move(kept));
    return made;
  }
  static void prepare(Asker& asker, const Charts& charts) {
    if constexpr (requires { asker.prepare(charts); }) asker.prepare(charts);
  }

  std::unique_ptr<Rule> rule(const std::vector<Argument>& values, const Charts& charts) const {
    const auto played_as = [&]<class Played>(std::type_identity<Played>) {
      auto rule = with_groups_prepared(
          values, charts, [](const Asker& asker) { return std::make_unique<Played>(asker); });
      prepare(rule->rules, charts);
      return rule;
    };
    if constexpr (requires(Asker asker) { std::move(asker).rule(charts); }) {
      return filled(values, charts).rule(charts);
    } else if constexpr (InRounds<Asker>) {
      return played_as(std::type_identity<PlayedInRounds<Asker>>());
    } else if constexpr (GoesOn<Asker>) {
      return played_as(std::type_identity<PlayedInTurns<Asker>>());
    } else if constexpr (requires(const Asker& asker, Dice& dice) { asker.resolve(dice); }) {
      return played_as(std::type_identity<PlayedOnce<Asker>>());
    } else {
      throw std::logic_error(reports_.name + " is no rule: only its parameters can be asked");
    }
  }

  Asker blank_;
  mutable AllKept kept_;
};

/// Begins the declaration of the procedure that the struct `Rules` plays: its name ("asl.climb"),
/// the rule that it implements ("B11.4") and a summary of one line.
template <class Rules>
[[gnu::cold]] Declaration<Rules> procedure(std::string_view name, std::string_view rule,
                                           std::string_view summary) {
  Declaration<Rules> declared{Rules()};
  declared.named(name, rule, summary);
  return declared;
}

}  // namespace combat_odds
