"""The table: who called what, in which order, and the session around one match."""
