"""Words that lean on earlier turns, small talk, and words without content."""

_US = "(bạn|hệ thống|app|ứng dụng|phần mềm|chatbot|bot|trang|mày|em)"
_ONE = "(cháu|bé|trẻ|bệnh nhân|ca|nhóc|người|cụ|ông|bà|chị|anh|đứa)"

LINK_WORDINGS: dict[str, str] = {
    # Words that contain a wording below and lean on nothing.
    "-": "có nhầm, nhầm (liều|thuốc|lẫn), ca (mổ|sinh), thế nào, như thế nào, thế hệ, thay thế, cụ thể, ức chế,"
    " tư thế, trong sách này, đợt này, lần này, tuổi này, liều (này|đó), chất đó, khi đó, lúc đó, sau đó, do đó,"
    " trước đó, thuốc chuột, thuốc trừ sâu, không đúng giờ, (thuốc|loại) nào khác",
    "follow_up": "còn, thế còn, vậy còn, thế thì, vậy thì, vậy, thế, thì sao, what about, how about, and for,"
    " tương tự, cũng vậy, như vậy",
    "same_patient": f"{_ONE} (này|đó|ấy|vừa rồi|vừa nãy|nói trên), (bệnh nhân|bé|cháu|ca|trẻ) trên,"
    " (cùng|vẫn) (bệnh nhân|cháu|bé|ca|người) (này|đó|ấy|), vẫn (ca|bé|cháu|bệnh nhân),"
    " (chuyển|đổi|thay) (sang|qua|bằng|thành), bệnh nhân trên, this patient, the same patient, same patient",
    "return": f"quay lại, trở lại, {_ONE} (hồi nãy|lúc nãy|ban nãy|khi nãy|lúc trước|ban đầu|hồi đầu), hồi nãy,"
    " lúc nãy, ban nãy, khi nãy, back to",
    "new_patient": "(đổi|chuyển|sang|thêm) ca (mới|khác|), ca (mới|khác),"
    " (bệnh nhân|bé|cháu|trẻ|người|bn) khác, bệnh nhân mới, (một|1) (bệnh nhân|bé|cháu|ca) (khác|mới|nữa), new patient,"
    " another patient, different patient",
    "first_patient": f"{_ONE} (đầu tiên|thứ nhất|thứ 1|số 1), (quay|trở) lại {_ONE} đầu, the first (patient|child|one)",
    "second_patient": f"{_ONE} (thứ hai|thứ 2|số 2|thứ nhì|còn lại), the second (patient|child)",
    "also": "=cũng, cũng (vậy|thế|bé|cháu|trẻ|bệnh nhân|người|ca)",
    "correction": "(à|ờ|ủa|í|xin lỗi|) nhầm (rồi|), (à|) (viết|ghi|gõ|nói|đánh) (nhầm|sai|lộn), lộn (rồi|), à quên,"
    " sửa lại, chứ không (phải|), (ý|tức) (em|tôi|mình) là, chính xác là, đính chính, sorry,"
    " i mean, correction, à không, không phải, mà là",
    "rejected": "không đúng ý, không phải ý (tôi|em|mình|đó), sai (ý|rồi), không đúng (câu hỏi|cái|điều|thứ),"
    " trả lời (sai|lạc đề|chưa đúng), lạc đề, (tôi|em|mình) (không|đâu) hỏi (cái|vậy|thế|điều) (đó|này|),"
    " không đúng rồi, chưa đúng ý",
    "that_drug": "(thuốc|cái|loại|viên|chất|hoạt chất|con|món|biệt dược) (đó|này|ấy|trên|vừa rồi|vừa nói|"
    "nói trên|đang nói), thuốc (đấy|nớ), =nó, no,  this drug, that drug, this medicine",
    "first_drug": "(thuốc|cái|loại|con|viên) (đầu|đầu tiên|thứ nhất|thứ 1|số 1), (thuốc|cái) 1, the first (one|drug|)",
    "second_drug": "(thuốc|cái|loại|con|viên) (thứ hai|thứ 2|số 2), (thuốc|cái) 2, the second (one|drug|)",
    "other_drug": "(thuốc|cái|loại|con|viên) (còn lại|kia), the other (one|drug)",
    "third_drug": "(thuốc|cái|loại|con|viên) (thứ ba|thứ 3|số 3|cuối|cuối cùng), the third (one|drug|)",
    "both_drugs": "(hai|2|cả hai|cả 2|mấy|các|những|ba|3) (thuốc|thứ|cái|loại|loại thuốc|món|con|viên) (này|đó|trên|"
    "ấy|kia), cả hai, cả 2, chúng nó, hai thuốc trên, (hai|2) (thuốc|cái|thứ) (với nhau|chung), both drugs,"
    " both of them, these two, the two",
    "counted": "(hai|2|ba|3|bốn|4) (thuốc|loại thuốc)",  # the names stand beside it
    "aside": "thôi bỏ qua, bỏ qua (đi|chuyện đó|), nhân tiện, câu khác, câu hỏi khác,"
    " (cho|xin) hỏi (thêm|tiếp|qua|sang|), chuyển (chủ đề|sang chuyện), by the way",
    "unknown_value": "(không|chưa|chẳng) (biết|rõ|nhớ|nắm|chắc) (nữa|), không nhớ, không rõ, chưa cân,"
    " không (cân|đo) được, chịu, i don ' t know, unknown, not sure",
    "no_verbosity": "bệnh án tóm tắt, tóm tắt (bệnh án|hồ sơ)",
    "detailed": "(nói|giải thích|trình bày|cho) (kỹ|kĩ|rõ|chi tiết|cụ thể|đầy đủ) (hơn|thêm|),"
    " (kỹ|kĩ|rõ|chi tiết|cụ thể|đầy đủ) (hơn|thêm), chi tiết, more (detail|details), in detail, elaborate, nói thêm",
    "concise": "ngắn gọn, (tóm|vắn) tắt, nói gọn, gọn (thôi|lại|hơn), ngắn thôi, brief, briefly, in short,"
    " short answer",
}

SMALLTALK_WORDINGS: dict[str, str] = {
    "social": "xin chào, chào, chào (buổi sáng|buổi chiều|buổi tối|ngày mới), good (morning|afternoon|evening),"
    " hello, hi, hey, alo, a lô,"
    " hay quá, tuyệt vời, tuyệt, tốt quá, hiểu rồi, rõ rồi, được rồi, ok, okay, oke, okie, oki, ừ, ừm, uh,"
    " uhm, vâng, dạ, haha, hihi, hehe, kkk, vui (ghê|quá|thật), giỏi (ghê|quá), hay ghê,"
    " chúc (ngủ ngon|một ngày|ngày|mọi người|cuối tuần), ngủ ngon, (một|) ngày (tốt lành|vui vẻ), khỏe không,"
    " "
    " tốt lắm, hữu ích, nice, great, good, vui vẻ, tốt lành, cuối tuần, rất (tốt|hay|hữu ích),"
    " hôm nay (thế nào|khỏe không), đã hiểu, nhận được rồi",
    "farewell": "(cảm|cám) ơn (bạn|nhiều|em|anh|chị|), thank, thanks, thank you, tks, thks, tạm biệt, bye, goodbye",
    "about": "bạn (tên|là) (gì|ai), tên (bạn|gì|) là gì, bạn làm được (gì|những gì), bạn có thể làm gì, who are you,"
    f" what can you do, {_US} (này|) (lấy|dùng|tra|trích|có) (thông tin|dữ liệu|nội dung|nguồn) (này|) (từ|ở) đâu,"
    " (nguồn|dữ liệu|thông tin|nguồn dữ liệu|nguồn thông tin) (này|) (từ|ở|lấy từ|là từ) (đâu|sách nào),"
    " (ấn bản|phiên bản|dược thư|sách) (đang dùng|này|) (là|) (nào|năm nào|bản nào|năm mấy|ấn bản nào),"
    f" {_US} (này|) (có|) (phải|dùng|là) (ai|trí tuệ nhân tạo|chatgpt|gpt|bác sĩ|dược sĩ|người|người thật)"
    " (không|à|hả),"
    f" {_US} (này|) (có|) (thể|hay|bị|) (trả lời|) (sai|nhầm) (không|chứ),"
    f" {_US} (này|) (có|) (chính xác|đáng tin) không,"
    " (có|sách có|dược thư có) (bao nhiêu|mấy) (thuốc|chuyên luận) (trong sách|trong dược thư|trong hệ thống|),"
    f" {_US} (có|biết) (những|các) (thuốc|chuyên luận) (nào|gì)",
    "filler": "ạ, nhé, nha, nhá, nhen, hen, à, á, ơi, em, anh, chị, bạn, mình, tôi, cháu, bác, cô, chú, thầy, team,"
    " dược, dược sĩ, dược sĩ lâm sàng, bác sĩ, điều dưỡng, mọi người, cả nhà, nhiều, lắm, quá, rồi, vậy, thôi, đi,"
    " ad, admin, bot, trợ lý, nhà thuốc, khoa, bệnh viện, đã, thì, là, và, rất, very, much, you, so, the, luôn, nè,"
    " này, đó, thật, ghê, các, với",
}

# Function words: they say nothing about what inside a section is asked for.
STOP_WORDS = (
    "a ai an and anh any are at ba bao be biết buổi by bà bác bây bé bên bạn bảng bảo bằng bệnh bị bởi can cha "
    "chiếc cho chung chuyển chú chúng chưa chả chắc chẳng chỉ chị chồng chỗ chớ chứ chừng coi con could các cách "
    "cái câu còn có cô cùng cũng cả cần cậu cụ của cứ cứu did do does dành dù dùm dùng dược dạ dẫn dụ dụng dữ em "
    "for from give given g giùm giúp giờ giữa gây gì gấp gồm hay hiện how hàng hãy hôm hơn hướng hả hằng hết họ "
    "hỏi hồi hộp hợp i in is it iu kg khi khoa khoảng khác không kia kiếm kiểu kê kể liền liều liệt loại luôn là "
    "làm lâu lên lúc lượng last lại lần lắm lời mcg me mg ml must muốn my mà máy mình mấy mọi mỗi một mới nay ngay "
    "ngày người nhiêu nhiều nhà nhân nhé như nhưng nhờ những nào này nãy nên nó nói nơi nằm nặng nếu nữa of on or "
    "phải qua quá quốc ra rất rằng rồi s sang sao sau should sách sĩ sẽ sử sự t ta that the theo there this thuốc "
    "thêm thì thôi thư thường thấy thế thể thứ thử tiêm tiếp to toàn tra trong trên trí tròn trước trường trả trị "
    "trực tên take taken taking tell them they tìm tình tính tóm tôi tại tới tức từ từng ui uống use used using "
    "viên việc và vài vào vì ví vẫn vậy về với vợ vừa what when which who why with would xem xin xong xuống xử y à "
    "á ông đang đi điều điểm đâu đã đó đóng đúng đưa được đấy đến để định đối đủ ơi ạ ấy ở xài ghi đánh"
)
