#include "expression/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds::expression {

namespace g = grammar;

namespace {

constexpr std::size_t most_swept = 10'000;

}  // namespace

void ask_back(const Tree& tree, std::string_view typed, const std::vector<Meaning>& meanings) {
  std::string right;
  for (const Meaning& meaning : meanings) {
    right +=
        fmt::format("{}{} for {}", right.empty() ? "" : ", or ", meaning.expression, meaning.words);
  }
  throw SyntaxError(column_of(tree), fmt::format("'{}'{}", typed, two_things), right);
}

Program Builder::build(const Tree& root) && {
  const Tree* times = nullptr;
  for (const auto& child : root.children) {
    if (child->is_type<g::definition>()) {
      define(*child);
    } else if (child->is_type<g::table>()) {
      program_.table = lines(*child);
      program_.table_column = column_of(*child);
      program_.worth = worth(program_.table, *child);
    } else if (is<g::repeated_before, g::repeated_after>(*child)) {
      times = child.get();
    } else {
      program_.result = node(*child);
    }
  }
  if (times != nullptr) repeat(*times);
  for (std::size_t i = 0; i < program_.names.size(); ++i) {
    const bool taken =
        (program_.names[i] == "result" && !program_.worth.empty()) ||
        (program_.names[i] == "margin" && program_.result.kind == Node::Kind::versus);
    if (taken) {
      throw SyntaxError(program_.definitions[i].column,
                        fmt::format("'{}' has a meaning already", program_.names[i]),
                        "another name");
    }
  }
  if (program_.shows_symbols() && !program_.table.empty()) {
    throw SyntaxError(program_.table_column, "symbols are no numbers of a table",
                      "count them: c=" + program_.result.pool.symbols.front());
  }
  check_symbols(program_.result, true);
  for (const Node& definition : program_.definitions) check_symbols(definition, false);
  program_.words = in_words(program_);
  count_in_parts(program_);
  return std::move(program_);
}

int Builder::whole(const Tree& tree) const {
  if (is<g::number_word, g::face_word>(tree)) {
    constexpr std::array words{"one", "two",   "three", "four", "five",
                               "six", "seven", "eight", "nine", "ten"};
    const std::string word = lower(tree.string_view());
    const auto known = std::find_if(words.begin(), words.end(),
                                    [&](const char* begins) { return word.starts_with(begins); });
    return static_cast<int>(known - words.begin()) + 1;
  }
  if (tree.is_type<g::twice>()) return 2;
  const std::optional<int> value = number_in<int>(tree.string_view());
  if (!value || std::abs(*value) > most_number) {
    throw SyntaxError(column_of(tree), fmt::format("{} is too large", tree.string_view()),
                      fmt::format("at most {}", most_number));
  }
  return *value;
}

void Builder::define(const Tree& tree) {
  const std::string name = tree.children.at(0)->string();
  const auto known = std::find(program_.names.begin(), program_.names.end(), name);
  if (known != program_.names.end() || name == "total") {
    throw SyntaxError(column_of(tree), fmt::format("'{}' has a meaning already", name),
                      "another name");
  }
  Node defined = node(*tree.children.at(1));
  program_.names.push_back(name);
  program_.definitions.push_back(std::move(defined));
}

std::vector<Line> Builder::lines(const Tree& tree) const {
  std::vector<Line> lines;
  for (const auto& child : tree.children) {
    Line line;
    line.least = line.most = whole(*child->children.at(0));
    const Tree& next = *child->children.at(1);
    if (next.is_type<g::upwards>()) line.most = std::numeric_limits<int>::max();
    if (next.is_type<g::range_last>()) line.most = whole(next);
    if (line.most < line.least) {
      throw SyntaxError(column_of(*child), "the line runs backwards",
                        fmt::format("{}-{}", line.most, line.least));
    }
    for (const Line& other : lines) {
      if (line.least <= other.most && other.least <= line.most) {
        throw SyntaxError(column_of(*child), "two lines of the table have a number in common",
                          "each number once");
      }
    }
    line.label = child->children.back()->string();
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<Node> Builder::worth(const std::vector<Line>& lines, const Tree& tree) {
  std::vector<Node> all;
  for (const Line& line : lines) {
    const std::unique_ptr<Tree> root = tree_of_worth(line.label);
    if (!root) return {};
    Node node = chain(*root);
    if (line.label.starts_with('-')) {
      std::vector<Node> inner;
      inner.push_back(std::move(node));
      node = made(Node::Kind::negative, tree, std::move(inner));
    }
    node.column = column_of(tree);
    all.push_back(std::move(node));
  }
  return all;
}

Number Builder::number(const Tree& tree) {
  if (!tree.is_type<g::sweep>()) return {whole(tree), -1};
  Sweep sweep;
  for (const auto& child : tree.children) {
    if (child->is_type<g::sweep_name>()) {
      sweep.name = child->string();
    } else {
      const int first = whole(*child->children.front());
      const int last = whole(*child->children.back());
      if (first > last) {
        throw SyntaxError(column_of(*child), "the range runs backwards",
                          fmt::format("{}..{}", last, first));
      }
      for (int value = first; value <= last && sweep.values.size() <= most_swept; ++value) {
        const bool twice =
            std::find(sweep.values.begin(), sweep.values.end(), value) != sweep.values.end();
        if (twice) {
          throw SyntaxError(column_of(*child), fmt::format("{} is given twice", value),
                            "each value once");
        }
        sweep.values.push_back(value);
      }
    }
  }
  if (sweep.values.size() > most_swept) {
    throw SyntaxError(column_of(tree), "too many values", fmt::format("at most {}", most_swept));
  }
  sweep.named = !sweep.name.empty();
  sweep.at = tree.begin().byte;
  sweep.length = tree.end().byte - sweep.at;
  if (!sweep.named) sweep.name = unnamed();
  for (const Sweep& other : program_.sweeps) {
    if (other.name == sweep.name || sweep.name == "expression") {
      throw SyntaxError(column_of(tree), fmt::format("'{}' has a meaning already", sweep.name),
                        "another name");
    }
  }
  program_.sweeps.push_back(std::move(sweep));
  return {0, static_cast<int>(program_.sweeps.size()) - 1};
}

std::string Builder::unnamed() {
  const int number = unnamed_++;
  const std::string letter(1, static_cast<char>('a' + number % 26));
  return number < 26 ? letter : letter + std::to_string(number / 26);
}

std::vector<int> Builder::listing(const Tree& tree) const {
  constexpr std::size_t most_listed = 5'000;
  std::vector<int> all;
  for (const auto& child : tree.children) {
    const int first = whole(*child->children.front());
    const bool repeated = child->children.back()->is_type<g::times_listed>();
    const std::size_t ends = child->children.size() - (repeated ? 1 : 0);
    const int last = whole(*child->children[ends - 1]);
    const int times = repeated ? whole(*child->children.back()) : 1;
    if (first > last) {
      throw SyntaxError(column_of(*child), "the range runs backwards",
                        fmt::format("{}..{}", last, first));
    }
    for (int value = first; value <= last; ++value) {
      if (all.size() + static_cast<std::size_t>(times) > most_listed) {
        throw SyntaxError(column_of(tree), "too many values",
                          fmt::format("at most {}", most_listed));
      }
      all.insert(all.end(), static_cast<std::size_t>(times), value);
    }
  }
  if (all.empty()) throw SyntaxError(column_of(tree), "no values", "at least one");
  return all;
}

std::string Builder::replaced(const Tree& part, const std::string& by) const {
  return replaced(part, part, by);
}

std::string Builder::replaced(const Tree& first, const Tree& last, const std::string& by) const {
  std::string text = program_.text;
  const std::size_t begin = first.begin().byte;
  text.replace(begin, last.end().byte - begin, by);
  return std::string(trimmed(text));
}

std::string Builder::bracketed(const Node& dice, const Tree& modifier, const std::string& by,
                               const std::string& behind) const {
  std::string text = program_.text;
  const auto begin = static_cast<std::size_t>(dice.column) - 1;
  const std::size_t at = modifier.begin().byte;
  text.replace(at, modifier.end().byte - at, by + ") " + behind);
  text.insert(begin, "(");
  return std::string(trimmed(text));
}

std::string Builder::between(const Tree& first, const Tree& last) const {
  const std::size_t begin = first.begin().byte;
  return std::string(
      trimmed(std::string_view(program_.text).substr(begin, last.begin().byte - begin)));
}

Number Builder::number_of(const Tree& tree) const {
  return {tree.is_type<g::sweep>() ? 0 : whole(tree), -1};
}

void Builder::repeat(const Tree& tree) {
  for (const auto& child : tree.children) {
    if (!child->is_type<g::unclear_times>()) continue;
    const std::string times = tree.children.front()->string();
    ask_back(tree, tree.string_view(),
             {{replaced(tree, times + " times "), "as many rolls, each on its own"},
              {replaced(tree, times + "*"), "the result multiplied"}});
  }
  program_.result = repeated(tree, std::move(program_.result));
}

Node Builder::repeated(const Tree& times, Node once) {
  if (!program_.names.empty() || !program_.table.empty()) {
    throw SyntaxError(column_of(times), "only plain dice can be rolled several times",
                      "6 times 4d6 kh3");
  }
  std::vector<Node> what;
  what.push_back(std::move(once));
  Node all = made(Node::Kind::repeat, times, std::move(what));
  all.number = number(*times.children.front());
  return all;
}

void Builder::check_symbols(const Node& node, bool whole) const {
  if (!whole && node.kind == Node::Kind::pool && !node.pool.symbols.empty() && !node.pool.counts &&
      node.pool.reading == Pool::Reading::total) {
    throw SyntaxError(node.column, "symbols can't be added up",
                      "count them: c=" + node.pool.symbols.front());
  }
  if (!node.pool.symbols.empty() && node.pool.keep != Pool::Keep::all) {
    throw SyntaxError(node.column, "of symbols none is the highest",
                      "count them: c=" + node.pool.symbols.front());
  }
  if (node.kind == Node::Kind::joint && (!whole || !program_.table.empty())) {
    throw SyntaxError(node.column, "joint is the whole result", "joint(a, b) at the end");
  }
  if (node.kind == Node::Kind::versus && !whole) {
    throw SyntaxError(node.column, "'vs' compares two whole rolls", "a comparison such as >=");
  }
  for (const Node& child : node.children) check_symbols(child, false);
}

Node Builder::made(Node::Kind kind, const Tree& tree, std::vector<Node> children) {
  Node node;
  node.kind = kind;
  node.column = column_of(tree);
  node.id = ++nodes_;
  node.children = std::move(children);
  return node;
}

Node Builder::chain(const Tree& tree) {
  Node all = node(*tree.children.at(0));
  for (std::size_t i = 1; i + 1 < tree.children.size(); i += 2) {
    const std::string sign = lower(tree.children[i]->string_view());
    const Node::Kind kind = sign == "+" || sign == "plus" || sign.ends_with("add") ? Node::Kind::add
                            : sign == "-" || sign == "minus" ? Node::Kind::subtract
                            : sign == "*"                    ? Node::Kind::multiply
                                                             : Node::Kind::divide;
    std::vector<Node> children;
    children.push_back(std::move(all));
    children.push_back(node(*tree.children[i + 1]));
    all = made(kind, tree, std::move(children));
  }
  return all;
}

Node Builder::node(const Tree& tree) {
  if (++depth_ > 200) {
    throw SyntaxError(column_of(tree), "brackets in brackets, too deep", "at most 200");
  }
  Node result = node_of(tree);
  --depth_;
  return result;
}

Node Builder::joined(Node::Kind kind, const Tree& tree, std::size_t step) {
  std::vector<Node> parts;
  for (std::size_t i = 0; i < tree.children.size(); i += step) {
    parts.push_back(node(*tree.children[i]));
  }
  return made(kind, tree, std::move(parts));
}

const Tree& Builder::inner(const Tree& tree) {
  const Tree* inner = &tree;
  while (is<g::choice, g::either, g::both, g::comparison, g::sum, g::product>(*inner) &&
         inner->children.size() == 1) {
    inner = inner->children.front().get();
  }
  return *inner;
}

bool Builder::is_plain_number(const Node& node) {
  return node.kind == Node::Kind::number && node.number.sweep < 0;
}

std::string Builder::one_of_numbers(const Tree& first, const Node& node,
                                    const std::string& numbers) const {
  using Kind = Node::Kind;
  const auto is_equal = [](const Condition& condition) {
    return condition.set.empty() && condition.compare == Compare::equal &&
           condition.number.sweep < 0;
  };
  if (first.is_type<g::comparison>() && node.kind == Kind::compare &&
      is_plain_number(node.children[1])) {
    const std::string left = text_of(*first.children.front());
    const int number = node.children[1].number.value;
    if (node.compare == Compare::equal) {
      return fmt::format("{} in {{{}{}}}", left, number, numbers);
    }
    // Named, because what is named is rolled once.
    const std::string sign = text_of(*first.children[1]);
    return fmt::format("a = {}; a {} {} or a in {{{}}}", left, sign, number, numbers.substr(1));
  }
  if (first.is_type<g::comparison>() && node.kind == Kind::within) {
    std::string text = text_of(first);
    return text.insert(text.rfind('}'), numbers);
  }
  if (!first.is_type<g::pool>()) return "";
  for (const auto& child : first.children) {
    if (child->is_type<g::until>() && is_equal(node.condition)) {
      return fmt::format("{} until in {{{}{}}}", between(first, *child),
                         node.condition.number.value, numbers);
    }
    if (child->is_type<g::counting>() && node.kind == Kind::pool && is_equal(node.pool.count_if)) {
      return fmt::format("{} c{{{}{}}}", between(first, *child), node.pool.count_if.number.value,
                         numbers);
    }
  }
  return "";
}

Node Builder::number_node(Number value, const Tree& tree) {
  Node constant = made(Node::Kind::number, tree);
  constant.number = value;
  return constant;
}

void Builder::ask_if_dice(const Tree& tree, const Node& left, Compare typed_sign, const Node& right,
                          const Tree& right_tree) const {
  const Tree& typed = inner(*tree.children.front());
  if (!may_count(typed, left, right)) return;
  const std::string sign = signs.at(static_cast<std::size_t>(typed_sign));
  const std::string number = text_of(right_tree);
  const std::string dice = text_of(typed);
  std::vector<Meaning> meanings{
      {replaced(tree, fmt::format("({}) {} {}", dice, sign, number)), "the sum"},
      {replaced(tree, fmt::format("{} c{}{}", dice, sign, number)), "how many dice"}};
  if (sign == ">" || sign == "<") {
    meanings.push_back(
        {replaced(tree, fmt::format("{} c{}={}", dice, sign, number)),
         fmt::format("how many of {} or {} (Roll20)", number, sign == ">" ? "more" : "less")});
  }
  ask_back(tree, text_of(tree), meanings);
}

Node Builder::joint(const Tree& tree, std::vector<Node> values) {
  if (values.size() > 3) {
    throw SyntaxError(column_of(tree), fmt::format("joint of {}", values.size()), "two or three");
  }
  for (std::size_t i = 1; i < tree.children.size(); ++i) {
    std::string called = text_of(*tree.children[i]);
    const bool is_taken =
        std::find(program_.joint.begin(), program_.joint.end(), called) != program_.joint.end() ||
        called == "total";
    if (is_taken) {
      throw SyntaxError(column_of(*tree.children[i]),
                        fmt::format("'{}' stands there twice", called),
                        "named rolls: a = d6; b = d6; joint(a, b)");
    }
    program_.joint.push_back(std::move(called));
  }
  return made(Node::Kind::joint, tree, std::move(values));
}

[[noreturn]] void Builder::ask_roll_and_keep(const Tree& tree) const {
  const std::string dice = text_of(*tree.children.at(0));
  const std::string kept = text_of(*tree.children.at(1));
  ask_back(tree, text_of(tree),
           {{replaced(tree, fmt::format("{}d10!! kh{}", dice, kept)), "tens explode (L5R)"},
            {replaced(tree, fmt::format("{}d10 kh{}", dice, kept)), "without explosions"}});
}

Node Builder::function(const Tree& tree) {
  using Kind = Node::Kind;
  const std::string name = lower(tree.children[0]->string_view());
  std::vector<Node> values;
  for (std::size_t i = 1; i < tree.children.size(); ++i) {
    values.push_back(node(*tree.children[i]));
  }
  const bool many = name == "max" || name == "min" || name == "joint";
  if (many != (values.size() > 1)) {
    throw SyntaxError(column_of(tree), fmt::format("{} of {}", name, values.size()),
                      many ? "two values or more: max(1d6, 1d8)" : "one value: ceil(2d6/2)");
  }
  if (name == "joint") return joint(tree, std::move(values));
  if (many) return made(name == "max" ? Kind::max : Kind::min, tree, std::move(values));
  if (name == "abs") return made(Kind::absolute, tree, std::move(values));
  const int by = scale(values[0]);
  values[0] = scaled(std::move(values[0]), by, tree);
  Node rounded = made(name == "exact"   ? Kind::parts
                      : name == "ceil"  ? Kind::round_up
                      : name == "floor" ? Kind::round_down
                                        : Kind::round_nearest,
                      tree, std::move(values));
  rounded.number = {by, -1};
  return rounded;
}

Node Builder::node_of(const Tree& tree) {
  using Kind = Node::Kind;
  const auto& children = tree.children;
  const bool single = children.size() == 1;
  if (is<g::asked_many, g::asked_after>(tree)) return asked_many(tree);
  if (tree.is_type<g::asked_kind>()) return asked_kind(tree);
  if (tree.is_type<g::asked_parity>()) return asked_parity(tree);
  if (tree.is_type<g::asked_several>()) return one_of(tree, *children.front(), *children.back());
  if (tree.is_type<g::asked_sum>()) return asked_sum(tree);
  if (tree.is_type<g::asked_double>()) return asked_double(tree);
  if (tree.is_type<g::asked_between>()) return asked_between(tree);
  if (tree.is_type<g::unit_attack>()) return unit_attack(tree);
  if (tree.is_type<g::halved>()) return halved(tree);
  if (tree.is_type<g::ends_of_two>()) return ends_of_two(tree);
  if (tree.is_type<g::best_of_rolls>()) return best_of_rolls(tree);
  if (tree.is_type<g::multiplied>()) return multiplied_dice(tree);
  if (tree.is_type<g::difference>()) return difference(tree);
  if (tree.is_type<g::roll_and_keep>()) ask_roll_and_keep(tree);
  if (tree.is_type<g::bracketed_absolute>()) return joined(Kind::absolute, tree);
  if (tree.is_type<g::bracketed_ends>()) {
    std::vector<Node> two;
    two.push_back(node(*children.at(1)));
    two.push_back(node(*children.at(2)));
    return made(children[0]->is_type<g::low_end>() ? Kind::min : Kind::max, tree, std::move(two));
  }
  if (is<g::choice, g::comparison, g::sum, g::product, g::both, g::either>(tree) && single) {
    return node(*children[0]);
  }
  if (tree.is_type<g::choice>()) return of_conditions(Kind::choose, tree);
  if (tree.is_type<g::comparison>()) return comparison(tree);
  if (is<g::sum, g::product>(tree)) return chain(tree);
  if (tree.is_type<g::both>()) return of_conditions(Kind::both, tree);
  if (tree.is_type<g::either>()) return of_conditions(Kind::either, tree);
  if (tree.is_type<g::denied>()) return of_conditions(Kind::none, tree);
  if (tree.is_type<g::negative>()) return joined(Kind::negative, tree);
  if (tree.is_type<g::function>()) return function(tree);
  if (tree.is_type<g::pool>()) return pool_node(tree);
  if (tree.is_type<g::said>()) return said(tree);
  if (tree.is_type<g::bracket>()) return bracket(tree);
  if (tree.is_type<g::of_several>()) return of_several(tree);
  if (tree.is_type<g::bracketed_explode>()) {
    Node node = pool_node(*children[0]);
    node.pool.explodes = Pool::Explodes::adds;
    node.pool.limit = Number{2, -1};
    program_.notes.push_back("[explode ...] adds two dice at most, as in AnyDice");
    return node;
  }
  if (tree.is_type<g::name>()) return named(tree);
  if (tree.is_type<g::decimal>()) return decimal(tree);
  return number_node(number(tree), tree);
}

Node Builder::named(const Tree& tree) {
  const std::string name = tree.string();
  const auto known = std::find(program_.names.begin(), program_.names.end(), name);
  if (known == program_.names.end()) {
    // Savage Worlds: s8 is a trait's d8 with its wild die.
    const auto sides = number_in<int>(std::string_view(name).substr(1));
    if ((name[0] == 's' || name[0] == 'S') && sides && *sides >= 2 && *sides <= 20) {
      Node trait = made(Node::Kind::pool, tree);
      trait.pool.sides = {*sides, -1};
      return with_wild_die(tree, std::move(trait));
    }
    throw SyntaxError(column_of(tree), fmt::format("'{}' is not known", name),
                      did_you_mean(name, program_.names,
                                   "dice such as 2d6, or a roll named before: " + name +
                                       " = 2d6; " + name + " + 1"));
  }
  Node node = made(Node::Kind::name, tree);
  node.name = static_cast<std::size_t>(known - program_.names.begin());
  return node;
}

}  // namespace combat_odds::expression
