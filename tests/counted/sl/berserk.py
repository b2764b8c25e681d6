"""sl.berserk, from 8 to 12, 18.4, 18.5, 20, 73.5-.9 and Supplement D."""

from faces import End, and_then, numbered_turns, tally
from fractions import Fraction
from sl._infantry import (apply, column_of, good_order_share, ift, is_leader, leadership, printed_morale, report,
                          stack, terrain)
from sl.close_combat import kill_number

EVENTS = ("leader_lost", "broken_or_worse", "all_broken_or_worse", "eliminated_or_reduced", "good_order", "reaches_enemy")
MEASURES = ("hexes_covered", "player_turns", "followers", "defenders_eliminated", "defenders_broken",
            "good_order_share")
PLACES = ["open ground", "wheatfield", "woods", "shellhole", "stone", "hedge", "wall", "entrenchment", "wreck", "rubble",
          "woods with partisans", "rubble", "rubble", -1, 0, 1, 3]
DRAW = {"units": ["4-4-7", "6-2-8", "2*4-4-7", "4-4-7 8-0", "2*4-4-7 8-1", "6-2-8 9-1", "8-0", "4-4-7 6+1"],
        "distance": [1, 1, 2, 3, 4, 6, 7, 9, 12], "approach": PLACES, "mf_per_hex": [1, 2, 3, 4, 6],
        "defenders": ["4-6-7", "2*4-6-7", "4-6-7 8-1", "8-1", "2-4-7", "4-6-7 7-0", "4-3-6 6+1"], "defender_terrain": PLACES,
        "machine_gun_factors": [2, 4, 8], "machine_gun_range": [1, 4, 8], "fire_drm": [-1, 0, 1],
        "player_turns": [1, 2, 3, 4, 6]}
SLOW = ("woods", "woods with partisans", "wooden building", "stone building", "rubble")    # 2 MF a hex
TIRING = SLOW + ("wheatfield",)     # 73.5; a building hex in rubble is still one, or 63.6 would need no exception
# 63.6: rubble is a building hex still; rule 58 on its cost was not recovered.
NAMES = {"stone": "stone building", "wood": "wooden building"}


def best(units):
    return min([0] + [leadership(name) for name, now in units if now == "good" and is_leader(name)])


def firepower(units, distance, guns=0, reach=0):
    """9.1-.2: doubled next door, half beyond the normal range, nothing beyond twice that."""
    weapons = [(int(name.split("-")[0]), int(name.split("-")[1])) for name, now in units
               if now == "good" and not is_leader(name)]
    if weapons and guns:
        weapons.append((guns, reach))
    total = Fraction(0)
    for power, normal in weapons:
        total += power if distance <= normal else Fraction(power, 2) if distance <= 2 * normal else 0
    return total * (2 if distance == 1 else 1)


def killed(dice, berserk, defenders, distance, moved, q):
    """The enemy's fire: only a KIA stops the berserk (18.4)."""
    column = column_of(firepower(defenders, distance, q["machine_gun_factors"], q["machine_gun_range"]))
    if column is None:
        return False
    drm, open_ground = terrain(q["approach"])
    drm += q["fire_drm"] + best(defenders)
    if moved and open_ground:                                # 11.1; Supplement D
        drm -= 2 + (moved - 1 if q["more_exposed"] else 0)
    if moved and (NAMES.get(q["approach"], q["approach"]) in TIRING or not isinstance(q["approach"], str) and
                  not open_ground):                          # 73.5, 73.9; a modifier above 0 is read as woods or a building
        drm -= 1
    return dice.read(lambda total: ift(total + drm, column) == "KIA")


def they_fire(dice, berserk, defenders, distance, half, q):
    column = column_of(firepower(berserk, distance) / (2 if half else 1))
    if column is None:
        return defenders
    units = list(defenders)
    drm = terrain(q["defender_terrain"])[0] + best(berserk)
    apply(dice, units, dice.read(lambda total: ift(total + drm, column)))
    return tuple(units)


def close_combat(dice, berserk, defenders, exhausted):
    def factors(units):
        squads = [int(name.split("-")[0]) for name, now in units if now == "good" and not is_leader(name)]
        return Fraction(sum(squads) or sum(now == "good" for _, now in units))   # 20.72
    mine, theirs = factors(berserk), factors(defenders)
    hit = dice.read(lambda total: total + best(berserk) <= kill_number(mine, theirs))
    hit_back = dice.read(lambda total: total + best(defenders) - exhausted <= kill_number(theirs, mine))     # 73.5
    return hit, hit_back


def ready(units):
    return any(now == "good" for _, now in units)


def player_turn(dice, state, q, number):
    berserk, defenders, distance, moved_in, outcome, took, reached = state
    if outcome:
        return state
    own = number % 2 == 1
    if own and distance > 0:
        cost = q["mf_per_hex"] or (2 if NAMES.get(q["approach"], q["approach"]) in SLOW else 1)
        allowed = 8 if any(is_leader(name) for name, _ in berserk) else 6        # 18.4
        moved = min(max(1, allowed // cost), distance - 1)
        distance -= moved
        moved_in = number if moved else moved_in
        if killed(dice, berserk, defenders, distance, moved, q):                 # Defensive Fire
            return berserk, defenders, distance, moved_in, "shot_down", number, reached
        if not moved or q["advancing_fire"] == "halved":     # 73.6; 9.3: who did not move fires at full
            defenders = they_fire(dice, berserk, defenders, distance, moved > 0, q)
            if not ready(defenders):
                return berserk, defenders, distance, moved_in, "defenders_broken", number, reached
        distance -= 1                                        # the Advance Phase
        reached = reached or distance == 0
    elif distance > 0:
        if killed(dice, berserk, defenders, distance, 0, q):                     # the enemy's Prep Fire
            return berserk, defenders, distance, moved_in, "shot_down", number, reached
        defenders = they_fire(dice, berserk, defenders, distance, False, q)      # 18.4: their Defensive Fire
        if not ready(defenders):
            return berserk, defenders, distance, moved_in, "defenders_broken", number, reached
    if distance == 0:
        exhausted = moved_in > 0 and number <= moved_in + 1  # 73.8
        hit, hit_back = close_combat(dice, berserk, [unit for unit in defenders if unit[1] == "good"], exhausted)
        if hit:
            defenders = tuple((name, "gone" if now == "good" else now) for name, now in defenders)
        if hit or hit_back:
            outcome = ("both_eliminated" if hit and hit_back else "defenders_eliminated" if hit else
                       "lost_in_close_combat")
            return berserk, defenders, distance, moved_in, outcome, number, reached
    return berserk, defenders, distance, moved_in, None, number, reached


def followers(dice, units, q):
    """18.5: who is with a leader who goes berserk follows on his morale less 4."""
    if not q["follow"]:
        return units
    leader = next(unit for unit in units if is_leader(unit[0]))
    found, asked = [leader], list(units)
    asked.remove(leader)
    for unit in asked:
        if dice.read(lambda total: total + leadership(leader[0]) <= printed_morale(unit[0]) - 4):
            found.append(unit)
    return tuple(found)


def ended(dice, state, q, before):
    berserk, defenders, distance, _, outcome, took, reached = state
    _, events, measures = report(before, defenders)
    return End(outcome or "goes_on", events + ["reaches_enemy"] * reached, hexes_covered=q["distance"] - distance,
               player_turns=took, followers=len(berserk) - 1 if q["follow"] else None,
               defenders_eliminated=measures["eliminated"], defenders_broken=measures["broken"],
               **good_order_share(measures))


def count(q):
    before = tuple(stack(q["defenders"]))
    chances = and_then({tuple(stack(q["units"])): 1}, followers, q)
    chances = {(units, before, q["distance"], 0, None, 0, False): chance for units, chance in chances.items()}
    return tally(and_then(numbered_turns(chances, q["player_turns"], player_turn, q), ended, q, before))
