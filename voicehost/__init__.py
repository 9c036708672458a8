"""voicehost: an offline voice host for children's board games at the kitchen table."""

__version__ = "0.1.0"
