"""asl.demolition-charge, from A23.1-.71, C7.22, C7.346, C7.35 and D.8."""

from asl._infantry import SINGLE, Stack, Unit, casualty_vp, cell, column_of, exposed_to, report
from asl._location import GROUPS, after_cells, ends_of_groups, groups_of, whole_stack
from asl._ordnance import VEHICLES, aerial, ask_vp, lost_afv, vehicle
from faces import Charts, End, every_game, numbered_turns, tally
from fractions import Fraction

EVENTS = ("dud", "detonated", "poor_position", "thrower_broken_or_worse", "nmc_or_better", "replaced", "leader_lost",
          "broken_or_worse", "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced", "knocked_out",
          "stopped", "good_order", "first_group_broken_or_worse", "other_group_broken_or_worse")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp", "throwers_points_lost",
            "exposed_eliminated", "exposed_reduced", "exposed_broken", "exposed_pinned")
TERRAIN = ["stone", "wooden", "woods", "open ground", "wall", "hedge", "foxhole", "debris", "height advantage", 0, 1, 2, 3]
DRAW = {"target": SINGLE + ["2*4-6-7", "4-4-7 8-0", "4-6-7 8-1", "2-4-7 2-2-8"] * 3 + ["afv"] * 24 + GROUPS * 2,
        "target_state": ["encircled", "fanatic"], "exposed": ["2-2-8", "4-6-7", "2-2-8 4-6-7", "8-1"],
        "exposed_drm": [2, 0, -1, 1], "drm": [-3, -1, 0, 1, 2, 4], "tem": TERRAIN,
        "thrower_tem": [name for name in TERRAIN if name != "height advantage"],
        "thrower": ["8-3-8", "4-6-7", "4-6-7 8-1", "2-4-7", "4-6-7; 4-4-7@2", "8-1@-1; 2-4-7@1", "4-6-7@-2"], "armor": [0, 1, 2, 3, 4, 6, 8, 11],
        "turret_armor": [0, 2, 4, 6, 8, 11], "vehicle": VEHICLES,
        "morale": [6, 7, 8, 9], "leadership": [-2, -1, 0, 1], "turns": [1, 2, 3, 4],
        "use": ["placed", "placed", "thrown", "set"], "us_number": [1, 2, 3, 3]}
OF_AFV = ("facing", "vehicle", "armor", "turret_armor", "aerial_armor", "moving", "immobile", "crew_exposed", "open_topped", "bypass",
          "elevation", "exposed", "exposed_drm")
OF_SET = ("enemy_infantry", "us_number", "morale", "leadership", "turns")
OF_THROWN = ("advancing_fire", "from_vehicle", "thrower", "thrower_tem")


def change(question, random):
    if question.get("use") == "set" and question["target"] == "afv":
        question["use"] = "thrown"
    if question.get("use") == "set" and "@" in question["target"]:
        question["target"] = random.choice(["4-6-7@-2; 4-6-7", "8-1@-1; 4-4-7"])            # A23.7: none above 0
    drop = []
    if question["target"] == "afv":
        drop += ["status", "target_state", "tem"]
        if random.random() < 0.5:
            question["vehicle"] = random.choice(VEHICLES)
        if "vehicle" in question:                            # its numbers are its counter's
            drop += ["armor", "turret_armor", "aerial_armor"]
        question.setdefault("armor", random.choice(DRAW["armor"]))
        question.setdefault("aerial_armor", random.choice([0, 1, 2, 3, 4]))
    else:
        drop += OF_AFV
    use = question.get("use", "placed")
    if use != "set":
        drop += OF_SET
    else:
        drop += ["tem", "cx"]
        if "us_number" in question:
            question["morale"] = random.choice(DRAW["morale"])
        else:
            drop += ["morale", "leadership", "turns"]
    if use != "thrown":
        drop += OF_THROWN
    if "thrower" not in question:
        drop += ["thrower_tem"]
    if "exposed" not in question:
        drop += ["exposed_drm"]
    if question.get("exposed"):                              # a CE crew only where the AFV is CE or has Passengers
        question["crew_exposed"] = True
    for name in drop:
        question.pop(name, None)
    return ask_vp(question, random)


def tem(named, hexsides):
    """A23.1: no TEM of a hexside against a DC that is placed"""
    if str(named).lstrip("-").isdigit():
        return int(named)
    row = next(row for row in Charts.rows("asl/terrain.csv") if named in [row["terrain"], *row["also"].split("/")])
    # Height Advantage is none of the Location's own either
    return 0 if (row["hexside"] == "true" or row["terrain"] == "height advantage") and not hexsides else int(row["drm"])


def dud_number(q):
    """A23.2, A23.4"""
    return {"elite": 12, "non_elite": 10, "captured": 10, "captured_non_elite": 8}[q["user"]]


def thrown_drm(q):
    return 3 if q["from_vehicle"] else 2                     # A23.6


def setting(dice, state, q, number):
    """A23.7: set in a Player Turn of its own, detonated in a later one of either side"""
    if state == "detonated":
        return state
    if state == "set":
        return "detonated" if dice.dr() + q["leadership"] <= q["morale"] else "set"
    if number % 2 == 1 and dice.die() + q["leadership"] <= q["us_number"]:
        return "set"
    return state


UNHARMED = {(False, 0): Fraction(1)}


def thrower_suffers(q):
    """{(whether somebody in the thrower's Location breaks or worse, the Casualty VP lost there): Fraction}, A23.6, A23.62"""
    if q["use"] != "thrown" or not q["thrower"]:
        return UNHARMED
    groups = groups_of(q["thrower"])
    stack = Stack([Unit(name, False, False, False, False, False) for units, _ in groups for name in units], q["elr"])
    drm = thrown_drm(q) + 1 + q["advancing_fire"] + tem(q["thrower_tem"], True)
    chances = {}
    for total, share in every_game(lambda dice: dice.dr()).items():
        for key, part in after_cells(stack, stack.key(), tuple(
                cell(column_of(30), total + drm + own) for _, own in groups), groups).items():
            _, events, _ = report(stack.again(key))
            suffers = "broken_or_worse" in events, casualty_vp(stack.units, key[0])
            chances[suffers] = chances.get(suffers, 0) + share * part
    return chances


def add(sums, key, chance):
    sums[key] = sums.get(key, 0) + chance


def count_units(q):
    stack, groups = whole_stack(q), groups_of(q["target"])
    reached, ends = Fraction(1), {}
    events = set()
    if q["use"] == "set":
        if q["us_number"] is not None:
            reached = numbered_turns({"not set": Fraction(1)}, q["turns"], setting, q).get("detonated", Fraction(0))
            add(ends, ends_of_groups(stack, stack.key(), groups), 1 - reached)
        events = {"detonated"} if q["us_number"] is not None else set()
        column, drm = column_of(18 if q["concealed"] else 36), q["drm"] - 3                  # A23.71
        is_dud = lambda total: total + q["enemy_infantry"] >= 12             # noqa: E731
    else:
        thrown = q["use"] == "thrown"
        column = column_of(Fraction(30) / (2 if q["concealed"] else 1))      # A23.1
        drm = q["drm"] + q["cx"] + tem(q["tem"], thrown)
        drm += (thrown_drm(q) + q["advancing_fire"]) if thrown else 0
        is_dud = lambda total: total >= dud_number(q)                        # noqa: E731
    thrower = thrower_suffers(q)
    for total, share in every_game(lambda dice: dice.dr()).items():
        if is_dud(total):
            add(ends, ends_of_groups(stack, stack.key(), groups, events | {"dud"}, throwers_points_lost=0), reached * share)
            continue
        for key, part in after_cells(stack, stack.key(), tuple(cell(column, total + drm + own) for _, own in groups),
                                     groups).items():
            for (suffers, points), other in thrower.items():
                more = {"thrower_broken_or_worse"} if suffers else set()
                add(ends, ends_of_groups(stack, key, groups, events | more, throwers_points_lost=points), reached * share * part * other)
    return tally(ends)


def position(q):
    """C7.346"""
    rear = q["bypass"] or q["facing"] == "rear"              # A23.5
    front = q["facing"] == "front" and not q["bypass"]
    drm = q["drm"] + 2 * (q["moving"] or q["concealed"]) + front - rear + q["crew_exposed"] + q["cx"] - q["elevation"]
    drm -= 2 * q["immobile"] + 2 * q["open_topped"] + 2 * q["bypass"]
    if q["use"] == "thrown":
        drm += thrown_drm(q) + q["advancing_fire"]
    return drm, rear


def named(q):
    """The numbers of an AFV that is named: hull and turret by the facing that is attacked, the rear in Bypass"""
    if not q["vehicle"]:
        return q
    facing = "rear" if q["bypass"] else q["facing"]
    known = vehicle({"vehicle": q["vehicle"], "facing": facing, "turret_facing": None, "crew_survival": None})
    return {**q, "armor": known["armor"], "turret_armor": known["turret_armor"], "aerial_armor": aerial(q["vehicle"])}


def count_vehicle(q):
    q = named(q)
    drm, rear = position(q)
    thrower = thrower_suffers(q)
    ends = {}
    nobody = {"exposed_" + name: 0 for name in ("eliminated", "reduced", "broken", "pinned")}

    def end(outcome, events, chance, riders=None):
        for measures, part in (riders or {(): 1}).items():
            for (suffers, points), other in (UNHARMED if "dud" in events else thrower).items():
                more = {"thrower_broken_or_worse"} if suffers else set()
                lost = {**lost_afv(q, "knocked_out" in events), "throwers_points_lost": points}
                add(ends, End(outcome, events | more, **{**nobody, **lost, **dict(measures)}), chance * part * other)

    def riders(total):
        return exposed_to(q, 30, total) if q["exposed"] else None

    for (coloured, white), chance in every_game(lambda dice: dice.two()).items():
        final, turret = coloured + white + drm, coloured < white
        if final >= 12:
            end("afv_unharmed", {"poor_position"}, chance)
            continue
        armor = q["turret_armor"] if turret and q["turret_armor"] is not None else q["armor"]
        number = 16 + rear - (q["aerial_armor"] if final <= 5 else armor)
        for total, share in every_game(lambda dice: dice.dr()).items():
            poor = {"poor_position"} if final >= 9 else set()
            if total >= dud_number(q):                       # A23.4, C7.35
                end("afv_unharmed", poor | {"dud"}, chance * share)
            elif poor:                                       # a new DR against who rides exposed
                end("afv_unharmed", poor, chance * share, riders(total))
            elif total < number:
                end("burning_wreck" if 2 * total <= number else "eliminated", {"knocked_out", "stopped"}, chance * share)
            elif total <= number + 1:                        # C7.41, C7.5
                end("shocked" if turret else "immobilized", set() if turret else {"stopped"}, chance * share,
                    None if turret else riders(total))
            else:
                end("afv_unharmed", set(), chance * share, riders(total))
    return tally(ends)


def count(q):
    return count_vehicle(q) if q["target"] == "afv" else count_units(q)
