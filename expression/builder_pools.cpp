#include "expression/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"

namespace combat_odds::expression {

namespace g = grammar;

Node Builder::rolled(const Tree& tree, std::vector<Node> count, Pool dice) {
  Node node = made(Node::Kind::pool, tree, std::move(count));
  node.pool = std::move(dice);
  std::optional<Node> until;
  for (const auto& child : tree.children) {
    if (child->is_type<g::sides>()) read_sides(node.pool, *child->children.at(0), tree);
    if (child->is_type<g::unclear_x>()) {
      read_x(node.pool, *child, child.get() == tree.children.back().get());
    } else if (child->is_type<g::until>()) {
      if (until) throw SyntaxError(column_of(*child), "is given twice", "each modifier once");
      until = made(Node::Kind::until, *child);
      until->condition = condition(*child, node.pool);
    } else {
      read_modifier(node, *child);
    }
  }
  ask_if_never(node.pool, tree);
  if (!until) return node;
  until->column = column_of(tree);
  until->children.push_back(std::move(node));
  return *std::move(until);
}

void Builder::ask_if_never(const Pool& pool, const Tree& tree) const {
  const Condition& counted = pool.count_if;
  const bool known = pool.counts && pool.explodes == Pool::Explodes::adds && !pool.less &&
                     pool.faces.empty() && pool.sides.sweep < 0 && counted.set.empty() &&
                     counted.number.sweep < 0;
  if (!known) return;
  const int sides = pool.sides.value;
  const bool never = (counted.compare == Compare::at_least && counted.number.value > sides) ||
                     (counted.compare == Compare::more && counted.number.value >= sides) ||
                     (counted.compare == Compare::equal && counted.number.value > sides);
  const std::string all = text_of(tree);
  const std::size_t mark = all.find('!');
  if (!never || mark == std::string::npos) return;
  std::string compounding = all;
  compounding.insert(mark, "!");
  std::string sum = all.substr(0, all.find_first_of("cC", mark));
  sum.erase(sum.find_last_not_of(' ') + 1);
  const std::string compared = counted.compare == Compare::equal  ? "="
                               : counted.compare == Compare::more ? ">"
                                                                  : ">=";
  ask_back(tree, all,
           {{replaced(tree, compounding), "dice with all their rolls added (Shadowrun)"},
            {replaced(tree, fmt::format("({}) {} {}", sum, compared, counted.number.value)),
             "the sum"}});
}

void Builder::read_x(Pool& pool, const Tree& tree, bool is_last) {
  const Tree& number = *tree.children.at(0);
  const bool is_face = may_show(pool, this->number_of(number));
  if (is_last && !is_face) return;  // see multiplied()
  if (is_last || !is_face) {
    const std::string text = number.string();
    ask_back(tree, tree.string_view(),
             {{replaced(tree, "!" + text), "dice that explode on " + text},
              {replaced(tree, "*" + text), text + " times the sum"}});
  }
  bool known = pool.explodes != Pool::Explodes::no;
  once(known, tree);
  pool.explodes = Pool::Explodes::adds;
  pool.explode = Condition{Compare::equal, this->number(number), {}};
}

Node Builder::multiplied(const Tree& tree, Node dice) {
  if (tree.children.empty() || !tree.children.back()->is_type<g::unclear_x>()) return dice;
  std::vector<Node> factors;
  factors.push_back(std::move(dice));
  factors.push_back(number_node(number(*tree.children.back()->children.at(0)), tree));
  return made(Node::Kind::multiply, tree, std::move(factors));
}

void Builder::read_modifier(Node& node, const Tree& tree) {
  Pool& pool = node.pool;
  if (tree.is_type<g::keep>()) read_keep(pool, tree);
  if (is<g::advantage, g::disadvantage>(tree)) {
    if (!node.children.empty() &&
        (node.children[0].kind != Node::Kind::number || node.children[0].number.value != 1)) {
      throw SyntaxError(column_of(tree), "advantage is for one die", "d20 advantage");
    }
    once(pool.keep, tree);
    const bool is_triple = !tree.children.empty();
    node.children.assign(1, number_node({is_triple ? 3 : 2, -1}, tree));
    pool.keep = tree.is_type<g::advantage>() ? Pool::Keep::highest : Pool::Keep::lowest;
    pool.kept = {1, -1};
  }
  if (tree.is_type<g::reroll>()) {
    const std::optional<Condition> other = pool.rerolls ? std::optional(pool.reroll) : std::nullopt;
    const bool other_once = pool.rerolls_once;
    pool.rerolls = true;
    const bool in_words = !tree.children.front()->is_type<g::reroll_kind>();
    const std::string kind = in_words ? "r" : lower(tree.children.front()->string_view());
    pool.rerolls_once = kind == "ro" || tree.children.back()->is_type<g::once_word>();
    if (kind == "ro") ask_if_strict(tree, kind);
    // Of dice that are counted none is rolled again twice (Warhammer).
    if (in_words && pool.counts) pool.rerolls_once = true;
    if (kind == "r" && !pool.rerolls_once) ask_how_often(tree, in_words);
    pool.reroll = condition(tree, pool);
    if (other) join_rerolls(pool, *other, other_once, tree);
  }
  if (tree.is_type<g::explode>()) read_explode(pool, tree);
  if (tree.is_type<g::counted_with_failures>()) read_with_failures(pool, tree);
  if (is<g::difficulty, g::counted_again>(tree)) ask_count(node, tree);
  if (tree.is_type<g::parity>()) {
    once(pool.counts, tree);
    const bool is_even = lower(tree.string_view()) == "even";
    const int most = pool.faces.empty() ? pool.sides.value : 0;
    if (pool.sides.sweep >= 0 || most < 2 || most > 1000) {
      throw SyntaxError(column_of(tree), "the even faces of this die are not known",
                        "a set: c{2,4,6}");
    }
    for (int face = is_even ? 2 : 1; face <= most; face += 2) pool.count_if.set.push_back(face);
  }
  if (tree.is_type<g::again>()) {
    once(pool.counts, tree);
    bool known = pool.explodes != Pool::Explodes::no;
    once(known, tree);
    pool.explodes = Pool::Explodes::adds;
    pool.explode = Condition{Compare::at_least, {whole(*tree.children.at(0)), -1}, {}};
    pool.count_if = {Compare::at_least, {8, -1}, {}};
    if (is_plain_dice_) pool.sides = {10, -1};
    program_.notes.push_back("World of Darkness: 8 or more succeeds");
  }
  if (tree.is_type<g::failed_again>()) read_failed_again(pool, tree);
  if (tree.is_type<g::worth_two>()) read_worth_two(pool, tree);
  if (tree.is_type<g::target>()) {
    once(pool.counts, tree);
    pool.count_if = {Compare::at_least, number(*tree.children.at(0)), {}};
  }
  if (is<g::counting, g::counting_apart>(tree)) {
    if (tree.is_type<g::counting_apart>() && pool.keep != Pool::Keep::all) {
      throw SyntaxError(column_of(tree), "what kept dice come to is compared in brackets",
                        "(4d6 kh3) >= 15");
    }
    once(pool.counts, tree);
    ask_if_marked(tree);
    pool.count_if = condition(tree, pool);
  }
  if (tree.is_type<g::failures>()) {
    if (!pool.counts || pool.less) {
      throw SyntaxError(column_of(tree), "failures are counted against successes", "10d10 c>=7 f1");
    }
    pool.less = condition(tree, pool);
  }
  if (tree.is_type<g::clamp>()) {
    const bool least = lower(tree.children.at(0)->string_view()).starts_with("mi");
    (least ? pool.at_least : pool.at_most) = number(*tree.children.at(1));
  }
  using Reading = Pool::Reading;
  if (is<g::set_words>(tree)) read_as(pool, Reading::largest_set, tree);
  if (is<g::straight_words>(tree)) read_as(pool, Reading::straight, tree);
  if (is<g::distinct_words>(tree)) read_as(pool, Reading::distinct, tree);
  if (is<g::matches_words>(tree)) read_as(pool, Reading::matches, tree);
  if (is<g::pair_words, g::triple_words, g::sets_words>(tree)) {
    read_as(pool, Reading::sets, tree);
    pool.set_size = {tree.is_type<g::pair_words>() ? 2 : 3, -1};
    if (tree.is_type<g::sets_words>()) pool.set_size = number(*tree.children.at(0));
  }
}

void Builder::read_failed_again(Pool& pool, const Tree& tree) {
  if (!tree.children.empty()) {
    once(pool.counts, tree);
    pool.count_if = {Compare::at_least, number(*tree.children.front()), {}};
  }
  once(pool.rerolls, tree);
  if (!pool.counts || pool.count_if.compare != Compare::at_least || !pool.count_if.set.empty()) {
    throw SyntaxError(column_of(tree), "what fails is not known", "8d6 3+ reroll failures");
  }
  pool.rerolls_once = true;
  pool.reroll = {Compare::less, pool.count_if.number, {}};
}

void Builder::read_worth_two(Pool& pool, const Tree& tree) {
  const int sides = pool.sides.value;
  const bool known = pool.counts && pool.count_if.set.empty() && pool.faces.empty() &&
                     pool.sides.sweep < 0 && pool.count_if.number.sweep < 0 && sides <= 1000;
  if (!known) {
    throw SyntaxError(column_of(tree), "what else counts is not known",
                      "10d10, 7+, 10s count double; or 10d10 c{7,8,9,10,10}");
  }
  const Condition two = of_faces(*tree.children.front(), pool);
  const auto is_two = [&](int face) {
    return two.set.empty() ? face == two.number.value
                           : std::find(two.set.begin(), two.set.end(), face) != two.set.end();
  };
  for (int face = 1; face <= sides; ++face) {
    if (!holds(pool.count_if.compare, face, pool.count_if.number.value)) continue;
    pool.count_if.set.insert(pool.count_if.set.end(), std::size_t{is_two(face) ? 2U : 1U}, face);
  }
}

void Builder::join_rerolls(Pool& pool, const Condition& other, bool other_once, const Tree& tree) {
  const auto faces = [&](const Condition& condition) {
    if (!condition.set.empty()) return condition.set;
    if (condition.compare == Compare::equal && condition.number.sweep < 0) {
      return std::vector{condition.number.value};
    }
    throw SyntaxError(column_of(tree), "is given twice", "each modifier once: rr<=2");
  };
  if (other_once != pool.rerolls_once) {
    throw SyntaxError(column_of(tree), "some are rolled again once, others more often",
                      "ro or rr for all");
  }
  std::vector<int> all = faces(other);
  const std::vector<int> more = faces(pool.reroll);
  all.insert(all.end(), more.begin(), more.end());
  pool.reroll.set = std::move(all);
}

void Builder::ask_if_marked(const Tree& tree) const {
  const Tree& first = *tree.children.front();
  if (!first.is_type<g::count_letters>() || first.string_view().size() == 1) return;
  const Tree& second = *tree.children.at(1);
  if (!second.is_type<g::compare>() || second.string_view().size() > 1) return;
  const std::string rest = text_of(tree).substr(2);
  ask_back(tree, text_of(tree),
           {{replaced(tree, " c" + rest), "how many (Foundry)"},
            {replaced(tree, ""), "the sum; Roll20 only marks these dice"}});
}

void Builder::read_with_failures(Pool& pool, const Tree& tree) {
  const Tree& number = *tree.children.at(1);
  const std::string sign = text_of(*tree.children.at(0));
  if (sign == ">" || sign == "<") {
    const std::string failures = text_of(*tree.children.back());
    const std::string than = text_of(number);
    const bool more = sign == ">";
    ask_back(tree, text_of(tree),
             {{replaced(tree, fmt::format(" c{}={} {}", sign, than, failures)),
               fmt::format("{} or {} (Roll20)", than, more ? "more" : "less")},
              {replaced(tree, fmt::format(" c{}{} {}", sign, than, failures)),
               fmt::format("{} than {}", more ? "more" : "less", than)}});
  }
  once(pool.counts, tree);
  pool.count_if = {compare(sign), this->number(number), {}};
  pool.less = condition(*tree.children.back(), pool);
}

void Builder::ask_count(const Node& node, const Tree& tree) const {
  const auto& children = tree.children;
  if (tree.is_type<g::difficulty>()) {
    const std::string number = text_of(*children.at(0));
    ask_back(tree, text_of(tree),
             {{replaced(tree, "c>=" + number), "successes alone"},
              {replaced(tree, "c>=" + number + " f1"), "successes less ones"}});
  }
  const std::string number = text_of(*children.at(0));
  const Tree& last = *children.back();
  const std::string face = is_constant(last) ? std::to_string(whole(last)) : "1";
  ask_back(tree, text_of(tree),
           {{replaced(tree, fmt::format("ro{} c>={}", face, number)), "how many dice"},
            {bracketed(node, tree, fmt::format("ro{}", face), ">= " + number), "the sum"}});
}

void Builder::read_as(Pool& pool, Pool::Reading reading, const Tree& tree) {
  bool known = pool.reading != Pool::Reading::total || pool.counts;
  once(known, tree);
  pool.reading = reading;
}

void Builder::once(bool& known, const Tree& tree) {
  if (known) throw SyntaxError(column_of(tree), "is given twice", "each modifier once");
  known = true;
}

void Builder::once(Pool::Keep& keep, const Tree& tree) {
  bool known = keep != Pool::Keep::all;
  once(known, tree);
}

void Builder::read_sides(Pool& pool, const Tree& tree, const Tree& all) {
  if (tree.is_type<g::fudge>()) {
    pool.faces = {-1, 0, 1};
  } else if (tree.is_type<g::percent>()) {
    pool.sides = {100, -1};
  } else if (tree.is_type<g::faces>()) {
    if (tree.children.front()->is_type<g::listed>()) {
      pool.faces = listing(tree);
      return;
    }
    for (const auto& child : tree.children) {
      const std::string symbol = child->string();
      auto known = std::find(pool.symbols.begin(), pool.symbols.end(), symbol);
      if (known == pool.symbols.end()) {
        known = pool.symbols.insert(pool.symbols.end(), symbol);
      }
      pool.faces.push_back(static_cast<int>(known - pool.symbols.begin()) + 1);
    }
  } else {
    pool.sides = number(tree);
    const std::string digits = tree.string();
    if (digits == "66" || digits == "666" || digits == "44" || digits == "88") {
      const std::string die(1, digits.front());
      std::string tens = fmt::format("10*d{0} + d{0}", die);
      if (digits.size() == 3) tens = fmt::format("100*d{0} + 10*d{0} + d{0}", die);
      const bool one = all.children.front()->is_type<g::sides>();
      ask_back(
          all, all.string_view(),
          {{one ? tens : replaced(all, "(" + tens + ")"),
            digits.size() == 3 ? "three dice read as digits" : "two dice read as tens and ones"},
           {replaced(all, fmt::format("{}d{{1..{}}}", one ? "" : all.children.front()->string(),
                                      digits)),
            fmt::format("dice of {} sides", digits)}});
    }
  }
}

void Builder::read_keep(Pool& pool, const Tree& tree) {
  using Keep = Pool::Keep;
  if (tree.children.front()->is_type<g::drop_both>()) {
    once(pool.keep, tree);
    pool.keep = Keep::drop;
    pool.drop_lowest = pool.drop_highest = {1, -1};
    return;
  }
  bool drops = false;
  Keep end = Keep::highest;
  Number dice{1, -1};
  for (const auto& child : tree.children) {
    const std::string text = lower(child->string_view());
    if (child->is_type<g::drop_verb>()) drops = true;
    if (child->is_type<g::low_end>()) end = Keep::lowest;
    if (child->is_type<g::middle_end>()) end = Keep::middle;
    if (child->is_type<g::keep_kind>()) {
      drops = text.front() == 'd' || text.front() == 'p';
      end = text.front() == 'm' ? Keep::middle : text.back() == 'l' ? Keep::lowest : Keep::highest;
    }
    if (child->is_type<g::keep_one_letter_kind>() && text == "d") {
      const std::size_t at = tree.begin().byte;
      if (at == 0 || program_.text[at - 1] == ' ') {
        throw SyntaxError(column_of(tree),
                          fmt::format("'{}' is not expected here", tree.string_view()),
                          fmt::format("dl{0} to drop, + {1} to add", tree.children.back()->string(),
                                      tree.string()));
      }
      drops = true;
      end = Keep::lowest;
    }
    if (is_constant(*child)) dice = number(*child);
  }
  if (!drops) {
    once(pool.keep, tree);
    pool.keep = end;
    pool.kept = dice;
    return;
  }
  if (end == Keep::middle) {
    throw SyntaxError(column_of(tree), "the middle dice can't be dropped", "dh1 dl1, or middle 2");
  }
  Number& dropped = end == Keep::lowest ? pool.drop_lowest : pool.drop_highest;
  bool known = (pool.keep != Keep::all && pool.keep != Keep::drop) || dropped.value != 0 ||
               dropped.sweep >= 0;
  once(known, tree);
  pool.keep = Keep::drop;
  dropped = dice;
}

void Builder::read_explode(Pool& pool, const Tree& tree) {
  bool known = pool.explodes != Pool::Explodes::no;
  once(known, tree);
  pool.explodes = Pool::Explodes::adds;
  for (const auto& child : tree.children) {
    if (child->is_type<g::explode_after>()) {
      pool.explode = of_faces(*child->children.front(), pool);
    }
    if (child->is_type<g::explode_kind>()) {
      const std::string kind = lower(child->string_view());
      if (kind == "!!") pool.explodes = Pool::Explodes::compounds;
      if (kind == "!p") pool.explodes = Pool::Explodes::penetrates;
    }
    if (child->is_type<g::explode_once>()) pool.limit = Number{1, -1};
    if (child->is_type<g::explode_if>()) {
      ask_if_strict(*child, "");
      pool.explode = condition(*child, pool);
    }
    if (child->is_type<g::limit>()) pool.limit = number(*child->children.at(0));
  }
}

void Builder::read_positions(Node& node, const Tree& tree) {
  const Tree& first = *tree.children.front();
  std::vector<int> places =
      first.is_type<g::positions>() ? listing(first) : std::vector{whole(first)};
  std::sort(places.begin(), places.end());
  const bool counted = node.children.size() == 1 && is_plain_number(node.children[0]);
  const int dice = counted ? node.children[0].number.value : 1;
  const int span = places.back() - places.front() + 1;
  if (places.front() < 1 || places.back() > dice || span != static_cast<int>(places.size())) {
    throw SyntaxError(column_of(tree), "these are no dice in a row",
                      fmt::format("places from 1 to {}: {{1,2}}@4d6", dice));
  }
  once(node.pool.keep, tree);
  node.pool.keep = Pool::Keep::drop;
  node.pool.drop_highest = {places.front() - 1, -1};
  node.pool.drop_lowest = {dice - places.back(), -1};
}

void Builder::read_filter(Pool& pool, const Tree& tree) {
  once(pool.counts, tree);
  Compare sign = compare(*tree.children.at(1));
  switch (sign) {
    case Compare::less:
      sign = Compare::more;
      break;
    case Compare::at_most:
      sign = Compare::at_least;
      break;
    case Compare::more:
      sign = Compare::less;
      break;
    case Compare::at_least:
      sign = Compare::at_most;
      break;
    case Compare::equal:
    case Compare::unequal:
      break;
  }
  pool.count_if = {sign, number(*tree.children.at(0)), {}};
}

void Builder::read_median(Node& node, const Tree& tree) {
  const bool counted = node.children.size() == 1 && is_plain_number(node.children[0]);
  if (counted && node.children[0].number.value % 2 == 0) {
    throw SyntaxError(column_of(tree), "an even number of dice has no middle one",
                      "4d6 middle 2, or an odd number");
  }
  once(node.pool.keep, tree);
  node.pool.keep = Pool::Keep::middle;
  node.pool.kept = {1, -1};
}

void Builder::ask_if_dropped(const Tree& whole, const Tree& pool, int dice) const {
  for (const auto& child : pool.children) {
    if (!child->is_type<g::keep>()) continue;
    const std::string kind = child->children.front()->string();
    const Tree& number = *child->children.back();
    const bool apart = program_.text[child->begin().byte - 1] == ' ';
    if (!child->children.front()->is_type<g::keep_one_letter_kind>() || kind != "d" || apart ||
        number.string_view() == "1") {
      continue;
    }
    const std::string first = between(whole, *child);
    const std::string rolled =
        replaced(whole, *child, fmt::format("({}){}", first, text_of(*child)));
    const Meaning as_many{rolled, "as many dice as the first come to (AnyDice)"};
    if (dice == 1) {
      ask_back(*child, text_of(whole),
               {as_many, {replaced(*child, " + " + text_of(*child)), "both added up"}});
    }
    const int dropped = number_in<int>(number.string_view()).value_or(0);
    const bool can_drop = dice == 0 || dropped < dice;
    ask_back(*child, text_of(whole),
             {as_many,
              {replaced(*child, can_drop ? " dl" + number.string() : " dl1"),
               can_drop ? "without the lowest " + number.string() : "without the lowest die"}});
  }
}

Node Builder::pool_node(const Tree& tree) {
  std::vector<Node> count;
  if (is<g::bare_d, g::bare_d_needed>(*tree.children.front())) {
    const Tree& written = *tree.children.front()->children.at(0)->children.at(0);
    count.push_back(number_node(number(written), tree));
    return made(Node::Kind::pool, tree, std::move(count));
  }
  if (tree.children.front()->is_type<g::from_zero>()) {
    const Tree& written = *tree.children.front();
    const int last = whole(*written.children.at(1));
    if (last > 4999) throw SyntaxError(column_of(tree), "too many faces", "at most z4999");
    count.push_back(number_node(number(*written.children.at(0)), tree));
    Node dice = made(Node::Kind::pool, tree, std::move(count));
    for (int face = 0; face <= last; ++face) dice.pool.faces.push_back(face);
    return dice;
  }
  if (tree.children.front()->is_type<g::chosen>()) {
    Node die = made(Node::Kind::pool, tree);
    read_sides(die.pool, *tree.children.front()->children.at(0), tree);
    return die;
  }
  if (tree.children.front()->is_type<g::percentile>()) {
    Node percentile = made(Node::Kind::pool, tree);
    percentile.pool.sides = {100, -1};
    return percentile;
  }
  const bool plain = is<g::plain_dice, g::coins>(*tree.children.front());
  const Tree& start = plain ? *tree.children.front() : tree;
  bool explodes = false;
  for (const auto& child : start.children) {
    if (child->is_type<g::exploding>()) explodes = true;
    if (child->is_type<g::count>())
      count.push_back(number_node(number(*child->children.at(0)), tree));
  }
  ask_if_dropped(tree, tree, count.empty() ? 1 : count.front().number.value);
  Pool dice;
  is_plain_dice_ = plain;
  if (start.is_type<g::coins>()) {
    dice.symbols = {"heads", "tails"};
    dice.faces = {1, 2};
  }
  for (const auto& child : start.children) {
    if (child->is_type<g::fudge_word>()) dice.faces = {-1, 0, 1};
    if (!child->is_type<g::sided>()) continue;
    dice.sides = {whole(*child->children.at(0)), -1};
    is_plain_dice_ = false;
  }
  Node all = rolled(tree, std::move(count), std::move(dice));
  is_plain_dice_ = false;
  Pool& pool = all.kind == Node::Kind::until ? all.children[0].pool : all.pool;
  if (explodes) {
    bool known = pool.explodes != Pool::Explodes::no;
    once(known, tree);
    pool.explodes = Pool::Explodes::adds;
  }
  const bool is_wild =
      std::any_of(tree.children.begin(), tree.children.end(),
                  [](const auto& child) { return child->template is_type<g::wild>(); });
  return is_wild ? with_wild_die(tree, std::move(all)) : multiplied(tree, std::move(all));
}

Node Builder::with_wild_die(const Tree& tree, Node trait) {
  if (trait.kind != Node::Kind::pool || !trait.children.empty()) {
    throw SyntaxError(column_of(tree), "a wild die goes with one die", "d8 with a wild die");
  }
  trait.pool.explodes = Pool::Explodes::adds;
  Node wild = made(Node::Kind::pool, tree);
  wild.pool.explodes = Pool::Explodes::adds;
  std::vector<Node> both;
  both.push_back(std::move(trait));
  both.push_back(std::move(wild));
  program_.notes.push_back("the better of both dice; each explodes on its highest face");
  return made(Node::Kind::max, tree, std::move(both));
}

}  // namespace combat_odds::expression
