#include "house/lua_charts.hpp"

#include "house/lua_library.hpp"

#include "core/text/number_text.hpp"
#include "core/text/suggest.hpp"
#include "house/interpreter.hpp"
#include "house/playing.hpp"

namespace combat_odds::house {
namespace {

void push_cell(lua_State* lua, const std::string& text) {
  if (const auto whole = number_in<long long>(text)) {
    lua_pushinteger(lua, *whole);
  } else if (const auto number = number_in<double>(text)) {
    lua_pushnumber(lua, *number);
  } else {
    lua_pushlstring(lua, text.data(), text.size());
  }
}

}  // namespace

const CsvTable& RuleCharts::get(const std::string& name) {
  const CsvTable*& table = read_[name];
  if (table == nullptr) {
    const std::string full = named_(name);
    const std::vector<std::string> all = charts_.names();
    if (std::find(all.begin(), all.end(), full) == all.end()) {
      throw ArgumentError("chart", "there is no chart '" + name + "'",
                          did_you_mean(full, all,
                                       "a CSV file beside the rule, or a chart of the program such "
                                       "as asl/ift.csv"));
    }
    table = &charts_.get<CsvTable>(full);
  }
  return *table;
}

int push_chart(lua_State* lua) {
  const std::string name = luaL_checkstring(lua, 1);
  Playing& playing = Playing::of(lua);
  if (playing.charts == nullptr) {
    refuse(lua, "a chart is asked for while the rule is played",
           "local rows = chart(\"" + name + "\") outside of its functions");
  }
  const CsvTable* table = nullptr;
  std::string wrong;
  std::string right;
  try {
    table = &playing.charts->get(name);
  } catch (const ArgumentError& error) {
    wrong = error.wrong();
    right = error.right();
  }
  if (table == nullptr) refuse(lua, wrong, right);
  luaL_checkstack(lua, 10, nullptr);
  lua_createtable(lua, static_cast<int>(table->rows.size()), 0);
  for (std::size_t row = 0; row < table->rows.size(); ++row) {
    lua_createtable(lua, 0, static_cast<int>(table->header.size()));
    for (std::size_t column = 0; column < table->header.size(); ++column) {
      const std::string& heading = table->header[column].text;
      lua_pushlstring(lua, heading.data(), heading.size());
      push_cell(lua, table->rows[row][column].text);
      lua_rawset(lua, -3);
    }
    lua_rawseti(lua, -2, static_cast<lua_Integer>(row) + 1);
  }
  lua_createtable(lua, static_cast<int>(table->header.size()), 0);
  for (std::size_t column = 0; column < table->header.size(); ++column) {
    const std::string& heading = table->header[column].text;
    lua_pushlstring(lua, heading.data(), heading.size());
    lua_rawseti(lua, -2, static_cast<lua_Integer>(column) + 1);
  }
  return 2;
}

}  // namespace combat_odds::house
