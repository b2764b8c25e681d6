-- The game of Pig for two players: who begins, and how likely does he win?
return {
  name = "pig.game",
  rule = "Pig",
  summary = "a game of Pig between two players",
  details = [[
    The players take turns; each rolls as often as he likes. A roll of 2 to 6 adds to his turn total, a
    1 ends his turn with nothing; who holds adds the turn total to his score. The first to reach the
    goal wins. With two sides of the die it is Piglet: a 2 is one point.
  ]],
  parameters = {
    {"goal", "the score that wins", least = 1, most = 100, default = 10, tried = {2, 3, 6}},
    {"sides", "of the die; 2: a coin", least = 2, most = 6, default = 6, tried = {2, 6}},
    {"hold_at", "the turn total at which the first player holds", least = 1, most = 100, default = 20,
     decides = true, tried = {1, 2, 4}},
    {"their_hold_at", "the same of the second player", least = 1, most = 100, default = 20,
     decides = "other", tried = {1, 2, 4}},
  },
  outcomes = {{"won", "the first player wins"}, {"lost", "the second player does"}},
  start = function() return {mine = 0, theirs = 0, total = 0, first = true} end,
  step = function(dice, state, s)
    local own = state.first and "mine" or "theirs"
    local by = state.first and "hold_at" or "their_hold_at"
    local does = "roll"
    if state.total > 0 then
      does = dice:choose {
        by = by, question = "Roll again?", options = {"hold", "roll"},
        otherwise = state.total >= s[by] and "hold" or "roll", state = state,
        words = {{"own score", state[own]}, {"other score", state.first and state.theirs or state.mine},
                 {"turn total", state.total}},
      }
    end
    if does == "roll" then
      local points = dice:die(s.sides, function(die)
        if die == 1 then return 0 end
        return s.sides == 2 and 1 or die
      end)
      if points > 0 then
        state.total = math.min(state.total + points, s.goal - state[own])
        if state[own] + state.total == s.goal then state[own] = s.goal end
        return state
      end
    else
      state[own] = state[own] + state.total
    end
    state.total = 0
    state.first = not state.first
    return state
  end,
  outcome = function(state, s)
    if state.mine == s.goal then return "won" end
    if state.theirs == s.goal then return "lost" end
  end,
}
