-- Fire on one squad in good order, as asl.fire plays it (Advanced Squad Leader A7, A10.31, A19.13).
local rows, columns = chart("asl/ift.csv")
local lost = {none = 0, cower = 1, inexperienced = 2}

local function check(dice, s, drm)
  return dice:DR(function(total)
    local excess = total + drm - s.morale
    if total == 12 then return excess > s.elr and "casualty replaced" or "casualty" end
    if excess > 0 then return excess > s.elr and "broken replaced" or "broken" end
    return total == math.min(s.morale - drm, 11) and "pinned" or "passed"
  end)
end

return {
  name = "house.squad-fire",
  rule = "A7.3",
  summary = "a fire attack on the Infantry Fire Table against one squad",
  parameters = {
    {"firepower", "the FP after all multipliers", type = "number", least = 0, most = 1000,
     tried = {1, 4, 8, 16, 36}},
    {"drm", "the sum of the dice roll modifiers", least = -20, most = 20, default = 0},
    {"cowering", "columns lost on doubles", type = "choice", choices = {"none", "cower", "inexperienced"},
     default = "none"},
    {"morale", "of the squad", least = 5, most = 9, default = 7},
    {"elr", "its Experience Level Rating", least = 0, most = 5, default = 5},
  },
  outcomes = {{"eliminated", "it is gone"}, {"reduced_broken", "a broken half-squad is left"},
    {"reduced_pinned", "a pinned half-squad is left"}, {"reduced", "a half-squad is left"},
    {"broken", "it is broken"}, {"pinned", "it is pinned"}, {"no_effect", "nothing happens"}},
  events = {{"nmc_or_better", "an MC, a K or a KIA"}, {"replaced", "it failed by more than its ELR"}},
  prepare = function(s)
    s.column = 1
    for i = 2, #columns do if tonumber(columns[i]) <= s.firepower then s.column = i end end
  end,
  resolve = function(dice, s)
    local result = dice:DR(function(total, coloured, white)
      local column = s.column - (coloured == white and lost[s.cowering] or 0)
      local row = rows[math.max(0, math.min(total + s.drm, 15)) + 1]
      return column > 1 and row and row[columns[column]] or "-"
    end)
    if result == "-" then return "no_effect" end
    if result == "PTC" then
      return dice:DR(function(total) return total <= s.morale end) and "no_effect" or "pinned"
    end
    if result:sub(-3) == "KIA" then return {"eliminated", nmc_or_better = true} end
    local k = result:sub(1, 1) == "K"
    local came = check(dice, s, tonumber(k and result:sub(3) or result:sub(1, 1)) or 0)
    local outcome = {nmc_or_better = true, replaced = came:sub(-8) == "replaced"}
    local state = came:split()[1]
    if state == "casualty" then outcome[1] = k and "eliminated" or "reduced_broken"
    elseif state == "passed" then outcome[1] = k and "reduced" or "no_effect"
    else outcome[1] = k and "reduced_" .. state or state end
    return outcome
  end,
}
