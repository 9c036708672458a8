"""What a sentence means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Intent:
    """A name and its slots, the same in every language: "Schwarzer Kater" is spell(spells=cat).

    Hashable, so that ears may use it as the opaque meaning of a `Phrase`.
    """

    name: str
    slots: tuple[tuple[str, str], ...] = ()  # sorted by slot

    @classmethod
    def of(cls, name: str, **slots: str) -> Intent:
        """`Intent.of("spell", spells="cat")`."""
        return cls(name, tuple(sorted(slots.items())))

    def get(self, slot: str) -> str | None:
        """The value of `slot`, or None where the sentence left it open."""
        return dict(self.slots).get(slot)

    def __str__(self) -> str:
        inside = ", ".join(f"{slot}={value}" for slot, value in self.slots)
        return f"{self.name}({inside})" if inside else self.name
