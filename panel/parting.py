"""Whether a line is nothing but thanks or a farewell: two in a row, and a talk is over. Not what is owed for them."""
# ruff: noqa: RUF001 -- the punctuation of many scripts is the point here

from typing import Final

import regex

_BEFORE: Final = r"(?:(?:well|oh|ah|ok|okay|alright|all right|right|and|so|then|yes|no|until then|with that)[,\s]+)*"
_THANKS: Final = (
    r"(?:many )?thanks(?! to (?!you|y'?all|all|both|every))|thank you|thank ya|thx|much obliged|(?:you(?:'re| are) )?"
    r"(?:most |very )?welcome(?= *$|,)|you(?:'re| are) (?:most |very )?welcome|my pleasure"
    r"|any ?time|no (?:problem|worries)|don't mention it|cheers"
    r"|danke(?:schön)?|vielen dank|gern geschehen|merci|de rien|muchas gracias|gracias|de nada|obrigad[oa]|grazie|prego"
    r"|dank je|bedankt|tack|dzięki|dziękuję|спасибо|благодарю|ありがとう(?:ございます)?|谢谢|謝謝|감사합니다|고마워요?"
)
_FAREWELL: Final = (
    r"good ?bye|bye(?:[ -]bye)?|farewell|good ?night|night[, ]+night|sleep well|sweet dreams|take care|so long|cheerio"
    r"|see (?:you|ya)|(?:i'll |we'll )?(?:talk|speak) (?:to you )?(?:soon|later|tomorrow)"
    r"|until (?:tomorrow|next time|then)"
    r"|safe travels|have a (?:good|great|nice|lovely|pleasant) \w+|catch you later|later(?= *$|,)|be well"
    r"|tschüss|auf wiedersehen|gute nacht|bis (?:bald|morgen|dann)|au revoir|bonne nuit|à (?:bientôt|demain)|adiós"
    r"|buenas noches|hasta (?:luego|mañana|pronto)|tchau|boa noite|até (?:logo|amanhã)|ciao|arrivederci|buona ?notte"
    r"|tot ziens|welterusten|hej ?då|do widzenia|dobranoc|пока|до свидания|спокойной ночи|до завтра|さようなら"
    r"|おやすみ(?:なさい)?|またね|再见|再見|晚安|안녕히 (?:가세요|계세요)|잘 자요?"
)
_TAIL: Final = r"(?:[,!]?\s+(?!(?:is|was|are|were|has|had|but|because|if|though|although|until)\b)[\w'’-]+){0,7}"
_PARTING: Final = regex.compile(rf"{_BEFORE}(?:{_THANKS}|{_FAREWELL})\b{_TAIL}", regex.IGNORECASE)
_SENTENCE: Final = regex.compile(r"[^.!?…。！？\n]+")
_ASKS: Final = regex.compile(r"[?？؟]")


def parts(text: str) -> bool:
    """Every sentence of it thanks or says goodbye, and it asks nothing."""
    if _ASKS.search(text):
        return False
    sentences = (
        regex.sub(r"[^\w\s,'-]", " ", found.replace("’", "'")).strip(" ,-") for found in _SENTENCE.findall(text)
    )
    said = [" ".join(each.split()) for each in sentences if each.strip()]
    return bool(said) and all(_PARTING.fullmatch(each) for each in said)
