#pragma once

#include <string>
#include <string_view>

#include "ask/library.hpp"

namespace combat_odds::web {

/// The one call of the page: a JSON object in, a JSON object out. "do" names what is wanted:
///
///     library    {}                                  procedures, presets, games
///     names      {procedure, parameter}              what the parameter may be called
///     ask        {question}                          {"answers": [...]}, each as combat-odds ask
///     play       {question, shard, shards}           {"counts": [...]}, a line for each situation
///     add_up     {question, counts: [[...], ...]}    {"answers": [...]} of all shards together
///     picture    {question, counts?, measure?, width?}                {"svg": "..."}
///     table      {question, counts?, rows, columns, show, width?}     {"svg", "rows"}
///     why        {question, depth?}                  how each answer comes about
///     csv        {question, counts?}                 {"distribution", "summary"}
///     markdown   {question, counts?}                 {"markdown"}, the table of `odds`
///     luck, read_luck, campaign                      see studies.hpp
///     add_rule   {name, text}                        a house rule: {"procedure": "..."}
///
/// What can't be is {"error": {"parameter", "wrong", "right", "commands"?}}, as combat-odds ask
/// refuses it; nothing is ever thrown.
class Engine {
 public:
  std::string call(std::string_view request);

 private:
  Library library_;
};

}  // namespace combat_odds::web
