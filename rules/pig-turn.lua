-- One turn of Pig: how long to go on rolling?
return {
  name = "pig.turn",
  rule = "Pig",
  summary = "a turn of Pig: roll again, or hold what there is?",
  details = [[
    Each roll of 2 to 6 adds to the turn total; a 1 ends the turn with nothing. Who holds scores the
    total. A turn that comes to 100 is over.
  ]],
  parameters = {
    {"hold_at", "the turn total at which one holds", least = 2, most = 100, default = 20,
     decides = true, tried = {2, 10, 20, 25}},
  },
  outcomes = {{"scored", "the turn total counts"}, {"nothing", "a 1 was rolled"}},
  measures = {{"points", "what the turn scores"}},
  resolve = function(dice, s)
    local total = 0
    repeat
      dice:at {total}
      local die = dice:dr()
      if die == 1 then return {"nothing", points = 0} end
      total = total + die
      if total >= 100 then break end
      local does = dice:choose {
        by = "hold_at", question = "Roll again?", options = {"hold", "roll"},
        otherwise = total >= s.hold_at and "hold" or "roll",
        state = {total}, words = {{"turn total", total}},
      }
    until does == "hold"
    return {"scored", points = total}
  end,
}
