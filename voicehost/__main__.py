"""`python -m voicehost`, for where the command itself is not on the path."""

from voicehost.cli import main

if __name__ == "__main__":
    main()
