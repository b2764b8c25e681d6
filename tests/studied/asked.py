"""A command of the program, asked about files that a study writes."""

import csv
import os
import subprocess
import sys
from fractions import Fraction


class Command:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.written = []        # what was asked about, to show where something differs
        self.asked = ""
        self.last = ()           # the words of the last command
        self.compared = 0

    def write(self, name, header, rows):
        path = os.path.join(self.folder, name)
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows([header, *rows])
        with open(path, encoding="utf-8") as file:
            self.written += [f"{name}: {line}" for line in file.read().splitlines()]
        return path

    def run(self, *words):
        self.last = words
        self.asked = "combat-odds " + " ".join(str(word) for word in words)
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{self.asked}\n{done.stderr}" + "\n".join(self.written))
        return done.stdout

    def refusal(self, *words):
        """What the command says where it refuses its input (exit code 2), or None"""
        self.asked = "combat-odds " + " ".join(str(word) for word in words)
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)
        return done.stderr if done.returncode == 2 else None

    def rows(self, *words):
        """The lines of the CSV that the command prints"""
        return list(csv.DictReader(self.run(*words).splitlines()))

    def rows_of(self, name):
        """The lines of a CSV that the command wrote into the folder"""
        with open(os.path.join(self.folder, name), newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def compare(self, what, counted, said):
        """[] or what differs; `said` is a fraction in lowest terms, or a double that must be the nearest but for its last digits"""
        self.compared += 1
        if "/" in said or isinstance(counted, int) or "." not in said and "e" not in said:
            agrees = counted == Fraction(said)
        else:
            agrees = abs(float(counted) - float(said)) <= 1e-12 * max(1, abs(float(counted)))
        return [] if agrees else [f"{what}: counted {counted} ({float(counted):.9g}), the program {said}"]


def convolved(one, other):
    """{sum: Fraction} of two independent numbers"""
    sums = {}
    for a, p in one.items():
        for b, q in other.items():
            sums[a + b] = sums.get(a + b, 0) + p * q
    return sums
