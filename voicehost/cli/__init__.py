"""The command line: a thin door. Each command lives in a module of its own beside this one.

These modules import only the standard library and typer at the top, so that `voicehost --help` answers at once;
what a command needs it imports when it runs.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from voicehost.cli import (
    bench,
    bench_vosk,
    demo,
    doctor,
    hear,
    listen,
    models,
    phrases,
    play,
    replay,
    rules,
    say,
    serve,
    sessions,
    settings,
    simulate,
)
from voicehost.errors import Trouble

app = typer.Typer(
    name="voicehost",
    help="An offline voice host for children's board games: it hears who called the right spell first.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command()(demo.demo)
app.command()(play.play)
app.command()(serve.serve)
app.command()(doctor.doctor)
app.command()(listen.listen)
app.command()(replay.replay)
app.command()(hear.hear)
app.command()(rules.rules)
app.command()(phrases.phrases)
app.command()(say.say)
app.command()(simulate.simulate)
app.command(context_settings={"ignore_unknown_options": True})(settings.settings)  # a value may be -20
app.add_typer(sessions.sessions, name="sessions")
app.add_typer(models.models, name="models")
bench.bench.command()(bench_vosk.vosk)
app.add_typer(bench.bench, name="bench")


def main() -> None:
    """Entry point: every foreseeable problem is one line on stderr and exit code 2."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - until the end
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that the terminal lacks ends no game
    try:
        _need_letters(sys.argv[1:])
        try:
            app()
        finally:
            sys.stdout.flush()
    except Trouble as trouble:
        print(f"voicehost: {' '.join(str(trouble).split())}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("voicehost: stopped.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        _mute_stdout()
        sys.exit(1)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _mute_stdout()
        print("voicehost: The disk is full; free some space and run the command again.", file=sys.stderr)
        sys.exit(2)


def _need_letters(words: Sequence[str]) -> None:
    """Raise Trouble for what the system could not read as letters: no library takes it as the name of a file."""
    for word in words:
        if any("\ud800" <= letter <= "\udfff" for letter in word):
            raise Trouble(f"{word!r} is written in another encoding than UTF-8; rename the file, or type it anew.")


def _mute_stdout() -> None:
    """What nobody can take any more goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
