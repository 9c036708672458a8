"""Products with a fixed matrix in eight bits, by onnxruntime: a third of numpy's time and a quarter of the memory.

Each row of the matrix is cut into blocks of 64 values with a scale of their own; what it is multiplied with is cut and
rounded likewise on the way (`MatMulNBits`, one of onnxruntime's contributed operators). Everything here runs on the
calling thread; whoever has several products to find may deal them out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.runtime import open_session
from voicehost.hear.whisper.features import Floats

if TYPE_CHECKING:
    from onnx import NodeProto, TensorProto

BLOCK: Final = 64  # values that share a scale; the length of a row is a multiple of it
LARGEST: Final = 127  # of an eight-bit value, which is stored with 128 added
AT_ONCE: Final = 4096  # rows that are rounded together, so that a large matrix needs little memory on the way
BOTH_IN_EIGHT_BITS: Final = 4  # the operator's accuracy level
STANDARD: Final = 21  # version of ONNX's standard operators
FORMAT: Final = 10  # version of ONNX's file format


class Linear:
    """x W' + b, for a fixed W of shape (out, in) and b (out)."""

    def __init__(self, weight: NDArray[Any], bias: NDArray[Any]) -> None:
        from onnx import helper

        steps = [_product(weight), helper.make_node("Add", ["product", "bias"], ["result"])]
        self._session = _session(steps, {**_eight_bits(weight), "bias": bias.astype(np.float32)}, ["result"])

    def __call__(self, x: Floats) -> Floats:
        """x (n, in) to (n, out), float32."""
        (result,) = self._session.run(None, {"x": x})
        found: Floats = result
        return found


class LogSoftmax:
    """log softmax(x W') for a fixed W, of which only the greatest value of each row and a few others are wanted."""

    def __init__(self, weight: NDArray[Any]) -> None:
        from onnx import helper

        steps = [
            _product(weight),
            helper.make_node("Constant", [], ["along"], value_ints=[1]),
            helper.make_node("ReduceMax", ["product", "along"], ["top"]),
            helper.make_node("Sub", ["product", "top"], ["below"]),
            helper.make_node("Exp", ["below"], ["shares"]),
            helper.make_node("ReduceSum", ["shares", "along"], ["total"]),
            helper.make_node("GatherND", ["below", "places"], ["picked"]),
        ]
        self._session = _session(steps, _eight_bits(weight), ["total", "picked"])

    def __call__(self, x: Floats, wanted: Sequence[Sequence[int]]) -> tuple[Floats, Floats]:
        """Of x (n, in): the greatest value of each row (n), and the wanted ones of every row, one after another (k)."""
        pairs = [(row, column) for row, columns in enumerate(wanted) for column in columns]
        places = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        total, picked = self._session.run(None, {"x": x, "places": places})
        greatest: Floats = -np.log(total[:, 0])
        return greatest, picked + greatest[places[:, 0]]


def _product(weight: NDArray[Any]) -> NodeProto:
    """The node that multiplies "x" with a matrix that `_eight_bits` has prepared."""
    from onnx import helper

    rows, length = weight.shape
    return helper.make_node(
        "MatMulNBits",
        ["x", "values", "scales"],
        ["product"],
        domain="com.microsoft",
        N=rows,
        K=length,
        bits=8,
        block_size=BLOCK,
        accuracy_level=BOTH_IN_EIGHT_BITS,
    )


def _eight_bits(weight: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The matrix as the operator wants it: values (out, blocks, 64) and their scales (out, blocks)."""
    parts = [_rounded(weight[first : first + AT_ONCE]) for first in range(0, len(weight), AT_ONCE)]
    return {
        "values": np.concatenate([values for values, _ in parts]),
        "scales": np.concatenate([scales for _, scales in parts]),
    }


def _rounded(rows: NDArray[Any]) -> tuple[NDArray[np.uint8], Floats]:
    blocks = rows.astype(np.float32).reshape(len(rows), -1, BLOCK)
    scales: Floats = np.abs(blocks).max(axis=2) / np.float32(LARGEST)
    values = np.rint(blocks / np.where(scales == 0, 1, scales)[..., None]) + LARGEST + 1
    return values.astype(np.uint8), scales


def _session(steps: Sequence[NodeProto], constants: Mapping[str, NDArray[Any]], results: Sequence[str]) -> Any:
    """A session that takes "x" (and "places", where a step reads them) and gives the results, on one thread."""
    from onnx import TensorProto, helper

    asked = [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", "in"])]
    if any("places" in step.input for step in steps):
        asked.append(helper.make_tensor_value_info("places", TensorProto.INT64, ["k", 2]))
    given = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in results]
    elsewhere = [_given_apart(name, value) for name, value in constants.items()]
    versions = [helper.make_opsetid("", STANDARD), helper.make_opsetid("com.microsoft", 1)]
    graph = helper.make_graph(steps, "product", asked, given, elsewhere)
    model = helper.make_model(graph, opset_imports=versions, ir_version=FORMAT)
    return open_session(model.SerializeToString(), constants)


def _given_apart(name: str, value: NDArray[Any]) -> TensorProto:
    """A constant whose values are not copied into the model's description: that would need them four times over."""
    from onnx import TensorProto, helper

    kind = helper.np_dtype_to_tensor_dtype(value.dtype)
    tensor = TensorProto(name=name, data_type=kind, dims=value.shape, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value=name)
    return tensor
