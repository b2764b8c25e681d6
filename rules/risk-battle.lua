-- A battle in Risk, throw after throw, until one side is gone or the attacker has had enough.
local function highest_first(dice, state, count, known)
  local all = {}
  for i = 1, count do
    all[i] = dice:dr()
    table.sort(all, function(a, b) return a > b end)
    dice:at {state = state, all = all, known = known}
  end
  return all
end

return {
  name = "risk.battle",
  rule = "Risk",
  summary = "a battle to the end: who holds the territory, with how many armies?",
  parameters = {
    {"attackers", "armies that attack; one more stays behind", least = 1, most = 30},
    {"defenders", "armies that defend", least = 1, most = 30},
    {"stop_at", "the attacker stops with so many left", least = 0, most = 29, default = 0},
  },
  outcomes = {
    {"taken", "the defender is gone"},
    {"held", "the attacker is gone"},
    {"stopped", "the attacker gives it up"},
  },
  measures = {{"attackers_left", "armies of the attacker"}, {"defenders_left", "of the defender"}},
  prepare = function(situation)
    if situation.stop_at >= situation.attackers then
      refuse("stop_at", "the attacker stops before the first throw", "fewer than attackers")
    end
  end,
  start = function(situation)
    return {attackers = situation.attackers, defenders = situation.defenders}
  end,
  step = function(dice, state)
    local attack = highest_first(dice, state, math.min(state.attackers, 3), {})
    local defence = highest_first(dice, state, math.min(state.defenders, 2), attack)
    for i = 1, math.min(#attack, #defence) do
      local loser = attack[i] > defence[i] and "defenders" or "attackers"
      state[loser] = state[loser] - 1
    end
    return state
  end,
  outcome = function(state, situation)
    local outcome
    if state.defenders == 0 then
      outcome = "taken"
    elseif state.attackers == 0 then
      outcome = "held"
    elseif state.attackers <= situation.stop_at then
      outcome = "stopped"
    else
      return nil
    end
    return {outcome, attackers_left = state.attackers, defenders_left = state.defenders}
  end,
}
