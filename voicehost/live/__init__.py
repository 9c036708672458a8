"""Real devices: microphones and a loudspeaker, the doctor, recordings and their replay, the speaker that sleeps.

The command line runs it.
"""
