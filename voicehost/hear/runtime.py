"""How networks run here: on the thread that asks, on the processor, and without a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


def open_session(model: str | bytes, constants: Mapping[str, np.ndarray] | None = None) -> Any:
    """An onnxruntime session of a file or a description; `constants` are those that the description only names."""
    import onnxruntime  # type: ignore[import-untyped]

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    if constants:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in constants.values()]
        options.add_external_initializers(list(constants), values)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
