#include "house/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "core/text/plain_text.hpp"
#include "house/lua_library.hpp"
#include "house/sandbox.hpp"

namespace combat_odds::house {
namespace {

/// The name of the rule's text in Lua's messages: "rule:12: ...".
constexpr std::string_view chunk = "rule";
/// Separates what is wrong from what would be right in a message.
constexpr char separator = '\x1f';
constexpr int steps_between = 1000;
/// Allocations above this size count as steps.
constexpr std::size_t long_block = 256;
/// Deeper recursion is reported as such before it runs out of memory.
constexpr int deep_calls = 10'000;
const char text_key = 0;  // its address is the key

/// Splits "rule:12: attempt to call a nil value" into the line and the rest.
std::pair<int, std::string_view> line_and_message(std::string_view message) {
  if (!message.starts_with(chunk) || message.size() < chunk.size() + 2) return {0, message};
  const std::string_view rest = message.substr(chunk.size() + 1);
  int line = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), line);
  const auto length = static_cast<std::size_t>(end - rest.data());
  if (error != std::errc() || rest.substr(length, 2) != ": ") return {0, message};
  return {line, rest.substr(length + 2)};
}

}  // namespace

void refuse(lua_State* lua, const std::string& wrong, const std::string& right) {
  std::string message = fmt::format("{}:{}: {}", chunk, Interpreter::current_line(lua), wrong);
  if (!right.empty()) message += separator + right;
  lua_pushlstring(lua, message.data(), std::min(message.size(), limits::text_bytes / 2));
  lua_error(lua);
  std::abort();  // lua_error does not return
}

Interpreter::Interpreter(const TextFile& rule) : file_(rule.name), text_(rule.text) {
  if (rule.text.size() > limits::rule_bytes) {
    throw error(0, "is larger than 1 MiB", "a rule in Lua");
  }
  if (const std::size_t wrong = first_not_text(rule.text); wrong != std::string::npos) {
    const auto line = std::count(rule.text.begin(), rule.text.begin() + wrong, '\n') + 1;
    throw error(static_cast<int>(line), fmt::format("byte {} is not text", wrong + 1),
                "a rule in Lua, in UTF-8");
  }
  lua_ = lua_newstate(&Interpreter::allocate, this);
  if (lua_ == nullptr) throw std::bad_alloc();
  *static_cast<Interpreter**>(lua_getextraspace(lua_)) = this;
  try {
    run([&](lua_State* lua) {
      push_sandbox(lua);
      std::string_view text = rule.text;
      if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
      if (luaL_loadbufferx(lua, text.data(), text.size(), ("=" + std::string(chunk)).c_str(),
                           "t") != LUA_OK) {
        lua_error(lua);
      }
      lua_pushvalue(lua, -2);
      lua_setupvalue(lua, -2, 1);  // its globals
      lua_rawsetp(lua, LUA_REGISTRYINDEX, &text_key);
    });
  } catch (...) {
    lua_close(lua_);
    throw;
  }
}

Interpreter::~Interpreter() { lua_close(lua_); }

Interpreter& Interpreter::of(lua_State* lua) {
  return **static_cast<Interpreter**>(lua_getextraspace(lua));
}

void Interpreter::push_text(lua_State* lua) { lua_rawgetp(lua, LUA_REGISTRYINDEX, &text_key); }

void Interpreter::run(FunctionRef<void(lua_State*)> body) {
  steps_left_ = limits::steps;
  line_ = 0;
  refused_ = nullptr;
  seen_line_ = 0;
  left_ = false;
  lua_sethook(lua_, &Interpreter::count_steps, LUA_MASKCOUNT, steps_between);
  lua_settop(lua_, 0);
  lua_pushcfunction(lua_, &Interpreter::explain);
  lua_pushcfunction(lua_, guarded<&Interpreter::call_body>);
  lua_pushlightuserdata(lua_, &body);
  const int status = lua_pcall(lua_, 1, 0, 1);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (status == LUA_OK || left_) {
    lua_settop(lua_, 0);
    return;
  }
  const auto cleared = [&] {
    InputError error = failure(status);
    lua_settop(lua_, 0);
    return error;
  };
  throw cleared();
}

void Interpreter::run_within(FunctionRef<void(lua_State*)> body) {
  const long long steps_left = std::exchange(steps_left_, limits::steps);
  luaL_checkstack(lua_, 10, nullptr);
  const int top = lua_gettop(lua_);
  lua_pushcfunction(lua_, &Interpreter::explain);
  lua_pushcfunction(lua_, guarded<&Interpreter::call_body>);
  lua_pushlightuserdata(lua_, &body);
  const int status = lua_pcall(lua_, 1, 0, top + 1);
  steps_left_ = steps_left;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (status == LUA_OK || std::exchange(left_, false)) {
    lua_settop(lua_, top);
    return;
  }
  InputError error = failure(status);
  lua_settop(lua_, top);
  throw error;
}

int Interpreter::call_body(lua_State* lua) {
  const auto& body = *static_cast<const FunctionRef<void(lua_State*)>*>(lua_touserdata(lua, 1));
  lua_settop(lua, 0);
  body(lua);
  return 0;
}

void Interpreter::pass_on(lua_State* lua, std::exception_ptr thrown) {
  thrown_ = std::move(thrown);
  lua_pushnil(lua);
  lua_error(lua);
  std::abort();  // lua_error does not return
}

void Interpreter::leave(lua_State* lua) {
  left_ = true;
  lua_pushnil(lua);
  lua_error(lua);
  std::abort();  // lua_error does not return
}

int Interpreter::current_line(lua_State* lua) {
  lua_Debug where;
  for (int level = 0; lua_getstack(lua, level, &where) != 0; ++level) {
    lua_getinfo(lua, "Sl", &where);
    if (where.currentline > 0 && chunk == where.short_src) return where.currentline;
  }
  return 0;
}

/// Lua calls this when an error is raised, while the line is still known.
int Interpreter::explain(lua_State* lua) {
  Interpreter& self = of(lua);
  if (!self.thrown_ && !self.left_) self.line_ = current_line(lua);
  return 1;
}

void Interpreter::count_steps(lua_State* lua, lua_Debug* /*where*/) {
  Interpreter& self = of(lua);
  self.steps_left_ -= steps_between;
  self.seen_line_ = current_line(lua);
  lua_Debug deep;
  if (lua_getstack(lua, deep_calls, &deep) != 0) {
    refuse(lua, "it calls itself too deeply", "a recursion that ends");
  }
  self.charge(lua, 0);
}

void Interpreter::charge(lua_State* lua, std::size_t bytes) {
  steps_left_ -= static_cast<long long>(bytes / limits::bytes_a_step);
  if (steps_left_ > 0) return;
  refuse(lua, fmt::format("it takes more than {} steps", limits::steps), "loops that end");
}

/// Lua's allocator. For a new block, `before` is the type of the object.
void* Interpreter::allocate(void* self, void* block, std::size_t before, std::size_t wanted) {
  auto& interpreter = *static_cast<Interpreter*>(self);
  if (wanted == 0) {
    if (block != nullptr) interpreter.bytes_ -= before;
    std::free(block);
    return nullptr;
  }
  const std::size_t had = block == nullptr ? 0 : before;
  const bool too_long = block == nullptr && before == LUA_TSTRING && wanted > limits::text_bytes;
  if (too_long || (wanted > had && interpreter.bytes_ - had + wanted > limits::bytes)) {
    // The growing block may be the stack that current_line() reads.
    const bool grows = block != nullptr;
    if (interpreter.lua_ != nullptr) {
      interpreter.line_ = grows ? interpreter.seen_line_ : current_line(interpreter.lua_);
    }
    interpreter.refused_ =
        too_long ? "a text has more than 16000 bytes" : "it takes more than 16 MiB of memory";
    return nullptr;
  }
  void* const given = std::realloc(block, wanted);
  if (given != nullptr) interpreter.bytes_ += wanted - had;
  // Copying a long new text (a .. b, rep, upper) costs steps; count_steps() notices when none are
  // left.
  if (wanted > had && wanted - had > long_block) {
    interpreter.steps_left_ -= static_cast<long long>((wanted - had) / limits::bytes_a_step);
  }
  return given;
}

InputError Interpreter::failure(int status) {
  InputError too_deep = error(line_, "it calls itself too deeply", "a recursion that ends");
  if (status == LUA_ERRMEM) {
    if (refused_ == nullptr) throw std::bad_alloc();
    return error(line_, refused_, "shorter texts and lists");
  }
  if (lua_type(lua_, -1) != LUA_TSTRING) {
    return error(line_,
                 fmt::format("an error that is a {}", lua_typename(lua_, lua_type(lua_, -1))),
                 "error(\"what is wrong\")");
  }
  std::size_t length = 0;
  const char* const text = lua_tolstring(lua_, -1, &length);
  const auto [line, message] = line_and_message({text, length});
  if (message.find("stack overflow") != std::string_view::npos) return too_deep;
  if (refused_ != nullptr && message == "not enough memory") {
    return error(line_, refused_, "shorter texts and lists");
  }
  const std::size_t cut = std::min(message.find(separator), message.size());
  return error(line > 0 ? line : line_, std::string(message.substr(0, cut)),
               std::string(message.substr(std::min(cut + 1, message.size()))));
}

/// The line of the text, shortened; empty where it is not known.
std::string Interpreter::quoted(int line) const {
  std::string_view rest = text_;
  for (int i = 1; i < line && !rest.empty(); ++i) {
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  const std::size_t first = rest.find_first_not_of(" \t\r");
  if (line <= 0 || first == std::string_view::npos) return "";
  rest = rest.substr(first, rest.find_last_not_of(" \t\r") + 1 - first);
  constexpr std::size_t most = 60;
  const std::string_view shown = clipped(rest, most);
  return one_line(std::string(shown)) + (shown.size() < rest.size() ? " ..." : "");
}

InputError Interpreter::error(int line, const std::string& wrong, const std::string& right) const {
  constexpr std::size_t most = 500;  // of the rule's own message, without the situation
  std::string said = one_line(std::string(clipped(wrong, most)));
  const std::string line_text = quoted(line);
  if (!line_text.empty()) said += ", in \"" + line_text + "\"";
  return {{file_, line, 0}, situation_.empty() ? said : said + ", " + situation_, right};
}

}  // namespace combat_odds::house
