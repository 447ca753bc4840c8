#!/usr/bin/env python3
"""A bot for Congkak: it looks for the turn that puts the most seeds into its store.

It asks `parlor rpc` for the legal plays and their results, so it doesn't know the rules itself. The only argument is the
path of parlor, if it isn't on the PATH.
"""
import json
import subprocess
import sys

PARLOR = sys.argv[1] if len(sys.argv) > 1 else "parlor"
REFEREE = subprocess.Popen([PARLOR, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
PLAYS = 150  # the number of plays to try before deciding


def ask(method, **params):
    """Asks parlor about the rules."""
    REFEREE.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
    REFEREE.stdin.flush()
    return json.loads(REFEREE.stdout.readline())["result"]


def lead(position, me):
    """How many more seeds I have in my store than the other player."""
    other = "human" if me == "computer" else "computer"
    return position[me]["store"] - position[other]["store"]


def best(position, me, budget):
    """What this turn can lead to at best, and the play that begins it. `budget` counts down the plays that may be tried."""
    found = (-9999, None)
    for move in ask("moves", position=position)["moves"]:
        budget[0] -= 1
        after = ask("play", position=position, move=move)["position"]
        goes_on = after["over"] is None and after["next"] == me
        value = best(after, me, budget)[0] if goes_on and budget[0] > 0 else lead(after, me) + goes_on
        if value > found[0]:
            found = (value, move)
    return found


def answer(request):
    """The answer to a request of the arena."""
    position = request.get("params", {}).get("position", {})
    if request.get("method") == "version":
        return {"result": {"name": "greedy", "version": "1"}}
    if request.get("method") == "best" and position.get("game") == "congkak":
        return {"result": {"move": best(position, position["next"], [PLAYS])[1]}}
    return {"error": {"code": -32602, "message": "this bot answers version, and best for Congkak"}}


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"jsonrpc": "2.0", "id": asked.get("id"), **answer(asked)}), flush=True)
