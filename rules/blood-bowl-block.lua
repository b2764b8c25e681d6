-- A block in Blood Bowl: the stronger side chooses among up to three dice.
local order = {attacker_down = 1, both_down = 2, no_effect = 3, pushed = 4, defender_down = 5}

return {
  name = "blood-bowl.block",
  rule = "Blood Bowl",
  summary = "a block: who goes down, who is pushed",
  details = [[
    Each die shows attacker down, both down, push back (twice), stumble or defender down. Equal strengths roll
    one die, the stronger side chooses from two, and from three with more than twice the strength. Block
    keeps its player up where both go down; Dodge makes a push of a stumble, unless the attacker has Tackle.
    The side that chooses prefers defender down, pushed, no effect, both down and attacker down in this order, or in
    the opposite one. The re-roll is taken where the attacker goes down.
  ]],
  parameters = {
    {"attacker", "strength of who blocks, with assists", least = 1, most = 12, default = 3, tried = {1, 2, 3, 4, 7}},
    {"defender", "strength of who is blocked, with assists", least = 1, most = 12, default = 3,
      tried = {1, 2, 3, 4, 7}},
    {"attacker_block", "the attacker has Block", type = "flag"},
    {"defender_block", "the defender has Block", type = "flag"},
    {"dodge", "the defender has Dodge", type = "flag"},
    {"tackle", "the attacker has Tackle", type = "flag"},
    {"reroll", "the attacker has a re-roll", type = "flag"},
  },
  outcomes = {{"defender_down", "only the defender goes down"}, {"pushed", "the defender is pushed back"},
    {"no_effect", "both stay where they are"}, {"both_down", "both go down: a turnover"},
    {"attacker_down", "only the attacker goes down: a turnover"}},
  events = {{"turnover", "the attacker goes down"}},
  prepare = function(s)
    local stronger, weaker = math.max(s.attacker, s.defender), math.min(s.attacker, s.defender)
    s.dice = stronger == weaker and 1 or stronger > 2 * weaker and 3 or 2
    local both = s.attacker_block and (s.defender_block and "no_effect" or "defender_down")
      or s.defender_block and "attacker_down" or "both_down"
    local stumble = s.dodge and not s.tackle and "pushed" or "defender_down"
    s.faces = {"attacker_down", both, "pushed", "pushed", stumble, "defender_down"}
  end,
  resolve = function(dice, s)
    local function roll(again)
      local chosen
      for i = 1, s.dice do
        dice:at {again, i, chosen or ""}
        local face = dice:dr(function(die) return s.faces[die] end)
        if not chosen or (order[face] > order[chosen]) == (s.attacker >= s.defender) then chosen = face end
      end
      return chosen
    end
    local result = roll(false)
    if s.reroll and order[result] <= 2 then result = roll(true) end
    return {result, turnover = order[result] <= 2}
  end,
}
