"""sl.paradrop, from 12, 13.6, 99.22-.31, 99.4-.5, 99.7 and the option of 99.26; steered counters by their measures."""

from faces import TOTALS, every_game
from fractions import Fraction
from sl._hexes import distance, neighbour, place
from sl._infantry import column_of, factors_of, ift, morale

EVENTS = ("opponents_board",)
MEASURES = ("near", "off_board", "among_enemy", "broken", "eliminated", "distance", "armed", "canister_distance",
            "planes_elsewhere", "turns_to_return")
NO_TIMES = ("distance", "canister_distance")     # 0 is a distance
ALWAYS = ("counters",)
DRAW = {"unit": ["4-6-7", "8-1", "5-4-8", "4-3-6", "9-2"], "counters": [1, 1, 1, 2, 5, 6, 7],
        "drop_hex": ["Q5", "C2", "F9", "AA1", "H8"], "objective": ["Q5", "R6", "M3", "D2", "A1"], "columns": [10, 20, 33],
        "rows": [8, 10, 20], "near": [0, 1, 2, 3, 5], "rough": ["Q6 R5 Q4 P5", "C3 D3 C4 E4", "Q5"],
        "enemy": ["Q6 Q3 R5", "C3 C2 B2", "S7"], "broken_morale": [5, 6, 8], "firepower": [0.5, 2, 4, 8, 16, "2*4-6-7"],
        "fire_drm": [-1, 0, 1], "downwind_drm": [1, 2], "downwind_side_drm": [0, 1], "upwind_side_drm": [-1, 0],
        "further_drop_hexes": ["K5", "K5 AA5"], "canister_reach": [0, 1, 2, 4]}
WINDS = ("downwind_drm", "downwind_side_drm", "upwind_side_drm")


SINGLE = ("distance", "canister_distance")               # of one counter only


def change(question, random):
    windy = question.get("drift") == "mild_breeze"
    for name in WINDS:
        question.pop(name, None)
        if windy:
            question[name] = random.choice(DRAW[name])
    if not windy:
        question.pop("wind_direction", None)
    if question.get("canisters"):
        question["unit"] = random.choice(["4-6-7", "5-4-8"])
        question["counters"] = min(5, question.get("counters", 1))
        question.pop("other_boards", None) if random.random() < 0.5 else None
    else:
        question.pop("canister_reach", None)
    return question


def on_board(hex_, q):
    least = 1 if hex_[0] % 2 else 0                          # even columns begin and end with a half hex, such as B0 and B10
    return 1 <= hex_[0] <= q["columns"] and least <= hex_[1] <= q["rows"]


def drifts(dice, start, q):
    """99.26: a die for the direction, another for the extent; the wind is an option."""
    direction, extent = dice.die(), dice.die()
    if q["drift"] == "no_wind":
        extent -= 1
    elif q["drift"] == "mild_breeze":
        turned = (direction - q["wind_direction"]) % 6
        extent += {0: q["downwind_drm"], 1: q["downwind_side_drm"], 5: q["downwind_side_drm"], 3: -2,
                   2: q["upwind_side_drm"], 4: q["upwind_side_drm"]}[turned]
    for _ in range(max(0, extent)):
        start = neighbour(start, direction)
    return start


def steered(hex_, q, rough, enemy, objective):
    """99.28: one hex in any direction: on the board, no enemy, no rough ground, near the objective."""
    def key(there):
        return not on_board(there, q), there in enemy, there in rough, distance(there, objective)
    return min([hex_] + [neighbour(hex_, direction) for direction in range(1, 7)], key=key)


def checked(dice, state, added, q):
    """A Morale Check: a broken unit that fails is gone (13.6)."""
    needs = morale(q["unit"], state, q["broken_morale"]) - added
    if dice.read(lambda total: total <= needs):
        return state
    return "gone" if state == "broken" else "broken"


def counter(dice, start, q):
    """(state, hex, measures) of one counter"""
    rough, enemy = ({place(name) for name in q[what].split()} if q[what] != "none" else set()
                    for what in ("rough", "enemy"))
    objective = place(q["objective"] if q["objective"] is not None else q["drop_hex"])
    canister = drifts(dice, start, q) if q["canisters"] else None
    hex_, state = drifts(dice, start, q), "good"
    column = column_of(factors_of(q["firepower"]))
    if column and on_board(hex_, q):                         # 99.27, 99.31
        result = dice.read(lambda total: ift(total - 2 + q["fire_drm"], column))
        if result == "KIA":
            state = "gone"
        elif result != "-":
            state = checked(dice, state, 0 if result == "M" else int(result), q)
    if state == "good" and q["steering"]:
        hex_ = steered(hex_, q, rough, enemy, objective)
    here = on_board(hex_, q)
    if state != "gone" and here:
        if hex_ in rough:                                    # 99.4
            state = checked(dice, state, 0, q)
        if state == "broken" and hex_ in enemy and q["broken_among_enemy"] == "eliminated":      # 20.9
            state = "gone"
    left, good = state != "gone", state == "good"
    reach = distance(hex_, canister) if canister else None
    measures = {"near": good and here and distance(hex_, objective) <= q["near"], "off_board": left and not here,
                "among_enemy": left and here and hex_ in enemy, "broken": state == "broken", "eliminated": not left}
    if canister:
        both = here and on_board(canister, q)
        measures["armed"] = good and both and reach <= q["canister_reach"]
        if q["counters"] == 1 and left and both:
            measures["canister_distance"] = reach
    if q["counters"] == 1 and left and here:
        measures["distance"] = distance(hex_, objective)
    outcome = "eliminated" if not left else "off_board" if not here else \
        f"{name_of(hex_)}"
    return outcome, tuple(sorted((name, int(value)) for name, value in measures.items()))


def name_of(hex_):
    column = hex_[0] - 1
    letter = chr(ord("A") + column % 26)
    return letter * (column // 26 + 1) + str(hex_[1])


def line(start, q):
    """99.23, 99.25: five hexes in a row, the sixth and seventh counter on the first two."""
    hexes = [place(start)]
    while len(hexes) < 5:
        hexes.append(neighbour(hexes[-1], q["heading"]))
    return (hexes + hexes[:2])[:q["counters"]]


def added(sums, more):
    total = {}
    for value, chance in sums.items():
        for other, share in more.items():
            total[value + other] = total.get(value + other, 0) + chance * share
    return total


def count(q):
    planes = [q["drop_hex"]] + (q["further_drop_hexes"].split() if q["further_drop_hexes"] != "none" else [])
    here = Fraction(1, 2) if q["other_boards"] else Fraction(1)              # 99.22
    sums, answer = {"planes_elsewhere": {0: Fraction(1)}}, {}
    for plane in planes:
        counters = [every_game(counter, start, q) for start in line(plane, q)]
        names = {name for ends in counters for _, measures in ends for name, _ in measures}
        for name in names:
            dropped = {0: Fraction(1)}
            for ends in counters:
                own = {}
                for (_, measures), chance in ends.items():
                    value = dict(measures).get(name)
                    own[value] = own.get(value, 0) + chance
                single = name in SINGLE
                dropped = own if single else added(dropped, own)
            if name in SINGLE:
                sums[name] = {value: here * chance for value, chance in dropped.items() if value is not None}
            else:
                mixed = {value: here * chance for value, chance in dropped.items()}
                mixed[0] = mixed.get(0, 0) + 1 - here
                sums[name] = added(sums.get(name, {0: Fraction(1)}), mixed)
        sums["planes_elsewhere"] = added(sums["planes_elsewhere"], {0: here, 1: 1 - here})
    if len(planes) == 1 and not q["steering"]:               # steered: of equally good hexes the rules prefer none
        if q["counters"] == 1:
            for (outcome, _), chance in counters[0].items():
                answer["outcome", outcome] = answer.get(("outcome", outcome), 0) + here * chance
        else:
            answer["outcome", "dropped"] = here
        answer["outcome", "other_board"] = 1 - here
    answer["event", "opponents_board"] = Fraction(1, 6) if q["other_boards"] and len(planes) == 1 else 0
    if len(planes) == q["counters"] == 1:                    # 99.5
        for total, many in TOTALS:
            sums.setdefault("turns_to_return", {})[total] = sums["off_board"].get(1, 0) * Fraction(many, 36)
    for name, values in sums.items():
        for value, chance in values.items():
            answer["measure", name, value] = chance
    return {key: chance for key, chance in answer.items() if chance}
