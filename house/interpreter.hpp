#pragma once

#include <cstddef>
#include <exception>
#include <string>

#include "core/dice/function_ref.hpp"
#include "core/text/error.hpp"
#include "core/text/text_file.hpp"

struct lua_State;
struct lua_Debug;

namespace combat_odds::house {

struct Playing;

/// What a rule may take while it is played once; docs/limits.md tells them. They hold whoever wrote
/// it, and are far above what a rule of a game needs.
namespace limits {
inline constexpr std::size_t rule_bytes = std::size_t{1} << 20;  ///< of a rule's file
inline constexpr std::size_t bytes = std::size_t{16} << 20;      ///< of memory
inline constexpr std::size_t text_bytes = 16'000;                ///< of one text
inline constexpr long long steps = 5'000'000;                    ///< of Lua's machine
inline constexpr std::size_t bytes_a_step = 16;                  ///< of a text that is gone through
inline constexpr std::size_t state_bytes = 10'000;               ///< of a state
inline constexpr int state_depth = 30;                           ///< of tables in tables
/// Of a line, without a checkpoint between them, while the rule is explored: a loop that may never
/// end would be explored until nothing more fits.
inline constexpr int rolls_of_a_line = 250;
}  // namespace limits

/// An interpreter of Lua that holds the text of one rule, compiled, and nothing that reaches out of
/// it: no files, no clock, no chance, no code that is made while it runs. Used by one thread at a
/// time.
///
/// Lua is the C++ build of the library: its errors are C++ exceptions, so that they may pass the
/// frames of the engine that a rule is called through.
class Interpreter {
 public:
  /// Compiles the text. Throws InputError where it is no Lua.
  explicit Interpreter(const TextFile& rule);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  static Interpreter& of(lua_State* lua);

  /// Runs `body` where Lua may raise errors, with the limits counted anew. An error of the rule
  /// comes out as InputError with the rule's file and line, what the rest of the program throws as
  /// it was.
  void run(FunctionRef<void(lua_State*)> body);

  /// Calls `body` within run(): its steps are counted apart, and leave() ends nothing else.
  void run_within(FunctionRef<void(lua_State*)> body);

  /// Pushes the function that the text is.
  static void push_text(lua_State* lua);

  /// Said of every error: "playing risk.battle with attackers 3". Empty: nothing.
  void set_situation(std::string situation) { situation_ = std::move(situation); }
  const std::string& file() const { return file_; }

  /// An error of the rule at a line of its file, which is quoted; 0 where that is not known.
  InputError error(int line, const std::string& wrong, const std::string& right) const;

  /// Lets a C++ exception pass through Lua: raises an error that run() turns back into it.
  [[noreturn]] void pass_on(lua_State* lua, std::exception_ptr thrown);
  /// Ends what is run at once, without an error: nobody asks for what would come of it.
  [[noreturn]] void leave(lua_State* lua);
  /// Whether leave() ended the last run.
  bool left() const { return left_; }

  /// Counts the bytes that a function of Lua's library is about to go through as steps: to Lua's
  /// machine the call is a single one. Raises an error where none are left.
  void charge(lua_State* lua, std::size_t bytes);

  /// Where in the rule's text the caller of a function of C++ stands; 0 where that is not known.
  static int current_line(lua_State* lua);

  Playing* playing = nullptr;  ///< what the functions that rules call need

 private:
  static void* allocate(void* self, void* block, std::size_t before, std::size_t wanted);
  static void count_steps(lua_State* lua, lua_Debug* where);
  static int explain(lua_State* lua);
  static int call_body(lua_State* lua);
  InputError failure(int status);

  std::string quoted(int line) const;

  std::string file_;
  std::string text_;
  std::string situation_;
  lua_State* lua_ = nullptr;
  std::size_t bytes_ = 0;
  long long steps_left_ = 0;
  int line_ = 0;                   ///< of the error that is on its way
  const char* refused_ = nullptr;  ///< why memory was not given
  int seen_line_ = 0;              ///< where the rule was when its steps were counted last
  std::exception_ptr thrown_;
  bool left_ = false;
};

/// A function of C++ that Lua calls: exceptions of the program pass through Lua.
template <int (*body)(lua_State*)>
int guarded(lua_State* lua) {
  std::exception_ptr thrown;
  try {
    return body(lua);
  } catch (const std::exception&) {  // Lua's own are none
    thrown = std::current_exception();
  }
  Interpreter::of(lua).pass_on(lua, std::move(thrown));
}

/// Raises an error at the line of the rule that called: what is wrong, what would be right.
[[noreturn]] void refuse(lua_State* lua, const std::string& wrong, const std::string& right);

}  // namespace combat_odds::house
