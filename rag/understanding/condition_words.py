"""Conditions and complaints: the book's name of each -> how it is written in questions."""

DISEASES: dict[str, str] = {
    "tăng huyết áp": "tăng huyết áp, cao huyết áp, huyết áp cao, cao áp, hypertension, high blood pressure, tăng ha",
    "đái tháo đường": "(đái tháo|tiểu) đường (týp 2|type 2|typ 2|týp 1|type 1|), diabetes, diabetic",
    "gút": "gút (mạn|cấp|mạn tính|cấp tính|), gout (mạn|cấp|), thống phong, cơn gút cấp, cơn gout cấp, acute gout",
    "hen": "hen (phế quản|cấp|nặng|suyễn|), suyễn, cơn hen (cấp|),"
    " (cắt|dự phòng|phòng|ngừa) cơn (hen|suyễn) (phế quản|cấp|), asthma, asthmatic",
    "bệnh phổi tắc nghẽn mạn tính": "copd, bệnh phổi tắc nghẽn (mạn tính|mạn|), bptnmt",
    "trào ngược dạ dày - thực quản": "trào ngược (dạ dày|) (-|) (thực quản|), gerd, reflux",
    "loét dạ dày": "(viêm|) loét dạ dày (-|) (tá tràng|), peptic ulcer, gastric ulcer, viêm dạ dày, đau dạ dày, bao tử",
    "loét tá tràng": "loét (hành|) tá tràng, duodenal ulcer",
    "thủng loét tá tràng": "thủng loét tá tràng, thủng (dạ dày|loét)",
    "xuất huyết tiêu hóa": "(xuất huyết|chảy máu) (tiêu hóa|đường tiêu hóa|dạ dày), xhth",
    "nhồi máu cơ tim": "nhồi máu (cơ tim|) (cấp|), myocardial infarction",
    "suy tim": "suy tim (mạn|cấp|sung huyết|ứ huyết|), suy tim độ (I|II|III|IV|1|2|3|4), heart failure",
    "rung nhĩ": "rung (nhĩ|tâm nhĩ), atrial fibrillation",
    "loạn nhịp tim": "(loạn|rối loạn) nhịp (tim|thất|nhĩ|chậm|nhanh|), nhịp nhanh (thất|trên thất|kịch phát|),"
    " arrhythmia",
    "block nhĩ thất": "(block|blốc|bloc) (nhĩ thất|av|nhánh|tim) (độ 1|độ 2|độ 3|độ I|độ II|độ III|hoàn toàn|),"
    " heart block",
    "hội chứng cai rượu": "(hội chứng|) cai rượu, (mê|) sảng rượu (cấp|), alcohol withdrawal",
    "đau thắt ngực": "(cơn|) đau thắt ngực (ổn định|không ổn định|), angina, bệnh mạch vành, thiếu máu cơ tim",
    "huyết khối tĩnh mạch": "huyết khối tĩnh mạch (sâu|), huyết khối, thuyên tắc (phổi|mạch|huyết khối|),"
    " nhồi máu phổi, dvt, deep vein thrombosis, thrombosis",
    "đột quỵ": "đột (quỵ|quị), tai biến mạch máu não, nhồi máu não, tbmmn, stroke",
    "tăng lipid máu": "(tăng|rối loạn) (lipid|mỡ|cholesterol) (máu|huyết|), mỡ máu (cao|), máu nhiễm mỡ, dyslipidemia",
    "tăng kali máu": "(tăng|cao) kali (máu|huyết|), kali (máu|huyết|) cao, hyperkalemia",
    "hạ kali máu": "(hạ|giảm|tụt) kali (máu|huyết|), kali (máu|huyết|) thấp, hypokalemia",
    "hạ natri máu": "(hạ|giảm|tụt) natri (máu|huyết), hyponatremia",
    "hạ magnesi máu": "(hạ|giảm|tụt) (magnesi|magie) (máu|huyết|), hypomagnesemia",
    "hạ calci máu": "(hạ|giảm|tụt) (calci|canxi) (máu|huyết), hypocalcemia",
    "QT kéo dài": "(hội chứng|khoảng|đoạn|) qt (kéo|) dài, qtc dài, long qt (syndrome|)",
    "HLA-B*1502": "hla - b * 1502, hla b * 1502, hla - b 1502, hla b 1502, hla - b * 15 : 02, hla b 15 02",
    "hẹp động mạch thận": "hẹp (động mạch|đm) thận (hai bên|2 bên|một bên|1 bên|)",
    "vô niệu": "vô niệu, anuria",
    "hạ đường huyết": "(hạ|tụt) (đường huyết|glucose huyết|glucose máu), hypoglycemia",
    "viêm khớp dạng thấp": "viêm (đa|) khớp dạng thấp, rheumatoid arthritis, thấp khớp",
    "viêm khớp": "viêm khớp, thoái hóa khớp, arthritis, viêm cột sống dính khớp",
    "lupus ban đỏ hệ thống": "lupus (ban đỏ|) (hệ thống|)",
    "viêm tai giữa": "viêm tai (giữa|) (cấp|), otitis media",
    "viêm họng": "viêm họng (liên cầu|cấp|hạt|), đau họng, pharyngitis, viêm (họng|) amidan, viêm a-mi-đan",
    "viêm xoang": "viêm (mũi|) xoang, sinusitis",
    "viêm mũi dị ứng": "viêm mũi (dị ứng|), allergic rhinitis",
    "viêm phế quản": "viêm (tiểu|) phế quản (cấp|mạn|), bronchitis",
    "viêm phổi": "viêm phổi (cộng đồng|bệnh viện|), pneumonia",
    "lao tiềm ẩn": "(nhiễm|) lao tiềm ẩn, lao tiềm tàng, (nhiễm|) lao ẩn, latent tb, latent tuberculosis, ltbi",
    "tiếp xúc lao": "(tiếp xúc|phơi nhiễm) (với|) (nguồn|người|bệnh nhân|người bệnh|) lao",
    "lao phổi": "lao phổi, bệnh lao, =lao, lao (màng não|hạch|kháng thuốc), tuberculosis, tb phổi",
    "nhiễm khuẩn kỵ khí": "(nhiễm|) (vi|) khuẩn (kỵ|kị|yếm) khí, (kỵ|kị|yếm) khí, anaerobic",
    "nhiễm khuẩn huyết": "nhiễm (khuẩn|trùng) huyết, nhiễm (khuẩn|trùng) máu, sepsis, septicemia",
    "nhiễm khuẩn tiết niệu": "(nhiễm (khuẩn|trùng)|viêm) (đường|) (tiết niệu|tiểu|niệu), urinary tract infection,"
    " uti, viêm bàng quang, viêm bể thận",
    "viêm niệu đạo": "viêm niệu đạo, urethritis",
    "nhiễm khuẩn hô hấp": "nhiễm (khuẩn|trùng) (đường|) hô hấp (trên|dưới|)",
    "nhiễm khuẩn da": "nhiễm (khuẩn|trùng) (da|mô mềm), viêm mô tế bào, cellulitis, chốc lở, mụn nhọt",
    "viêm màng não": "viêm màng não (mủ|), meningitis",
    "viêm nội tâm mạc": "viêm nội tâm mạc (nhiễm khuẩn|), endocarditis",
    "lậu": "=lậu, bệnh lậu, song cầu lậu, lậu cầu (khuẩn|), gonorrhea, gonorrhoea",
    "giang mai": "giang mai, syphilis",
    "thương hàn": "thương hàn, typhoid",
    "bạch hầu": "bạch hầu",
    "ho gà": "ho gà",
    "thủy đậu": "thủy đậu, chickenpox, varicella",
    "zona": "zona, herpes zoster, giời leo",
    "viêm não do Herpes simplex": "viêm não (- màng não|) (do|) (virus|vi rút|) (herpes|hsv) (simplex|),"
    " (herpes|hsv) (simplex|) não, herpes simplex encephalitis, hsv encephalitis, herpes encephalitis",
    "herpes": "herpes (simplex|sinh dục|môi|)",
    "nấm miệng": "nấm (miệng|họng|candida miệng), tưa miệng, tưa lưỡi, oral thrush, oral candidiasis",
    "nấm âm đạo": "nấm (âm đạo|phụ khoa|candida âm đạo), viêm âm đạo do (nấm|candida), vaginal candidiasis",
    "viêm âm đạo": "viêm âm đạo, vaginitis",
    "nấm": "nhiễm nấm, =nấm, nấm (da|móng|candida), candida, lang ben, hắc lào",
    "sốt rét": "sốt rét, malaria",
    "sốt xuất huyết": "sốt xuất huyết (dengue|), sxh, sxhd, (sốt|) dengue, dengue fever",
    "giun": "(nhiễm|tẩy|) giun (đũa|kim|móc|sán|), =sán, sán (dây|chó|lá)",
    "viêm gan": "viêm gan (b|c|virus|vi rút|siêu vi|), hepatitis",
    "viêm tụy": "viêm tụy (cấp|), pancreatitis",
    "sỏi thận": "sỏi thận, sỏi tiết niệu",
    "phì đại tuyến tiền liệt": "(phì đại|u xơ) (lành tính|) (tuyến|) tiền liệt (tuyến|), bph",
    "glôcôm": "(glôcôm|glocom|glaucoma|cườm nước|tăng nhãn áp) (góc đóng|góc hẹp|)",
    "bệnh tuyến giáp": "bệnh tuyến giáp, rối loạn (chức năng|) tuyến giáp, bướu cổ, thyroid",
    "cường giáp": "(cường|tăng năng) (tuyến|) giáp, basedow, hyperthyroidism",
    "suy giáp": "(suy|nhược|giảm năng|thiểu năng) (tuyến|) giáp, hypothyroidism",
    "nhược cơ": "nhược cơ, myasthenia (gravis|)",
    "động kinh": "động kinh (cục bộ|toàn thể|), cơn vắng ý thức, epilepsy, epileptic, trạng thái động kinh",
    "co giật": "(cơn|) co giật, seizure, seizures, convulsion, convulsions, sốt cao co giật",
    "parkinson": "parkinson, bệnh parkinson",
    "trầm cảm": "trầm cảm, depression",
    "tâm thần phân liệt": "tâm thần phân liệt, loạn thần, schizophrenia, psychosis",
    "lo âu": "lo âu, rối loạn lo âu, anxiety",
    "đau nửa đầu": "đau nửa đầu, migraine",
    "porphyria": "porphyria, porphyrin",
    "thiếu G6PD": "thiếu (men|enzym|) g 6 pd, thiếu g6pd, g 6 pd",
    "thiếu máu": "thiếu máu (thiếu sắt|tan máu|), anemia, anaemia",
    "xuất huyết": "xuất huyết, chảy máu, bleeding",
    "giảm tiểu cầu": "giảm tiểu cầu, thrombocytopenia",
    "bệnh vảy nến": "(bệnh|) vảy nến, psoriasis",
    "chàm": "=chàm, bệnh chàm, eczema, viêm da (cơ địa|)",
    "mày đay": "(mày|mề) đay, nổi mề đay, urticaria",
    "phản vệ": "(sốc|) phản vệ, anaphylaxis, anaphylactic shock, sốc thuốc",
    "hội chứng thận hư": "(hội chứng|) thận hư, nephrotic syndrome",
    "suy thượng thận": "suy (vỏ|) (tuyến|) thượng thận, addison",
    "ung thư": "ung thư (vú|máu|phổi|gan|dạ dày|), leukemia, bạch cầu cấp, cancer",
    "u nguyên bào nuôi": "u nguyên bào nuôi, chửa trứng",
    "ghép tạng": "ghép (thận|gan|tạng)",
    "nhiễm hiv": "(nhiễm|) hiv, aids",
    "cúm": "=cúm, cúm (a|b|mùa), influenza",
    "dọa đẻ non": "(dọa|doạ) (đẻ|sinh) non, chuyển dạ (sớm|sinh non), preterm labour, preterm labor",
    "tiền sản giật": "(tiền|) sản giật, preeclampsia, eclampsia",
    "băng huyết": "băng huyết, xuất huyết sau (đẻ|sinh)",
    "phù phổi": "phù phổi (cấp|)",
    "nhiễm toan": "(nhiễm toan|toan) (lactic|chuyển hóa|ceton|), acidosis",
    "mất nước": "mất nước",
    "hôn mê": "hôn mê, coma, comatose",
    "hôn mê gan": "(tiền|) hôn mê (do|) gan, bệnh não (do|) gan, hepatic (coma|encephalopathy)",
    "sốc do tim": "sốc (do|) tim, cardiogenic shock",
    "sốc nhiễm khuẩn": "sốc nhiễm (khuẩn|trùng), septic shock",
    "sốc giảm thể tích": "sốc (giảm thể tích|mất máu|giảm khối lượng tuần hoàn)",
    "ngừng thở khi ngủ": "(ngừng|ngưng) thở (khi|lúc|trong khi) ngủ, sleep apnea, osa",
    "ngừng tim": "(ngừng|ngưng) (tim|tuần hoàn), tim (ngừng|ngưng) (đập|), cardiac arrest",
    "ức chế hô hấp": "ức chế hô hấp, (ngừng|ngưng) (thở|hô hấp)",
    "thiếu vitamin": "thiếu vitamin (a|b1|b12|c|d|k|)",
    "còi xương": "còi xương, rickets",
    "loãng xương": "loãng xương, osteoporosis",
    "Helicobacter pylori": "(nhiễm|diệt|tiệt trừ|diệt trừ|) helicobacter (pylori|),"
    " (nhiễm|diệt|tiệt trừ|diệt trừ|) (h . pylori|h pylori|hp), vi khuẩn hp, hp (dạ dày|dương tính)",
    "hội chứng Zollinger-Ellison": "(hội chứng|) zollinger (- ellison|ellison|), (hội chứng|) zollinger (-|) (elison|)",
    "loét do thuốc chống viêm không steroid": "loét (dạ dày|) (do|vì) (nsaid|nsaids|thuốc giảm đau|"
    "(thuốc|) chống viêm không steroid|(thuốc|) kháng viêm không steroid)",
    "bệnh Kawasaki": "(bệnh|hội chứng|) kawasaki",
    "bệnh Lyme": "(bệnh|) lyme",
    "bệnh than": "bệnh than, (bào tử|phơi nhiễm) (bệnh|) than, anthrax",
    "van tim cơ học": "van (tim|) (cơ học|nhân tạo), thay van (tim|) (cơ học|), mechanical (heart|) valve,"
    " prosthetic valve",
    "cắt cơn đau thắt ngực": "cắt cơn (đau thắt ngực|đau ngực|cấp|)",
    "dự phòng cơn đau thắt ngực": "(dự phòng|phòng|ngừa) (cơn|) đau thắt ngực, phòng cơn",
    "nghiện rượu": "nghiện (rượu|bia|rượu bia), uống rượu (nhiều|nặng|thường xuyên), lạm dụng rượu, alcoholism,"
    " alcoholic",
    "kết tập tiểu cầu": "(chống|) kết tập tiểu cầu, ngưng tập tiểu cầu, dự phòng huyết khối, antiplatelet",
    "an thần": "an thần (trước mổ|), tiền mê, tiền (mê|phẫu), sedation",
    "phẫu thuật": "=mổ, (trước|sau|sắp|đi|ca|khi|nữa|phải|cần|được|lên lịch) mổ,"
    " (trước|sau|sắp|khi|) (khi|) phẫu thuật, sau khi mổ, trước khi mổ, nhổ răng, surgery",
    "chụp cản quang": "(chụp|tiêm|dùng|) (ct|x - quang|xquang|) (có|với|) (thuốc|chất|) cản quang, contrast media,"
    " iod cản quang, chụp ct,"
    " (chụp|) (ct|mri|x - quang|xquang|) (có|) (tiêm|bơm|uống|truyền) (thuốc|chất|) cản quang",
    "chó cắn": "(chó|mèo) cắn, vết cắn",
    "ngộ độc paracetamol": "ngộ độc paracetamol",
    "bệnh tim": "bệnh tim (mạch|)",
    "béo phì": "(bị|) béo phì (độ|), obese, obesity",
    "bệnh dạ dày": "bệnh dạ dày",
    "nhiễm khuẩn": "nhiễm (khuẩn|trùng), infection, infections",
    "viêm": "viêm, inflammation",
}

SYMPTOMS: dict[str, str] = {
    "-": "cảm ơn, cám ơn, cảm giác, nhạy cảm, mẫn cảm, chảy máu cam, ho gà, bắt đầu, ban đầu, đầu tiên, tĩnh mạch chậm",
    "sốt": "sốt, (hạ|bị) sốt, sốt (cao|nhẹ|virus|vi rút|siêu vi), fever, nóng sốt",
    "sốt sau tiêm chủng": "sốt (sau|do) (khi|mũi|) (tiêm|chích|) (chủng|chủng ngừa|ngừa|phòng|vắc xin|vắcxin|vaccin|"
    "vaccine|vacxin)",
    "ho": "ho, giảm ho, ho (khan|gió|nhiều|kéo dài), cough",
    "ho có đờm": "ho (có|nhiều|) (đờm|đàm), (long|loãng|tiêu) (đờm|đàm), tiêu (nhầy|chất nhầy), đờm (đặc|),"
    " productive cough",
    "đau": "=đau, (bị|giảm|đỡ|hết|cơn|hay) đau, đau (nhiều|nhẹ|nặng), pain, painkiller",
    "đau đầu": "(đau|nhức) đầu, headache",
    "đau lưng": "đau (thắt|) lưng, back pain",
    "đau bụng": "đau (bụng|thượng vị), abdominal pain",
    "đau răng": "(đau|nhức) răng, toothache",
    "đau cơ": "đau cơ, nhức mỏi, muscle pain",
    "tiêu cơ vân": "tiêu cơ vân, rhabdomyolysis",
    "đau khớp": "đau (nhức|) (xương|) khớp, joint pain",
    "đau kinh": "đau bụng kinh, thống kinh, dysmenorrhea",
    "nôn": "=nôn, =ói, nôn (ói|nhiều|mửa), (hay|bị|gây) nôn, buồn nôn, chống nôn, vomiting, nausea, vomit",
    "tiêu chảy": "(tiêu|ỉa) chảy, đi ngoài, diarrhea, diarrhoea",
    "táo bón": "táo bón, constipation",
    "mất ngủ": "mất ngủ, khó ngủ, insomnia",
    "buồn ngủ": "buồn ngủ, ngủ gà, drowsiness, drowsy",
    "mệt": "=mệt, mệt mỏi, (bị|hay) mệt, fatigue, tired",
    "chán ăn": "chán ăn, ăn kém, kém ăn, biếng ăn, ăn không ngon",
    "chóng mặt": "chóng mặt, hoa mắt, dizziness, dizzy, vertigo",
    "khô miệng": "khô miệng, dry mouth",
    "ngứa": "=ngứa, (bị|gây|hay) ngứa, ngứa (ngáy|da|nhiều), itching, pruritus",
    "phát ban": "phát ban, nổi (mẩn|ban) (khắp người|), mẩn (ngứa|đỏ), =mẩn, ban (đỏ|da), rash",
    "khó thở": "khó thở, dyspnea, shortness of breath",
    "phù": "=phù, phù (chân|mạch|ngoại vi|hai chân), edema, oedema",
    "vàng da": "vàng da, jaundice",
    "tăng bilirubin huyết": "tăng bilirubin (huyết|máu|), bilirubin (máu|huyết|) (tăng|cao), hyperbilirubinemia",
    "men gan tăng": "men gan (tăng|cao), tăng men gan, tăng transaminase, elevated liver enzymes",
    "rối loạn tiêu hóa": "rối loạn tiêu (hóa|hoá), khó tiêu, đầy bụng, ợ (chua|nóng|hơi)",
    "bồn chồn": "bồn chồn, bực bội, kích động, bứt rứt",
    "hội chứng người đỏ": "(hội chứng|) (người|cổ) đỏ, red man syndrome",
    "hội chứng xám": "hội chứng (trẻ|em bé|) xám, gray baby (syndrome|)",
    "run": "=run, run (tay|chân), tremor",
    "ngoại tháp": "(triệu chứng|hội chứng|) ngoại tháp, extrapyramidal",
    "sổ mũi": "(sổ|chảy|nghẹt|ngạt) mũi, runny nose",
    "cảm": "=cảm, cảm (cúm|lạnh), bị cảm, common cold",
    "dị ứng": "dị ứng (thức ăn|thời tiết|da|), allergy",
    "hạ huyết áp": "(hạ|tụt) huyết áp, hypotension",
    "tăng cân": "tăng cân, weight gain",
    "sụt cân": "(sụt|giảm) cân, weight loss",
    "rụng tóc": "rụng tóc",
    "ù tai": "ù tai, tinnitus",
    "điếc": "điếc, giảm thính lực, nghe kém, hearing loss",
    "hội chứng Reye": "(hội chứng|) reye",
    "nhịp chậm": "nhịp (tim|) chậm, mạch chậm, bradycardia",
    "bí tiểu": "bí tiểu",
    "tiểu khó": "tiểu (khó|buốt|rắt)",
    "yếu cơ": "yếu cơ",
    "chuột rút": "chuột rút",
    "co thắt phế quản": "co thắt phế quản, thở (rít|khò khè), khò khè, wheezing",
}

ATTACKS_OF_ANGINA = frozenset({"cắt cơn đau thắt ngực", "dự phòng cơn đau thắt ngực"})

# What happens to a patient once; nothing that the patient has from turn to turn.
OCCASIONS = frozenset({"phẫu thuật", "chụp cản quang", "an thần", "kết tập tiểu cầu", "chó cắn", "phản vệ", "co giật"})

# Reactions that are acted on before anything is read.
GRAVE = frozenset({"phản vệ", "khó thở", "co giật", "suy hô hấp", "ức chế hô hấp", "ngừng tim"})
# Grave where a drug has brought it about ("chảy máu do warfarin").
GRAVE_OF_DRUGS = frozenset({"xuất huyết", "xuất huyết tiêu hóa", "hạ đường huyết"})

# Of these the book says under overdose what is given against the drug.
OF_OVERDOSE = frozenset({"suy hô hấp", "ức chế hô hấp"})

# What a patient has and no drug of the book is asked for.
TRAITS = frozenset(
    {"nghiện rượu", "béo phì", "thiếu G6PD", "porphyria", "QT kéo dài", "HLA-B*1502", "hẹp động mạch thận"}
)

# A sign of a patient unless the words say that it is treated ("trị vàng da").
SIGNS = frozenset({"vàng da", "tăng bilirubin huyết"})

# Told of a patient because it speaks against a drug or calls for care, wherever it stands beside the name.
WARNED_OF = TRAITS | {
    "tăng kali máu", "hạ kali máu", "hạ natri máu", "hạ magnesi máu", "hạ calci máu", "QT kéo dài", "HLA-B*1502",
    "hẹp động mạch thận", "vô niệu", "block nhĩ thất", "nhược cơ", "mất nước", "giảm tiểu cầu",
}  # fmt: skip

# Only pregnant women have it.
OF_PREGNANCY = frozenset({"dọa đẻ non", "tiền sản giật"})

# What is told to cause a disease elsewhere in the body: "viêm khớp do lậu" is treated as neither of the two alone.
INFECTIONS = frozenset({
    "lậu", "giang mai", "lao phổi", "thương hàn", "bạch hầu", "thủy đậu", "zona", "herpes", "nấm", "giun", "sốt rét",
    "cúm", "bệnh Lyme", "bệnh than", "nhiễm khuẩn kỵ khí",
})  # fmt: skip

# Too wide to look anything up: every second monograph names them.
TOO_WIDE = frozenset({"viêm", "nhiễm khuẩn", "đau", "mệt", "bệnh", "dị ứng", "xuất huyết"})

# A disease may begin with one of these and go on with words that are in no list ("viêm nha chu").
HEADS: dict[str, str] = {
    "-": "bệnh (viện|nhân|án|phẩm|lý|gì|nào)",
    "head": (
        "viêm, loét, nhiễm khuẩn, nhiễm trùng, nhiễm nấm, nhiễm virus, nhiễm, ung thư, nấm, rối loạn, hội chứng,"
        " bệnh, suy, =đau, =u, sỏi, thoái hóa, thiếu, block, phì đại, xuất huyết, co thắt, =xơ, =tắc, =hẹp, =hở,"
        " =phù"
    ),
}

CONDITION_CUES: dict[str, str] = {
    "-": "sốc (do|) tim, (bị|) sốc thuốc sau,"
    " sốc (nhiễm khuẩn|nhiễm trùng|giảm thể tích|mất máu|giảm khối lượng tuần hoàn|nhiệt|điện|insulin)",
    "negated": "không, chưa, không (có|bị|mắc|hề|kèm|còn|phải), chưa (có|bị|từng|từng bị|mắc|ghi nhận),"
    " không (có|) tiền sử, chưa (có|) tiền sử, không ghi nhận, chưa ghi nhận, loại trừ, phủ nhận, không có bệnh,"
    " not, without, denies, no history of, chẳng",
    "history": "tiền (sử|căn), bệnh nền, nền, có bệnh, mắc, từng, đã từng, từng bị, đã bị, kèm, kèm theo, đồng mắc,"
    " history of, có tiền sử, mà bị, nhưng bị, lại bị, sẵn",
    "for": "bị, điều trị, trị, chữa, dự phòng, phòng ngừa, phòng, giảm, để trị, for, treat, to treat, treatment of,"
    " mắc bệnh, chẩn đoán",
    "allergy": "dị ứng (với|thuốc|nhóm|), mẫn cảm (với|), quá mẫn (với|), allergic to, allergy to,"
    " hypersensitivity to, sốc (với|)",
    "taking": "đang (uống|dùng|tiêm|điều trị|xài|sử dụng), đang, đã dùng, đã uống",
}
