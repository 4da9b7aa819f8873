"""How questions name what they want to read: wordings of each kind of request."""

from rag.scope import ASKED_IN_VAIN

_TAKE = "(dùng|uống|tiêm|truyền|xài|sử dụng|bôi|hít|xịt|đặt|ngậm|nhỏ|thụt)"
_UNIT = "(mg|ml|g|gam|gram|mcg|microgam|viên|gói|ống|giọt|nhát|đơn vị|đvqt|ui|iu|lọ|thìa|muỗng|cc|mũi|lần|cữ|puff|%)"
_UNWANTED = "(phụ|không mong muốn|không mong đợi|ngoại ý|ngoài ý|ngoài ý muốn|có hại|bất lợi)"
_KINDS = (
    "(kháng sinh|nsaid|corticoid|corticosteroid|steroid|kháng histamin|giảm đau|an thần|gây nghiện|statin|macrolid|"
    "quinolon|cephalosporin|penicilin|lợi tiểu|chẹn beta|kháng viêm|chống viêm|chống đông|hạ áp|hạ sốt|opioid|"
    "ức chế men chuyển|thuốc ngủ|vitamin)"
)
_OF_ORGAN = "(gan|thận|tai|tim|phổi|da|mắt|cơ|thính giác|tiền đình|ốc tai|thần kinh)"
_SPLIT = "(cắt|tách|chia|bẻ)"
_HOW = "(thế nào|như thế nào|ra sao|làm sao|sao|kiểu gì|cách nào)"

SECTION_WORDINGS: dict[str, str] = {
    # Words that contain a wording below and mean something else.
    "-": "(bột|cốm|bột cốm) (để|) pha (hỗn dịch|sirô|siro|dung dịch|) (uống|tiêm|truyền|), pha (hỗn dịch|sirô|siro),"
    " (hai|2|hỗn hợp) pha,"
    " bỏ qua (liều|cữ), liều duy nhất, đơn liều, (một|1) liều duy nhất, cùng liều, liệu rằng, trị liệu,"
    " tài liệu, dữ liệu, số liệu, hóa trị liệu, bao nhiêu tiền, gây (mê|tê), tránh thai, ngừa thai, đánh giá,"
    " (bác sĩ|thầy thuốc) chỉ định, điều kiện, không biết có, sốc phản vệ, quá mẫn, bao nhiêu tuổi,"
    " bao nhiêu (ký|kg|cân), nghiện (rượu|bia),"
    " (vi khuẩn|khuẩn|nhiễm khuẩn|) (kỵ|kị|yếm) khí,"
    " hôn mê (do|) (gan|đái tháo đường|tiểu đường|nhiễm toan|toan), tiền hôn mê (gan|),"
    f" {ASKED_IN_VAIN}, không được (gì|cái gì|việc gì) (cả|hết), không được việc",
    # --- dosing: how much, how often
    "dose": "liều, liều (lượng|dùng|thuốc|tối đa|thấp nhất|cao nhất|nạp|duy trì|khởi đầu), tính liều, tối đa,"
    " khởi đầu, duy trì, mg / kg, max, maximum, dose, doses, dosage, dosing, posology",
    "dose_kind": "liều (thấp|cao), (low|high) dose",
    "level": "nồng độ (đáy|đích|điều trị), nồng độ (đỉnh|đáy) (và|,|/) (nồng độ|) (đáy|đỉnh), trough, trough level,"
    " inr (mục tiêu|đích|cần đạt|target), mục tiêu inr, target inr",
    "amount": f"{_TAKE} (liều|) (bao nhiêu|mấy), (bao nhiêu|mấy) {_UNIT},"
    " (ngày|lần|cữ) (dùng|uống|tiêm|) (mấy|bao nhiêu), bao nhiêu là (đủ|vừa), (uống|dùng|tiêm|liều|cho) cỡ nào,"
    " bao nhiêu (một|1|mỗi) (ngày|lần), cho bao nhiêu, là mấy, how much, how many, how often,"
    " chia (mấy|bao nhiêu) lần",
    "how": f"{_TAKE} {_HOW}, chỉnh (sao|gì|thế nào|như thế nào|ra sao)",
    "interval": "cách (nhau|) (mấy|bao nhiêu|bao lâu) (tiếng|giờ|), (mấy|bao nhiêu) tiếng,"
    " (mấy|bao nhiêu) giờ (một|1|lại|) (lần|liều|viên|mũi|uống|tiêm|dùng),"
    " bao lâu (một|1|thì|mới|) (mũi|lần|liều|viên|tiêm|uống|dùng) (một|1|lại|), khoảng cách (liều|giữa|dùng|)",
    "adjust": "(chỉnh|giảm|tăng|điều chỉnh|hiệu chỉnh) (nửa|một nửa|1 / 2|) liều,"
    " (còn|giảm) (còn|) (bao nhiêu|mấy) (%|phần trăm), % liều, phải chỉnh",
    "how_much": "bao nhiêu",
    "how_long": "bao lâu, how long",
    # --- dosing: how it is given
    "method": f"(tiêm|chích|bôi|dán|đặt) (ở|vào) (đâu|chỗ nào|vị trí nào), vị trí (tiêm|bôi|dán),"
    f" cách (dùng|sử dụng|uống|tiêm|truyền|xịt|đặt|nhỏ|bôi|hít), {_TAKE} (vào|) (lúc|khi|giờ|buổi) nào,"
    f" {_TAKE} (mấy|lúc mấy) giờ, sáng hay (chiều|tối|trưa), buổi nào, thời điểm (uống|dùng),"
    f" hay uống, {_TAKE} (trong|) bao lâu, (điều trị|dùng) (trong|) (bao lâu|mấy ngày|bao nhiêu ngày),"
    " (điều trị|dùng|uống|tiêm|kéo dài|) (trong|) (tối đa|không quá|nhiều nhất) (bao lâu|mấy ngày|bao nhiêu ngày),"
    " how to (take|give|administer|use)",
    "tablet": f"nghiền (nát|nhỏ|viên|), =bẻ, bẻ (đôi|nhỏ|viên|nửa),"
    f" {_SPLIT} (đôi|nhỏ|nửa|) viên, tán (nhỏ|bột),"
    " nhai (nát|viên|), nuốt (nguyên|cả viên), hay (nuốt|ngậm|nhai), (mở|tháo|bóc|tách) (viên|vỏ|) nang,"
    " (mở|tháo|bóc|tách) (nang|vỏ|viên|) ra, (mở|tháo|bóc) vỏ, (bơm|) (qua|) (ống|) sonde (dạ dày|),"
    " (qua|bằng) ống thông (dạ dày|), crush, crushed, crushing, chew, chewed, split, halve,"
    " (open|opened) (the|) capsule",
    "daytime": f"{_TAKE} (thuốc|) (vào|lúc|) (buổi|ban) (sáng|trưa|chiều|tối|đêm),"
    f" {_TAKE} (thuốc|) (vào|lúc|) (sáng|trưa|chiều|tối|đêm) (có|được|thì), buổi (sáng|trưa|chiều|tối) {_TAKE},"
    f" {_TAKE} (thuốc|) (trước|lúc) (khi|) (đi|) ngủ, (lúc|trước khi) (đi|) ngủ (được|có|thì)",
    "meal": "(trước|sau) (hay|hoặc) (là|) (sau|trước) (bữa|khi|) ăn, (xa|gần|cách) (bữa|) ăn,"
    " (lúc|khi|) (no|đói) hay (no|đói), (trước|sau|trong) (bữa|khi|) ăn,"
    " (lúc|khi|bụng) (đói|no), cùng (bữa|thức) ăn, (with|before|after|without) (food|meal|meals), empty stomach",
    "mixing": "cách pha, pha (với|trong|bằng|) dịch (truyền|) (gì|nào),"
    " pha (với|loãng|chế|thuốc|bằng|thế nào|sao|bao nhiêu|tiêm|truyền), dung môi, hòa tan,"
    " =pha, dung dịch (gì|nào|pha|để pha), hòa (với|vào|trong|loãng), nước cất,"
    " hoàn nguyên, dilute, dilution, reconstitute, reconstitution",
    "fast": "(tiêm|truyền|bơm|cho chảy) (quá|) nhanh",
    "speed": "tốc độ, (tiêm|truyền) (chậm|) (trong|) (mấy|bao nhiêu|bao lâu) (phút|giờ|), infusion rate,"
    " (tiêm|truyền) tĩnh mạch (chậm|) (trong|) ((mấy|bao nhiêu) (phút|giờ)|bao lâu)",
    "missed": "(đã|bị|lỡ) quên, quên (liều|cữ|thuốc|uống|tiêm|dùng|mũi|một|1|mất),"
    " bỏ (lỡ|sót) (một|1|) (liều|cữ|mũi|lần|), (uống|dùng|tiêm) (thiếu|sót|hụt) (một|1|) (liều|cữ|mũi|lần),"
    f" lỡ (liều|cữ), {_TAKE} bù, bù liều, missed dose, missed a dose",
    "taper": "giảm (liều|) dần, (ngừng|ngưng|dừng) (thuốc|) (đột ngột|từ từ), giảm từ từ, cai thuốc, taper, tapering",
    # --- overdose, mistakes, reactions
    "overdose": "liều (gây|) (chết|chết người|tử vong|độc), ld 50, ld50, lethal dose,"
    " quá liều, uống quá (nhiều|), ngộ độc, nhiễm độc, giải độc, thuốc giải, chất (giải độc|đối kháng),"
    " overdose, overdosed, poisoning, antidote, tự tử, tự sát, (uống|dùng|tiêm|phát|cho|truyền|lấy|cấp) nhầm,"
    " uống (hết|cả|nguyên|luôn) (cả|nửa|một nửa|gần hết|) (lọ|chai|vỉ|hộp),"
    " nuốt (chừng|khoảng|hết|cả|nhầm|phải|luôn), lỡ (uống|cho|tiêm|dùng|nuốt), (uống|tiêm|cho) gấp (đôi|ba|mười|10)",
    "coma": "hôn mê, lơ mơ, mất ý thức, bất tỉnh",
    "manage": "xử (trí|lý|lí), làm gì, làm (sao|thế nào), phải sao, giờ sao, khắc phục, giải quyết, cấp cứu thế nào,"
    " what to do, manage, management, treated",
    "adr": f"tác dụng {_UNWANTED}, (còn|mất|thời gian|khởi phát) tác dụng {_UNWANTED},"
    f" bao lâu (thì|mới|) (có|hết) tác dụng {_UNWANTED},"
    " phản ứng (có hại|phụ|bất lợi|không mong muốn),"
    " adr, biến cố bất lợi, tai biến, side effect, side effects,"
    " adverse (effect|effects|reaction|reactions|event|events), (phải|có phải|) do thuốc, có gây, gây, gây ra,"
    " có làm,"
    " làm (tăng|giảm|hạ|tụt) (đường (huyết|máu)|glucose (huyết|máu)|kali|natri|"
    "huyết áp|cân|bạch cầu|tiểu cầu|men gan|calci|canxi|acid|"
    "magnesi|magie|cholesterol|triglycerid|lipid|nhịp|thính lực|thị lực|trí nhớ), hay bị,"
    " cause, causes, bị gì không, phản ứng gì, (kéo dài|dài) (khoảng|) qt, xoắn đỉnh",
    "adr_changed": f"(giảm|tăng) tác dụng {_UNWANTED}",
    "frequency": "thường gặp, hay gặp, ít gặp, hiếm gặp, tần suất (cỡ nào|bao nhiêu|), common, rare",
    "harm": "có hại, gây hại, hại (gan|thận|thai|dạ dày|tim|gì), ảnh hưởng (đến|tới|lên|gì|),"
    f" độc (tính|gan|thận|tai|tim|phổi), độc (với|cho), nhiễm độc {_OF_ORGAN},"
    f" (có|có thể|) gây (ra|) (nhiễm|ngộ) độc {_OF_ORGAN}, độc (thần kinh|thính giác|tế bào)",
    # --- with other drugs, food, fluids
    "interaction": "~tương tác, tương tác thuốc, interaction, interactions, interact, interacts,"
    " (dùng|uống|tiêm|xài|đi|sử dụng|truyền) (chung|cùng|kèm|đồng thời|phối hợp), phối hợp, kết hợp, cùng lúc,"
    " đồng thời, together, combine, combined, combination, coadministration, cặp nào,"
    " kiêng (ăn|uống|) (gì|những gì|món gì|đồ gì|cữ gì|khem gì), kiêng (khem|cữ)",
    "effect_kept": "còn (tác dụng|hiệu quả|hiệu lực), mất tác dụng, (giảm|tăng) (tác dụng|hiệu quả|nồng độ)",
    "added": "thêm, on top of",
    "incompatible": "tương (kỵ|kị), pha (chung|trộn|lẫn), trộn (chung|lẫn|với|vào), =trộn,"
    " chung (dịch|dịch truyền|đường truyền|bơm tiêm|chai|dây),"
    " cùng (bơm tiêm|đường truyền|chai|dây truyền|dịch truyền), incompatibility, incompatibilities, incompatible,"
    " compatible, y - site",
    "clash": "=kỵ, =kị, (có|) (kỵ|kị) (với|gì|nhau|những|bưởi|thuốc|nào)",
    # --- what for, for whom not
    "indication": "~chỉ định, indication, indications, indicated, used for, (trị|chữa|điều trị) (bệnh|) gì,"
    " (để|dùng) làm gì, để trị gì, công dụng, (tác dụng|chức năng) (là|) gì,"
    " dùng (cho|trong|khi) (bệnh|trường hợp|những trường hợp) (gì|nào), dùng khi nào, (đóng|) vai trò",
    "contraindication": "chống chỉ định, không (được|nên) (dùng|uống|tiêm|sử dụng|xài|cho),"
    " không (dùng|uống|tiêm|sử dụng) (cho|khi|ở|trong), không được, =cấm, cấm dùng, =kiêng, kiêng (kỵ|dùng|ăn),"
    " tránh dùng, (cần|nên|phải) tránh, không dành cho, contraindication, contraindications, contraindicated,"
    " should not (use|take)",
    "caution": "~thận trọng, lưu ý, chú ý, cảnh báo, cẩn thận, để ý, canh chừng, dè chừng, đề phòng, precaution,"
    " precautions, warning, warnings, caution, cautions",
    "driving": "lái (xe|tàu), vận hành máy (móc|), driving, drive",
    "monitoring": "theo dõi, xét nghiệm, chỉ số (gì|nào), thử phản ứng, test da, kiểm tra, đo nồng độ, monitor,"
    " monitoring",
    "stop": "(có phải|phải|có cần|cần|có nên|nên) (tạm|) (ngưng|ngừng|dừng)",
    "pregnancy": "thời kỳ (mang|có) thai",
    "conceive": "(muốn|dự định|định|chuẩn bị|kế hoạch|tính|sắp|mong|cố gắng) (có|sinh|đẻ) (con|em bé|bé),"
    " (muốn|chuẩn bị|định|kế hoạch|tính|mong) thụ thai, kế hoạch (hóa|) sinh con, thụ thai, planning pregnancy",
    "lactation": "thời kỳ cho con bú, (ngưng|ngừng|dừng) (cho|) bú",
    # --- what it is
    "kinetics": "(thời gian|) nửa đời (thải trừ|), (thời gian|) bán (thải|hủy), half life, half - life, t 1 / 2,"
    " t ½, hấp thu, thải trừ,"
    " chuyển hóa (qua|ở|thế nào|ra sao|tại), sinh khả dụng, dược động học, "
    " (gắn|liên kết|gắn kết) (với|vào|) protein (huyết tương|),"
    " (qua|thấm qua|vào|đi qua) (được|) hàng rào (máu|máu -) não, (vào|qua) (được|) dịch não (tủy|),"
    " (thải|đào thải|bài tiết) (qua|ra|bằng) (đường|) (đâu|gì|nào|thận|gan|mật|phân|nước tiểu), nồng độ đỉnh,"
    " thể tích phân bố, khởi phát tác dụng, pharmacokinetics, (tác dụng|hiệu quả) (sau|trong|kéo dài|) bao lâu,"
    " bao lâu (thì|mới|) (có|hết) tác dụng, thời gian tác dụng",
    "pharmacology": "cơ chế (tác dụng|hoạt động|tác động|), dược (lý|lực), ức chế (men|enzym|enzyme|) (gì|nào),"
    " mechanism,"
    " mechanism of action, (làm|chiết xuất|điều chế|sản xuất) từ, nguồn gốc, phổ (kháng khuẩn|tác dụng),"
    " có tác dụng (với|trên|lên|trị|chống|giảm|hạ|kháng|diệt),"
    " (vi khuẩn|chủng|mầm bệnh) (nào|gì) (kháng|đề kháng|nhạy|nhạy cảm),"
    " pharmacology",
    "class": f"(có|) phải (là|) (thuốc|) {_KINDS} (không|hả|à),"
    " thuộc (nhóm|loại), nhóm (thuốc|dược lý) (gì|nào|), nhóm (gì|nào), loại thuốc gì, drug class, what class",
    "atc": "mã atc, atc",
    "inn": "tên (chung|) quốc tế, inn, generic name",
    "forms": "dạng (bào chế|thuốc), =dạng (dùng|nào|gì), =có dạng, (có|) (những|các) dạng (bào chế|thuốc|dùng|),"
    " (có|còn) dạng (viên|tiêm|uống|giải phóng|siro|bột|xịt|hít|gói|ống), hàm lượng, nồng độ nào, quy cách,"
    " dosage form, dosage forms, strength, strengths, (viên|loại) (mấy|bao nhiêu) mg",
    "sun": "(cần|phải|nên|có|) tránh (ánh|) nắng, (ra|phơi|đi|tiếp xúc|dị ứng) (ánh|) nắng, chống nắng",
    "light": "(cần|phải|có|) (tránh|kỵ|kị|sợ) ánh sáng",
    "mixed": "(bột|cốm|thuốc|hỗn dịch|) (đã|) (pha|hoàn nguyên) xong, sau (khi|) (pha|hoàn nguyên)",
    "storage": "~bảo quản, độ ổn định, cất (ở|trong|ngăn|nơi|giữ), tủ lạnh, ngăn (nào|mát|đá),"
    " nhiệt độ (phòng|bao nhiêu|nào|), hạn (dùng|sử dụng),"
    " mở xong,"
    " (để|giữ|dùng|xài) được (mấy|bao lâu|bao nhiêu) (tuần|ngày|giờ|tháng|), dùng dở, (sau khi|) mở (nắp|lọ|hộp),"
    " storage, store, stored, shelf life, room temperature, refrigerator, fridge",
    "brands": "biệt dược, tên (thương mại|biệt dược|hãng), brand name, brand names, brands",
    "rules": "quy chế, thuốc kê đơn, (bán|mua) (theo|không cần) đơn",
    "whole": "toàn bộ (chuyên luận|thông tin|nội dung), cả chuyên luận, (mọi|tất cả) (thông tin|các mục),"
    " whole monograph",
    "overview": "tổng quan, thông tin (về|chung|thuốc|), giới thiệu, nói về, cho (tôi|em|mình|) biết về,"
    " chuyên luận, overview, tell me about, là (thuốc|) gì",
    "tt": "tt",
    # --- may it be used; weak words that lean on what else is said
    "may": f"{_TAKE} (được|) (không|chưa|chứ), {_TAKE} được (cho|ở|khi|với|trong),"
    " được (không|chưa|chứ|chăng), được phép,"
    " (liệu|) có (được|nên|thể) (dùng|uống|tiêm|cho|sử dụng|xài|truyền|pha), có (dùng|kê),"
    f" có {_TAKE} được, (có|) (ok|oke|okay) không, (có|) sao không,"
    " (có|) ổn không, có (hại|nguy hiểm|nguy cơ|việc) gì không, (có|) an toàn (không|cho|khi|), có vấn đề gì,"
    " có sao, is it safe, safe, can i (use|take|give), can be (used|given|taken), allowed, được chứ",
    "why": "vì sao, tại sao, why",
    "how_about": "thì sao, thế nào, như thế nào, ra sao, giờ thế nào, what about, how about, nói gì",
    "compare": "khác (gì|nhau|biệt|liều|ở|thế nào|như thế nào|hay giống), có khác, so với, so sánh, giống (nhau|),"
    " compare, compared, difference, different, versus, khác",
}
"""Label -> wordings; `rag.understanding.sections` says which sections a label stands for."""

WHICH_WORDINGS: dict[str, str] = {
    "-": "là thuốc gì, làm gì, (tránh|ngừa) thai, gây (mê|tê),"
    " không (uống|nuốt|tiêm) được thuốc, (không|chưa) (uống|dùng) thuốc (gì|nào),"
    " thuốc (điều trị|trị|chữa) (này|đó|trên|ấy),"
    " (hai|2|những|các) thuốc (này|đó|trên), thuốc (này|đó) (gì|nào), uống (lúc|khi|giờ) nào",
    "which": "thuốc (điều trị|trị|chữa|đặc trị), (thuốc|kháng sinh|loại thuốc|biệt dược|hoạt chất|nhóm thuốc) (nào|gì),"
    " những (thuốc|kháng sinh|loại thuốc|hoạt chất) (nào|gì|),"
    " (dùng|uống|xài|cho|tiêm|bôi|kê|cho dùng|cho uống|trị bằng|điều trị bằng) (thuốc|) gì, các thuốc,"
    " (cần|nên) (dùng|uống) (thuốc|) gì, which (drug|drugs|medicine|medicines|antibiotic|antibiotics),"
    " what (drug|drugs|medicine|medicines|antibiotic|antibiotics), (drug|drugs|medicine|medicines|medication) for,"
    " bằng (thuốc|) gì, (liệt kê|danh sách|kể tên|tìm|tra) (các|những|) thuốc, thuốc cho (bệnh|người|bệnh nhân),"
    " kháng sinh (an toàn|) (dùng|dành|) (cho|ở|trên) (người|bệnh nhân|bn|trẻ|bé|bà|phụ nữ|mẹ),"
    " (kháng sinh|thuốc) (nhóm|loại) (nào|gì)",
    "avoid": "tránh, kiêng, chống chỉ định, cấm, avoid, contraindicated, kỵ, nguy hiểm, (có|) hại (cho|với),"
    " không (tốt|hợp|thích hợp) (cho|với|),"
    " không (được|nên|thể|) (dùng|uống|cho|xài|kê|sử dụng|tiêm|chỉ định|khuyến cáo|cho dùng) (được|)",
    "safe": "an toàn, (dùng|uống|xài|sử dụng|tiêm|cho|kê|chỉ định|cho dùng) được,"
    " được (dùng|uống|sử dụng|phép dùng|phép), phù hợp (với|cho|), safe",
    "causes": "gây, gây ra, tác dụng phụ, hay bị, cause, causes, dẫn đến,"
    " (làm|khiến) (cho|) (tăng|bị|nặng|trầm trọng|xấu),"
    " làm (giảm|hạ|tụt) (kali|natri|đường huyết|huyết áp|tiểu cầu|bạch cầu|hồng cầu), (tái|khởi) phát, thúc đẩy,"
    " (làm|) tăng nguy cơ, làm (bệnh|) (nặng thêm|tăng nặng),"
    " do (những|các|) thuốc (gì|nào), (hại|độc) (gan|thận|tai|tim)",
    "meets": "tương tác (với|), (kỵ|kị) với",
    "careful": "thận trọng, cẩn thận, (cần|phải|nên) lưu ý, coi chừng, đề phòng, dè chừng, caution",
}
"""Words of questions that ask for drugs rather than about one."""
