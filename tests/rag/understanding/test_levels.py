"""Electrolytes told as a number: too high or too low is a finding of the patient, the rest is nothing."""

import pytest

from tests.rag.understanding.heard import findings


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("spironolacton liều người lớn kali máu 5,8", [("tăng kali máu", True)]),
        ("spironolacton liều người lớn, kali máu là 6 mmol/l", [("tăng kali máu", True)]),
        ("enalapril liều người lớn kali 6,2 mmol/l", [("tăng kali máu", True)]),
        ("digoxin liều người lớn kali máu còn 2,9", [("hạ kali máu", True)]),
        ("furosemid liều người lớn K+ 2,5", [("hạ kali máu", True)]),
        ("furosemid liều người lớn natri máu 118", [("hạ natri máu", True)]),
        # usual, not believable, a range, an amount that is given
        ("spironolacton liều người lớn kali máu 4,2", []),
        ("spironolacton liều người lớn kali máu 58", []),
        ("spironolacton liều người lớn kali máu 3 - 5", []),
        ("furosemid liều người lớn, bù kali 6 viên", []),
        ("furosemid liều người lớn natri máu 140", []),
    ],
)
def test_a_level_beyond_the_usual_is_a_finding(question, found):
    assert findings(question) == found
