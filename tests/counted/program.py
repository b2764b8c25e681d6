"""The program under test: one `combat-odds ask` that is kept open, and the counters that know what to ask it."""

import importlib.util
import json
import os
import subprocess
import sys
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))


class Program:
    """`combat-odds ask`, kept open: a question a line in, an answer a line out."""

    def __init__(self, path):
        self.path = path
        self.process = subprocess.Popen([path, "ask", "--threads", "1"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, procedure, question):
        line = {"procedure": procedure, "parameters": question, "method": "exact"}
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"the program ended at {json.dumps(line)}")
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def counters():
    """{procedure: path of its counter}"""
    found = {}
    for game in sorted(os.listdir(HERE)):
        folder = os.path.join(HERE, game)
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                if name.endswith(".py") and not name.startswith("_"):
                    found[f"{game}.{name[:-3].replace('_', '-')}"] = os.path.join(folder, name)
    return found


def load(procedure, path):
    spec = importlib.util.spec_from_file_location(procedure.replace(".", "_").replace("-", "_"), path)
    counter = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(counter)
    return counter


def answered(answer):
    """{('outcome', name): Fraction, ...} of an answer of the program; a float where a fraction is too long to be printed"""
    sums = {}
    for chance in answer["chances"]:
        key = (chance["kind"], chance["name"])
        if chance["kind"] == "measure":
            key += (chance["value"],)
        sums[key] = Fraction(chance["exact_fraction"]) if "exact_fraction" in chance else chance["exact"]
    return sums


def command(procedure, question):
    words = [f"combat-odds odds {procedure}"]
    for name, value in question.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        words.append(f"--{name.replace('_', '-')} {repr(text) if ' ' in text or '*' in text else text}")
    return " ".join(words) + " --method exact"
