"""Models and voices on disk: found, verified, installed."""
