"""asl.morale-check, from A7.305, A7.8, A10.2-.31, A15.1, A17.1-.3, A19.1 and A25.22."""

from asl._infantry import COMMISSARS, STACKS, Stack, after_result, ends_of, is_leader
from faces import tally
from questions import expanded

EVENTS = ("replaced", "leader_lost", "broken_or_worse", "all_broken_or_worse", "pinned_or_worse", "eliminated_or_reduced",
          "good_order")
MEASURES = ("eliminated", "reduced", "broken", "pinned", "unharmed", "casualty_vp", "good_order_share")
NO_TIMES = ("casualty_vp",)
DRAW = {"target": STACKS + COMMISSARS + ["2-2-8 AMMC", "2-2-8 AMMC 8-0", "4-4-7 2-2-8 AMMC", "3*4-4-7", "2*4-2-6 7-0", "9-1 8-0 4-4-7", "8-1 4-6-7 2-2-8", "10-2 8-1 2-4-7"],
        "target_state": ["encircled", "fanatic", "encircled fanatic", "berserk", "wounded", "wounded encircled"]}


def counts(q):
    states = (q["target_state"] or "").split()
    return "berserk" not in states or q["status"] != "broken" and not any(is_leader(name) for name in expanded(q["target"]))


def count(q):
    stack = Stack.of(q)
    ends = {}
    for key, chance in after_result(stack, stack.key(), q["check"].upper()).items():
        end = ends_of(stack, key)
        ends[end] = ends.get(end, 0) + chance
    return tally(ends)
