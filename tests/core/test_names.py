"""Names as people see them: what can be read, and which look alike (TF-2, UTS 39)."""

from __future__ import annotations

import string
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablefolk.core import names
from tablefolk.core.names import hidden, look_alike, piled, seen, skeleton

PEOPLE = {
    "Latin": "Anna-Maria O’Neill", "Polish": "Łucja Żółć", "Turkish": "Işıl Aydın",
    "Vietnamese": "Nguyễn Thị Ánh Tuyết", "Icelandic": "Þóra Æsudóttir",
    "Czech": "Ďuro Šťastný", "Yoruba": "Ọlájùmọ̀kẹ́", "Lithuanian": "Rū́ta Ąžuolė",
    "Cyrillic": "Алёна Й. Ко́стина", "Ukrainian": "Ґалаґан Їжак",
    "Serbian": "Ђорђе Љубић", "Greek": "Ἀλέξανδρος Ζαΐμης",
    "Armenian": "Անահիտ Հակոբյան", "Georgian": "ნინო ბერიძე", "Hebrew": "רָחֵל כֹּהֵן",
    "Arabic": "مُحَمَّد عبد الله", "Persian": "علی‌رضا", "Urdu": "فاطمہ",
    "Syriac": "ܝܘܚܢܢ", "Devanagari": "प्रियंका श्रीवास्तव", "Marathi": "र‍्हाळकर",
    "Bengali": "র‍্যাচেল চৌধুরী", "Punjabi": "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Gujarati": "હાર્દિક પંડ્યા", "Odia": "ସୁଭଦ୍ରା", "Tamil": "கார்த்திகேயன்",
    "Telugu": "లక్ష్మి", "Kannada": "ಕೃಷ್ಣಮೂರ್ತಿ", "Malayalam": "ഉണ്ണികൃഷ്ണന്‍",
    "Sinhala": "ශ්‍රී ලාල්", "Thai": "กิ่งแก้ว ศรีสุข", "Lao": "ບຸນມີ",
    "Khmer": "សុភ័ក្ត្រ", "Burmese": "အောင်ဆန်းစုကြည်", "Tibetan": "བསྟན་འཛིན་རྒྱ་མཚོ",
    "Mongolian": "ᠪᠣᠷᠵᠢᠭᠢᠨ", "Ethiopic": "አበበ ቢቂላ", "Cherokee": "ᏍᏏᏉᏯ",
    "Inuktitut": "ᐱᑕ ᐃᕐᓂᖅ", "Tifinagh": "ⵎⴰⵙⵉⵏⵉⵙⵙⴰ", "N’Ko": "ߛߏߟߏߡߣߊ",
    "Adlam": "𞤀𞤁𞤂𞤢𞤥", "Thaana": "އަހްމަދު", "Korean": "김민준", "Chinese": "王小明",
    "Japanese": "高橋 さくら", "Katakana": "アンドレ・ザ・大男",
    "a variant of a kanji": "葛\U000e0100城", "mixed": "Саша the 2nd",
    "emoji": "🦊 Fox", "a family": "👨‍👩‍👧 Smith", "skin": "👩🏽‍🚀",
    "heart": "❤️ Ana", "Scotland": "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ian", "key": "Player 1️⃣",
    "flag": "🇵🇱 Ola", "digits": "4711", "sign": "∞", "short": "X",
}  # fmt: skip


@pytest.mark.parametrize("name", PEOPLE.values(), ids=PEOPLE)
def test_people_keep_their_names_in_every_script__TF_2(name: str) -> None:
    for form in ("NFC", "NFD"):
        written = normalize(form, name)
        assert seen(written)
        assert not hidden(written)
        assert not piled(written)


def test_peoples_names_are_not_taken_for_one_another__TF_2() -> None:
    people = list(PEOPLE.values())
    assert [(a, b) for a in people for b in people if a < b and look_alike(a, b)] == []


@pytest.mark.parametrize(
    "name",
    ["Gina\u3164", "Gi\u034fna", "Gina\ufe0f", "Gina\u2800", "Gi\u200dna", "Gi\u200cna", "\u115f",
     "G\u00adina", "Gina\U000e0067", "Gina\U000e0100", "\ufe0fGina", "\u200dGina", "Gina\u2028",
     "Gina\ufffe", "Gina\ue000", "❤\ufe0f\ufe0f", "🦊\u200d", "\u17b4", "\U0001d159", "Gi\u2060na"],
)  # fmt: skip
def test_what_is_not_seen_and_of_no_use_is_found__TF_2(name: str) -> None:
    assert hidden(name)


@pytest.mark.parametrize("name", ["", "…", "-_-", " ", "\u3164", "\u0301", "\u20dd"])
def test_a_name_is_more_than_dots_and_fillers__TF_2(name: str) -> None:
    assert not seen(name)


@pytest.mark.parametrize(
    "name",
    ["a" + "\u0301\u0300\u0302\u0303\u0304", "Jose\u0301\u0301", "\u0301Ana", "Z" + "\u0335" * 39],
)
def test_accents_are_not_piled_up__TF_2(name: str) -> None:
    assert piled(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Gina", "Gin\u0430"), ("Ian", "lan"), ("Emma", "Ernma"), ("Bob", "B0b"), ("Sam", "ЅАМ"),
     ("Ana", "\uff21na"), ("Ana", "𝐀𝐧𝐚"), ("Ana", "ⒶⓃⒶ"), ("GINA", "gina"), ("Gi na", "Gina"),
     ("Straße", "STRASSE"), ("Aydın", "Aydin"), ("Ωμέγα", "ΩΜΈΓΑ"), ("李", "\uf9e1"),
     ("Gina", "Gina\u3164"),
     ("Rita", "Ꮢita"), ("Ana", "Аna"), ("Zoë", "Zoe\u0308")],
)  # fmt: skip
def test_names_that_look_alike_are_known__TF_2(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ian", "Lan"),
        ("Jose", "José"),
        ("Ana", "Anna"),
        ("Gina", "Nina"),
        ("Оля", "Ола"),
        ("王", "玉"),
    ],
)
def test_names_that_only_resemble_each_other_are_two__TF_2(one: str, other: str) -> None:
    assert not look_alike(one, other)


@given(st.text(max_size=40))
@example("\u0344\u0308")
def test_a_skeleton_is_its_own__TF_2(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


@given(st.text(min_size=1, max_size=20), st.data())
def test_a_name_with_something_unseen_in_it_is_the_same_name__TF_2(
    name: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(name)))
    unseen = data.draw(st.sampled_from(sorted(names._unseen())))
    assert skeleton(name[:at] + unseen + name[at:]) == skeleton(name)


@given(st.text(max_size=40), st.text(max_size=40))
def test_looking_alike_is_mutual_and_no_name_is_too_odd_to_judge__TF_2(
    one: str, other: str
) -> None:
    assert look_alike(one, other) == look_alike(other, one)
    assert look_alike(one, one)
    for judged in (seen, hidden, piled):
        assert judged(one) in (True, False)


@pytest.mark.parametrize("letter", string.ascii_letters + string.digits)
def test_every_character_that_looks_like_a_letter_is_caught__TF_2(letter: str) -> None:
    like = [c for look, cs in names._known().looks.items() if look == skeleton(letter) for c in cs]
    assert [c for c in like if not look_alike(f"G{letter}na", f"G{c}na")] == []
    assert len(like) > 2 or letter in "m"
