"""asl.minefield, from B28.4-.5, C7.7 and the star vehicle line of the IFT."""

from asl._infantry import SINGLE, Stack, alive, apply_to, casualty_vp, cell, column_of, report
from asl._ordnance import AERIAL, VEHICLES, ask_vp, lost_afv
from faces import Charts, End, and_then, every_game, tally

EVENTS = ("knocked_out", "stopped", "nmc_or_better", "broken_or_worse", "pinned_or_worse", "eliminated_or_reduced",
          "through", "replaced", "leader_lost", "all_broken_or_worse", "good_order")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "good_order_share", "casualty_vp")
STACKS = ["2*4-6-7", "4-4-7 8-0", "4-6-7 2-4-7", "8-1 8-0", "2-4-7 9-1", "4-2-6 7-0", "4-4-7 9-0"]
DRAW = {"target": SINGLE + STACKS + ["afv"] * 6, "target_state": ["encircled", "fanatic"], "hexes": [1, 1, 2], "armor": [1, 1, 2, 3, 4, 6, 8, 11, *VEHICLES[::2]]}


def change(question, random):
    drop = ["status", "target_state", "elr"]
    if question["target"] != "afv":
        drop = ["vehicle", "armor", "at"]
        question.setdefault("ap", random.choice(["6", "8", "12"]))
    elif question.get("vehicle") == "unarmored":
        drop += ["armor"]
    if "armor" in question:                                  # A-P mines look at no factor of an AFV
        question.setdefault("at", random.choice([1, 2, 3, 5]))
    for name in drop:
        question.pop(name, None)
    return ask_vp(question, random)


def lowest(named):
    """The lowest hull AF, as a number or of an AFV"""
    if str(named).isdigit():
        return int(named)
    row = Charts.by("asl/afv.csv", "vehicle")[named]
    return min(int(row["hull_front"]), int(row["hull_side"]))


def counts(q):
    # several hexes: the entries and exits are asked one by one (B28.412), of which `crossing` may leave some out
    return (q["hexes"] == 1 or q["crossing"] == "enter_and_leave") and not (
        q["target"] == "afv" and lowest(q["armor"]) not in AERIAL) and not (q["target"] == "afv" and q["status"] == "broken")


def attacks(q):
    return q["hexes"] * (2 if q["crossing"] == "enter_and_leave" else 1)


def vehicle(dice, q):
    for _ in range(attacks(q)):
        if q["ap"] != "none":
            column = column_of(int(q["ap"]))
            total = dice.dr()
            if q["vehicle"] == "unarmored":                  # the star line: below it eliminated, half of it burns
                number = int(Charts.rows("asl/ift-columns.csv")[-1][q["ap"]])
                if 2 * total <= number:
                    return "burning_wreck"
                if total < number:
                    return "eliminated"
                if total == number:
                    return "immobilized"
            elif cell(column, total).endswith("KIA"):        # B28.41: any KIA immobilizes
                return "immobilized"
        if q["at"] and dice.read_die(lambda face: face <= q["at"]):      # B28.52: a dr of the factors or less
            unarmored = q["vehicle"] == "unarmored"
            drm = 0 if unarmored else AERIAL[lowest(q["armor"])]
            best = max(total for total in range(-20, 16) if cell(10, total).endswith("KIA"))
            final = dice.dr() + drm
            if unarmored:
                return "burning_wreck" if final <= best else "eliminated"
            if 2 * final <= best:
                return "burning_wreck"
            return "eliminated" if final <= best else "immobilized"
    return "vehicle_unharmed"


def vehicle_end(dice, q):
    outcome = vehicle(dice, q)
    events = {"burning_wreck": ["knocked_out", "stopped"], "eliminated": ["knocked_out", "stopped"],
              "immobilized": ["stopped"], "vehicle_unharmed": ["through"]}[outcome]
    return End(outcome, events, **lost_afv(q, "knocked_out" in events))


def count(q):
    if q["target"] == "afv":
        return tally(every_game(vehicle_end, q))
    stack = Stack.of(q)
    chances = {stack.key(): 1}
    results = every_game(lambda dice: dice.read(lambda total: cell(column_of(int(q["ap"])), total)))

    def attack(dice, key, result):
        units = stack.again(key)
        # B28.41: who is broken or pinned stays and takes no further attack; who routs, broken, goes on
        struck = [place for place in alive(units) if units.units[place].was_broken or
                  not (units.units[place].pinned or units.units[place].broken)]
        apply_to(dice, units, [(result, struck)])            # the LLMC and LLTC are those of all who are there
        return units.key()

    for _ in range(attacks(q)):
        after = {}
        for result, share in results.items():
            for key, chance in and_then(chances, attack, result).items():
                after[key] = after.get(key, 0) + chance * share
        chances = after
    ends = {}
    for key, chance in chances.items():
        outcome, events, measures = report(stack.again(key))
        if any(not (unit.gone or unit.broken or unit.pinned) for unit in key[0]):
            events = set(events) | {"through"}
        end = End(outcome, events, **measures, casualty_vp=casualty_vp(stack.units, key[0]))
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
