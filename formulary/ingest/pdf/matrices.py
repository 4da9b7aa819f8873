"""From an object's own space to that of the page."""

from typing import Any

import pypdfium2.raw as pdfium

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def is_top_level(matrix: Matrix) -> bool:
    """Whether an object with this matrix stands on the page itself, in no form."""
    return matrix is IDENTITY


def transformed(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def matrix_of(pointer: Any) -> Matrix:
    m = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(pointer, m):
        return IDENTITY
    return (m.a, m.b, m.c, m.d, m.e, m.f)


def multiplied(p: Matrix, q: Matrix) -> Matrix:
    """First `p`, then `q`."""
    return (
        p[0] * q[0] + p[1] * q[2],
        p[0] * q[1] + p[1] * q[3],
        p[2] * q[0] + p[3] * q[2],
        p[2] * q[1] + p[3] * q[3],
        p[4] * q[0] + p[5] * q[2] + q[4],
        p[4] * q[1] + p[5] * q[3] + q[5],
    )
