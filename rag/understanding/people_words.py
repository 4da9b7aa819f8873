"""How questions name the patient."""

_KIN = "(em|tôi|mình|anh|chị|nhà|tớ|cháu)"

PEOPLE_WORDINGS: dict[str, str] = {
    # Words that contain a wording below and name nobody.
    "-": "(should|can|could|may|must|will|would|to|not) be,"
    " be (stored|kept|given|taken|used|mixed|diluted|crushed|split|opened|chewed|avoided|stopped|combined|adjusted),"
    " thai nhi, cháu (muốn|xin|cần|chào|cảm ơn), =cháu hỏi, tuổi thai, (ngừa|tránh|phòng|phá|sảy|sẩy) thai,"
    " thải (trừ|ghép|độc), bán thải, đào thải, que thử thai, thai lưu, thai ngoài tử cung, bầu ngực,"
    " (dọa|ngừa|chuyển dạ|nguy cơ|doạ) (đẻ|sinh) non, viên (ngừa|tránh) thai, thuốc (ngừa|tránh) thai, hại gan,"
    " độc (gan|thận), nhi khoa, con (mèo|cún|chó), bé (mèo|cún|chó), tuổi trẻ, bầu không khí, gia đình,"
    " viêm (đài|) bể thận, đài bể thận, nhiễm (khuẩn|trùng) bể thận, chống chỉ định, tham gia, chuyên gia, quốc gia",
    "child": "trẻ, trẻ (em|con|nhỏ|lớn|trai|gái|nhũ nhi), em bé, bé, bé (trai|gái), cháu, cháu bé, nhóc, con nít,"
    f" bệnh nhi, khoa nhi, nhũ nhi, đứa (nhỏ|bé|con), thằng (bé|nhỏ|nhóc), con {_KIN}, con (gái|trai|bé|của), child,"
    " children, kid, kids, pediatric, paediatric, infant, infants, toddler, boy, girl, thiếu niên, vị thành niên,"
    " year - old boy, year - old girl",
    "nursling": "(bé|trẻ|cháu|con) (đang|còn|vẫn|) bú (mẹ|sữa mẹ)",
    "neonate": "sơ sinh, trẻ sơ sinh, (trẻ|) sơ sinh (đủ|thiếu|non) tháng, (trẻ|bé) đủ tháng,"
    " (trẻ|bé|em bé|con|cháu) (có|) tuổi (thai|sau kinh|hậu kinh),"
    " (trẻ|bé|con|cháu) mới (đẻ|sinh), (trẻ|bé|con|cháu) (đẻ|sinh) non, non tháng,"
    " thiếu tháng, neonate, neonates, neonatal, newborn, newborns, preterm",
    "elderly": "=già, người già, (bà|ông|cụ) già, (người|) (cao|lớn) tuổi, (người|) có tuổi, bà cụ, ông cụ,"
    " cụ (ông|bà|già), =cụ, các cụ, lão khoa, (bà|ông) già, elderly, geriatric,"
    " older (adult|adults|people|patients), aged patients",
    "adult": "người lớn, (người|) trưởng thành, adult, adults, thanh niên, (người|) trẻ tuổi, người trẻ, trung niên,"
    f" (vợ|chồng) {_KIN}, (bố|mẹ|ba|má) (tôi|em|mình)",
    "pregnant": "(có|mang) (thai|bầu), (bà|mẹ|vợ|đang|chị|em) bầu, bầu bí, bầu, thai phụ, sản phụ, thai (kỳ|nghén),"
    " (hại|ảnh hưởng) (đến|tới|) (thai|thai nhi), (phụ nữ|người|bà mẹ) (có|mang) thai, (2|hai) vạch, tam cá nguyệt,"
    " pregnant, pregnancy, trimester, quái thai, 3 tháng (đầu|giữa|cuối) thai kỳ",
    "not_pregnant": "(không|chưa|chẳng) (có|mang) (thai|bầu), (không|chưa) (phải|) bầu, not pregnant",
    "breastfeeding": "cho (con|bé|cháu|trẻ|em bé|) bú, nuôi con (hoàn toàn|) (bằng|) sữa mẹ, nuôi con bú,"
    " (ngưng|ngừng|dừng|thôi|cai) (cho|) bú, sữa mẹ, qua sữa, nuôi con bằng sữa, lactation, lactating,"
    " breastfeeding, breast feeding, breast - feeding, nursing mother, nursing mothers, mẹ bỉm",
    "suckling": "bú (mẹ|sữa mẹ), (đang|còn|vẫn) bú",
    "mother": "mẹ (uống|dùng|tiêm|bị|đang|phải|xài)",
    "renal": "suy thận (mạn|cấp|nặng|nhẹ|vừa|trung bình|), bệnh thận (mạn|mạn tính), suy giảm chức năng thận,"
    " chức năng thận (kém|giảm|suy giảm), giảm chức năng thận, tổn thương thận (cấp|),"
    " renal (impairment|failure|insufficiency|disease), kidney (disease|failure|impairment), ckd, aki",
    "dialysis": "lọc máu, chạy thận (nhân tạo|), thận nhân tạo, thẩm (phân|tách) (máu|phúc mạc|), lọc màng bụng,"
    " lọc thận, chạy máy thận, crrt, cvvh, capd, dialysis, hemodialysis",
    "organs_well": "(chức năng|) (gan thận|thận gan|gan và thận|thận và gan) (bình thường|tốt|ổn|còn tốt|hồi phục)",
    "kidneys_well": "(chức năng|) thận (bình thường|tốt|ổn|còn tốt|hồi phục), normal (renal|kidney) function",
    "liver_well": "(chức năng|) gan (bình thường|tốt|ổn|còn tốt|hồi phục), normal (hepatic|liver) function",
    "hepatic": "suy gan (nặng|nhẹ|vừa|), xơ gan (mất bù|còn bù|), suy giảm chức năng gan,"
    " chức năng gan (kém|giảm|suy giảm), bệnh gan (nặng|mạn|), child (pugh|- pugh|) (a|b|c), child pugh,"
    " child - pugh, hepatic (impairment|failure|insufficiency), liver (disease|failure|impairment), cirrhosis",
    "person": "bệnh nhân, người bệnh, người, =nữ, nam, nu, patient, patients, pt,"
    " women, phụ nữ, đàn ông, ông, bà, sản phụ, woman,"
    " man, female, male",
}

ROUTE_WORDINGS: dict[str, str] = {
    # Words that contain a wording below and are no way of giving a drug.
    "-": "viên ngậm (đau họng|ho|họng), hay ngậm,"
    " huyết khối tĩnh mạch (sâu|), (viêm|giãn|suy) tĩnh mạch, tắc tĩnh mạch, thuyên tắc (huyết khối|) tĩnh mạch,"
    " tĩnh mạch (cửa|thực quản|cảnh), ăn uống, (uống|bia) rượu,"
    " uống (bia|rượu|nước|sữa|trà|cà phê|thuốc chuột|thuốc trừ sâu|thuốc diệt cỏ|thuốc cỏ), nước uống, đồ uống,"
    " chế độ uống, bơm (kim|) tiêm, kim tiêm,"
    " (sau|trước|được|đi|mới|) (tiêm|chích) (ngừa|chủng|phòng|vắc xin|vaccine|vacxin), viên (ngừa|tránh) thai,"
    " di truyền, lây truyền, truyền (nhiễm|máu|thống|tin|hình|đạt|miệng), dây truyền, đường truyền, dẫn truyền,"
    " dịch truyền, (xuất huyết|nhiễm trùng|mô|u|bầm|áp xe) dưới da, (ung thư|viêm|polyp|bệnh) (hậu môn|trực tràng),"
    " (nứt|ngứa|đau|rò|áp xe) hậu môn, (độ|giai đoạn|nyha|type|typ|loại|nhóm|độ suy tim|cấp) iv, kẽ dưới da,"
    " (tiêm|truyền|bơm|uống) (thuốc|chất|) cản quang, khó nuốt, nhịp hít, hít thở, hít đất, hít phải",
    "uong": "uống, đường uống, (qua|bằng) (đường|) miệng, per os, po, oral, orally, by mouth, (mấy|bao nhiêu) viên,"
    " viên nén, viên nang, nuốt, siro, si rô, sirô, viên sủi, viên uống",
    "tiem": "tiêm, chích, mũi tiêm, inject, injection, injected, đường tiêm, parenteral",
    "tinh_mach": "tĩnh mạch, đường tĩnh mạch, intravenous, intravenously, iv",
    "tiem_tinh_mach": "tiêm (trực tiếp|chậm|) (vào|) tĩnh mạch, tĩnh mạch chậm,"
    " tiêm tĩnh mạch (chậm|nhanh|trực tiếp|), chích tĩnh mạch, bolus, iv push",
    "truyen_tinh_mach": "truyền, truyền (nhỏ giọt|) (vào|) tĩnh mạch, nhỏ giọt tĩnh mạch, infusion, infused,"
    " truyền dịch",
    "tiem_bap": "tiêm bắp, chích bắp, bắp thịt, tiêm (vào|) (bắp|mông), im, intramuscular, intramuscularly",
    "tiem_duoi_da": "tiêm dưới da, dưới da, chích dưới da, sc, subcutaneous, subcutaneously",
    "dat_truc_trang": "(đặt|thụt|nhét|bơm|qua|đường|viên đặt|viên) (vào|qua|) (hậu môn|trực tràng), trực tràng,"
    " hậu môn, viên đạn (đặt|), viên đặt, tọa dược, toạ dược, suppository, suppositories, rectal, rectally",
    "dat_truc_trang?": "đặt",
    "hit": "hít, xịt, bình (xịt|hít), xịt họng, inhaler, inhaled, inhalation, mdi, buồng đệm",
    "khi_dung": "=khí dung, (phun|xông|hít|thở|máy) khí dung, nebulized, nebulised, nebulizer, nebuliser, nebulization",
    "khi_dung?": "khí dung",
    "ngam_duoi_luoi": "(ngậm|đặt|xịt|viên|) dưới lưỡi, ngậm lưỡi, ngậm, sublingual, sublingually",
    "tai_cho": "tại chỗ, =bôi, (thuốc|kem|gel|mỡ) bôi, bôi (ngoài|) da, bôi ngoài, thoa, nhỏ (mắt|mũi|tai), tra mắt,"
    " xịt mũi, (viên|) đặt (âm đạo|phụ khoa), thuốc (mỡ|nhỏ mắt), dùng ngoài, topical, topically, eye drops,"
    " súc miệng",
    "khac": "đường khác, (tiêm|vào|) (nội|trong) khớp, tiêm khớp, (tiêm|) nội tủy (sống|mạc|), (tiêm|) tủy (sống|mạc),"
    " ngoài màng cứng, tiêm trong da, miếng dán, dán (ngoài|) da, intrathecal, epidural, nội khí quản",
}
"""Label -> wordings. Labels are routes, or "tiem" (any injection), "tinh_mach" (into a vein, either way); with a
question mark the words beside decide: "khi_dung?" (or khi dùng), "dat_truc_trang?" (or what else is put in)."""
