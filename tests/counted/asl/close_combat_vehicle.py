"""asl.close-combat-vehicle, from A11.2-.8, A17.11, C13.7-.74, D7.21-.213, A26.211-.212, RB8, RB13 and Crucible of Steel 6.1, 7.1.

The best play of both sides at once (against) is left out.
"""

from collections import namedtuple

from asl._ordnance import VEHICLES, modifier_of, morale_of, vehicle_vp
from asl.close_combat import kill_number
from faces import Charts, End, and_then, best_of, numbered_turns, tally
from questions import fraction

LEAVES_OUT = ("best", "against")
EVENTS = ("atmm", "pinned", "attackers_eliminated", "gets_away", "knocked_out", "stopped", "infantry_ambushes",
          "vehicle_ambushes", "leader_created")
MEASURES = ("casualty_reductions", "rounds", "vehicle_points_lost", "attackers_points_lost")
DRAW = {"rounds": [1, 1, 2, 3, 5], "vehicle_firepower": [0, 2, 4, 5, 8, 0.5], "drm": [-6, -3, -2, -1, 0, 1, 2],
        "vehicle_drm": [-2, -1, 0, 1], "leadership": [-3, -2, -1, 0, 1, 1, "8-0", "9-1", "6+1"], "halvings": [0, 1, 2],
        "morale": [6, 7, 8, 9, "4-6-7", "6-2-8"],
        "ambush": ["possible", "possible", "street_fighting"], "ambush_drm": [-3, -2, -1, 0, 1, 2],
        "vehicle_ambush_drm": [-2, 0, 1, 2], "vehicle_vp": [1, 3, 5, 7, *VEHICLES]}
ALWAYS = ("extra_smc", "unit")
# A reading: whether it burns on half of the highest Original DR that eliminates, as the example of A11.622 has it (CCV 6
# at -1: 3, 6 and 7), or on a Final DR of half the CCV, as A11.5 itself says.
BURNS_BY_THE_EXAMPLE = True
# A reading: that highest DR is CCV - 1 - DRM even where no DR is as high.


def change(question, random):
    if question.get("reaction_fire", "no") != "no":          # in the MPh, once, and the vehicle answers nothing
        if question.get("ambush") == "possible":
            question.pop("ambush")
        if question.get("ambush") == "street_fighting":
            question["reaction_fire"] = "unmarked"           # D7.211
        for name in ("vehicle_firepower", "vehicle_drm", "rounds", "drives_off", "withdraws"):
            question.pop(name, None)
    if question.get("ambush") != "possible":
        question.pop("ambush_drm", None)
        question.pop("vehicle_ambush_drm", None)
    if question.get("ambush") == "street_fighting":          # A11.8: they go back after the round
        for name in ("rounds", "drives_off", "withdraws"):
            question.pop(name, None)
    question = what_goes_together(question, random)
    question.pop("base_morale", None)
    if question.get("unit", "squad") not in ("squad", "half_squad", "crew"):
        question.pop("nation", None)
    if question.get("nation") and "morale" not in question:
        question["base_morale"] = random.choice((5, 6, 7, 8, 9))
    if random.random() < 0.5:
        question["casualty_vp"] = True
    if question.get("casualty_vp"):
        question.setdefault("vehicle_vp", random.choice(DRAW["vehicle_vp"]))
    else:
        question.pop("vehicle_vp", None)
    return question


def what_goes_together(question, random):
    unit = question.get("unit", "squad")
    drop = []
    if unit != "crew":
        drop += ["antitank_crew"]
    elif question.get("antitank_crew"):
        drop += ["atmm", "morale"]
    if unit in ("smc", "tank_hunter_hero"):
        drop += ["inexperienced", "morale"] + ["atmm"] * (question.get("atmm") == "crucible_of_steel")
    if question.get("unarmored"):
        drop += ["morale"]
    if question.get("rounds", 1) < 2:
        drop += ["immobile", "drives_off", "withdraws"]
    if question.get("immobile"):
        drop += ["drives_off"]
    if not question.get("vehicle_firepower"):
        drop += ["vehicle_drm"]
    for name in drop:
        question.pop(name, None)
    if unit not in ("squad", "half_squad") or question.get("inexperienced"):
        question.pop("assault_engineers", None)
    if question.get("atmm") not in ("standard", "crucible_of_steel"):
        question.pop("cx", None)
    if not question.get("extra_smc") and "morale" not in question:
        question.pop("leadership", None)
    return question


# leader: the modifier of an SMC who came forth, None of him who was asked for; led: the modifiers of those before him who are dead
State = namedtuple("State", "unit smc wounded vehicle over jammed rounds lost events leader led", defaults=[None, ()])


def leadership(q):
    return modifier_of(q["leadership"])


def comes_forth(dice, state, q):
    """A18.12, A18.2: the modifier of a leader, or None"""
    morale = morale_of(q["morale"] if q["base_morale"] is None else q["base_morale"])
    drm = -(not q["unarmored"]) + {"russian": 1}.get(q["nation"], -1) + (-1 if morale >= 8 else 1 if morale <= 6 else 0)

    def reading(face):
        name = next(row["leader"] for row in Charts.rows("asl/leader-creation.csv") if face + drm <= int(row["final_dr_at_most"]))
        return None if name == "none" else int(name[-2:])

    return dice.read_die(reading)


def reduced(dice, state):
    """A Casualty Reduction of one by Random Selection, of both if they tie (A11.621, A.9)"""
    who = [name for name in ("unit", "smc") if getattr(state, name)]
    if len(who) == 2:
        who = dice.of(((("unit",), 15), (("smc",), 15), (("unit", "smc"), 6)))
    for name in who:
        kind = getattr(state, name)
        state = state._replace(lost=state.lost + 1)
        if kind in ("smc", "tank_hunter_hero"):              # A17.11
            if dice.die() + (name in state.wounded) >= 5:
                state = state._replace(**{name: None})
            else:
                state = state._replace(wounded=state.wounded | {name})
        else:
            state = state._replace(**{name: "half_squad" if kind == "squad" else None})
    return state


def value(state, q, halvings):
    """The CCV of A11.5, and what is cut off below 1"""
    if state.unit:
        total = int(Charts.by("asl/close-combat-vehicle.csv", "attacker")[state.unit]["ccv"])
        total += (1 if state.smc else 0) + q["assault_engineers"] - q["inexperienced"]
    else:
        total = int(Charts.by("asl/close-combat-vehicle.csv", "attacker")["smc"]["ccv"])
    return total - halvings


def has_atmm(dice, state, q):
    """(success, pinned) of C13.7, RB13, Crucible of Steel 6.1"""
    if q["atmm"] == "none" or q["atmm"] == "crucible_of_steel" and not state.unit:   # 6.1: MMC only
        return False, False
    size = {"half_squad": 1, "crew": 1, "smc": 2, "tank_hunter_hero": 2}.get(state.unit or "smc", 0)
    drm = size + q["cx"] + q["unarmored"]
    face = dice.die()
    needs = {"standard": 3 - drm, "red_barricades": 1, "crucible_of_steel": 2 - drm}[q["atmm"]]
    return face <= needs, face == 6 and face > needs


def decides(dice, q, what):
    return dice.choose((False, True)) if q[what] == "decided" else q[what]


def infantry_attacks(dice, state, q, ambush):
    """(state, pinned)"""
    has, pinned = has_atmm(dice, state, q)
    events = state.events | ({"atmm"} if has else set()) | ({"pinned"} if pinned else set())
    if pinned and q["reaction_fire"] != "no":                # D7.213: no pinned unit attacks
        return state._replace(events=frozenset(events)), pinned
    ccv = value(state, q, q["halvings"] + pinned + (q["reaction_fire"] == "marked"))
    drm = q["drm"] + ambush - q["antitank_crew"] * (state.unit is not None) - 3 * q["unarmored"]
    if state.unit and state.smc:                             # A11.51: a leader who combines with another unit
        # A17.3: one worse when wounded; one with a + may stand aside (A10.72)
        drm += min((leadership(q) if state.leader is None else state.leader) + ("smc" in state.wounded), 0)
    if state.vehicle == "immobilized" and not q["immobile"]:
        drm -= 1                                             # A11.61
    original = dice.dr()
    if original == 2 and q["nation"] != "none" and state.unit in ("squad", "half_squad", "crew"):
        modifier = comes_forth(dice, state, q)
        if modifier is not None:
            drm += modifier                                  # whoever else leads
            events = events | {"leader_created"}
            if not state.smc:                                # he combines
                dead = () if state.leader is None else (state.leader,)
                state = state._replace(smc="smc", leader=modifier, led=tuple(sorted(state.led + dead)))
                ccv += 1
    mine = -{"standard": 3, "red_barricades": 3, "crucible_of_steel": 2}[q["atmm"]] if has else 0
    with_atmm = drm + mine
    final = original + (drm if original == 12 else with_atmm)                    # C13.74
    found = "none"
    if final < ccv:
        most = ccv - 1 - with_atmm
        burns = 2 * original <= most if BURNS_BY_THE_EXAMPLE else 2 * final <= ccv
        found = "burning_wreck" if burns else "eliminated"
    elif final == ccv:
        found = "immobilized"
    if original == 2:                                        # A11.501
        order = ["none", "immobilized", "eliminated", "burning_wreck"]
        luck = {1: "burning_wreck", 2: "eliminated", 3: "immobilized"}.get(dice.die(), "none")
        found = max(found, luck, key=order.index)
    if found != "none":
        state = state._replace(vehicle=found)
    state = state._replace(events=frozenset(events))
    if original == 12 and not q["helpless"]:                 # A11.621
        state = reduced(dice, state)
    if original == 2 and not pinned and state.vehicle not in ("burning_wreck", "eliminated") and decides(
            dice, q, "slips_away"):
        state = state._replace(over=True, events=state.events | {"gets_away"})   # A11.22
    return state, pinned


def vehicle_attacks(dice, state, q, pinned, drm):
    """A11.62"""
    ccv = value(state, q, q["halvings"] + pinned)
    drm += q["vehicle_drm"] + min(0, ccv - 1)                # below 1 it is a DRM
    number = kill_number(fraction(q["vehicle_firepower"]) / max(1, ccv), False)
    original = dice.dr()
    if original + drm < number:
        state = state._replace(unit=None, smc=None)
    elif original + drm == number:
        state = reduced(dice, state)
    if original == 12:
        state = state._replace(jammed=True)
        if not pinned and (state.unit or state.smc) and decides(dice, q, "slips_away"):
            state = state._replace(over=True, events=state.events | {"gets_away"})
    return state


def round_of(dice, state, q, number):
    if state.over:
        return state
    if q["drives_off"] and number % 2 == 0 and state.vehicle != "immobilized" and not q["immobile"]:
        return state._replace(over=True)                     # A11.7: it is not held in Melee
    state = state._replace(rounds=number)
    withdraws = number >= 2 and decides(dice, q, "withdraws")                    # who is hurt and still there tries it again
    pinned = False
    before = state
    ambush = 0
    if number == 1:                                          # A11.4: -1 for who ambushes, +1 for the other
        ambush = -("infantry_ambushes" in state.events) + ("vehicle_ambushes" in state.events)
    if ambush == 1 and q["vehicle_firepower"]:               # and he attacks first
        state = vehicle_attacks(dice, state, q, False, -1)
        if not (state.unit or state.smc) or state.over:
            return state._replace(over=True)
    if not withdraws:
        state, pinned = infantry_attacks(dice, state, q, ambush)
    if state.vehicle in ("burning_wreck", "eliminated") or not (state.unit or state.smc) or state.over:
        return state._replace(over=True)
    if q["vehicle_firepower"] and not state.jammed and ambush != 1:
        state = vehicle_attacks(dice, state, q, pinned, -2 if withdraws else -ambush)
    if not (state.unit or state.smc):
        return state._replace(over=True)
    if withdraws and state.lost == before.lost:              # A11.2
        state = state._replace(over=True, events=state.events | {"gets_away"})
    return state


def begins(dice, _, q):
    smc = "smc" if q["extra_smc"] else None
    state = State(q["unit"], smc, frozenset(), "none", False, False, 0, 0, frozenset())
    if q["morale"] is not None and q["unit"] not in ("smc", "tank_hunter_hero") and not q["antitank_crew"]:
        if dice.dr() + leadership(q) + q["inexperienced"] > morale_of(q["morale"]):       # A11.6
            return state._replace(over=True, vehicle="paatc_failed")
    if q["ambush"] == "street_fighting":                     # A11.8: without dice
        return state._replace(events=frozenset({"infantry_ambushes"}))
    if q["ambush"] == "possible":
        drm = q["ambush_drm"] + (leadership(q) if state.unit and state.smc else 0) + q["inexperienced"] - (
            q["unit"] == "tank_hunter_hero")
        drms = (drm, 2 + q["vehicle_ambush_drm"])

        def lower(mine, his):
            difference = mine + drms[0] - his - drms[1]
            return ("infantry_ambushes",) if difference <= -3 else ("vehicle_ambushes",) if difference >= 3 else ()

        return state._replace(events=frozenset(dice.read_two(lower)))
    return state


def points(q, smc, kind, created=None):
    """A26.211: what one of the infantry counts; a hero nothing"""
    if kind == "smc":
        return 1 + (max(0, -(leadership(q) if created is None else created)) if smc else 0)      # of another SMC no modifier is known
    return {"squad": 2, "crew": 2, "half_squad": 1}.get(kind, 0)


def points_lost(q, state):
    """A26.211-.212; the crew is read as lost with the vehicle"""
    if not q["casualty_vp"]:
        return {}
    mine = points(q, False, q["unit"]) - points(q, False, state.unit)
    if q["extra_smc"] and (state.leader is not None or not state.smc):           # a new leader is there only after him
        mine += points(q, True, "smc")
    for modifier in state.led + (() if state.leader is None or state.smc else (state.leader,)):
        mine += points(q, True, "smc", modifier)
    out = state.vehicle in ("burning_wreck", "eliminated")
    return {"vehicle_points_lost": vehicle_vp(q["vehicle_vp"], None) if out else 0, "attackers_points_lost": mine}


def ended(dice, state, q):
    events = set(state.events)
    if state.vehicle in ("burning_wreck", "eliminated"):
        events |= {"knocked_out", "stopped"}
    elif state.vehicle == "immobilized":
        events.add("stopped")
    if not (state.unit or state.smc):
        events.add("attackers_eliminated")
    outcome = "no_effect" if state.vehicle == "none" else state.vehicle
    return End(outcome, events, casualty_reductions=state.lost, rounds=state.rounds, **points_lost(q, state))


BEST = ("withdraws slips_away", ["knocked_out-attackers_eliminated", "attackers_eliminated:least",
                                 "stopped-0.5*mean casualty_reductions", "knocked_out", "gets_away-knocked_out"])
BEST_DRAW = {"rounds": [1, 2, 2, 3], "vehicle_firepower": [2, 4, 8]}


def best(q, worth):
    known, q = {}, {**q, "withdraws": "decided", "slips_away": "decided"}

    def from_round(number, state):
        if number > q["rounds"]:
            return worth(ended(None, state, q))
        if (number, state) not in known:
            known[number, state] = best_of(round_of, lambda after: from_round(number + 1, after), state, q, number)
        return known[number, state]

    return sum(chance * from_round(1, state) for state, chance in and_then({None: 1}, begins, q).items())


def count(q):
    chances = numbered_turns(and_then({None: 1}, begins, q), q["rounds"], round_of, q)
    return tally(and_then(chances, ended, q))
