"""sl.weapon-repair, from 18.1-.2, 70.5, 74.4, 76.6, 88.6, 90.12, 94.3 and 95.3."""

from faces import End, and_then, numbered_turns, tally

EVENTS = ("repaired",)
MEASURES = ("working", "removed", "first_repair", "turns_fired")
DRAW = {"player_turns": [1, 2, 3, 5, 8], "armor_leader": [-2, -1, 0, "6+1", "8-1"], "shots": [1, 2, 3],
        "breakdown_number": [9, 10, 11, 12], "weapons": [1, 1, 2, 3, 4]}


def repaired(dice, q):
    """18.2: what becomes of a broken one"""
    leader = q["armor_leader"]
    if isinstance(leader, str):                              # 76.6: a +1 stands aside
        leader = min(0, int(leader[-2:]))

    def reading(face):
        if face == 6:                                        # 76.6: a 6 stays a 6
            return "gone"
        final = face + leader
        if final <= (2 if q["american"] else 1):
            return "works"
        return "gone" if final >= (5 if q["allied"] else 6) else "broken"

    return dice.read_die(reading)


def breaks_down(dice, q):
    """Whether one of its shots breaks it"""
    least = q["breakdown_number"] - 2 * q["sustained_fire"] - 2 * q["captured"] - q["inexperienced"]
    for _ in range(q["shots"]):
        if dice.read(lambda total: total >= least):
            return True
    return False


def player_turn(dice, state, q, number):
    weapons, first, fired = list(state[0]), state[1], state[2]
    for place, how in enumerate(weapons):                    # at the start of the Rally Phase
        if how == "broken":
            weapons[place] = repaired(dice, q)
            first = first or (number if weapons[place] == "works" else 0)
    if q["breakdown_number"] is not None:
        fired += "works" in weapons
        for place, how in enumerate(weapons):
            if how == "works" and breaks_down(dice, q):
                weapons[place] = "gone" if q["captured"] else "broken"
    return tuple(sorted(weapons)), first, fired


def ended(dice, state, q):
    weapons, first, fired = state
    working = weapons.count("works")
    outcome = "all_work" if working == len(weapons) else "some_work" if working else "none_works"
    return End(outcome, ["repaired"] * (first > 0 and q["status"] == "broken"), working=working, removed=weapons.count("gone"), first_repair=first,
               turns_fired=fired)


def count(q):
    chances = {(("broken" if q["status"] == "broken" else "works",) * q["weapons"], 0, 0): 1}
    chances = numbered_turns(chances, q["player_turns"], player_turn, q)
    return tally(and_then(chances, ended, q))
