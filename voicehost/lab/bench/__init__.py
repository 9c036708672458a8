"""Everything behind `voicehost bench`: hearing, timing, latency, live tables, and what it is compared with."""
