"""What may go wrong for a person at the keyboard, told in one line."""


class Trouble(Exception):  # noqa: N818 - it is told to people, who do not call it an error
    """A problem that the user can mend. The text is one line: what is wrong, and what to do next.

    The command line prints it without a traceback and exits with 2. Raise it wherever input from outside
    (a file, a device, an option, an installed model) is not usable; never for a bug of our own.
    """
