"""Every fixed sentence a clinician can see. No clinical content: facts come from quoted print only."""

from collections.abc import Iterable, Sequence

from rag.frames import QueryFrame
from rag.outcomes import Outcome
from rag.passages import SECTION_TITLES

ENDINGS: dict[Outcome, str] = {
    Outcome.ANSWERED_VERIFIED: "Trả lời theo dược thư, từng câu đã được kiểm chứng.",
    Outcome.ANSWERED_VERBATIM: "Trích nguyên văn dược thư.",
    Outcome.ANSWERED_DOSE_CALCULATED: "Liều tính từ quy tắc in trong dược thư.",
    Outcome.ANSWERED_CANDIDATE_LIST: (
        "Các thuốc có mục Chỉ định nhắc tới điều được hỏi, theo thứ tự chữ cái; không phải xếp hạng hay khuyến cáo chọn thuốc."
    ),
    Outcome.ANSWERED_SMALLTALK: (
        "Chào bạn. Bạn có thể hỏi về một thuốc trong dược thư, ví dụ: «liều paracetamol cho bé 5 tuổi 18 kg uống»."
    ),
    Outcome.CLARIFY_POPULATION: "Liều này dùng cho đối tượng nào?",
    Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT: "Cần tuổi và cân nặng của bé để chọn đúng liều in trong sách.",
    Outcome.CLARIFY_SECTION: "Bạn muốn xem mục nào?",
    Outcome.CLARIFY_DRUG: "Bạn hỏi về thuốc nào? Xin ghi tên thuốc.",
    Outcome.CLARIFY_AMBIGUOUS_DRUG: "Tên này có thể là nhiều thuốc. Bạn hỏi thuốc nào?",
    Outcome.CLARIFY_AMBIGUOUS_CONDITION: "Bệnh hoặc triệu chứng nêu còn rộng. Xin ghi rõ bệnh cần tra.",
    Outcome.CLARIFY_CONDITION: "Bạn muốn tra thuốc theo bệnh nào?",
    Outcome.CLARIFY_INDICATION: "Bạn muốn tra thuốc theo triệu chứng nào?",
    Outcome.CLARIFY_ROUTE: "Sách in liều khác nhau theo đường dùng. Bạn hỏi đường dùng nào?",
    Outcome.CLARIFY_AMBIGUOUS_INDICATION: "Sách in liều khác nhau theo chỉ định. Bạn hỏi chỉ định nào?",
    Outcome.CLARIFY_MORE_INFO: "Có dữ kiện cần xác nhận lại.",
    Outcome.ABSTAIN_OUT_OF_SCOPE: (
        "Câu hỏi nằm ngoài phạm vi: hệ thống chỉ trích dẫn nội dung Dược thư Quốc gia về thuốc dùng cho người."
    ),
    Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY: "Ấn bản đang dùng không có chuyên luận của thuốc này.",
    Outcome.ABSTAIN_REVERSE_RELATION: (
        "Hệ thống chỉ tra ngược theo mục Chỉ định. Danh sách thuốc cần tránh, hay gây tác dụng phụ hoặc cần thận trọng với một "
        "bệnh không được lập vì có thể bỏ sót. Xin hỏi từng thuốc cụ thể, hoặc nêu bệnh cần điều trị."
    ),
    Outcome.ABSTAIN_NO_EVIDENCE: "Ấn bản đang dùng không in nội dung này.",
    Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE: (
        "Không tìm thấy câu nào về cặp thuốc này trong các mục Tương tác thuốc, Chống chỉ định, Thận trọng và Liều lượng của từng "
        "thuốc. Điều này KHÔNG có nghĩa là an toàn khi phối hợp."
    ),
    Outcome.ABSTAIN_NO_SAFETY_EVIDENCE: (
        "Không tìm thấy nội dung an toàn cho người bệnh này ở các thuốc có chỉ định. Không suy ra thuốc là phù hợp hay an toàn."
    ),
    Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE: "Mục đã tra không in liều cho trường hợp này.",
    Outcome.ABSTAIN_UNGROUNDED: "Câu trả lời soạn ra không khớp với trang sách nên không được hiển thị. Xin xem trực tiếp các mục dưới đây.",
    Outcome.ABSTAIN_NOT_ENTAILED: (
        "Có câu không được trang sách nói rõ nên câu trả lời không được hiển thị. Xin xem trực tiếp các mục dưới đây."
    ),
    Outcome.ABSTAIN_MODEL_UNAVAILABLE: "Phần soạn câu trả lời đang không hoạt động. Xin xem trực tiếp các mục dưới đây.",
    Outcome.ABSTAIN_BUDGET_EXHAUSTED: "Hết thời gian hoặc hết số lần gọi mô hình dành cho câu hỏi này. Xin xem trực tiếp các mục dưới đây.",
    Outcome.ABSTAIN_CLARIFY_LOOP: "Đã hỏi lại nhiều lần mà chưa rõ. Xin đặt lại cả câu hỏi trong một lượt.",
    Outcome.ABSTAIN_INTERRUPTED: "Lượt hỏi bị gián đoạn nên chưa có câu trả lời. Xin hỏi lại.",
    Outcome.ABSTAIN_SYSTEM_ERROR: "Hệ thống gặp lỗi nên không trả lời. Xin hỏi lại hoặc liên hệ dược sĩ.",
    Outcome.VERIFY_PDF_QUARANTINED: (
        "Phần sách trả lời câu hỏi này đang được giữ lại để dược sĩ kiểm tra, nên không hiển thị. Xin xem trang sách."
    ),
    Outcome.VERIFY_PDF_NO_PROVENANCE: "Phần tìm thấy chưa có số trang xác định nên không trích dẫn được. Xin xem bản sách.",
    Outcome.VERIFY_PDF_SOURCE_ERRATUM: "Chỗ này trong sách được ghi nhận có thể in sai. Xin đối chiếu bản sách và hỏi dược sĩ.",
    Outcome.ESCALATE_USER_REQUESTED: "Đã chuyển yêu cầu tới dược sĩ. Cuộc hỏi này dừng ở đây; dược sĩ sẽ tiếp nhận.",
    Outcome.ESCALATE_INSUFFICIENT_RETRIEVAL: "Chưa tìm đủ nội dung trong sách. Đã chuyển câu hỏi tới dược sĩ.",
    Outcome.ESCALATE_UNGROUNDED: "Không kiểm chứng được câu trả lời. Đã chuyển câu hỏi tới dược sĩ.",
    Outcome.ESCALATE_RESTRICTED_INTENT: (
        "Việc khiếu nại, pháp lý hoặc đổi đơn thuốc cần người có thẩm quyền. Đã chuyển tới dược sĩ."
    ),
    Outcome.ESCALATE_BUDGET_EXHAUSTED: "Hết thời gian hoặc hết số lần gọi mô hình dành cho câu hỏi này. Đã chuyển câu hỏi tới dược sĩ.",
    Outcome.ESCALATE_FRUSTRATION: "Xin lỗi vì câu trả lời chưa đúng ý. Đã chuyển cuộc hỏi tới dược sĩ.",
    Outcome.ESCALATE_CLARIFY_EXHAUSTED: "Đã hỏi lại nhiều lần mà chưa rõ. Đã chuyển cuộc hỏi tới dược sĩ.",
}  # fmt: skip

WRITTEN = "trả lời theo sách, từng câu đã kiểm chứng với câu in được trích."
QUOTED = "trích nguyên văn."
CALCULATED = "tính từ quy tắc in trong sách, đã được duyệt; các câu in được trích nguyên văn bên dưới."
NOT_COMPARED = "Chưa so được với quy tắc này: cần biết liều mỗi lần và số lần dùng trong ngày."
NOT_COMPARED_BY_COUNT = (
    "Câu in này là một liều duy nhất, còn liều được hỏi dùng nhiều lần: chưa so được cả đợt với câu này."
)
NOT_COMPARED_BY_TIME = "Chưa so được với quy tắc này: liều được hỏi và lời in tính theo khoảng thời gian khác nhau."
FILTRATION_AS_CLEARANCE = "Câu hỏi nêu mức lọc cầu thận: khoảng in theo Clcr được đối chiếu với chính trị số này; hai trị số có thể khác nhau."
CREATININE_WITHOUT_UNIT = "creatinin cần kèm đơn vị mg/decilít hoặc micromol/lít"
COUNT_WITHOUT_PERIOD = "Câu hỏi nêu số lần mà chưa nói trong bao lâu, nên chỉ so liều mỗi lần."
KEPT_OF_NAMED_DOSE = "Một phần của liều được hỏi giữ lại từ lượt trước; xin đối chiếu với dòng tiêu đề."
AMOUNT_NEEDED = (
    "Chưa đọc được trọn liều được hỏi. Xin ghi lượng mỗi lần kèm đơn vị và số lần trong ngày; nếu các lần trong ngày khác "
    "nhau, xin hỏi từng liều."
)
STRENGTH_IN_ML_NEEDED = "Dung dịch có bao nhiêu thuốc trong bao nhiêu ml? Xin ghi kèm đơn vị."
DOSE_NEEDS_A_PATIENT = "Cần liều: xin hỏi lại kèm đối tượng dùng thuốc (trẻ em kèm tuổi và cân nặng)."
IN_A_TABLE = "Liều của người bệnh này in trong bảng; bảng không được tính, xin đọc đúng hàng."
NOT_CALCULATED = "Chưa có quy tắc đã duyệt cho liều này nên không tính; chỉ trích nguyên văn."
NOT_ADJUSTED = "Sách không in cách chỉnh liều cho chính người bệnh này nên không tính, không so liều."


def own_sentence_not_calculated(sentences: Sequence[str]) -> str:
    """`sentences`: printed for what the patient has, as printed, and held by no approved rule; two are repeated."""
    shown = "; ".join(f"«{sentence}»" for sentence in sentences[:2])
    return f"Sách in câu riêng cho người bệnh này, chưa có quy tắc đã duyệt, nên không tính từ câu in chung: {shown}."


def only_for_indication(printed: Iterable[str]) -> str:
    """`printed`: the indications of the only approved rules."""
    return (
        f"Quy tắc đã duyệt chỉ có cho «{'; '.join(printed)}», không phải cho mọi liều trích dưới đây nên không tính; "
        "cần con số, xin hỏi lại kèm chỉ định."
    )


def courses_apart(openings: Sequence[str]) -> str:
    """`openings`: of the printed doses, as printed."""
    cases = "; ".join(f"«{opening}»" for opening in openings)
    return f"Sách in liều riêng cho từng trường hợp: {cases}. Chưa rõ trường hợp nào nên không tính; xin hỏi lại kèm trường hợp."


CAN_BE_WORKED_OUT = "Cần con số theo cân nặng: hỏi lại kèm chữ «tính liều»."
NO_RULE_TO_COMPARE = "Chưa so được liều được hỏi với lời in: câu liều in cho trường hợp này chưa có quy tắc đã duyệt; chỉ trích nguyên văn."
NAMED_DOSE_NOT_COMPARED = (
    "Chưa so liều được hỏi với liều in; xin đối chiếu với câu in trong mục Liều lượng và cách dùng."
)

NOTHING_ELSE_COMPARED = "Ngoài điều này chưa so liều được hỏi với từng câu liều in; xin đối chiếu với câu được trích."


def above_maximum_of(sentence: str, line: str) -> str:
    """`sentence`: the printed one with the maximum; `line`: by how much the dose is above it."""
    return f"{line} Câu in: «{sentence}»."


def above_all_amounts(named: str, most: str) -> str:
    """`named`: of one dose; `most`: the largest amount in any of the quoted sentences."""
    return f"Liều mỗi lần {named} cao hơn mọi lượng in trong các câu liều được trích (lớn nhất {most})."


EMERGENCY = (
    "Nếu người bệnh đang nguy kịch: xử trí cấp cứu và gọi hỗ trợ ngay (cấp cứu 115, đội cấp cứu nội viện, trung tâm chống độc). "
    "Phần trích từ sách chỉ để đối chiếu."
)
BEYOND_PRINT = (
    "Lượng được nói cao hơn hai lần mọi lượng in ở mục Liều lượng và cách dùng, nên câu hỏi được đọc là quá liều."
)
NOT_A_SAFETY_STATEMENT = "Không thấy trong sách không có nghĩa là an toàn."
NO_RANKING = (
    "Dược thư không xếp hạng thuốc và không chọn thuốc thay thế. Có thể hỏi từng mục của từng thuốc để tự so sánh."
)
NON_HUMAN = "Dược thư chỉ nói về thuốc dùng cho người; câu hỏi về động vật xin hỏi bác sĩ thú y."
HISTORY_UNAVAILABLE = "Chưa đọc được các lượt trước, nên lượt này được hiểu như một câu hỏi mới."
IDENTIFIER_MASKED = (
    "Thông tin nhận dạng người bệnh đã được che trước khi lưu. Xin không nhập tên, số điện thoại, số giấy tờ."
)

FIELD_WORDS: dict[str, str] = {
    "drugs": "thuốc",
    "sections": "mục",
    "populations": "đối tượng",
    "age_months": "tuổi",
    "weight_kg": "cân nặng",
    "routes": "đường dùng",
    "indication": "chỉ định",
    "renal": "chức năng thận",
    "hepatic": "chức năng gan",
    "pregnancy_weeks": "tuổi thai",
    "trimesters": "giai đoạn thai kỳ",
    "gestational_weeks": "tuổi thai lúc sinh",
    "postmenstrual_weeks": "tuổi sau kinh",
    "comorbidities": "bệnh kèm, dị ứng",
    "co_medications": "thuốc đang dùng",
    "verbosity": "mức chi tiết",
}


def calculation_needs(drug: str, values: Iterable[str]) -> str:
    return f"Để tính liều {drug} theo quy tắc in trong sách, xin cho biết {', '.join(values)}."


def strength_needed(form: str) -> str:
    """`form`: "viên", "ống" …"""
    return f"Một {form} có bao nhiêu thuốc? Xin ghi kèm đơn vị."


def clearance_needs(why: str) -> str:
    """`why` names what is missing or out of range, in Vietnamese."""
    return f"Chưa ước tính được Clcr từ creatinin: {why}."


def no_rule_holds(printed: Iterable[str]) -> str:
    """`printed`: bands of the approved rules; never the nearest of them."""
    bands = "; ".join(printed)
    said = f" Các khoảng in: {bands}." if bands else ""
    return f"Không quy tắc nào in cho đúng người bệnh này nên không tính.{said}"


def estimated(lines: Iterable[str]) -> str:
    """The lines of an estimated clearance as one sentence."""
    return f"{'; '.join(lines)}."


def rule_of_no_state(who: str) -> str:
    return f"Quy tắc này không in riêng cho {who}; xin đọc cùng mục về {who}."


def no_such_tablet(strength: str) -> str:
    return f"Mục Dạng thuốc và hàm lượng không liệt kê viên {strength}."


def unknown_drugs(frame: QueryFrame) -> str:
    """Names the drugs that the edition does not have, as they were typed."""
    names = ", ".join(f"«{name}»" for name in frame.unknown_drugs)
    return f"Ấn bản đang dùng không có chuyên luận của {names}."


def value_needed(drugs: str, missing: str) -> str:
    return f"Liều {drugs} cho trẻ được in theo tuổi và cân nặng; chưa có {missing} thì không chọn được liều. Xin xem mục dưới đây hoặc hỏi dược sĩ."


def no_section(name: str, section: str) -> str:
    return f"Chuyên luận {name} trong ấn bản này không có mục {SECTION_TITLES[section]}."


def read_before_the_dose(name: str, quotes: Iterable[tuple[str, str, int | None]], more: int) -> str:
    """`quotes`: sentences of the book, each with its section and page. `more`: how many more there are."""
    said = " ".join(f"«{text}» ({SECTION_TITLES[section]}, trang {page})." for text, section, page in quotes)
    rest = f" Còn {more} câu khác." if more else ""
    return f"Trước khi dùng {name}, xin đọc điều sách in về trường hợp này: {said}{rest}"


def held_elsewhere(name: str, section: str, pages: str) -> str:
    return f"Mục {SECTION_TITLES[section]} của {name} còn khối đang được giữ lại để kiểm tra (trang {pages}); xem trang in trước khi dùng."


def misprinted(notes: Iterable[str]) -> str:
    return f"{ENDINGS[Outcome.VERIFY_PDF_SOURCE_ERRATUM]} Ghi nhận: {' '.join(dict.fromkeys(notes))}"


def held_back(reasons: str) -> str:
    return f"{ENDINGS[Outcome.VERIFY_PDF_QUARANTINED]} Lý do giữ lại: {reasons}."


def nothing_beside(pairs: Sequence[tuple[str, str]]) -> str:
    """Drugs of the question, each with one that the patient takes, of which neither monograph says anything."""
    return (
        f"Không thấy câu nào nói về {_together(pairs)} trong mục Chống chỉ định, Thận trọng và Tương tác thuốc của các "
        "chuyên luận có trong ấn bản."
    )


def not_read_beside(pairs: Sequence[tuple[str, str]]) -> str:
    return f"Có khối đang được giữ lại để kiểm tra có thể nói về {_together(pairs)}; cần đối chiếu bản in."


def _together(pairs: Sequence[tuple[str, str]]) -> str:
    return "; ".join(f"{drug} dùng cùng {taken}" for drug, taken in pairs)


def for_no_one_child(missing: str) -> str:
    return f"Chưa có {missing} nên trích mọi liều in cho nhóm trẻ này, không chọn liều cho một bé."


def for_every_group(condition: str, groups: str) -> str:
    return f"Chưa biết người bệnh thuộc nhóm nào: trích mọi liều in cho «{condition}». Nhóm có in liều: {groups}."


def dosed_in_own_monograph(title: str, condition: str) -> str:
    return f"{title} có chuyên luận riêng, có in liều cho «{condition}»: xem mục {SECTION_TITLES['lieu_luong_va_cach_dung']}."


def antidote_of_children(title: str) -> str:
    return f"Liều và thể tích pha của {title} cho trẻ em chỉ in ở đó; đoạn trích dưới đây không ghi cho lứa tuổi nào."


def no_such_dose(name: str, section: str, asked: str, printed: str, of: str) -> str:
    """`printed` lists what the section does print of `of` (routes, bands, populations); never a dose."""
    return f"Mục {SECTION_TITLES[section]} của {name} không in liều cho {asked}. {of} có in: {printed}."


def no_indication(asked: str) -> str:
    return f"Mục này không in liều riêng cho «{asked}»; trích các liều in cho đối tượng và đường dùng đã nêu."


FORBIDDEN_HERE = "Sách in điều không dùng cho trường hợp này; xin đọc trước tiên."
FORBIDDEN_NOT_CALCULATED = (
    "Sách in điều không dùng cho trường hợp này nên không tính, không so liều; xin đọc trước tiên."
)
CONTRAINDICATIONS_FIRST = "Chống chỉ định có nhắc tới nhóm người bệnh này được trích trước; xin đối chiếu."
ADJUSTED_NOT_HERE = {  # why no rule for the impaired organ is shown although the section prints some
    "degree": "Cách chỉnh liều trong mục này in cho mức suy giảm khác.",
    "others": "Cách chỉnh liều trong mục này in cho đối tượng khác.",
    "elsewhere": "Mục này in cách chỉnh liều cho mức suy giảm này ở đường dùng hoặc chỉ định khác; xin đọc cả mục.",
}
FORBIDDEN_IN_ATTACK = (
    "Sách in chống chỉ định riêng trong đợt cấp: người bệnh đang trong đợt cấp thì không dùng; xin đọc câu đầu."
)
FORBIDDEN_BY_ESTIMATE = (
    "Clcr ước tính từ creatinin nằm trong khoảng mà sách in chống chỉ định hoặc không dùng; xin đọc câu đầu trước tiên."
)
WEAK_BY_ESTIMATE = (
    "Creatinin còn trong mức thường nhưng Clcr ước tính dưới 60 ml/phút nên trích cả phần in cho người suy thận."
)
BANDS_BY_ESTIMATE = (
    "Câu in cho khoảng chứa Clcr ước tính đứng trước; các khoảng Clcr khác đứng sau. Xin đối chiếu trước khi chọn."
)
ON_EDGE = "Giá trị đúng bằng mép một khoảng in trong sách; các khối liền kề được trích cùng."


def near_route(asked: str, printed: str) -> str:
    """An injection into a vein was asked for and only an infusion is printed, or the other way round."""
    return f"Sách không in liều {asked} cho người bệnh này; các liều trích dưới đây in cho đường {printed}."


def which_indication(drug: str) -> str:
    return f"Sách in liều {drug} theo chỉ định khác nhau và không in riêng cho điều vừa nêu. Bạn hỏi chỉ định nào?"


def no_adjustment(who: str) -> str:
    return f"Mục này không in cách chỉnh liều cho {who}."


def no_dose_of_its_own(who: str) -> str:
    return f"Mục này không in liều riêng cho {who}; xin đọc liều dưới đây cùng mục về {who}."


def groups_without_age(groups: Iterable[str]) -> str:
    named = ", ".join(groups)
    return f"Liều in cho {named} không kèm số tuổi; sách không cho biết bé có thuộc nhóm đó không."


def spoken_against(section: str) -> str:
    return f"Mục {SECTION_TITLES[section]} in điều cần tránh nên không tính liều; xin đọc mục ấy trước."


def not_all_calculated(sentences: Sequence[str]) -> str:
    """`sentences`: quoted doses that were not worked out, as printed; two of them are repeated."""
    shown = "; ".join(f"«{sentence}»" for sentence in sentences[:2])
    more = f" và {len(sentences) - 2} câu khác" if len(sentences) > 2 else ""
    return f"Còn {len(sentences)} câu liều trong phần trích chưa có quy tắc đã duyệt nên không tính: {shown}{more}."


def summed_up(above: int, below: int, inside: int, not_compared: int) -> str:
    """Numbers of printed doses that the named dose stands so to."""
    counted = ((above, "cao hơn"), (below, "thấp hơn"), (inside, "không vượt"), (not_compared, "chưa so được với"))
    said = ", ".join(f"{words} {count} mức" for count, words in counted if count)
    return f"Liều được hỏi so với {above + below + inside + not_compared} mức in: {said}."


def not_all_compared(sentences: Sequence[str]) -> str:
    """`sentences`: printed doses that apply and were not compared, as printed; two of them are repeated."""
    shown = "; ".join(f"«{sentence}»" for sentence in sentences[:2])
    more = f" và {len(sentences) - 2} câu khác" if len(sentences) > 2 else ""
    return f"Chưa so liều được hỏi với {len(sentences)} câu liều in chưa có quy tắc đã duyệt: {shown}{more}."


def printed_by_week(sentence: str) -> str:
    return f"Liều được hỏi tính theo ngày, còn sách in liều theo tuần: «{sentence}»."


def held_against_usual(of: str, named: str, printed: str) -> str:
    """`of`: "mỗi ngày", "giới hạn …". A sentence for this very patient has no rule, so nothing is concluded."""
    return (
        f"Chỉ đối chiếu được với câu in chung ({of}): {named} với {printed}; chưa kết luận vì sách có câu in riêng cho "
        "người bệnh này."
    )


def above_own_limit(line: str) -> str:
    return f"Câu in riêng cho người bệnh này: {line}"


def no_dose_for(names: Sequence[str]) -> str:
    asked = ", ".join(f"«{name}»" for name in names)
    return f"Không thấy câu liều nào in riêng cho {asked}; các câu được so có thể in cho chỉ định khác."


def more_blocks(count: int) -> str:
    return f"Còn {count} khối khác trong mục."


def nothing_says(name: str, section: str, asked: Sequence[str]) -> str:
    """`asked`: words that the section does not print; the thing itself may be printed in other words."""
    if not asked:
        return f"Mục {SECTION_TITLES[section]} của {name}: trích cả mục, xin đọc đủ."
    words = ", ".join(f"«{word}»" for word in asked)
    return f"Không thấy chữ {words} trong mục {SECTION_TITLES[section]} của {name}; trích cả mục."


def no_third_of_its_own(name: str, section: str, third: str) -> str:
    return f"Mục {SECTION_TITLES[section]} của {name} không nói riêng về {third} thai kỳ; đọc các câu nói chung."


_SMALL_TALK = {
    "social.about": (
        "Hệ thống chỉ trả lời từ Dược thư Quốc gia Việt Nam; ấn bản và số trang ghi ở từng trích dẫn. Vẫn có thể có sai"
        " sót, xin đối chiếu với sách trước khi dùng. Bạn có thể hỏi về một thuốc, ví dụ: «chống chỉ định của metformin»."
    ),
    "social.farewell": "Rất vui được hỗ trợ. Khi cần tra thuốc nào, xin cứ hỏi.",
}


def small_talk(rule: str) -> str:
    """`rule`: which kind of small talk it is, of `rag.understanding.social`."""
    return _SMALL_TALK.get(rule, ENDINGS[Outcome.ANSWERED_SMALLTALK])


def not_sifted(ruled_out: Sequence[str]) -> str:
    """`ruled_out`: as typed ("không do nhiễm khuẩn")."""
    words = ", ".join(f"«{words}»" for words in ruled_out)
    return f"Danh sách chưa lọc theo {words}; xin đọc từng chỉ định."


def not_mentioned(name: str, section: str, asked: Sequence[str]) -> str:
    """`asked` as above; the section is not quoted."""
    if not asked:
        return f"Mục {SECTION_TITLES[section]} của {name} chưa trích, mở mục để đọc."
    words = ", ".join(f"«{word}»" for word in asked)
    return f"Không thấy chữ {words} trong mục {SECTION_TITLES[section]} của {name}; mục này chưa trích."


def found_elsewhere(name: str, section: str, asked: str) -> str:
    return f"Mục {SECTION_TITLES[section]} của {name} có câu nhắc tới «{asked}», trích dưới đây."


def blocks_left(name: str, section: str, count: int) -> str:
    return f"Mục {SECTION_TITLES[section]} của {name} còn {count} khối khác, mở mục để xem đủ."


def pairs_counted(count: int, *, named: int, by_class: int, silent: int) -> str:
    """How far print speaks of the pairs: each falls under one of the three."""
    ways = ((named, "nêu đích danh"), (by_class, "chỉ nêu theo nhóm hay thành phần"), (silent, "không thấy nói tới"))
    return f"{count} cặp: {', '.join(f'{n} cặp {way}' for n, way in ways if n)}."


def silent_pairs(pairs: Sequence[str], count: int) -> str:
    """Named when `pairs` lists them, else counted."""
    which = "; ".join(pairs) or f"{count} cặp (xem bảng)"
    return f"Không thấy câu nào nêu đích danh hay theo nhóm về: {which}."


def looked_up_as(pair: str, name: str) -> str:
    return f"{pair}: tra theo tên hoạt chất «{within_a_sentence(name)}»."


def named_otherwise(pair: str, ways: str) -> str:
    return f"{pair}: nêu {ways}."


def no_interaction_found(pairs: Sequence[str], drugs: Sequence[str], count: int) -> str:
    """`pairs`: all that were asked for, `count` substances in all; `drugs`: those whose monographs were read."""
    which = "; ".join(pairs) if count <= 3 else f"{len(pairs)} cặp trong {count} thuốc, chất đã hỏi"
    return (
        f"Không thấy câu nào nêu đích danh hay theo nhóm về {which} trong các mục Tương tác thuốc, Chống chỉ định, "
        f"Thận trọng, Liều lượng và Tương kỵ của {', '.join(drugs)}. Điều này KHÔNG có nghĩa là an toàn khi phối hợp. "
        "Xin xem lại các mục dưới đây."
    )


def sections_not_read(sections: Iterable[str]) -> str:
    named = ", ".join(SECTION_TITLES[section] for section in sections)
    return f"Lượt này chưa trích được mục {named}: xin hỏi riêng từng thuốc."


def told_as_stopped(names: Iterable[str]) -> str:
    """Not looked up: other drugs are asked about."""
    named = ", ".join(f"«{name}»" for name in names)
    return f"{named} được kể là không còn dùng nên không tra ở đây; nếu mới ngừng, xin hỏi riêng thuốc ấy cùng thuốc cần dùng."


def told_of_relatives(clauses: Iterable[str]) -> str:
    return f"{', '.join(f'«{clause}»' for clause in clauses)}: được hiểu là kể về người nhà, không tính cho người bệnh."


def kin_is_told_of(clauses: Iterable[str]) -> str:
    """Before a question of ours."""
    return f"{', '.join(f'«{clause}»' for clause in clauses)} là kể về người nhà."


def looked_up_though_stopped(names: Iterable[str]) -> str:
    named = ", ".join(f"«{name}»" for name in names)
    return f"{named} được kể là không còn dùng; phần trích vẫn đọc thuốc này vì câu hỏi có nêu."


def only_interactions(facts: Iterable[str]) -> str:
    """`facts`: what the question tells of the patient beside the drugs."""
    named = ", ".join(f"«{fact}»" for fact in facts)
    return f"Lượt này chỉ tra tương tác, chưa tra cho {named}: xin hỏi riêng từng thuốc."


def held_beside(name: str, section: str, pages: str) -> str:
    return f"Mục {SECTION_TITLES[section]} của {name} còn khối đang được giữ lại để kiểm tra (trang {pages}), chưa được đọc."


def half_read(name: str, section: str, *, has_other_sections: bool) -> str:
    read = "các mục khác đã được đọc" if has_other_sections else "chỉ đọc được chuyên luận của thuốc kia"
    return f"Chuyên luận {name} không in mục {SECTION_TITLES[section]}; {read}."


def no_drug_among(partners: Iterable[str]) -> str:
    """Only classes, food or drink were named: the book has monographs of drugs alone."""
    named = ", ".join(f"«{name}»" for name in partners)
    return f"{named} không có chuyên luận riêng. Bạn hỏi về thuốc nào? Xin ghi tên một thuốc."


def too_many_together(most: int, count: int) -> str:
    return f"Mỗi lần tra được tương tác của tối đa {most} thuốc, chất; câu này có {count}. Xin chọn bớt."


def within_a_sentence(words: str) -> str:
    """Without the capital of a sentence's start; "NSAID" keeps its own."""
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def no_indication_names(condition: str) -> str:
    return f"Không thấy chữ «{condition}» trong mục Chỉ định nào của ấn bản. {NOT_A_SAFETY_STATEMENT}"


def named_aside(condition: str, names: Iterable[str]) -> str:
    return f"Chỉ định của {', '.join(names)} chỉ nhắc tới «{condition}» như người bệnh, nguyên nhân hay hoàn cảnh, không phải điều được điều trị."


def also_indicated(names: list[str]) -> str:
    return f"Còn {len(names)} thuốc khác cũng có chỉ định này, chưa trích và chưa đối chiếu với người bệnh: {', '.join(names)}."


def only_named_aside(condition: str) -> str:
    return f"Không mục Chỉ định nào in «{condition}» là điều được điều trị; các câu dưới đây chỉ nhắc tới như người bệnh, nguyên nhân hay hoàn cảnh."


NOT_SORTED = (
    "Sách không xếp thuốc thành dùng được và không dùng được: dưới đây là chỉ định và điều in riêng ở từng thuốc."
)


def printed_against(who: str, names: Iterable[str]) -> str:
    return f"Sách in điều không dùng hoặc chống chỉ định liên quan đến {who} ở: {', '.join(names)}."


def silent_on(who: str, names: Iterable[str]) -> str:
    return f"Không nhận ra câu nào về {who} trong các mục an toàn đã đọc của: {', '.join(names)}. Xin mở mục để đọc."


def safety_unread(names: Iterable[str]) -> str:
    return f"Còn khối an toàn đang được giữ lại để kiểm tra, chưa được đọc, của: {', '.join(names)}."


def safety_shortened(names: Iterable[str]) -> str:
    return f"Còn câu khác về người bệnh này, mở mục để xem đủ, ở: {', '.join(names)}."


def taken_beside(drug: str) -> str:
    return f"{drug} (đang dùng)"


def near_in_meaning(condition: str) -> str:
    return (
        f"Không mục Chỉ định nào in đúng chữ «{condition}». Các chỉ định gần nghĩa nhất trong sách, có thể là bệnh khác, ở dưới đây. "
        "Bạn muốn tra theo chỉ định nào, hay theo tên bệnh khác?"
    )


def which_of_conditions(conditions: Iterable[str]) -> str:
    return f"Câu hỏi nêu {', '.join(f'«{c}»' for c in conditions)}. Bạn muốn tra thuốc theo bệnh nào?"


def which_is_meant() -> str:
    return "Tên gọi này có thể là nhiều bệnh khác nhau. Bạn muốn tra thuốc theo bệnh nào?"


def several_complaints(complaints: Iterable[str]) -> str:
    return f"Câu hỏi nêu {', '.join(f'«{c}»' for c in complaints)}, chưa đủ để tra theo bệnh. Xin ghi rõ bệnh cần tra, hoặc tên thuốc cần xem."


def indication_held(names: str) -> str:
    return f"Khối chỉ định đang được giữ lại để kiểm tra: {names}."


STRICTER_ELSEWHERE = "Mục khác của cùng chuyên luận có điều cần đọc kèm cho người bệnh này."
STRICTER_BESIDE = "Sách in điều cần đọc trước về thuốc được hỏi cùng thuốc đang dùng."


def alias_used(typed: str, name: str) -> str:
    return f"«{typed}» được hiểu là {name} theo danh sách bí danh do dược sĩ biên tập; tên này không in trong sách."


def read_as(typed: str, name: str) -> str:
    return f"«{typed}» được hiểu là {name}."


def printed_class(text: str, page: int | None, *, is_whole: bool) -> str:
    """Behind a drug's name: its printed class, " …" where more is printed."""
    return f" («{text}{'' if is_whole else ' …'}», trang {page})"


def outside_the_book(what: str) -> str:
    """Behind the name of a drug that the edition lacks: what the curated list calls it; "" when that says nothing."""
    return f" (ghi chú ngoài sách: {what})" if what else ""


def not_these(
    typed: str,
    name: str,
    what: str,
    others: Sequence[str],
    *,
    same_monograph: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> str:
    """What a drug is and what it is not. `same_monograph`: those of the others that the same monograph is about."""
    asked = f"«{typed}» là" if typed else "Đây là"
    told = [f"{asked} {name}{what}, không phải {_listed(others, 'hay')}."]
    if same_monograph:
        told.append(f"{_listed(same_monograph, 'và')} cũng thuộc chuyên luận {name} nhưng không phải cùng một loại.")
    if notes:
        told.append(f"Ghi chú ngoài sách: {'; '.join(dict.fromkeys(notes))}.")
    return " ".join(told)


def _listed(names: Sequence[str], joint: str) -> str:
    *first, last = names
    return f"{', '.join(first)} {joint} {last}" if first else last


def not_each_other(pairs: Iterable[tuple[str, str]]) -> str:
    """Several drugs asked about together, each with the name that it is not."""
    return f"{'; '.join(f'{name} không phải {other}' for name, other in pairs)}."


def source(editions: str) -> str:
    return f"Nguồn: {editions}."


def carried(fields: str, known: str) -> str:
    kept = f"Giữ lại từ các lượt trước: {fields}."
    return f"{kept} Đang hiểu: {known}." if known else kept


def may_be_a_combination(typed: str, base: str) -> str:
    return f"«{typed}» có thể là thuốc phối hợp khác với {base} và không có trong ấn bản. Bạn muốn hỏi {base}?"


def same_title(typed: str, count: int) -> str:
    return f"Sách có {count} chuyên luận cùng tên «{typed}». Bạn hỏi chuyên luận nào?"


def which_of(typed: str, options: str) -> str:
    return f"«{typed}» có thể là {options}. Bạn hỏi thuốc nào?"


def which_is_asked(options: str) -> str:
    return f"Câu hỏi có thể hiểu theo hai cách. Bạn hỏi về {options}?"


def two_readings(field: str, values: str) -> str:
    return f"Câu hỏi có hai số có thể là {field}: {values}. Số nào của người bệnh?"


def read_by_model(sections: str, drugs: str) -> str:
    return f"Câu hỏi được hiểu là hỏi mục «{sections}» của {drugs}; nếu chưa đúng, xin hỏi lại rõ hơn."


def did_you_mean(typed: str, name: str) -> str:
    return f"«{typed}»: có phải bạn hỏi {name}?"


def not_recognised(words: str) -> str:
    return f"Không nhận ra {words}."


def weight_not_believable(said: str, age: str) -> str:
    with_age = f" với {age}" if age else ""
    return f"Cân nặng {said}{with_age} có vẻ chưa đúng. Cân nặng đúng là bao nhiêu kg?"


def age_not_believable(said: str) -> str:
    return f"Tuổi {said} có vẻ chưa đúng. Tuổi đúng là bao nhiêu?"


GATE_REASONS: dict[str, str] = {
    "no_claims": "bản nháp không có câu nào",
    "text_outside_claims": "có chữ nằm ngoài các câu được kiểm",
    "empty_claim": "câu trống",
    "no_citation": "câu không có trích dẫn",
    "citation": "trích dẫn không khớp văn bản của lượt này",
    "held_back": "đoạn được trích đang bị giữ lại chờ dược sĩ",
    "provenance": "đoạn được trích thiếu ấn bản hoặc số trang",
    "unused_citation": "trích dẫn không đỡ cho ý nào của câu",
    "number": "số, đơn vị hoặc giới hạn không có trong đoạn được trích",
    "drug": "tên thuốc không có trong đoạn được trích",
    "population": "đối tượng không có trong đoạn được trích",
    "route": "đường dùng không có trong đoạn được trích",
    "band": "mức tuổi, cân nặng hoặc chức năng thận không có trong đoạn được trích",
    "stage": "giai đoạn thai kỳ hoặc giai đoạn dùng thuốc không có trong đoạn được trích",
    "wording": "lời không có trong đoạn được trích",
    "polarity": "phủ định, mức độ hoặc chiều tăng giảm khác với bản in",
    "binding": "có in, nhưng thuộc ý khác của câu",
    "patient": "đoạn được trích in cho người bệnh hoặc đường dùng khác",
    "omitted_maximum": "câu in có giới hạn mà bản nháp bỏ sót",
    "omitted_exception": "câu in có ngoại lệ mà bản nháp bỏ sót",
    "omitted_restriction": "câu in chỉ nói về một đối tượng, mức hoặc đường dùng mà bản nháp không nêu",
}
"""Why a sentence that a model wrote is not shown, by the value of `rag.gate.verdicts.Problem`; for the reviewer."""
