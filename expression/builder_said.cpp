#include "expression/builder.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/text/lower.hpp"

namespace combat_odds::expression {

namespace g = grammar;

Node Builder::unit_attack(const Tree& tree) {
  Node so_far = number_node(number(*tree.children.at(0)->children.at(0)), tree);
  int steps = 0;
  for (const auto& child : tree.children) {
    if (!child->is_type<g::needed>()) continue;
    const int needed = whole(*child);
    std::vector<Node> count;
    count.push_back(std::move(so_far));
    so_far = made(Node::Kind::pool, tree, std::move(count));
    so_far.pool.counts = true;
    const bool saves = ++steps == 3;  // what is not saved counts
    so_far.pool.count_if = {saves ? Compare::less : Compare::at_least, {needed, -1}, {}};
  }
  return so_far;
}

Node Builder::halved(const Tree& tree) {
  std::vector<Node> half;
  half.push_back(node(*tree.children.at(0)));
  const Tree& last = *tree.children.back();
  if (!is<g::rounded_up, g::rounded_down>(last)) {
    half.push_back(number_node({2, -1}, tree));
    return made(Node::Kind::divide, tree, std::move(half));
  }
  Node rounded = made(last.is_type<g::rounded_up>() ? Node::Kind::round_up : Node::Kind::round_down,
                      tree, std::move(half));
  rounded.number = {2, -1};
  return rounded;
}

Node Builder::asked_double(const Tree& tree) {
  const Tree& what = *tree.children.front();
  const int face = what.is_type<g::snake_eyes>() ? 1 : what.is_type<g::boxcars>() ? 6 : whole(what);
  Node pool = made(Node::Kind::pool, tree);
  pool.children.push_back(number_node({2, -1}, tree));
  if (tree.children.size() > 1) pool = pool_node(*tree.children.back());
  const bool two = pool.kind == Node::Kind::pool && pool.children.size() == 1 &&
                   is_plain_number(pool.children[0]) && pool.children[0].number.value == 2 &&
                   !pool.pool.counts;
  if (!two) {
    throw SyntaxError(column_of(tree), "double is of two dice",
                      fmt::format("(5d6 c={}) >= 2", face));
  }
  pool.pool.counts = true;
  pool.pool.count_if = {Compare::equal, {face, -1}, {}};
  std::vector<Node> parts;
  parts.push_back(std::move(pool));
  parts.push_back(number_node({2, -1}, tree));
  return made(Node::Kind::compare, tree, std::move(parts));
}

Node Builder::asked_between(const Tree& tree) {
  return within(tree, *tree.children.back(), *tree.children.front());
}

Node Builder::ends_of_two(const Tree& tree) {
  std::vector<Node> two;
  bool lowest = false;
  for (const auto& child : tree.children) {
    lowest = lowest || is<g::low_end, g::smaller>(*child);
    if (!is<g::low_end, g::smaller, g::high_end, g::larger>(*child)) two.push_back(node(*child));
  }
  return made(lowest ? Node::Kind::min : Node::Kind::max, tree, std::move(two));
}

Node Builder::best_of_rolls(const Tree& tree) {
  const int rolls = whole(*tree.children.at(1));
  constexpr int most_rolls = 100;
  if (rolls < 1 || rolls > most_rolls) {
    throw SyntaxError(column_of(tree), fmt::format("{} rolls", rolls),
                      fmt::format("1 to {}", most_rolls));
  }
  std::vector<Node> all;
  for (int i = 0; i < rolls; ++i) all.push_back(pool_node(*tree.children.back()));
  const bool lowest = tree.children.front()->is_type<g::low_end>();
  Node best = made(lowest ? Node::Kind::lowest : Node::Kind::highest, tree, std::move(all));
  best.number = {1, -1};
  return best;
}

Node Builder::multiplied_dice(const Tree& tree) {
  const auto one_die = [&] {
    Node die = pool_node(*tree.children.back());
    const bool plain = die.kind == Node::Kind::pool && die.children.size() == 1 &&
                       is_plain_number(die.children[0]) && die.pool.keep == Pool::Keep::all &&
                       !die.pool.counts && die.pool.reading == Pool::Reading::total;
    constexpr int most_dice = 6;
    if (!plain || die.children[0].number.value < 2 || die.children[0].number.value > most_dice) {
      throw SyntaxError(column_of(tree), "a product is of two to six dice",
                        "product of 2d6, or d6*d8");
    }
    return die;
  };
  Node product = one_die();
  const int dice = product.children[0].number.value;
  product.children[0].number.value = 1;
  for (int i = 1; i < dice; ++i) {
    std::vector<Node> two;
    two.push_back(std::move(product));
    two.push_back(one_die());
    two[1].children[0].number.value = 1;
    product = made(Node::Kind::multiply, tree, std::move(two));
  }
  return product;
}

Node Builder::difference(const Tree& tree) {
  std::vector<Node> two;
  for (const auto& child : tree.children) two.push_back(pool_node(*child));
  if (two.size() == 1) {
    const bool are_two = two[0].kind == Node::Kind::pool && two[0].children.size() == 1 &&
                         is_plain_number(two[0].children[0]) &&
                         two[0].children[0].number.value == 2 &&
                         two[0].pool.keep == Pool::Keep::all;
    if (!are_two) {
      throw SyntaxError(column_of(tree), "a difference is of two dice", "abs(2d6 - 2d8)");
    }
    two.push_back(pool_node(*tree.children.front()));
    for (Node& die : two) die.children[0].number.value = 1;
  }
  std::vector<Node> apart;
  apart.push_back(made(Node::Kind::subtract, tree, std::move(two)));
  return made(Node::Kind::absolute, tree, std::move(apart));
}

Node Builder::asked_many(const Tree& tree) {
  using Kind = Node::Kind;
  const bool dice_first = tree.is_type<g::asked_after>();
  const Tree& dice = *tree.children.at(dice_first ? 0 : 2);
  const Tree& how_many = *tree.children.at(dice_first ? 1 : 0);
  const Tree& face = *tree.children.at(dice_first ? 2 : 1);
  Node pool = pool_node(dice);
  if (pool.kind != Kind::pool || pool.pool.counts) {
    throw SyntaxError(column_of(tree), "this can't be said of these dice",
                      "such as (4d6 c=6) >= 1");
  }
  pool.pool.counts = true;
  pool.pool.count_if = condition(face, pool.pool);
  const Tree& first = *how_many.children.front();
  const Tree& last = *how_many.children.back();
  const bool any = is<g::any_word, g::natural>(first);
  const int least = any                             ? 1
                    : first.is_type<g::all_word>()  ? dice_of(pool, tree)
                    : first.is_type<g::none_word>() ? 0
                                                    : whole(is_constant(last) ? last : first);
  if (is_constant(first) && how_many.children.size() == 1) {
    const std::string counted = fmt::format(
        "({} c{}{})", text_of(dice), pool.pool.count_if.compare == Compare::at_least ? ">=" : "=",
        pool.pool.count_if.number.value);
    ask_back(tree, text_of(tree),
             {{replaced(tree, fmt::format("{} >= {}", counted, least)),
               fmt::format("{} or more", least)},
              {replaced(tree, fmt::format("{} = {}", counted, least)),
               fmt::format("exactly {}", least)}});
  }
  std::vector<Node> parts;
  parts.push_back(std::move(pool));
  parts.push_back(number_node({least, -1}, tree));
  Node compared = made(Kind::compare, tree, std::move(parts));
  compared.compare = any || last.is_type<g::or_more>() ? Compare::at_least
                     : first.is_type<g::bound>()       ? bound(first, tree, text_of(dice), least)
                                                       : Compare::equal;
  return compared;
}

Compare Builder::bound(const Tree& said, const Tree& tree, const std::string& dice,
                       int number) const {
  const std::string word = lower(said.string_view());
  if (word != "under" && word != "over") return compare(said);
  const std::string sign = word == "under" ? "<" : ">";
  ask_back(tree, text_of(tree),
           {{replaced(tree, fmt::format("({}) {} {}", dice, sign, number)),
             fmt::format("{} than {}", word == "under" ? "less" : "more", number)},
            {replaced(tree, fmt::format("({}) {}= {}", dice, sign, number)),
             fmt::format("{} or {}", number, word == "under" ? "less" : "more")}});
}

int Builder::dice_of(const Node& pool, const Tree& tree) const {
  if (pool.children.empty()) return 1;
  if (!is_plain_number(pool.children[0])) {
    throw SyntaxError(column_of(tree), "how many dice that are is not known",
                      "a number of dice, such as 5d6");
  }
  return pool.children[0].number.value;
}

Node Builder::asked_kind(const Tree& tree) {
  const bool dice_first = tree.children.front()->is_type<g::pool>();
  const bool denied = tree.children.front()->is_type<g::none_word>();
  const Tree& kind = *(dice_first ? tree.children.back() : tree.children.at(denied ? 1 : 0));
  Node pool = pool_node(*(dice_first ? tree.children.front() : tree.children.back()));
  if (pool.kind != Node::Kind::pool) {
    throw SyntaxError(column_of(tree), "this can't be said of a repeated roll",
                      "such as (5d6 largest set) >= 3");
  }
  using Reading = Pool::Reading;
  const bool different = kind.is_type<g::all_different>();
  const bool straight = kind.is_type<g::straight_of>();
  const int number = is_constant(kind)                          ? whole(kind)
                     : straight                                 ? whole(*kind.children.back())
                     : kind.is_type<g::yahtzee>()               ? 5
                     : is<g::all_different, g::all_alike>(kind) ? dice_of(pool, tree)
                                                                : 2;
  read_as(pool.pool,
          different  ? Reading::distinct
          : straight ? Reading::straight
                     : Reading::largest_set,
          tree);
  std::vector<Node> parts;
  parts.push_back(std::move(pool));
  parts.push_back(number_node({number, -1}, tree));
  Node compared = made(Node::Kind::compare, tree, std::move(parts));
  compared.compare = Compare::at_least;
  if (!denied) return compared;
  std::vector<Node> all;
  all.push_back(std::move(compared));
  return made(Node::Kind::none, tree, std::move(all));
}

Node Builder::asked_parity(const Tree& tree) {
  Node die = pool_node(*tree.children.back());
  if (die.kind != Node::Kind::pool || dice_of(die, tree) != 1) {
    throw SyntaxError(column_of(tree), "even and odd are of one die", "2d6 in {2,4,6,8,10,12}");
  }
  read_modifier(die, *tree.children.at(tree.children.size() - 2));
  std::vector<Node> parts;
  parts.push_back(std::move(die));
  parts.push_back(number_node({1, -1}, tree));
  return made(Node::Kind::compare, tree, std::move(parts));
}

Node Builder::one_of(const Tree& tree, const Tree& several, const Tree& dice) {
  std::vector<Node> parts;
  parts.push_back(node(dice));
  Node inside = made(Node::Kind::within, tree);
  std::string set;
  bool on_a_die = false;
  for (const auto& child : several.children) {
    const Number number{whole(*child), -1};
    inside.condition.set.push_back(number.value);
    set += fmt::format("{}{}", set.empty() ? "" : ",", number.value);
    on_a_die = on_a_die || may_count(inner(dice), parts[0], number_node(number, tree));
  }
  if (on_a_die) {
    ask_back(tree, text_of(tree),
             {{replaced(tree, fmt::format("({}) in {{{}}}", text_of(dice), set)), "the sum"},
              {replaced(tree, fmt::format("({} c{{{}}}) >= 1", text_of(dice), set)),
               "at least one die"}});
  }
  inside.children = std::move(parts);
  return inside;
}

Node Builder::asked_sum(const Tree& tree) {
  const Tree& so_much = *tree.children.at(0);
  const Tree& dice = *tree.children.back();  // what looks ahead is kept, too
  Compare sign = Compare::equal;
  Number number;
  for (const auto& child : so_much.children) {
    if (is_constant(*child)) number = this->number(*child);
    if (is<g::or_more, g::charge>(*child)) sign = Compare::at_least;
    if (child->is_type<g::or_less>()) sign = Compare::at_most;
  }
  const bool is_charge = so_much.children.back()->is_type<g::charge>();
  for (const auto& child : so_much.children) {
    if (child->is_type<g::bound>()) sign = bound(*child, tree, text_of(dice), number.value);
  }
  std::vector<Node> parts;
  parts.push_back(node(dice));
  parts.push_back(number_node(number, so_much));
  if (!is_charge && may_count(inner(dice), parts[0], parts[1])) {
    const char* const sign_text = signs.at(static_cast<std::size_t>(sign));
    const std::string compared = fmt::format("{}{}", sign_text, number.value);
    ask_back(tree, text_of(tree),
             {{replaced(tree, fmt::format("({}) {} {}", text_of(dice), sign_text, number.value)),
               "the sum"},
              {replaced(tree, fmt::format("({} c{}) >= 1", text_of(dice), compared)),
               "at least one die"}});
  }
  Node asked = made(Node::Kind::compare, tree, std::move(parts));
  asked.compare = sign;
  return asked;
}

Node Builder::said(const Tree& tree) {
  Node node = pool_node(*tree.children.back());
  if (node.kind != Node::Kind::pool) {
    throw SyntaxError(column_of(tree), "this can't be said of a repeated roll",
                      "such as d6 until 6");
  }
  for (std::size_t i = 0; i + 1 < tree.children.size(); ++i) {
    const Tree& what = *tree.children[i];
    if (what.is_type<g::of_sum>()) continue;
    if (is<g::of_max, g::of_min>(what)) {
      once(node.pool.keep, what);
      node.pool.keep = what.is_type<g::of_max>() ? Pool::Keep::highest : Pool::Keep::lowest;
      node.pool.kept = {1, -1};
    } else if (what.is_type<g::of_position>()) {
      read_positions(node, what);
    } else if (what.is_type<g::of_filter>()) {
      read_filter(node.pool, what);
    } else if (what.is_type<g::of_different>()) {
      read_as(node.pool, Pool::Reading::distinct, what);
    } else if (what.is_type<g::of_median>()) {
      read_median(node, what);
    } else if (is<g::of_ends, g::of_largest>(what)) {
      read_keep(node.pool, what);
    } else if (what.is_type<g::of_count>()) {
      once(node.pool.counts, what);
      node.pool.count_if = condition(what, node.pool);
    } else {
      read_modifier(node, what);
    }
  }
  return node;
}

Node Builder::bracket(const Tree& tree) {
  const bool repeats = tree.children[0]->is_type<g::inner_times>();
  std::size_t next = repeats ? 1 : 0;
  Node inner = node(*tree.children[next++]);
  if (repeats) inner = repeated(*tree.children[0], std::move(inner));
  if (next < tree.children.size() && tree.children[next]->is_type<g::table>()) {
    const Tree& table = *tree.children[next++];
    Node step = made(Node::Kind::step, tree);
    step.lines = lines(table);
    std::vector<Node> worth = this->worth(step.lines, table);
    if (worth.empty()) {
      throw SyntaxError(column_of(table), "a table in brackets has a word in it",
                        "numbers or dice: (2d6 on 2-6:1 7-12:2)");
    }
    step.children.push_back(std::move(inner));
    for (Node& line : worth) step.children.push_back(std::move(line));
    inner = std::move(step);
  }
  if (next == tree.children.size()) return inner;
  std::vector<Node> count;
  count.push_back(std::move(inner));
  ask_if_dropped(tree, *tree.children[next], 0);
  Node all = multiplied(*tree.children[next], rolled(*tree.children[next], std::move(count)));
  if (all.kind == Node::Kind::until && all.children[0].children[0].kind != Node::Kind::number) {
    throw SyntaxError(all.column, "a number of dice that is rolled can't be repeated",
                      "a number: 2d6 until 12");
  }
  return all;
}

Node Builder::of_several(const Tree& tree) {
  std::vector<Node> values;
  for (std::size_t i = 0; i + 1 < tree.children.size(); ++i) {
    values.push_back(node(*tree.children[i]));
  }
  Pool kept;
  read_keep(kept, *tree.children.back());
  Node several = made(Node::Kind::highest, tree, std::move(values));
  const auto all = static_cast<int>(several.children.size());
  const bool drops = kept.keep == Pool::Keep::drop;
  const bool lowest = drops ? kept.drop_lowest.value == 0 : kept.keep == Pool::Keep::lowest;
  several.kind = lowest ? Node::Kind::lowest : Node::Kind::highest;
  several.number = kept.kept;
  if (drops) several.number = {all - kept.drop_lowest.value - kept.drop_highest.value, -1};
  const int number = several.number.value;
  if (several.number.sweep < 0 && (number < 1 || number > all)) {
    throw SyntaxError(column_of(*tree.children.back()),
                      fmt::format("{} of {} values are kept", number, all),
                      fmt::format("1 to {}", all));
  }
  return several;
}

}  // namespace combat_odds::expression
