"""Cases in bridge terms: LAWS.md section 7, the ten traps of section 6, each line of 3.4.

Data only: whoever judges (the reference model, the adjudicator of the box) is given each request
and asked for the facts named. A fact not named is not asked for.

The story is written as it would be told: `N 1H, E 1D, not_accepted, E 2D, same_denomination`.
`S 2H with 0` was made in the same moment as event 0, `unintended @2` means event 2, and
`must_pass S rest` is the director's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Facts = dict[str, Any]


@dataclass(frozen=True)
class BridgeCase:
    """`verdicts`: facts by event, `asks` being the questions' ids; None: no verdict there."""

    name: str
    dealer: str
    story: str
    laws: tuple[str, ...] = ("2017", "2007")
    verdicts: dict[int, Facts | None] = field(default_factory=dict)
    state: Facts = field(default_factory=dict)
    ignored: list[int] | None = None


def events(story: str) -> list[dict[str, Any]]:
    return [event(part.split()) for part in story.split(",")]


def event(words: list[str]) -> dict[str, Any]:
    if len(words[0]) == 1:
        made: dict[str, Any] = {"seat": words[0], "call": words[1]}
        if words[2:3] == ["with"]:
            made["with"] = int(words[3])
        return made
    said: dict[str, Any] = {"director": words[0]}
    for word in words[1:]:
        if word.startswith("@"):
            said["of"] = int(word[1:])
        elif word in ("next", "rest"):
            said["extent"] = word
        elif len(word) == 1 and word in "NESW":
            said["dealer" if words[0] == "board" else "seat"] = word
        else:
            said["call"] = word
    return said


def request(case: BridgeCase, laws: str) -> dict[str, Any]:
    return {"id": case.name, "laws": laws, "dealer": case.dealer, "events": events(case.story)}


def differences(case: BridgeCase, answer: dict[str, Any]) -> list[str]:
    """What the answer says otherwise than the case."""
    found = []
    for at, facts in case.verdicts.items():
        given = [one for one in answer["verdicts"] if one["event"] == at]
        if facts is None:
            found += [f"event {at}: verdict {one}" for one in given]
        elif not any(agrees(facts, one) for one in given):
            found.append(f"event {at}: wanted {facts}, got {given}")
    for name, value in case.state.items():
        if answer["state"][name] != value:
            found.append(f"{name}: wanted {value}, got {answer['state'][name]}")
    if case.ignored is not None and answer["ignored"] != case.ignored:
        found.append(f"ignored: wanted {case.ignored}, got {answer['ignored']}")
    return found


# The same rule under its other edition's number.
OTHER_NUMBER = {"17D3": "17E2"}


def agrees(facts: Facts, given: Facts) -> bool:
    for name, value in facts.items():
        if name == "outcome" and given[name] == OTHER_NUMBER.get(value):
            continue
        if name == "asks":
            if [one["id"] for one in given["questions"]] != value:
                return False
        elif given[name] != value:
            return False
    return True
