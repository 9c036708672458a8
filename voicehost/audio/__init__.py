"""Sound in and out: files, devices, one sample clock per input."""
