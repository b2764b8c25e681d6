-- Cards are turned up one by one: a dollar for each red one, a dollar lost for each black one. When to stop?
return {
  name = "cards.red-black",
  rule = "an old puzzle of optimal stopping",
  summary = "turn up cards for a dollar each, red wins and black loses, until one stops",
  parameters = {
    {"red", "red cards in the deck", least = 0, most = 26, default = 26, tried = {2, 3, 5}},
    {"black", "black cards in the deck", least = 0, most = 26, default = 26, tried = {2, 3, 5}},
    {"stop_at", "the gain at which one stops", least = 1, most = 26, default = 1, decides = true,
     tried = {1, 2}},
  },
  outcomes = {{"ahead", "more was won than lost"}, {"even", "as much"}, {"behind", "less"}},
  measures = {{"gain", "dollars"}},
  resolve = function(dice, s)
    local red, black = s.red, s.black
    local gain = 0
    while red + black > 0 do
      local does = dice:choose {
        by = "stop_at", question = "Another card?", options = {"stop", "turn up another"},
        otherwise = gain >= s.stop_at and "stop" or "turn up another",
        state = {red, black}, words = {{"red left", red}, {"black left", black}, {"gain", gain}},
      }
      if does == "stop" then break end
      dice:at {red, black}
      local left, reds = red + black, red
      if dice:chit(left, function(card) return card <= reds end) then
        red, gain = red - 1, gain + 1
      else
        black, gain = black - 1, gain - 1
      end
    end
    return {gain > 0 and "ahead" or gain == 0 and "even" or "behind", gain = gain}
  end,
}
