#include "expression/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"

namespace combat_odds::expression {

namespace g = grammar;

Compare Builder::compare(std::string_view sign) {
  const std::string text = lower(sign);
  const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
  if (says("least") || text == ">=" || text == "=>") return Compare::at_least;
  if (says("most") || text == "<=" || text == "=<") return Compare::at_most;
  if (text == "!=" || text == "<>") return Compare::unequal;
  if (says("more") || says("above") || says("beats") || text == ">") return Compare::more;
  const bool less = says("less") || says("fewer") || says("below") || text == "<";
  return less ? Compare::less : Compare::equal;
}

Condition Builder::condition(const Tree& tree, const Pool& pool) {
  Condition condition;
  for (const auto& child : tree.children) {
    if (child->is_type<g::compare>()) condition.compare = compare(*child);
    if (child->is_type<g::or_more>()) condition.compare = Compare::at_least;
    if (child->is_type<g::or_less>()) condition.compare = Compare::at_most;
    if (child->is_type<g::set>()) condition.set = listing(*child);
    if (child->is_type<g::faces_said>()) return of_faces(*child, pool);
    if (is_constant(*child)) condition.number = number(*child);
    if (child->is_type<g::explode_if>()) return this->condition(*child, pool);
    if (child->is_type<g::symbol>()) {
      const auto known = std::find(pool.symbols.begin(), pool.symbols.end(), child->string());
      if (known == pool.symbols.end()) {
        throw SyntaxError(column_of(*child), fmt::format("no face shows '{}'", child->string()),
                          pool.symbols.empty() ? "a comparison such as >=5"
                                               : "one of the faces, such as " + pool.symbols[0]);
      }
      condition.number = {static_cast<int>(known - pool.symbols.begin()) + 1, -1};
    }
  }
  return condition;
}

Condition Builder::of_faces(const Tree& tree, const Pool& pool) {
  Condition condition;
  for (const auto& child : tree.children) {
    const auto named = std::find(pool.symbols.begin(), pool.symbols.end(), child->string());
    condition.set.push_back(named == pool.symbols.end()
                                ? whole(*child)
                                : static_cast<int>(named - pool.symbols.begin()) + 1);
  }
  if (condition.set.size() == 1) {
    condition.number = {condition.set.front(), -1};
    condition.set.clear();
  }
  return condition;
}

void Builder::ask_if_strict(const Tree& tree, std::string_view mark) const {
  for (const auto& child : tree.children) {
    if (child->is_type<g::explode_if>()) ask_if_strict(*child, mark);
    if (!child->is_type<g::compare>()) continue;
    const std::string_view sign = child->string_view();
    if (sign != "<" && sign != ">") continue;
    const bool less = sign == "<";
    const int number = number_in<int>(tree.children.back()->string_view()).value_or(0);
    const int strict = less ? number - 1 : number + 1;
    const std::string kind = less ? "<=" : ">=";
    const auto with = [&](int than) {
      return replaced(tree, fmt::format("{}{}{}", mark, kind, than));
    };
    ask_back(tree, tree.string_view(),
             {{with(strict), fmt::format("{} than {}", less ? "less" : "more", number)},
              {with(number), fmt::format("{} or {} (Roll20)", number, less ? "less" : "more")}});
  }
}

void Builder::ask_how_often(const Tree& tree, bool in_words) const {
  const Tree& last = *tree.children.back();
  std::string once = last.is_type<g::face_word>() ? std::to_string(whole(last)) : text_of(last);
  std::string often = once;
  std::string once_words = "once (Foundry)";
  std::string often_words = "until another face shows (Roll20)";
  for (const auto& child : tree.children) {
    if (!child->is_type<g::compare>()) continue;
    const std::optional<int> number = number_in<int>(once);
    std::string sign = text_of(*child);
    if (number && (sign == "<" || sign == ">")) {
      const bool less = sign == "<";
      sign += "=";
      once = std::to_string(*number + (less ? -1 : 1));
      if (in_words) {
        often = once;
      } else {
        once_words = fmt::format("{} than {}, {}", less ? "less" : "more", *number, once_words);
        often_words = fmt::format("{} or {}, {}", *number, less ? "less" : "more", often_words);
      }
    }
    once.insert(0, sign);
    often.insert(0, sign);
  }
  ask_back(
      tree, text_of(tree),
      {{replaced(tree, "rr" + often), often_words}, {replaced(tree, "ro" + once), once_words}});
}

bool Builder::is_condition(const Node& node) const {
  using Kind = Node::Kind;
  if (node.kind == Kind::choose) {
    return is_condition(node.children[1]) && is_condition(node.children[2]);
  }
  if (node.kind == Kind::name) return is_condition(program_.definitions[node.name]);
  return node.is_condition();
}

Node Builder::of_conditions(Node::Kind kind, const Tree& tree) {
  refuse_doubles_of_no_dice(tree);
  Node all = joined(kind, tree, 1);
  if (kind == Node::Kind::both && are_counted_dice(tree)) {
    Node sum = std::move(all.children[0]);
    for (std::size_t i = 1; i < all.children.size(); ++i) {
      std::vector<Node> parts;
      parts.push_back(std::move(sum));
      parts.push_back(std::move(all.children[i]));
      sum = made(Node::Kind::add, tree, std::move(parts));
    }
    return sum;
  }
  const std::size_t conditions = kind == Node::Kind::choose ? 1 : all.children.size();
  for (std::size_t i = 0; i < conditions; ++i) {
    if (is_condition(all.children[i])) continue;
    const Tree& operand = *tree.children[i];
    throw SyntaxError(column_of(operand),
                      fmt::format("'{}' is a number, not a condition", text_of(operand)),
                      condition_meant(tree, all, i));
  }
  return all;
}

/// "snake eyes or doubles on 2d6": the same dice show both, which two rolls would not.
void Builder::refuse_doubles_of_no_dice(const Tree& tree) {
  for (const auto& child : tree.children) {
    const Tree& asked = inner(*child);
    if (!asked.is_type<g::asked_double>() || asked.children.size() > 1) continue;
    throw SyntaxError(column_of(asked), "the dice of one roll can't show this and something else",
                      "the sums of one roll, such as 2d6 in {2,12}");
  }
}

bool Builder::are_counted_dice(const Tree& tree) {
  return std::all_of(tree.children.begin(), tree.children.end(), [](const auto& child) {
    const Tree& dice = inner(*child);
    return dice.template is_type<g::pool>() && !dice.children.empty() &&
           dice.children.front()->template is_type<g::article>();
  });
}

std::string Builder::condition_meant(const Tree& tree, const Node& all, std::size_t at) const {
  using Kind = Node::Kind;
  const Tree& first = inner(*tree.children[0]);
  const Node& node = all.children[0];
  if (is_plain_number(node)) return "a set of numbers, such as 2d6 in {7,11}";
  if (all.kind == Kind::either &&
      std::all_of(all.children.begin() + 1, all.children.end(), is_plain_number)) {
    std::string numbers;
    for (std::size_t i = 1; i < all.children.size(); ++i) {
      numbers += fmt::format(",{}", all.children[i].number.value);
    }
    if (const std::string meant = one_of_numbers(first, node, numbers); !meant.empty()) {
      return replaced(tree, meant);
    }
  }
  if (all.kind == Kind::both && first.is_type<g::said>() && node.kind == Kind::pool &&
      (node.pool.keep == Pool::Keep::highest || node.pool.keep == Pool::Keep::lowest)) {
    std::string values = text_of(*first.children.back());
    for (std::size_t i = 1; i < all.children.size(); ++i) {
      values += ", " + text_of(*tree.children[i]);
    }
    const bool highest = node.pool.keep == Pool::Keep::highest;
    const bool one = node.pool.kept.sweep < 0 && node.pool.kept.value == 1;
    return replaced(
        tree, one ? fmt::format("{}({})", highest ? "max" : "min", values)
                  : fmt::format("{{{}}} k{}{}", values, highest ? 'h' : 'l', node.pool.kept.value));
  }
  const Node& number = all.children[at];
  if (number.kind == Kind::number) return "a comparison on each side, such as 2d6 >= 8";
  const bool is_roll = number.kind == Kind::pool && !number.pool.counts;
  const std::string compared =
      fmt::format("{} >= {}", text_of(*tree.children[at]), is_roll ? 4 : 1);
  return all.kind == Kind::both && !is_condition(all.children[1 - std::min<std::size_t>(at, 1)])
             ? fmt::format("a comparison such as {}; + adds up", compared)
             : "a comparison such as " + compared;
}

Node Builder::decimal(const Tree& tree) {
  constexpr std::size_t most_decimals = 4;
  std::string digits = tree.string();
  const std::size_t point = digits.find('.');
  const std::size_t decimals = digits.size() - point - 1;
  digits.erase(point, 1);
  const std::optional<int> value = number_in<int>(digits);
  if (decimals > most_decimals || !value || *value > most_number) {
    throw SyntaxError(column_of(tree), fmt::format("{} has too many digits", tree.string_view()),
                      fmt::format("at most {} decimals", most_decimals));
  }
  int parts = 1;
  for (std::size_t i = 0; i < decimals; ++i) parts *= 10;
  const int common = std::gcd(*value, parts);
  std::vector<Node> number;
  number.push_back(number_node({*value / common, -1}, tree));
  Node over = made(Node::Kind::parts, tree, std::move(number));
  over.number = {parts / common, -1};
  return over;
}

Node Builder::comparison(const Tree& tree) {
  using Kind = Node::Kind;
  const auto& children = tree.children;
  std::vector<Node> parts;
  parts.push_back(node(*children[0]));
  const Tree& next = *children[1];
  if (next.is_type<g::between_said>()) return within(tree, *children[0], next);
  if (next.is_type<g::is_several>()) return one_of(tree, *next.children[0], *children[0]);
  if (next.is_type<g::within>()) {
    Node inside = made(Kind::within, tree, std::move(parts));
    inside.condition.set = listing(*next.children.at(0));
    return inside;
  }
  if (next.is_type<g::versus>()) {
    parts.push_back(node(*next.children.at(0)));
    if (is_plain_number(parts[1]) && !is_plain_number(parts[0])) {
      const std::string dice = text_of(*children[0]);
      const int number = parts[1].number.value;
      ask_back(tree, text_of(tree),
               {{replaced(tree, fmt::format("({}) >= {}", dice, number)),
                 fmt::format("{} or more", number)},
                {replaced(tree, fmt::format("({}) <= {}", dice, number)),
                 fmt::format("{} or less, as in games that roll under", number)}});
    }
    Node versus = made(Kind::versus, tree, std::move(parts));
    versus.rerolls_ties = next.children.size() > 1;
    return versus;
  }
  Compare sign = Compare::at_least;
  if (next.is_type<g::against_class>()) {
    parts.push_back(number_node(number(*next.children.at(0)), next));
  } else if (is<g::so_many, g::against_so_many>(next)) {
    const Tree& so_many = next.is_type<g::so_many>() ? next : *next.children.at(0);
    if (so_many.children.at(1)->is_type<g::or_less>()) sign = Compare::at_most;
    Node constant = number_node(number(*so_many.children.at(0)), next);
    ask_if_dice(tree, parts[0], sign, constant, *so_many.children.at(0));
    parts.push_back(std::move(constant));
  } else {
    parts.push_back(node(*children[2]));
    const bool in_words = next.is_type<g::compare_words>() && !next.children.empty() &&
                          next.children[0]->is_type<g::bound>();
    if (in_words && is_plain_number(parts[1])) {
      sign = bound(*next.children.at(0), tree, text_of(*children[0]), parts[1].number.value);
    } else {
      sign = compare(next);
    }
    ask_if_dice(tree, parts[0], sign, parts[1], *children[2]);
  }
  Node compared = made(Kind::compare, tree, std::move(parts));
  compared.compare = sign;
  return compared;
}

bool Builder::may_count(const Tree& typed, const Node& left, const Node& right) const {
  if (!typed.is_type<g::pool>() || left.kind != Node::Kind::pool) return false;
  const Pool& pool = left.pool;
  const bool one = left.children.empty() || left.children[0].kind != Node::Kind::number ||
                   left.children[0].number.value == 1;
  return !one && pool.keep == Pool::Keep::all && !pool.counts && pool.symbols.empty() &&
         pool.reading == Pool::Reading::total && right.kind == Node::Kind::number &&
         may_show(pool, right.number);
}

bool Builder::may_show(const Pool& pool, const Number& number) const {
  const auto shows = [&](int face) {
    if (!pool.faces.empty()) {
      return std::find(pool.faces.begin(), pool.faces.end(), face) != pool.faces.end();
    }
    const bool compounds =
        pool.explodes == Pool::Explodes::compounds || pool.explodes == Pool::Explodes::penetrates;
    return face >= 1 && (compounds || pool.sides.sweep >= 0 || face <= pool.sides.value);
  };
  if (number.sweep < 0) return shows(number.value);
  const std::vector<int>& values = program_.sweeps[static_cast<std::size_t>(number.sweep)].values;
  return std::any_of(values.begin(), values.end(), shows);
}

std::size_t Builder::first_value(const Node& node) {
  return node.kind == Node::Kind::choose || node.kind == Node::Kind::step ? 1 : 0;
}

int Builder::scale(const Node& node) const {
  using Kind = Node::Kind;
  const auto of = [&](std::size_t i) { return scale(node.children[i]); };
  long long result = 1;
  switch (node.kind) {
    case Kind::add:
    case Kind::subtract:
      result = std::lcm<long long>(of(0), of(1));
      break;
    case Kind::multiply:
      result = static_cast<long long>(of(0)) * of(1);
      break;
    case Kind::negative:
    case Kind::absolute:
      result = of(0);
      break;
    case Kind::max:
    case Kind::min:
    case Kind::highest:
    case Kind::lowest:
    case Kind::choose:
    case Kind::step:
      for (std::size_t i = first_value(node); i < node.children.size(); ++i) {
        result = std::lcm<long long>(result, of(i));
        if (result > most_number) break;
      }
      break;
    case Kind::divide: {
      const Node& below = node.children[1];
      if (below.kind != Node::Kind::number || below.number.sweep >= 0 || below.number.value < 1) {
        throw SyntaxError(node.column, "what is rounded must be divided by a number",
                          "ceil(2d6/2)");
      }
      result = static_cast<long long>(of(0)) * below.number.value;
      break;
    }
    default:
      break;
  }
  if (result > most_number) throw SyntaxError(node.column, "the divisors are too large", "less");
  return static_cast<int>(result);
}

Node Builder::scaled(Node node, int by, const Tree& tree) {
  using Kind = Node::Kind;
  switch (node.kind) {
    case Kind::add:
    case Kind::subtract:
    case Kind::negative:
    case Kind::absolute:
    case Kind::max:
    case Kind::min:
    case Kind::highest:
    case Kind::lowest:
    case Kind::choose:
    case Kind::step:
      if (by == 1) return node;
      for (std::size_t i = first_value(node); i < node.children.size(); ++i) {
        node.children[i] = scaled(std::move(node.children[i]), by, tree);
      }
      return node;
    case Kind::divide:
      return scaled(std::move(node.children[0]), by / node.children[1].number.value, tree);
    case Kind::multiply: {
      const int right = scale(node.children[1]);
      node.children[0] = scaled(std::move(node.children[0]), by / right, tree);
      node.children[1] = scaled(std::move(node.children[1]), right, tree);
      return node;
    }
    default:
      break;
  }
  if (by == 1) return node;
  std::vector<Node> factors;
  factors.push_back(number_node({by, -1}, tree));
  factors.push_back(std::move(node));
  return made(Kind::multiply, tree, std::move(factors));
}

Node Builder::within(const Tree& tree, const Tree& dice, const Tree& between) {
  const int least = whole(*between.children.at(0));
  const int most = whole(*between.children.at(1));
  if (most < least || most - least > 1000) {
    throw SyntaxError(column_of(tree), fmt::format("between {} and {}", least, most),
                      "the smaller number first");
  }
  std::vector<Node> parts;
  parts.push_back(node(dice));
  Node inside = made(Node::Kind::within, tree, std::move(parts));
  for (int value = least; value <= most; ++value) inside.condition.set.push_back(value);
  return inside;
}

}  // namespace combat_odds::expression
