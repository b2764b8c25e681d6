-- A land battle of Axis & Allies, round after round to the end, with AA fire before the first.
local names = {"infantry", "artillery", "tank", "fighter", "bomber"}
local attack = {infantry = 1, artillery = 2, tank = 3, fighter = 3, bomber = 4}
local defence = {infantry = 2, artillery = 2, tank = 3, fighter = 4, bomber = 1}

local function count(force)
  local all = 0
  for _, name in ipairs(names) do all = all + force[name] end
  return all
end

-- How many hits a force makes: every unit hits with a die of its number or less. An infantry beside
-- an artillery attacks with 2.
local function hits(dice, force, numbers, known)
  local made = 0
  local supported = numbers == attack and math.min(force.infantry, force.artillery) or 0
  local groups = {{supported, 2}, {force.infantry - supported, numbers.infantry}}
  for i = 2, #names do groups[i + 1] = {force[names[i]], numbers[names[i]]} end
  for group, units in ipairs(groups) do
    local left = units[1]
    while left > 0 do
      local thrown = math.min(left, 5)
      made = made + dice:hits(thrown, 6, units[2])
      left = left - thrown
      dice:at {known, group, left, made}
    end
  end
  return made
end

-- Losses in the order of the list: what it names first goes first.
local function lose(force, lost, order)
  for _, name in ipairs(order) do
    local gone = math.min(lost, force[name])
    force[name] = force[name] - gone
    lost = lost - gone
  end
end

local parameters = {}
for _, side in ipairs {"attacker", "defender"} do
  for _, name in ipairs(names) do
    parameters[#parameters + 1] = {side .. "_" .. name, "units of the " .. side, least = 0, most = 30,
      default = 0, tried = {0, 0, 1, 2, 3}}
  end
end
parameters[#parameters + 1] = {"aa_gun", "the defender has one: a die of 1 for each aircraft, once",
  type = "flag"}
parameters[#parameters + 1] = {"first_lost", "what the attacker gives up first", type = "choice",
  choices = {"cheapest", "aircraft_last"}, default = "cheapest"}

local orders = {
  cheapest = {"infantry", "artillery", "tank", "fighter", "bomber"},
  aircraft_last = {"infantry", "artillery", "tank", "bomber", "fighter"},
}

return {
  name = "axis-allies.battle",
  rule = "Axis & Allies, second edition",
  summary = "a land battle to the end, with AA fire and an order of losses",
  details = [[
    Each unit hits with a die of its number or less: infantry 1 and 2, artillery 2 and 2, tanks 3 and 3,
    fighters 3 and 4, bombers 4 and 1 (attack and defence). Both sides fire before losses are taken away.
    Infantry beside artillery attacks with 2, one for one.
  ]],
  parameters = parameters,
  outcomes = {{"attacker", "only the attacker has units left"},
    {"defender", "only the defender has units left"}, {"nobody", "nobody has"}},
  measures = {{"attackers_left", "units"}, {"defenders_left", "units"}},
  prepare = function(s)
    local forces = {attacker = {}, defender = {}}
    for side, force in pairs(forces) do
      for _, name in ipairs(names) do force[name] = s[side .. "_" .. name] end
      if count(force) == 0 then
        refuse(side .. "_infantry", "the " .. side .. " has no units", "one or more")
      end
    end
    s.forces = forces
  end,
  start = function(s) return {attacker = s.forces.attacker, defender = s.forces.defender, aa = s.aa_gun} end,
  step = function(dice, state, s)
    if state.aa then
      local air = {fighter = 0, bomber = 0}
      for _, name in ipairs {"fighter", "bomber"} do
        for i = 1, state.attacker[name] do
          if dice:dr(function(die) return die == 1 end) then air[name] = air[name] + 1 end
          dice:at {state, name, i, air}
        end
      end
      for name, gone in pairs(air) do state.attacker[name] = state.attacker[name] - gone end
      return {attacker = state.attacker, defender = state.defender, aa = false}
    end
    local by_attacker = hits(dice, state.attacker, attack, {state})
    local by_defender = hits(dice, state.defender, defence, {state, by_attacker})
    lose(state.defender, by_attacker, orders.cheapest)
    lose(state.attacker, by_defender, orders[s.first_lost])
    return state
  end,
  outcome = function(state)
    local attackers, defenders = count(state.attacker), count(state.defender)
    if attackers > 0 and defenders > 0 then return nil end
    return {attackers > 0 and "attacker" or defenders > 0 and "defender" or "nobody",
      attackers_left = attackers, defenders_left = defenders}
  end,
}
