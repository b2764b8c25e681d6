-- An attack in Memoir '44: so many dice by who attacks at which range, less the terrain.
local by_range = {infantry = {3, 2, 1}, armor = {3, 3, 3}, artillery = {3, 3, 2, 2, 1, 1}}
local terrains = {"open", "hill", "sandbags", "forest", "town", "hedgerow", "bunker"}
local less = {
  infantry = {open = 0, hill = 1, sandbags = 1, forest = 1, town = 1, hedgerow = 1, bunker = 1},
  armor = {open = 0, hill = 1, sandbags = 1, forest = 2, town = 2, hedgerow = 2, bunker = 2},
}
local ignored = {sandbags = 1, bunker = 1}
local figures = {infantry = 4, armor = 3, artillery = 2}

return {
  name = "memoir-44.attack",
  rule = "Memoir '44",
  summary = "an attack on a unit: figures lost and flags",
  details = [[
    Each die shows infantry (twice), armor, a grenade, a star or a flag. A grenade hits every unit, a symbol
    its own kind. Sandbags and bunkers ignore a flag. Terrain takes no dice from artillery.
  ]],
  parameters = {
    {"by", "who attacks", type = "choice", choices = {"infantry", "armor", "artillery"}, default = "infantry"},
    {"target", "who is attacked", type = "choice", choices = {"infantry", "armor", "artillery"}, default = "infantry"},
    {"range", "in hexes; 1: close assault", least = 1, most = 6, default = 1},
    {"terrain", "of the target", type = "choice", choices = terrains, default = "open"},
    {"figures", "of the target; all if left out", least = 1, most = 4, optional = true, tried = {1, 2}},
  },
  outcomes = {{"eliminated", "all figures are lost"}, {"hurt", "figures are lost"}, {"unhurt", "none is lost"}},
  events = {{"retreats", "a unit that is left has a flag to obey"}},
  measures = {{"figures_lost", "at most all"}, {"flags", "hexes to retreat", only_where = {"hurt", "unhurt"}}},
  prepare = function(s)
    local reach = #by_range[s.by]
    if s.range > reach then refuse("range", s.by .. " does not reach so far", "at most " .. reach) end
    local most = figures[s.target]
    s.left = s.figures or most
    if s.left > most then refuse("figures", s.target .. " has no more than " .. most, "at most " .. most) end
    s.dice = math.max(by_range[s.by][s.range] - (less[s.by] and less[s.by][s.terrain] or 0), 0)
    s.faces = {"infantry", "infantry", "armor", s.target, "star", "flag"}
  end,
  resolve = function(dice, s)
    local hits, flags = 0, 0
    for i = 1, s.dice do
      dice:at {i, hits, flags}
      local face = dice:dr(function(die)
        local shown = s.faces[die]
        return shown == s.target and "hit" or shown == "flag" and "flag" or "nothing"
      end)
      if face == "hit" then hits = hits + 1 end
      if face == "flag" then flags = flags + 1 end
    end
    local lost = math.min(hits, s.left)
    if lost == s.left then return {"eliminated", figures_lost = lost} end
    flags = math.max(flags - (ignored[s.terrain] or 0), 0)
    return {lost > 0 and "hurt" or "unhurt", figures_lost = lost, flags = flags, retreats = flags > 0}
  end,
}
