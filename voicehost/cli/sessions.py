"""`voicehost sessions`: the games that have been played or were interrupted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from voicehost.evening.sessions import Session

sessions = typer.Typer(help="List, show and delete the games on this computer.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per line.")]


@sessions.command("list")
def list_sessions(as_json: AsJson = False) -> None:
    """All games, the oldest first."""
    from rich.table import Table

    from voicehost.cli.output import table_console
    from voicehost.evening.sessions import Sessions

    found = list(Sessions())
    if as_json:
        for session in found:
            print(json.dumps(_facts(session), ensure_ascii=False))
        return
    if not found:
        print("No games yet; begin one with `voicehost play`.")
        return
    table = Table("id", "game", "players", "languages", "state")
    for session in found:
        state = f"won by {', '.join(session.winners) or 'nobody'}" if session.finished else "unfinished"
        table.add_row(session.id, session.game, ", ".join(session.names), ", ".join(session.langs), state)
    table_console().print(table)


@sessions.command()
def show(
    identity: Annotated[str, typer.Argument(metavar="ID", help="As `sessions list` shows it.")], as_json: AsJson = False
) -> None:
    """What happened in a game, event by event, as it was told."""
    from dataclasses import asdict

    from voicehost.evening.sessions import Sessions
    from voicehost.tell.narrator import Narrator

    store = Sessions()
    session = store.find(identity)
    narrator = Narrator(session.game, session.langs[:1], session.players)
    for event in store.events(session):
        if as_json:
            print(json.dumps({"type": "event", "event": type(event).__name__, **asdict(event)}, ensure_ascii=False))
        else:
            for line in narrator.event(event):
                print(line.text)


@sessions.command()
def delete(
    identities: Annotated[list[str], typer.Argument(metavar="ID...", help="As `sessions list` shows them.")],
) -> None:
    """Delete games for good, with the victories that the hall of fame counts."""
    from voicehost.evening.sessions import Sessions

    store = Sessions()
    for identity in identities:
        store.delete(identity)
        print(f"{identity} is deleted.")


def _facts(session: Session) -> dict[str, Any]:
    from dataclasses import asdict

    return {"type": "session", **asdict(session)}
