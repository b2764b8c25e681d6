"""sl.weapon-repair: one weapon, from 18.1-.2, 70.5, 74.4, 76.6, 88.6, 90.12, 94.3 and 95.3."""

from faces import End, and_then, numbered_turns, tally

LEAVES_OUT = ("weapons",)
MEASURES = ("working", "removed", "first_repair", "turns_fired")
DRAW = {"player_turns": [1, 2, 3, 5, 8], "armor_leader": [-2, -1, 0, 1], "shots": [1, 2, 3],
        "breakdown_number": [9, 10, 11, 12]}


def player_turn(dice, state, q, number):
    how, first, fired = state
    if how == "broken":                                      # 18.2: at the start of the Rally Phase
        def reading(face):
            if face == 6:                                    # 76.6: a 6 stays a 6
                return "gone"
            final = face + q["armor_leader"]
            if final <= (2 if q["american"] else 1):
                return "works"
            return "gone" if final >= (5 if q["allied"] else 6) else "broken"
        how = dice.read_die(reading)
        first = first or (number if how == "works" else 0)
    if how == "works" and q["breakdown_number"] is not None:
        fired += 1
        least = q["breakdown_number"] - 2 * q["sustained_fire"] - 2 * q["captured"] - q["inexperienced"]
        for _ in range(q["shots"]):
            if dice.read(lambda total: total >= least):
                how = "gone" if q["captured"] else "broken"
                break
    return how, first, fired


def ended(dice, state):
    how, first, fired = state
    return End("all_work" if how == "works" else "none_works", working=int(how == "works"), removed=int(how == "gone"),
               first_repair=first, turns_fired=fired)


def count(q):
    chances = {("broken" if q["status"] == "broken" else "works", 0, 0): 1}
    chances = numbered_turns(chances, q["player_turns"], player_turn, q)
    return tally(and_then(chances, ended))
