"""asl.oba-draw, from C1.2-.21 and section 11 of the Red Barricades campaign."""

from faces import Charts, End, every_game, tally

EVENTS = ("first_black", "battery_lost")
MEASURES = ("black",)
DRAW = {"draws": [1, 2, 3, 4, 5, 6, 7]}


def count(q):
    row = Charts.by("asl/oba.csv", "nationality")[q["side"]]
    pile = int(row["black"]) + (q["ammo"] == "plentiful") + q["pre_registered"], int(row["red"]) + (q["ammo"] == "scarce")

    def play(dice):
        black, red = pile
        blacks = gone = 0
        events = []
        for number in range(q["draws"]):
            if black + red == 0:
                break
            if dice.of(tuple((colour, many) for colour, many in (("black", black), ("red", red)) if many)) == "black":
                black, blacks = black - 1, blacks + 1
                events += ["first_black"] * (number == 0)
                continue
            if gone == 1 and q["red_barricades"] and blacks < 2:                 # it goes back
                continue
            red, gone = red - 1, gone + 1
            if gone == 2:                                    # C1.21
                events.append("battery_lost")
                break
        if q["draws"] == 1:
            return End("black" if blacks else "red", events, black=blacks)
        return End("all_black" if blacks == q["draws"] else "some_black" if blacks else "none_black", events, black=blacks)
    return tally(every_game(play))
