"""Vietnamese as the single-byte fonts of the nineties kept it, read as Latin-1: what is left of it in a PDF."""

_TCVN3 = dict(
    zip(
        "ăâêôơưđĂÂÊÔƠƯĐàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ",
        "\xa8\xa9\xaa\xab\xac\xad\xae\xa1\xa2\xa3\xa4\xa5\xa6\xa7"
        "\xb5\xb6\xb7\xb8\xb9\xbb\xbc\xbd\xbe\xc6\xc7\xc8\xc9\xca\xcb\xcc\xce\xcf\xd0\xd1\xd2\xd3\xd4\xd5\xd6"
        "\xd7\xd8\xdc\xdd\xde\xdf\xe1\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xeb\xec\xed\xee"
        "\xef\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa\xfb\xfc\xfd\xfe",
        strict=True,
    )
)
_VNI = {
    **{vowel: base + mark for row, base, marks in (
        ("áàảãạ", "a", "ùøûõï"), ("ắằẳẵặ", "a", "éèúüë"), ("ấầẩẫậ", "a", "áàåãä"),
        ("éèẻẽẹ", "e", "ùøûõï"), ("ếềểễệ", "e", "áàåãä"),
        ("óòỏõọ", "o", "ùøûõï"), ("ốồổỗộ", "o", "áàåãä"), ("ớờởỡợ", "ô", "ùøûõï"),
        ("úùủũụ", "u", "ùøûõï"), ("ứừửữự", "ö", "ùøûõï"), ("ýỳỷỹ", "y", "ùøûõ"),
    ) for vowel, mark in zip(row, marks, strict=True)},
    "ă": "aê", "â": "aâ", "ê": "eâ", "ô": "oâ", "ơ": "ô", "ư": "ö", "đ": "ñ",
    "í": "í", "ì": "ì", "ỉ": "æ", "ĩ": "ó", "ị": "ò", "ỵ": "î",
}  # fmt: skip


def tcvn3(text: str) -> str:
    return "".join(_TCVN3.get(char, char) for char in text)


def vni(text: str) -> str:
    return "".join(_VNI.get(char, char) for char in text)
