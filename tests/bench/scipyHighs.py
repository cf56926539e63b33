"""HiGHS as SciPy ships it: `python3 scipyHighs.py PROGRAM.lp GAP SECONDS` solves a program in the text that
tests/oracle writes, and prints processor times and the answer as JSON."""

import json
import sys
import time

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix

SECTIONS = ("Minimize", "Subject To", "Bounds", "General", "Binary", "End")
RELATIONS = ("<=", ">=", "=")


def sections(text):
    parts, name = {}, None
    for line in text.split("\n"):
        if line in SECTIONS:
            name = line
            parts[name] = []
        elif name:
            parts[name].append(line)
    return parts


class Program:
    def __init__(self, text):
        self.columns, self.costs = {}, {}
        self.rows, self.at, self.values = [], [], []
        self.low, self.high = [], []
        parts = sections(text)
        objective = " ".join(parts["Minimize"]).split()
        self.terms(objective[1:], lambda column, value: self.costs.__setitem__(column, self.costs.get(column, 0) + value))
        self.constraints(" ".join(parts["Subject To"]).split())
        count = len(self.columns)
        self.lower, self.upper, self.whole = np.zeros(count), np.full(count, np.inf), np.zeros(count)
        for line in parts.get("Bounds", []):
            self.bound(line.split())
        for line in parts.get("General", []) + parts.get("Binary", []):
            for name in line.split():
                self.whole[self.columns[name]] = 1
        for line in parts.get("Binary", []):
            for name in line.split():
                self.upper[self.columns[name]] = min(1, self.upper[self.columns[name]])

    def column(self, name):
        return self.columns.setdefault(name, len(self.columns))

    def terms(self, tokens, add):
        sign, factor = 1.0, 1.0
        for token in tokens:
            if token in "+-":
                sign, factor = (1.0 if token == "+" else -1.0), 1.0
            elif token[0].isalpha():
                add(self.column(token), sign * factor)
                sign, factor = 1.0, 1.0
            else:
                factor = float(token)

    def constraints(self, tokens):
        row, first = 0, 0
        for i, token in enumerate(tokens):
            if token not in RELATIONS:
                continue
            self.terms(tokens[first + 1 : i], lambda column, value, row=row: self.entry(row, column, value))
            right = float(tokens[i + 1])
            self.low.append(-np.inf if token == "<=" else right)
            self.high.append(np.inf if token == ">=" else right)
            row, first = row + 1, i + 2

    def entry(self, row, column, value):
        self.rows.append(row)
        self.at.append(column)
        self.values.append(value)

    def bound(self, tokens):
        if not tokens:
            return
        if len(tokens) == 5:
            at = self.column(tokens[2])
            self.lower[at], self.upper[at] = float(tokens[0]), float(tokens[4])
            return
        name, relation, value = tokens
        at = self.column(name)
        if relation != ">=":
            self.upper[at] = float(value)
        if relation != "<=":
            self.lower[at] = float(value)


def main(path, gap, seconds):
    with open(path) as file:
        text = file.read()
    began = time.process_time()
    program = Program(text)
    costs = np.zeros(len(program.columns))
    for column, value in program.costs.items():
        costs[column] = value
    shape = (len(program.low), len(costs))
    matrix = csr_matrix((program.values, (program.rows, program.at)), shape=shape)
    read = time.process_time()
    answer = milp(
        costs,
        integrality=program.whole,
        bounds=Bounds(program.lower, program.upper),
        constraints=LinearConstraint(matrix, program.low, program.high),
        options={"mip_rel_gap": gap, "time_limit": seconds},
    )
    solved = time.process_time()
    print(
        json.dumps(
            {
                "readMs": 1000 * (read - began),
                "solveMs": 1000 * (solved - read),
                "eur": None if answer.fun is None else float(answer.fun),
                "gap": None if answer.get("mip_gap") is None else float(answer.mip_gap),
                "isClosed": answer.status == 0,
            }
        )
    )


main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
