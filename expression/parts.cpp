// Numbers with decimals. Dice are whole numbers, so what comes of them is counted in halves, tenths
// or other parts of one, and divided when it is told.
#include <algorithm>
#include <numeric>
#include <utility>

#include "expression/program.hpp"

namespace combat_odds::expression {
namespace {

using Kind = Node::Kind;

constexpr long long most_parts = 1'000'000;

/// A node of whole numbers, of which `parts` make one.
struct Counted {
  Node node;
  int parts = 1;
};

bool has_parts(const Node& node) {
  return node.kind == Kind::parts || std::ranges::any_of(node.children, has_parts);
}

int last_id(const Node& node) {
  int last = node.id;
  for (const Node& child : node.children) last = std::max(last, last_id(child));
  return last;
}

class InParts {
 public:
  explicit InParts(Program& program) : program_(program) {
    nodes_ = last_id(program.result);
    for (const Node& one : program.definitions) nodes_ = std::max(nodes_, last_id(one));
    for (const Node& one : program.worth) nodes_ = std::max(nodes_, last_id(one));
  }

  void count() {
    for (std::size_t i = 0; i < program_.definitions.size(); ++i) {
      program_.name_parts[i] = replace(program_.definitions[i]);
    }
    if (program_.joint.empty()) {
      program_.parts = replace(program_.result);
    } else {
      for (std::size_t i = 0; i < program_.joint.size(); ++i) {
        program_.joint_parts[i] = replace(program_.result.children[i]);
      }
    }
    if (!program_.table.empty() && program_.parts > 1) {
      refuse_parts(program_.table_column, "the lines of a table are of whole numbers");
    }
    std::vector<int> parts;
    for (Node& worth : program_.worth) parts.push_back(replace(worth));
    program_.worth_parts = in_common(program_.worth, parts, 0);
  }

 private:
  [[noreturn]] static void refuse_parts(std::size_t column, const char* wrong) {
    throw SyntaxError(column, wrong, "floor(...), ceil(...) or round(...) around the number");
  }

  static int checked(const Node& node, long long parts) {
    if (parts <= most_parts) return static_cast<int>(parts);
    throw SyntaxError(node.column, "there are too many decimals", "fewer");
  }

  int replace(Node& node) {
    Counted counted = this->counted(std::move(node));
    node = std::move(counted.node);
    return counted.parts;
  }

  Node made(Kind kind, const Node& at, std::vector<Node> children) {
    Node node;
    node.kind = kind;
    node.column = at.column;
    node.id = ++nodes_;
    node.children = std::move(children);
    return node;
  }

  Node times(Node node, int by) {
    if (by == 1) return node;
    std::vector<Node> factors;
    factors.push_back(made(Kind::number, node, {}));
    factors.front().number.value = by;
    const Node at = node;
    factors.push_back(std::move(node));
    return made(Kind::multiply, at, std::move(factors));
  }

  /// Counts the children from `first` on in the same parts; gives these.
  int in_common(std::vector<Node>& children, const std::vector<int>& parts, std::size_t first) {
    long long common = 1;
    for (std::size_t i = first; i < children.size(); ++i) {
      common = checked(children[i], std::lcm<long long>(common, parts[i]));
    }
    for (std::size_t i = first; i < children.size(); ++i) {
      children[i] = times(std::move(children[i]), static_cast<int>(common / parts[i]));
    }
    return static_cast<int>(common);
  }

  Counted counted(Node node) {
    // A divisor with decimals keeps the fraction: "3d6/2.0".
    const bool exact = node.kind == Kind::divide && node.children[1].kind == Kind::parts;
    std::vector<int> parts;
    for (Node& child : node.children) parts.push_back(replace(child));
    const auto whole = [&](const char* wrong) {
      if (!parts.empty() && parts[0] > 1) refuse_parts(node.column, wrong);
    };
    switch (node.kind) {
      case Kind::name:
        return {node, program_.name_parts[node.name]};
      case Kind::parts:
        return {node.children[0], checked(node, 1LL * parts[0] * node.number.value)};
      case Kind::pool:
        whole("dice are a whole number");
        return {node, 1};
      case Kind::until:
      case Kind::within:
        whole("what is compared with a list is a whole number");
        return {node, 1};
      case Kind::step:
      case Kind::choose: {
        if (node.kind == Kind::step) whole("the lines of a table are of whole numbers");
        const int common = in_common(node.children, parts, 1);
        return {std::move(node), common};
      }
      case Kind::add:
      case Kind::subtract:
      case Kind::versus:
      case Kind::max:
      case Kind::min:
      case Kind::highest:
      case Kind::lowest: {
        const int common = in_common(node.children, parts, 0);
        return {std::move(node), common};
      }
      case Kind::compare:
        in_common(node.children, parts, 0);
        return {node, 1};
      case Kind::negative:
      case Kind::absolute:
      case Kind::repeat:
        return {node, parts[0]};
      case Kind::multiply:
        return {node, checked(node, 1LL * parts[0] * parts[1])};
      case Kind::divide:
        return quotient(std::move(node), parts, exact);
      case Kind::round_up:
      case Kind::round_down:
      case Kind::round_nearest:
        node.number.value = checked(node, 1LL * node.number.value * parts[0]);
        return {node, 1};
      default:
        return {node, 1};
    }
  }

  Counted quotient(Node node, const std::vector<int>& parts, bool exact) {
    if (exact) {  // (a/p) / (n/q) is a*q / (p*n)
      const int by = node.children[1].number.value;
      if (by == 0) throw SyntaxError(node.column, "a division by 0", "another divisor");
      return {times(std::move(node.children[0]), parts[1]), checked(node, 1LL * parts[0] * by)};
    }
    node.children[0] = times(std::move(node.children[0]), parts[1]);
    node.children[1] = times(std::move(node.children[1]), parts[0]);
    return {std::move(node), 1};
  }

  Program& program_;
  int nodes_ = 0;
};

}  // namespace

void count_in_parts(Program& program) {
  program.name_parts.assign(program.names.size(), 1);
  program.joint_parts.assign(program.joint.size(), 1);
  const bool any = has_parts(program.result) ||
                   std::ranges::any_of(program.definitions, has_parts) ||
                   std::ranges::any_of(program.worth, has_parts);
  if (any) InParts(program).count();
}

}  // namespace combat_odds::expression
