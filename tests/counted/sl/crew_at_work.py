"""sl.crew-at-work, from 63.75, 66.3-.33 and 76.6; the fire is that of sl.fire at one crew."""

from faces import End, and_then, every_game, numbered_turns, tally
from questions import expanded, fraction
from sl._infantry import apply, column_of, ift, is_leader, leadership, stack

EVENTS = ("crew_lost",)
MEASURES = ("turn",)
DRAW = {"crew": ["2-4-7", "2-3-7", "2-2-8"], "firepower": [1, 2, 3, 4, 6, 8, 16, 36, "4-6-7", "2*4-4-7"],
        "drm": [-4, -2, -1, 0, 1, 3], "turns": [1, 2, 3, 4], "armor_leader": [-3, -2, -1, 0, "8-1", "9-2"],
        "reload_turns": [1, 2, 3, 4]}


def change(question, random):
    if question.get("work") == "rockets":
        question.pop("armor_leader", None)
        question.pop("turns", None)
        question.setdefault("reload_turns", random.choice(DRAW["reload_turns"]))
    else:
        question.pop("reload_turns", None)
    return question


def power(q):
    if isinstance(q["firepower"], str):
        return sum(int(name.split("-")[0]) for name in expanded(q["firepower"]) if not is_leader(name))
    return fraction(q["firepower"])


def attacked(dice, q):
    """'good', 'broken' or 'gone' after one attack"""
    crew = stack(q["crew"])
    apply(dice, crew, dice.read(lambda total: ift(total + q["drm"], column_of(power(q)))))
    return crew[0][1]


def turn(dice, state, q, number, fire):
    how, reloaded = state
    if how != "working":
        return state
    for _ in range(q["attacks"]):
        crew = dice.drawn(fire)
        if crew != "good":                                   # 66.32: broken or eliminated
            return "eliminated" if crew == "gone" else "broken", 0
    if q["work"] == "rockets":                               # 63.75
        return ("done", number) if reloaded + 1 == q["reload_turns"] else (how, reloaded + 1)
    leader = q["armor_leader"]
    leader = leadership(leader) if isinstance(leader, str) else leader
    # 66.3, 76.6: an Original 9 or more whatever the leader
    how = dice.read(lambda total: "permanently_immobilized" if total >= 9 else
                    "done" if total + leader <= 2 else how)
    return how, number if how == "done" else 0


def ended(dice, state):
    how, number = state
    measures = {"turn": number} if how == "done" else {}
    return End("not_done" if how == "working" else how, ["crew_lost"] * (how in ("broken", "eliminated")), **measures)


def count(q):
    fire = every_game(attacked, q)
    turns = q["reload_turns"] if q["work"] == "rockets" else q["turns"]
    return tally(and_then(numbered_turns({("working", 0): 1}, turns, turn, q, fire), ended))
