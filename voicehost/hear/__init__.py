"""Hearing: utterances are cut from sound (`listening`), and an ear says which phrase of a closed set was called.

Tables and benches call it: `choose` opens an ear, `ear` holds what every ear is asked and answers.
"""
