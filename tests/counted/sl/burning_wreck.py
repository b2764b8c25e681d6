"""sl.burning-wreck, from 59.4, 67.11, 67.12, 67.4 and 67.41."""

from faces import Charts, End, and_then, every_game, numbered_turns, tally
from sl._infantry import SINGLE, printed_morale

MEASURES = ("turn",)
SPREADS = {"woods": "woods", "grain": "grain", "wooden_building": "same_wooden_building",
           "stone_building": "same_stone_building"}
DRAW = {"unit": SINGLE, "turns": [1, 2, 3, 6, 10], "spread_drm": [-3, -1, 0, 1, 2, 4],
        "leadership": [-2, -1, 0, 1], "terrain_modifier": [-2, 0, 1, 2, 3]}


def game_turn(dice, state, q, number):
    if state != ("burning", 0):
        return state
    if dice.read_die(lambda face: face == 1):                # 67.11: in the owner's Rally Phase
        return "extinguished", number
    if q["terrain"] in SPREADS:                              # 67.12, 59.4: each Advancing Fire Phase
        row = Charts.by("squad-leader/spreading-fire.csv", "target_terrain")[SPREADS[q["terrain"]]]
        for _ in range(2):
            if dice.read(lambda total: total + q["spread_drm"] >= int(row["spreads_on_dr_at_least"])):
                return "hex_on_fire", number
    return state


def dares(dice, q):
    needs = printed_morale(q["unit"]) + q["terrain_modifier"]        # 67.41
    return End("enters" if dice.dr() + q["leadership"] <= needs else "keeps_away")


def count(q):
    if q["unit"] is not None:
        return tally(every_game(dares, q))
    chances = numbered_turns({("burning", 0): 1}, q["turns"], game_turn, q)
    return tally(and_then(chances, lambda dice, state: End(state[0], turn=state[1])))
