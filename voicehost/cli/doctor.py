"""`voicehost doctor`: what is wrong, and what to do about it."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from voicehost.cli.devices import Ear, Mic, Speaker

MARKS = {"fine": "ok  ", "warning": "hm  ", "broken": "NO  ", "skipped": "--  "}


def doctor(
    lang: Annotated[str | None, typer.Option(help="Languages of the table: de, en, or mixed.")] = None,
    mic: Mic = None,
    speaker: Speaker = None,
    ear: Ear = None,
    no_sound: Annotated[bool, typer.Option("--no-sound", help="Neither play nor record.")] = False,
    no_voice: Annotated[bool, typer.Option("--no-voice", help="Do not wait for somebody to speak.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Check devices, levels, echo, voices and ears. Exit code 1 if nobody can play like this."""
    from voicehost.cli.devices import data_folder, live_options
    from voicehost.cli.output import progress
    from voicehost.errors import Trouble
    from voicehost.live.doctor import Finding, Health, Patient, examine
    from voicehost.resources import need_languages
    from voicehost.settings import Settings, read_settings

    findings: list[Finding] = []
    settings, unread = Settings(), ""
    try:
        settings = read_settings()
        need_languages(settings.lang, data_folder(settings, None))
        live_options(settings, None, None, None)
    except Trouble as trouble:
        settings, unread = Settings(), str(trouble)
    data = data_folder(settings, None)
    live = live_options(settings, mic, speaker, ear)
    patient = Patient(
        langs=need_languages(lang or settings.lang, data),
        settings=settings,
        unread=unread,
        microphones=live.microphones,
        speaker=live.speaker,
        ear=live.ear,
        sound=not no_sound,
        voice=not no_voice,
        data=data,
    )
    with progress(not as_json) as moving:
        for finding in examine(patient, lambda what, level: moving(f"{bar(level)} {level:5.0f} dBFS  {what}")):
            findings.append(finding)
            _show(finding, as_json)
    broken = [finding for finding in findings if finding.health is Health.BROKEN]
    if not as_json:
        print("Nobody can play like this." if broken else "Ready to play.")
    sys.exit(1 if broken else 0)


def bar(level: float, width: int = 24) -> str:
    """A level in dBFS as a bar: 60 dB from end to end."""
    filled = round(min(max((level + 60) / 60, 0.0), 1.0) * width)
    return "█" * filled + "·" * (width - filled)


def _show(finding: Any, as_json: bool) -> None:
    if as_json:
        facts = {"check": finding.check, "health": finding.health.value, "sentence": finding.sentence}
        print(json.dumps({"type": "finding", **facts, "advice": finding.advice, **finding.facts}, ensure_ascii=False))
        return
    print(f"{MARKS[finding.health.value]}{finding.sentence}")
    if finding.advice:
        print(f"      {finding.advice}")
