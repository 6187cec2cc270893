"""Refusals out of character: a model that speaks about itself, in the languages that we could check.

Whether such text is let pass is `screen.py`'s. One that got into the talk would make the next lines refuse too (C89).
"""

from typing import Final

import regex

from panel.labels import Speaker
from panel.quiet import any_of, names_of, sentences_of

_AI: Final = (
    r"(?:(?:large |artificial |virtual |helpful |mere )*"
    r"(?:ai|artificial intelligence|language|llm|chat|digital)[ -]?)+"
)
_MODEL: Final = any_of(
    _AI + "(?:model|assistant|chatbot|bot|program|system)",
    "language model|llm|chatbot",
    r"ai(?=[,.!?;:]| (?:and|so|i|my|without|who|that)\b|$)",
)
_CANNOT: Final = any_of(
    "can't|cannot|can not|won't|will not",
    r"(?:'m| am) (?:not (?:able|allowed|permitted|comfortable)|unable)(?: to)?",
    r"(?:must|have to|will have to)(?: \w+ly)? decline to",
    r"(?:don't|do not) feel comfortable",
)
_OUT_OF_ROLE: Final = any_of(
    r"(?:(?:engag|participat|tak)(?:e|ing) (?:part )?in |continu(?:e|ing) )?(?:this |that |the |such |a |any )?"
    "role-?play(?:ing)?",
    r"pretend(?:ing)? to be (?:human|an? (?:\w+ )?(?:character|human)|the character|{name})\b",
    r"impersonat(?:e|ing)",
    r"(?:portray|play)(?:ing)? (?:this|that|a|the|any|such) (?:\w+ )?(?:character|persona|role)",
    "continu(?:e|ing) (?:with )?(?:this|the) (?:role|conversation|story|scenario)",
    "(?:assist|help)(?: you)? with (?:that|this|your) (?:request|question)",
    "assist(?: you)? with (?:that|this)$",
    r"(?:comply with|complete|fulfil?l?) (?:that|this|your) (?:\w+ )?(?:request|prompt|instructions?)",
    r"(?:generat|creat|produc|provid)(?:e|ing) (?:\w+ ){0,2}(?:content|material)",
)
_SORRY: Final = (
    r"(?:(?:i(?:'m| am)(?: \w+ly| very| so)? sorry|sorry|(?:my )?apologies|i apologi[sz]e|unfortunately|while|although"
    r"|(?:please )?note that|i must (?:clarify|remind you|note) that|however|but)[,;:.]?(?: but| and| that)? )"
)
_REFUSAL: Final = any_of(
    rf"{_SORRY}*(?:speaking )?as an? {_MODEL}",
    rf"{_SORRY}*i(?:'m| am)(?: just| only| merely| actually| still| simply)* an? {_MODEL}",
    rf"{_SORRY}*i ?{_CANNOT} {_OUT_OF_ROLE}",
    rf"{_SORRY}+i ?{_CANNOT} help(?: you)? with (?:that|this)$",
    r"(?:that|this|it|(?:that|this|your|the) (?:request|prompt|content|conversation)) "
    r"(?:goes against|violates|is against|would violate) (?:\S+ ){1,4}"
    "(?:guidelines|polic(?:y|ies)|principles|programming)",
    "my (?:guidelines|programming|training|content policy|safety guidelines) (?:does|do|prevent|prohibit|forbid|only)",
    r"i(?:'m| am) (?:chatgpt|gpt|claude|gemini|llama)\b.*(?:model|assistant|ai|openai|anthropic|google)",
    rf"{_SORRY}*as an? ai (?:developed|created|made|trained|built|designed) (?:by|to)\b",
    r"i(?:'m| am|'ve been| was| have been) (?:programmed|trained|designed) to (?:be|assist|help|provide|follow)\b",
    r"my (?:knowledge|training)(?: data)? (?:cut-?off|ends|only goes)\b",
    r"(?:content|response|message|answer|output) (?:was |has been )?(?:filtered|removed|blocked|redacted|withheld)$",
    r"i (?:don't|do not) have (?:personal )?(?:feelings|emotions|opinions|beliefs)\b.*\b(?:ai|model|assistant)",
)

_SOMEWHERE: Final = r".{0,40}?\b"
_ELSEWHERE: Final = any_of(
    # German
    r"als (?:reine[rs]? |große[rs]? |eine? )?(?:ki|ai|sprachmodell|künstliche intelligenz|chatbot)\b",
    r"ich bin (?:nur |lediglich |bloß )?eine? "
    r"(?:ki|sprachmodell|künstliche intelligenz|chatbot|virtuelle\w? assistent\w*)\b",
    rf"(?:es )?(?:tut mir|entschuldig|leider){_SOMEWHERE}(?:dabei|damit|bei dieser anfrage) kann ich"
    rf"{_SOMEWHERE}nicht (?:weiter)?helfen",
    # French
    r"en tant qu(?:e |')(?:modèle de langage|grand modèle|ia\b|intelligence artificielle|assistant)",
    r"je (?:ne )?suis (?:qu'|juste |seulement |simplement )?une? (?:modèle de langage|ia\b|intelligence artificielle"
    r"|assistante? (?:virtuel|ia))",
    rf"(?:je suis )?(?:vraiment )?désolée?{_SOMEWHERE}je ne (?:peux|suis pas en mesure)"
    rf"{_SOMEWHERE}(?:aider|assister|répondre|donner suite)\b.*\b(?:cela|ça|cette|votre|ta) ?(?:demande|requête)?",
    # Spanish, Portuguese, Italian
    r"como (?:une?|uma?)? ?(?:modelo de (?:lenguaje|linguagem)|ia\b|inteligencia artificial|inteligência artificial"
    r"|asistente (?:virtual|de ia)|assistente (?:virtual|de ia))",
    r"(?:sólo |solo |apenas )?(?:soy|sou) (?:solo |sólo |apenas )?uma? ?n?(?:modelo de (?:lenguaje|linguagem)|ia\b"
    r"|inteligencia artificial|inteligência artificial)",
    r"soy (?:solo |sólo )?una? (?:modelo de lenguaje|ia\b|inteligencia artificial|asistente (?:virtual|de ia))",
    rf"(?:lo siento|lamento|perdona|disculpa){_SOMEWHERE}no puedo (?:ayudar|asistir)\w* con (?:eso|esto|esa|tu|su)\b",
    rf"(?:desculpe|lamento|sinto muito){_SOMEWHERE}não posso ajudar\w* com (?:isso|isto|esse|essa)\b",
    r"(?:in quanto|come|sono(?: solo)? un[oa']?) ?"
    r"(?:modello linguistico|ia\b|intelligenza artificiale|assistente virtuale)",
    rf"(?:mi dispiace|spiacente){_SOMEWHERE}non posso aiutar\w* con (?:questo|questa|ciò)\b",
    # Russian
    r"как (?:большая )?(?:языковая модель|искусственный интеллект|ии\b)",
    r"я (?:всего лишь |просто |только )?(?:языковая модель|искусственный интеллект|ии\b)",
    rf"(?:извин|прост|к сожалению){_SOMEWHERE}не могу (?:вам |тебе )?(?:помочь|выполнить)\b.*"
    "(?:этим|этот запрос|просьбу)",
    # Chinese, Japanese, Korean
    r"作[为為]一?[个個名]?(?:ai|人工智[能慧]|大?型?[语語]言模型)",
    r"我(?:只|仅)?是(?:一?[个個])?(?:ai|人工智[能慧]|大?型?[语語]言模型)",
    r"(?:很|非常)?(?:抱歉|对不起|對不起).{0,12}(?:无法|無法|不能)(?:协助|協助|帮助|幫助|满足|滿足|完成|提供|继续|繼續)",
    r"(?:私は)?(?:ai|人工知能|(?:大規模)?言語モデル)(?:アシスタント)?(?:として|なので|ですので|であるため)",
    r"申し訳(?:ありません|ございません|ないです).{0,20}(?:お手伝い|お答え|対応|ご要望).{0,12}でき(?:ません|かねます|ない)",
    r"(?:저는 )?(?:ai|인공지능|언어 ?모델)(?: 언어 ?모델)?(?:로서|이기 때문에|이므로|입니다|이라서)",
    r"죄송(?:합니다|하지만).{0,20}(?:도와드릴|도움을 드릴|답변(?:해 )?드릴|응할) 수 없",
)


def is_refusal(text: str, persona: Speaker) -> bool:
    """The model speaks about itself instead of the persona: "As an AI language model I can't ..."."""
    names = any_of(*map(regex.escape, names_of(persona)))
    pattern = any_of(_REFUSAL.replace("{name}", names), _ELSEWHERE)
    return any(regex.match(pattern, each) for each in sentences_of(text))
