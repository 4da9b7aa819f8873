"""Whose question is it, and is it ours? Guards that decide a turn before any drug is looked up.

The wordings are matched by `rag.understanding`; here stands what a set of matched labels means.
"""

from collections.abc import Collection
from dataclasses import dataclass

from rag.frames import Signal

_PET = "(mèo|=chó|cún|thỏ cưng|hamster|lợn|heo|vẹt)"
_BEAST = "(chó|mèo|chuột|khỉ|ngựa|heo|lợn|dơi|rắn|chó mèo|chó dại)"
_NOT = "(không|chẳng|chả|chưa)"
_OF_ORGAN = "(gan|thận|tai|tim|phổi|da|mắt|cơ|thính giác|tiền đình|ốc tai|thần kinh)"
_STILL = "(mà|vẫn|cũng|mà vẫn|mà cũng|)"
_LONG = "(mãi|hoài|hoài hoài|mấy lần|nhiều lần|nãy giờ|cả buổi|cả ngày|đi hỏi lại)"
ASKED_IN_VAIN = (
    f"(hỏi|tra|tra cứu|tìm|tìm kiếm|gõ|search) {_LONG} {_STILL} {_NOT} (được|ra),"
    f" (hỏi|tra|tra cứu|tìm|gõ) gì cũng {_NOT} (được|ra),"
    f" (tra cứu|tìm kiếm|search) {_STILL} {_NOT} được, =(hỏi|tra|tìm|gõ) {_STILL} {_NOT} được"
)
"""What cannot be done is the looking up, no use of a drug. Without marks "tim khong duoc" may be of the heart."""

SCOPE_WORDINGS: dict[str, str] = {
    # Typed without marks these read like "thuốc cỏ".
    "-": "thuốc có (chỉ định|chống chỉ định|thể|tác dụng|dạng|phải|gây|hại),"
    " (tiền|) hôn mê (do|) (gan|đái tháo đường|tiểu đường|nhiễm toan|toan)",
    # Animals that are a cause, a food or a source: the patient is a person.
    "animal_cause": f"(con|bị|vết|) {_BEAST} (nhà|lạ|hoang|) (cắn|cào|liếm|đốt),"
    " nuôi (chó|mèo|chim|gà|heo|lợn|chó mèo), (lông|nước bọt|phân|vảy|mùi) (chó|mèo|chim|gà|vật nuôi|thú cưng),"
    " dị ứng (với|) (lông|) (chó|mèo|vật nuôi), (ruột|da|gan|tụy|tuyến tụy|niêm mạc|phổi) (lợn|heo|bò|cừu),"
    " (thịt|sữa|gan|xương|mỡ) (bò|gà|lợn|heo|dê|cừu|cá), dầu cá, mỡ cá, hải sản, cá (biển|hồi|ngừ), chuột rút,"
    " sốt mèo cào, (dog|cat) (bite|scratch|owner|allergy|hair|dander), mắt cá, trứng gà,"
    " chơi với (chó|mèo|con chó|con mèo), tiếp xúc (với|) (chó|mèo|gia cầm|vật nuôi), sán (chó|lợn|bò),"
    " nhà (có|nuôi) (chó|mèo), insulin (bò|lợn|heo), cúm (gà|gia cầm|lợn)",
    "animal_patient": "(bé|em|bạn|con|chú) (mèo|cún), (mèo|cún) (nhà|bị|uống|nặng|của|đang|ốm|sốt|nuôi|cưng|con),"
    " =chó (nhà|bị|uống|nặng|của|đang|ốm|sốt|cưng|con), con chó (nhà|bị|nặng|cưng|của), bé chó,"
    " (cho|trên|ở|trị) (mèo|cún) (uống|dùng|), =cho chó (uống|dùng|), =(trên|ở|trị) chó, thú y, thú cưng,"
    " veterinary, (my|our|a|the) (dog|cat|puppy|kitten|pet), (for|in) (dogs|cats),"
    " (gia súc|gia cầm|vật nuôi) (uống|dùng|bị|nặng|)",
    "animal": "mèo, =chó, cún, hamster, heo, =lợn, =bò, =gà, =vịt, =ngựa, =dê, =trâu, =thỏ, chim bồ câu, vẹt, dog,"
    " dogs, cats, puppy, kitten, horse, cattle, pig",
    "price": "giá (bán|tiền|cả|bao nhiêu|thuốc), bao nhiêu tiền, =giá (một|1|của|hộp|viên|lọ|vỉ), =giá,"
    " (mua|bán) ở đâu, đặt mua, đặt hàng, price, how much does, cost, where to buy, khuyến mãi, giao hàng,"
    " bảo hiểm (y tế|) (chi trả|có trả|thanh toán)",
    "not_price": "đánh giá, giá trị, giá đỗ",
    "errand": "gửi xe, giữ xe, đậu xe, (căn|căng) tin, thời tiết, trời (nóng|lạnh|mưa|nắng|đẹp), bóng đá, xổ số,"
    " chứng khoán, wifi, mật khẩu, quán (ăn|cơm|cà phê), lịch (trực|làm việc|khám|nghỉ), (mở|đóng) cửa, mở mấy giờ,"
    " giờ làm việc, nhà vệ sinh, thủ tục (nhập viện|xuất viện|khám), viết (code|thơ|văn|email|bài), bài hát,"
    " xem phim, tin tức, làm thơ, kể chuyện, chuyện cười, dịch (sang|ra) (tiếng|), translate, joke, weather,"
    " parking, lương (bao nhiêu|tháng), viện phí, số điện thoại (khoa|bệnh viện), phòng khám nào,"
    " bác sĩ nào (giỏi|giỏi nhất), nấu (ăn|món), công thức nấu, tỷ giá, giá vàng, thủ đô, tổng thống, bitcoin",
    "poison": "thuốc (chuột|trừ sâu|diệt cỏ|cỏ|diệt chuột|diệt côn trùng|tẩy), bả chuột, paraquat, xăng, dầu hỏa,"
    " hóa chất, chất tẩy (rửa|), lá ngón, xyanua, axit ắc quy, nấm độc, pin cúc áo",
    # --- wishes, complaints, moods
    "pharmacist": "(gặp|gọi|kết nối|liên hệ|nói chuyện với|nói với|chuyển cho|chuyển sang|chuyển qua|nối máy|"
    "xin gặp|cho gặp|hỏi trực tiếp) (một|) (dược sĩ|dược sỹ|người thật|người phụ trách|nhân viên|tư vấn viên|"
    "con người|bác sĩ),"
    " (cho|chuyển|kết nối|nối) (tôi|em|mình) (gặp|tới|đến|với|sang|qua|nói chuyện với) (dược sĩ|dược sỹ|người thật|"
    "nhân viên|tư vấn viên|bác sĩ), người thật, (talk|speak) to (a|the|) (human|pharmacist|person|doctor),"
    " real person, human agent, gọi dược sĩ, gặp ds",
    "no_pharmacist": "(không|khỏi|chưa) cần (gặp|gọi|nói chuyện với|liên hệ) (dược sĩ|người thật|bác sĩ)",
    "legal": "=kiện, (đòi|khởi|bị|sẽ|muốn) kiện, kiện (cáo|tụng|bệnh viện|bác sĩ), khiếu (nại|kiện), tố cáo,"
    " bồi thường, đền bù, luật sư, (trách nhiệm|vấn đề) pháp lý, ra tòa, truy cứu, lawsuit, sue, liability,"
    " complaint, legal action",
    "not_legal": "điều kiện, dieu kien, sự kiện, dữ kiện, phụ kiện, kiện hàng, kiện toàn, văn kiện, cấu kiện,"
    " linh kiện",
    "prescribing": "(đổi|sửa|viết lại|thay) (đơn|toa) (thuốc|) (giúp|hộ|giùm|thay|cho tôi|cho em),"
    " (đổi|sửa|thay) thuốc trong (đơn|toa), kê (đơn|toa) (giúp|hộ|giùm|thay|cho tôi|cho em), (sửa|đổi) y lệnh,"
    " ký (đơn|toa) (giúp|hộ|thay), change (my|the|his|her) prescription, write (me|) a prescription",
    "prescription": "(đổi|sửa|viết lại|thay) (đơn|toa) (thuốc|)",
    "please": "giúp, =hộ, giùm, dùm",
    "frustration": "(chán|bực|tức|nản) (thật|quá|ghê|mình|lắm|thế|thiệt|rồi), vòng vo, hỏi hoài,"
    " vô (dụng|ích|tích sự), ngu (quá|thế|vậy|ngốc), dở (quá|tệ|ẹc|thế), tệ (quá|thật|hại),"
    " nói (y chang|đi nói lại|hoài), (lần thứ) (ba|3|tư|4|năm|5|mấy) (vẫn|rồi|mà),"
    " không (hiểu|giúp) gì (hết|cả|được), mất thời gian, rối quá, bực bội quá,"
    " trả lời (linh tinh|vớ vẩn|nhảm|kiểu gì), vớ vẩn, useless, stupid, frustrated, frustrating, terrible,"
    " trời ơi hỏi, nói mãi, nói hoài, đồ (ngu|dở hơi),"
    f" {ASKED_IN_VAIN}, không được (gì|cái gì|việc gì) (cả|hết), không được việc gì",
    # What a patient cannot do is no complaint about us.
    "unable": "(ăn|uống|bú|nuốt|ngủ|đi|nói|làm|ăn uống|đi lại|đi tiểu) không được (gì|cái gì|việc gì) (cả|hết)",
    # --- danger now
    "emergency": "cấp cứu, cứu (với|tôi|em|giúp|mạng), nguy kịch, nguy cấp, khẩn cấp, emergency, đang co giật,"
    " co giật (liên tục|không dứt), (sốc|) phản vệ, sốc thuốc, (ngừng|ngưng) (tim|thở|tuần hoàn|hô hấp),"
    " tim (ngừng|ngưng) (đập|), tím tái,"
    " hôn mê, lơ mơ, bất tỉnh, mất ý thức, tự (tử|sát), (uống|tiêm|cho|truyền|dùng|phát) nhầm,"
    " lỡ (uống|cho|tiêm|dùng|nuốt), nuốt (chừng|khoảng|hết|cả|nhầm|phải|luôn),"
    " uống (hết|cả|nguyên|luôn) (cả|nửa|một nửa|gần hết|) (lọ|chai|vỉ|hộp), quá liều rồi, (bị|đang|vừa) quá liều,"
    " (bị|đang|vừa|nghi) ngộ độc, anaphylaxis, unresponsive, took too (much|many), swallowed, overdosed,"
    " cardiac arrest",
    "not_poisoned": f"bỏ qua liều, nhiễm độc {_OF_ORGAN}, (có|có thể|) gây (ra|) (nhiễm|ngộ) độc {_OF_ORGAN}",
    "poisoned": "ngộ độc, quá liều, nhiễm độc, overdose, poisoning",
    "reaction": "nổi (mẩn|ban|mề đay) (khắp người|toàn thân|), khó thở, phù mặt, phù (thanh quản|môi|mắt|mạch),"
    " sưng môi, tụt huyết áp, (mề|mày) đay, co giật, ngất, tím môi",
    "after_drug": "sau (khi|) (mũi|tiêm|uống|truyền|dùng), sau (mũi|liều), vừa (tiêm|uống|truyền|dùng)",
    # --- comparison of worth
    "which_one": "(cái|thuốc|loại|con|viên|thứ|kháng sinh|biệt dược) nào, which (one|drug|is), bên nào",
    "worth": "hơn, nhất, better, best, stronger, safer, safest, strongest",
    "worth_alone": "(tốt|mạnh|hiền|nhẹ|an toàn|hiệu quả|êm|lành) (nhất|hơn),"
    " (nên|thì) (chọn|dùng|xài) (thuốc|cái|loại) nào",
    "instead": "(thuốc|) (nào|gì|) (khác|) (có thể|) thay thế (cho|được|), thuốc (thay thế|tương đương) (cho|với|),"
    " thay (thế|) bằng (thuốc|) (gì|nào)",
    "choose": "nên (lựa|) chọn, ưu tiên (chọn|dùng|)",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """What else the turn holds: decides what a label means."""

    has_drug: bool  # known, unknown or ambiguous name
    drugs: int
    has_request: bool  # a wording that names a section
    has_person: bool  # a human being is spoken of
    asks_role: bool = False  # "vai trò của … trong ngộ độc …"


def signals(labels: Collection[str], scene: Scene) -> frozenset[Signal]:
    """The signals that matched scope wordings stand for. Small talk, instructions and blanks are not decided here."""
    found: set[Signal] = set()
    said = frozenset(labels)
    if "animal_patient" in said or ("animal" in said and not scene.has_person):
        found.add(Signal.NON_HUMAN)
    if "pharmacist" in said and "no_pharmacist" not in said:
        found.add(Signal.WANTS_PHARMACIST)
    if said & {"legal", "prescribing"} or {"prescription", "please"} <= said:
        found.add(Signal.RESTRICTED)
    if "frustration" in said:
        found.add(Signal.FRUSTRATED)
    poisoned = "poisoned" in said and not scene.asks_role
    reaction = {"reaction", "after_drug"} <= said
    if "emergency" in said or "poison" in said or poisoned or reaction:
        found.add(Signal.EMERGENCY)
    if is_off_topic(said, scene):
        found.add(Signal.OFF_TOPIC)
    if ranks(said, scene):
        found.add(Signal.RANKING)
    return frozenset(found)


def is_off_topic(said: frozenset[str], scene: Scene) -> bool:
    """Prices are never ours; errands and poisons that are no drug only when nothing of the book is asked."""
    if "price" in said and not scene.has_request:
        return True
    return bool(said & {"errand", "poison"}) and not scene.has_drug


def ranks(said: frozenset[str], scene: Scene) -> bool:
    """ "cái nào hiền hơn", "thuốc nào tốt nhất"; "mấy giờ là tốt" and "hơn 12 tuổi" are no ranking."""
    which = "which_one" in said and said & {"worth", "worth_alone"}
    between = "worth_alone" in said or ("choose" in said and not scene.has_person)
    if "instead" in said and not scene.has_request:
        return True
    return bool(which) or (between and scene.drugs > 1)
