"""Wordings for what a drug may meet besides another named drug: food and drink, fluids, classes of drugs."""

PARTNER_WORDINGS: dict[str, str] = {
    "-": "(sau|mới) (khi|) (tiêm|chích|uống) (vắc xin|vaccin|vaccine|vacxin),"
    " nghiện (rượu|bia|rượu bia), uống rượu (nhiều|nặng|thường xuyên), lạm dụng rượu,"
    " (hội chứng|) cai rượu, (mê|) sảng rượu (cấp|), (ngộ|nhiễm) độc rượu, lợi sữa, tăng tiết sữa,"
    " (loét|viêm) (dạ dày|) do (nsaid|nsaids), sữa mẹ, qua sữa, bằng sữa, sữa non, trong sữa, tụt sữa, mất sữa,"
    " (tiêm|chích|truyền|pha|trộn) chung",
    "food": "sữa (tươi|bột|chua|), =bưởi, nước bưởi, nước ép bưởi, (kỵ|kị|ăn|uống|với) bưởi, rượu (bia|), =bia,"
    " =nhậu, bia rượu,"
    " cà phê, cafe, =trà, thức ăn, đồ ăn, nước (cam|ngọt|ép), rau (xanh|), nhân sâm, đồ uống có cồn, =cồn, thuốc lá,"
    " grapefruit, grapefruit juice, milk, alcohol, food, coffee, st john",
    "fluid": "dịch (chứa|có) (calci|canxi|glucose|kali), (dịch|chai) truyền, ringer lactat, glucose 5 %,"
    " natri clorid 0 , 9 %, nước muối sinh lý, dextrose",
    "class": "(thuốc|) (ngừa|tránh) thai, viên (ngừa|tránh) thai, nsaid, nsaids, kháng viêm không steroid,"
    " chống viêm không steroid, thuốc (giảm đau|kháng viêm|hạ áp|lợi tiểu|ngủ|an thần|chống đông|dạ dày),"
    " chống đông (máu|đường uống|), lợi tiểu (quai|thiazid|giữ kali|), ức chế (men chuyển|bơm proton|mao), ucmc,"
    " chẹn beta, chẹn (kênh|) calci, statin, statins, macrolid, macrolide, quinolon, aminoglycosid, sulfonylurê,"
    " corticoid, corticosteroid, barbiturat, imao, maoi, opioid, antacid, thuốc kháng acid, vắc xin, vaccin,"
    " vaccine, contraceptive, contraceptives, oral contraceptive, thuốc (nam|bắc|đông y), thảo dược",
}
