"""The laboratory: demo players, simulation, benchmarks. It may use everything; nothing uses it."""
