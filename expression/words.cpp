// What an expression counts, in words.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/measure_text.hpp"
#include "expression/program.hpp"

namespace combat_odds::expression {
namespace {

class Words {
 public:
  explicit Words(const Program& program) : program_(program) {}

  /// "the highest 3 of 4d6"; empty where the expression itself says it best.
  std::string of(const Node& node) const {
    using Kind = Node::Kind;
    switch (node.kind) {
      case Kind::pool:
        return read(node);
      case Kind::until:
        return fmt::format("how often {} is rolled until it is {}", dice(node.children[0]),
                           condition(node.condition));
      case Kind::repeat: {
        const Node& what = node.children[0];
        const bool is_number = what.kind == Kind::compare && what.children[0].kind == Kind::pool &&
                               what.children[1].kind == Kind::number;
        if (is_number) {  // "30 times 2d6 = 12"
          const std::string left = of(what.children[0]);
          return fmt::format("in how many of {} rolls {} is {}; the highest is 1 if it ever is",
                             number(node.number), left.empty() ? dice(what.children[0]) : left,
                             compared(what.compare, number(what.children[1].number)));
        }
        const std::string once = of(node.children[0]);
        if (node.children[0].is_condition()) {
          return fmt::format("in how many of {} rolls {}", number(node.number),
                             once.empty() ? "it holds" : asked(node.children[0]));
        }
        return fmt::format("{} rolls{}{}: each, the lowest, the highest, and all added up",
                           number(node.number), once.empty() ? "" : " of ", once);
      }
      case Kind::versus: {
        const std::string one = of(node.children[0]);
        const std::string other = of(node.children[1]);
        return one.empty() || other.empty()
                   ? ""
                   : fmt::format("{} against {}{}; ahead is the first", one, other,
                                 node.rerolls_ties ? ", ties rolled again" : "");
      }
      case Kind::compare: {
        const std::string left = of(node.children[0]);
        const std::string right = node.children[1].kind == Kind::number
                                      ? number(node.children[1].number)
                                      : of(node.children[1]);
        if (left.empty() || right.empty()) return "";
        return fmt::format("whether {} is {}", left, compared(node.compare, right));
      }
      case Kind::within: {
        const std::string left = of(node.children[0]);
        return left.empty() ? "" : fmt::format("whether {} is {}", left, condition(node.condition));
      }
      case Kind::add:
      case Kind::subtract:
      case Kind::multiply: {
        const std::string left = term(node.children[0]);
        const std::string right = term(node.children[1]);
        const char* sign = node.kind == Kind::add ? "+" : node.kind == Kind::subtract ? "-" : "*";
        return left.empty() || right.empty() ? "" : fmt::format("{} {} {}", left, sign, right);
      }
      case Kind::name:
        return program_.names[node.name];
      case Kind::negative: {
        const std::string of = term(node.children[0]);
        return of.empty() ? "" : "minus " + of;
      }
      case Kind::divide: {
        const std::string left = term(node.children[0]);
        const std::string right = term(node.children[1]);
        return left.empty() || right.empty()
                   ? ""
                   : fmt::format(
                         "{} / {}{}", left, right,
                         node.children[1].kind == Kind::parts ? "" : ", the fraction left out");
      }
      case Kind::max:
        return several("the largest of", node);
      case Kind::min:
        return several("the smallest of", node);
      case Kind::joint:
        return several("together:", node);
      case Kind::absolute: {
        const std::string of = this->of(node.children[0]);
        return of.empty() ? "" : of + ", without its sign";
      }
      case Kind::round_up:
        return rounded(node, "rounded up");
      case Kind::round_down:
        return rounded(node, "rounded down");
      case Kind::round_nearest:
        return rounded(node, "rounded to the nearest, halves up");
      case Kind::both:
        return all(node, " and ");
      case Kind::either:
        return all(node, " or ");
      case Kind::none: {
        // "whether d6 is not 6", "whether d6 is not 1 and d8 is not 2"
        const Node& denied = node.children[0];
        if (denied.kind == Kind::within) {
          const std::string left = of(denied.children[0]);
          return left.empty() ? "" : fmt::format("whether {} is {}", left, none_of(denied));
        }
        const std::optional<Node> turned = opposite(denied);
        return turned ? of(*turned) : "";
      }
      case Kind::choose: {
        const std::string asked = this->asked(node.children[0]);
        const std::string one = of(node.children[1]);
        const std::string other = of(node.children[2]);
        if (asked.empty() || one.empty() || other.empty()) return "";
        return fmt::format("if {}: {}; else {}", asked, one, other);
      }
      case Kind::number:
        return number(node.number);
      case Kind::parts:
        return exactly(node);
      default:
        return "";
    }
  }

 private:
  /// "the largest of d6, d8 and d10"
  std::string several(const char* what, const Node& node) const {
    std::string text = what;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const std::string of = this->of(node.children[i]);
      if (of.empty()) return "";
      text += (i == 0 ? " " : i + 1 == node.children.size() ? " and " : ", ") + of;
    }
    return text;
  }

  /// A condition without its "whether".
  std::string asked(const Node& node) const {
    constexpr std::string_view whether = "whether ";
    const std::string of = this->of(node);
    return of.starts_with(whether) ? of.substr(whether.size()) : of;
  }
  /// "whether d6 is 6 and d8 is 8"; of mixed ones "either d6 is 6 or d8 is 8, and d4 is 1".
  std::string all(const Node& node, const std::string& between) const {
    using Kind = Node::Kind;
    const auto is_joined = [](const Node& child) {
      return child.kind == Kind::both || child.kind == Kind::either;
    };
    const bool is_mixed = std::any_of(node.children.begin(), node.children.end(), is_joined);
    std::string text;
    for (const Node& child : node.children) {
      std::string one = asked(child);
      if (one.empty()) return "";
      if (is_joined(child)) one.insert(0, child.kind == Kind::both ? "both " : "either ");
      text += (text.empty() ? "whether " : (is_mixed ? "," : "") + between) + one;
    }
    return text;
  }

  /// What holds where the condition does not; nothing where no words say it.
  static std::optional<Node> opposite(const Node& node) {
    using Kind = Node::Kind;
    Node turned = node;
    switch (node.kind) {
      case Kind::compare:
        turned.compare = opposite(node.compare);
        return turned;
      case Kind::within:
        turned.kind = Kind::none;
        turned.children = {node};
        return turned;
      case Kind::none:
        return node.children[0];
      case Kind::both:
      case Kind::either:
        turned.kind = node.kind == Kind::both ? Kind::either : Kind::both;
        for (Node& child : turned.children) {
          std::optional<Node> other = opposite(child);
          if (!other) return std::nullopt;
          child = *std::move(other);
        }
        return turned;
      default:
        return std::nullopt;
    }
  }

  /// "not 7", "neither 7 nor 11"
  static std::string none_of(const Node& within) {
    const std::vector<int>& set = within.condition.set;
    if (set.size() == 1) return fmt::format("not {}", set.front());
    std::string text;
    for (const int value : set) {
      text += fmt::format("{}{}", text.empty() ? "neither " : " nor ", value);
    }
    return text;
  }

  std::string rounded(const Node& node, const char* how) const {
    const std::string of = term(node.children[0]);
    if (of.empty()) return "";
    return node.number.value == 1 ? of : fmt::format("{} / {}, {}", of, node.number.value, how);
  }

  /// A part of a sum that needs no brackets: "2d6", "5".
  std::string term(const Node& node) const {
    using Kind = Node::Kind;
    if (node.kind == Kind::number) return number(node.number);
    if (node.kind == Kind::parts) return exactly(node);
    if (node.kind == Kind::name) return program_.names[node.name];
    if (node.kind == Kind::add || node.kind == Kind::subtract || node.kind == Kind::negative) {
      return of(node);
    }
    const bool plain = node.kind == Kind::pool && node.pool.keep == Pool::Keep::all &&
                       node.pool.reading == Pool::Reading::total && !node.pool.counts &&
                       node.pool.explodes == Pool::Explodes::no && !node.pool.rerolls;
    return plain ? dice(node) : "";
  }

  /// A number with decimals. A quotient that keeps its fraction says best itself what it is.
  std::string exactly(const Node& node) const {
    const Node& above = node.children[0];
    if (above.kind != Node::Kind::number || above.number.sweep >= 0) return "";
    return measure_text(static_cast<double>(above.number.value) / node.number.value);
  }

  std::string number(const Number& number) const {
    if (number.sweep < 0) return std::to_string(number.value);
    const Sweep& sweep = program_.sweeps[static_cast<std::size_t>(number.sweep)];
    return sweep.named ? sweep.name : program_.text.substr(sweep.at, sweep.length);
  }

  static Compare opposite(Compare compare) {
    switch (compare) {
      case Compare::equal:
        return Compare::unequal;
      case Compare::unequal:
        return Compare::equal;
      case Compare::less:
        return Compare::at_least;
      case Compare::at_most:
        return Compare::more;
      case Compare::more:
        return Compare::at_most;
      case Compare::at_least:
        return Compare::less;
    }
    return compare;
  }

  static std::string compared(Compare compare, const std::string& number) {
    switch (compare) {
      case Compare::equal:
        return number;
      case Compare::unequal:
        return "not " + number;
      case Compare::less:
        return "less than " + number;
      case Compare::at_most:
        return number + " or less";
      case Compare::more:
        return "more than " + number;
      case Compare::at_least:
        return number + " or more";
    }
    return number;
  }

  std::string condition(const Condition& condition, const Pool* pool = nullptr) const {
    if (condition.set.empty()) {
      if (pool != nullptr && !pool->symbols.empty() && condition.number.sweep < 0) {
        return pool->symbols.at(static_cast<std::size_t>(condition.number.value) - 1);
      }
      return compared(condition.compare, number(condition.number));
    }
    std::string all;
    for (std::size_t i = 0; i < condition.set.size(); ++i) {
      if (i > 0) all += i + 1 == condition.set.size() ? " or " : ", ";
      all += std::to_string(condition.set[i]);
    }
    return all;
  }

  /// "4d6", with what is done to each die.
  std::string dice(const Node& node) const {
    const Pool& pool = node.pool;
    std::string text;
    if (!node.children.empty()) {
      text = node.children[0].kind == Node::Kind::number ? number(node.children[0].number)
                                                         : "a rolled number of ";
    }
    if (!pool.symbols.empty()) {
      text += text.empty() ? "a die of symbols" : " dice of symbols";
    } else if (pool.faces == std::vector{-1, 0, 1}) {
      text += "dF";
    } else if (!pool.faces.empty()) {
      text += text.empty() ? "a die of its own" : " dice of their own";
    } else {
      text += "d" + number(pool.sides);
    }
    if (pool.rerolls) {
      text += fmt::format(", {} rolled again{}", condition(pool.reroll, &pool),
                          pool.rerolls_once ? " once" : "");
    }
    if (pool.explodes != Pool::Explodes::no) {
      text += pool.explode ? fmt::format(", exploding on {}", condition(*pool.explode, &pool))
                           : ", exploding on the highest face";
      if (pool.explodes != Pool::Explodes::adds) text += " (all rolls of a die are one)";
    }
    return text;
  }

  std::string kept(const Node& node) const {
    const Pool& pool = node.pool;
    const std::string dice = this->dice(node);
    switch (pool.keep) {
      case Pool::Keep::all:
        return dice;
      case Pool::Keep::highest:
        return fmt::format("the highest {} of {}", number(pool.kept), dice);
      case Pool::Keep::lowest:
        return fmt::format("the lowest {} of {}", number(pool.kept), dice);
      case Pool::Keep::middle:
        return fmt::format("the middle {} of {}", number(pool.kept), dice);
      case Pool::Keep::drop:
        break;
    }
    std::string dropped;
    const auto drop = [&](const char* end, const Number& of) {
      if (of.value == 0 && of.sweep < 0) return;
      dropped += fmt::format("{}the {} {}", dropped.empty() ? "" : " and ", end, number(of));
    };
    drop("lowest", pool.drop_lowest);
    drop("highest", pool.drop_highest);
    return fmt::format("{} without {}", dice, dropped);
  }

  std::string read(const Node& node) const {
    const Pool& pool = node.pool;
    const std::string dice = kept(node);
    switch (pool.reading) {
      case Pool::Reading::largest_set:
        return fmt::format("how many of {} show the same face at most", dice);
      case Pool::Reading::sets:
        return fmt::format("how many faces show on {} or more of {}", number(pool.set_size), dice);
      case Pool::Reading::straight:
        return fmt::format("how many faces in a row {} show", dice);
      case Pool::Reading::distinct:
        return fmt::format("how many different faces {} show", dice);
      case Pool::Reading::matches:
        return fmt::format("how many pairs {} make, three alike being three pairs", dice);
      case Pool::Reading::total:
        break;
    }
    if (pool.counts) {
      return fmt::format("how many of {} show {}{}", dice, condition(pool.count_if, &pool),
                         pool.less ? ", less those that show " + condition(*pool.less, &pool) : "");
    }
    if (!pool.symbols.empty()) return "what " + dice + (node.children.empty() ? " shows" : " show");
    const bool one = node.children.empty() && pool.explodes == Pool::Explodes::no;
    return (one ? "" : "the sum of ") + dice;
  }

  const Program& program_;
};

}  // namespace

std::string in_words(const Program& program) {
  const std::string words = Words(program).of(program.result);
  if (!words.empty()) return words;
  if (program.result.kind == Node::Kind::versus) return "which of both comes to more";
  return program.is_condition() ? "whether it holds" : "what it comes to";
}

}  // namespace combat_odds::expression
