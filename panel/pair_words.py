"""The words by which a first pair part is recognised, in some languages. Data: patterns over a sentence's plain form.

The plain form is in small letters; Latin letters are without accents, quotation marks and emoji are gone.
"""
# ruff: noqa: RUF001 -- the words of many alphabets are the point here

from typing import Final

import regex


def _any(*patterns: str) -> regex.Pattern[str]:
    return regex.compile("|".join(f"(?:{pattern})" for pattern in patterns))


OPENERS: Final = regex.compile(
    r"(?:(?:so|and|but|well|ok|okay|oh|ah|um|uh|hmm?|then|also|now|sorry|anyway|btw|look|listen|wait|alright|right|cool"
    r"|hey|hi|hello|yes|yeah|also|und|aber|na|y|pero|bueno|et|mais|alors|e|mas|ma|allora|en|maar|а|но|ну)\b[\s,]*)+"
)
"""Words that may stand before a first pair part and change nothing."""
_PREPOSITION: Final = r"(?:(?:with|for|to|from|in|at|by|on|of|about|since|until|a|de|por|para|con|en|di|da|per|mit|fur"
_PREPOSITION_MORE: Final = r"|von|seit|pour|avec|depuis|met|voor|van)\s+)?"
WH_WORD: Final = (
    r"(?:what(?:'?s|'re|ever)?|whats|who(?:'?s|m|se)?|where(?:'?s)?|when|why|how(?:'?s)?|which"
    r"|wer|wo|wann|warum|wieso|weshalb|wie|welche[rsnm]?|wohin|woher|wen|wem|wessen"
    r"|was(?=\s+(?:ist|sind|war|machst|macht|hast|hat|habt|willst|wollt|wird|denkst|denkt|meinst|meint|sagst|soll|kann"
    r"|gibt|geht|halt|haltst|mochtest|heisst|du|ihr|bedeutet|passiert|kostet|fur)\b)"
    r"|que|quien(?:es)?|cuando|donde|cual(?:es)?|cuant[oa]s?|qui|quoi|quand|comment|pourquoi|quell?e?s?|combien|lequel"
    r"|qu'est|qu'|ou(?=\s+(?:est|es|vas|va|sont|etes|se|on|habites|allez)\b)|o que|quem|onde|como|qual|quais|porque"
    r"|quanto|quant[ie]|chi|che|cosa|quando|dove|perche|quale|quali"
    r"|come(?=\s+(?:stai|sta|va|vai|ti|si|mai|state|fai|fa|funziona|posso|puoi)\b)"
    r"|wat|waar|wanneer|waarom|hoe|welke?|кто|что|когда|где|куда|откуда|почему|зачем|как|какой|какая|какие|сколько)"
)
WH: Final = regex.compile(
    rf"^{_PREPOSITION}{_PREPOSITION_MORE}{WH_WORD}(?:\b|(?<='))"
    rf"|[,;:]\s*{_PREPOSITION}{_PREPOSITION_MORE}{WH_WORD}\b|\b(?:and|but|so|or)\s+{WH_WORD}\b|(?<!\bor\s)\b{WH_WORD}$"
    r"|(?:誰|だれ|何|なに|いつ|どこ|どう)(?![かもぞ])|どちら|どっち|どれ|どの|なぜ|なんで|どうして|いくつ|いくら"
    r"|谁|什么|什麼|哪|怎么|怎麼|怎样|为什么|為什麼|几(?!乎)|多少|呢$|^(?:huh|eh|pardon|sorry)$|\b(?:أين|ماذا|متى|كيف|لماذا|ποιος|πωσ|γιατι|τι|που|ποτε)\b|누구|무엇|뭐|언제|어디|왜|어떻게|몇"
)
"""Where a sentence that asks has one of these, it is a wh-question."""
WHICH: Final = regex.compile(
    r"^(?:which|what|welche[rsnm]?|cual(?:es)?|quel(?:le)?s?|lequel|qual|quais|quale|quali|welke?)\b"
)
OR: Final = regex.compile(
    r"\w[\s,]+(?:or|oder|ou|ofwel|или)\s+(?!not\b|what\b|something\b|so\b|nicht\b|non\b|nao\b|no\b|нет\b)\w"
    r"|\w\s+[ou]\s+(?!no\b|nao\b|que\b)\w|还是|還是|それとも|아니면|\b(?:liever|wil je|wilt u)\b.*\bof\s+\w"
)
"""Between two things of which one is to be chosen."""

UNMARKED_WH: Final = _any(
    r"^(?:what|who|where|when|why|how|which)(?:'?s|\s+(?:is|are|am|do|does|did|can|could|should|would|will|was|were|have"
    r"|has|many|much|long|often|about|kind|sort|time))\b(?!\s*(?:ever|said)\b)",
    r"^how\s+(?:to|i)\s+\w|^where\s+(?:to|i\s+can)\s+\w|^why\s+not\b",
)
"""Asks also without a question mark."""
UNMARKED_YES_NO: Final = _any(
    r"^(?:does|did|has|have|is|are|can|could|will|would|should|was|were)\s+(?:anyone|anybody|any|you|u|someone|somebody"
    r"|there|he|she|they|we|i|it(?!\s+as)|this|that(?!\s+(?:is|which)))\b",
    r"^does\s+(?!n't|not\b)\w",
    r"^do\s+(?:you|u|i|we|they|any|anyone|anybody)\b",
    r"^any(?:one|body)\b(?!\s+(?:who|can|could|would)\b)",
    r"^any\s+(?:ideas?|suggestions?|tips|thoughts|clues?|news|advice)\b",
    r"(?:吗|嗎|ですか|ますか|ませんか|でしょうか|까요|나요)$",
)
ACKNOWLEDGING: Final = _any(r"^(?:そう|なるほど|そっか)", r"^(?:is|was)\s+(?:it|that)\s+so$")
"""Has the form of a question and asks for nothing."""

OFFER: Final = _any(
    r"^(?:would|do)\s+(?:you|anyone|anybody)\s+(?:like|want|care for|need)\s+(?:some|an?|another|more|me\s+to|help)\b",
    r"^(?:can|may|could|should)\s+i\s+(?:help\b|\w+\s+(?:you|anyone|anybody|everyone)\b)|^shall\s+i\b",
    r"^(?:want|need|care for)\s+(?:some|an?|another|me\s+to|help|a hand)\b",
    r"^(?:let\s+me|i(?:'ll|\s+will|\s+can|\s+could))\s+(?:help|make|get|bring|show|fetch|lend|cook|pour|carry)\s+you\b",
    r"^(?:soll|darf|kann)\s+ich\s+(?:dir|euch|ihnen)\b",
    r"^(?:mochtest|willst|mochten)\s+(?:du|sie|ihr)\s+(?:ein|etwas|noch)",
    r"^(?:quieres|quiere|quereis|te\s+apetece)\s+(?:un|una|algo|mas|que\s+te)\b",
    r"^(?:tu\s+veux|voulez-?\s?vous|veux-?\s?tu)\s+(?:un|une|du|de|des|que\s+je)\b",
    r"^(?:queres|voce\s+quer|quer|vuoi|vuole|volete)\s+(?:um|uma|un|una|uno|del|della|mais|ancora)\b",
    r"^(?:wil|wilt)\s+(?:je|u)\s+(?:een|wat|nog)\b",
    r"(?:いかがですか|はいかが|要不要)",
)
INVITATION: Final = _any(
    r"^(?:would|do|will)\s+(?:you|anyone|anybody)\s+(?:like|want|care)\s+to\s+(?:join|come|go|meet|play|have|watch|visit)",
    r"^(?:want|care|wanna|fancy)\s+(?:to\s+)?(?:join|come|coming|go|going|play|meet)\b",
    r"^(?:will|won't)\s+you\s+(?:join|come)\b",
    r"^(?:come|join)\s+(?:and\s+)?(?:us|with|along|over|join)\b",
    r"^(?:shall\s+we|why\s+don't\s+(?:we|you\s+(?:come|join))|let's|lets)\s+\w",
    r"^how\s+about\s+(?:we|an?|some|\w+ing)\b|^fancy\s+an?\b",
    r"^(?:kommst\s+du|kommt\s+ihr|willst\s+du\s+mit|lass(?:t)?\s+uns|wollen\s+wir)\b",
    r"^(?:vienes|venis|te\s+unes|quieres\s+venir|vamos\s+a)\b",
    r"^(?:tu\s+viens|vous\s+venez|on\s+y\s+va|tu\s+veux\s+venir)\b",
    r"^(?:vens|voce\s+vem|vamos\s+(?:la|juntos)|vieni|venite|vuoi\s+venire|andiamo)\b",
    r"^(?:kom\s+je|ga\s+je\s+mee|zullen\s+we)\b",
    r"(?:ましょう(?:か)?|来ませんか|行きませんか|一起.{1,12}吧)$",
)
_ABOUT_THE_MIND: Final = (
    r"(?!\s+(?:like|say|be|have|know|see|hear|believe|imagine|remember|swim|feel|think|want|prefer|mind|tell\s+(?:that|if"
    r"|they|it)|ever|still|guess|rather)\b)"
)
REQUEST: Final = _any(
    rf"^(?:please\s+)?(?:can|could|would|will|can't|couldn't)\s+(?:you|u|anyone|anybody|someone|somebody)(?:\s+please)?"
    rf"{_ABOUT_THE_MIND}\s+[a-z]{{2,}}",
    r"^(?:do|would)\s+you\s+mind\b",
    r"^(?:can|may|could)\s+(?:i|we)\s+(?:please\s+)?(?:have|ask|come|borrow|get|see|use|try|join|taste|speak|talk)\b",
    r"^(?:please|pls|plz)\b[\s,]*\w",
    r"(?<!\b(?:moment|minute|second|yes|no))[\s,]+(?:please|pls|plz)$",
    r"^(?:(?:just|please)\s+)?(?:tell|give|show|send|lend|teach|remind|help|pass|bring|get)\s+(?:me|us|him|her|them)\b",
    r"^(?:explain|describe|summari[sz]e|translate|let\s+(?:me|us)\s+know|write|recommend|suggest|list)\b\s*\w",
    r"^i(?:'d|\s+would)?\s+(?:need|want|like)\s+you\s+to\b",
    r"\b(?:bitte|por\s+favor|s'il\s+(?:te|vous)\s+plait|per\s+favore|alsjeblieft|alstublieft|пожалуйста)\b",
    r"^(?:kannst|konntest|wurdest)\s+du\b|^(?:konnen|konnten|wurden)\s+sie\b|^(?:erzahl|sag|zeig|erklar|hilf)e?\s+(?:mir|uns)\b",
    r"^(?:puedes|podrias|puede|podria)\s+\w+r(?:me|nos|lo|la)?\b|^(?:dime|cuentame|explicame|ayudame|ensename)\b",
    r"^(?:peux-?\s?tu|pouvez-?\s?vous|tu\s+peux|pourrais-?\s?tu|pourriez-?\s?vous)\b|^(?:dis|raconte|explique|aide)-?\s?moi\b",
    r"^(?:podes|voce\s+pode|pode|poderia)\s+\w+r\b|^(?:me\s+(?:diga|conta|ajuda|explica)|diga-me|conta-me)\b",
    r"^(?:puoi|potresti|potete)\s+\w+r[emtc]\w*\b|^(?:dimmi|raccontami|spiegami|aiutami)\b",
    r"^(?:kun|kan|zou)\s+je\b|^(?:vertel|leg|help|geef|laat)\s+(?:me|mij|ons|eens|het)\b",
    r"(?:ください|下さい|お願いします|お願い|教えて|くれませんか|もらえますか)$|^[请請]\w|帮我|幫我|告诉我|告訴我|주세요$",
)
IMPERATIVE: Final = regex.compile(
    r"^(?:please|pls|sing|dance|play|read|write|stop|continue|go\s+on|carry\s+on|go\s+ahead|look|listen|wait|come|try|cook"
    r"|bake|make|draw|paint|count|guess|imagine|pick|choose|roll|check|fix|open|close|hurry|help|answer|say|speak|tell"
    r"|introduce|remember|don't|stand|sit|bring|take|put|give|show|calm\s+down|over\s+to\s+you|your\s+turn)\b"
    r"(?!\s+(?:is|are|was|were)\b)"
)
"""Said to somebody by name, it asks something of them; without a name it may be about anything."""

_TO_ALL: Final = (
    r"(?:[\s,]+(?:all|everyone|everybody|there|folks|guys|team|friends|again|you|to|two|y'all|people|both|panel|alle|alla"
    r"|back|всем|zusammen|a|todos|todas|tous|toutes|tout|le|monde|tutti|allemaal|mein|my|dear|today|then|now|later|soon|tomorrow))*"
)
GREETING: Final = regex.compile(
    r"(?:hi|hii+|hello+|hey+|heya|hiya|howdy|greetings|yo|good\s+(?:morning|afternoon|evening|day)|morning|evening|welcome"
    r"|hallo|moin|servus|guten\s+(?:morgen|tag|abend)|gruss\s+(?:gott|dich)|gruezi|hola|buen[oa]s(?:\s+(?:dias|tardes|noches))?"
    r"|bonjour|bonsoir|salut|coucou|ola|oi|bom\s+dia|boa\s+(?:tarde|noite)|ciao|salve|buon\s?giorno|buona\s?sera"
    r"|hoi|goede(?:n)?\s?(?:morgen|middag|avond)|dag|привет|здравствуйте?|добр\w+\s+(?:день|утро|вечер)"
    r"|こんにちは|こんばんは|おはよう(?:ございます)?|やあ|你好|您好|大家好|早上好|晚上好|早安|嗨|안녕(?:하세요)?)"
    + _TO_ALL
)
FAREWELL: Final = regex.compile(
    r"(?:(?:bye|goodbye)(?:[\s,-]*bye)?|good\s?night|nighty?(?:\s+night)?|gn|farewell|cya|see\s+(?:you|ya|u)"
    r"(?:\s+(?:later|soon|tomorrow|around))?|talk\s+to\s+you\s+(?:later|soon)|(?:until|till)\s+(?:next\s+time|tomorrow)"
    r"|take\s+care|i(?:'m|\s+am)\s+off(?:\s+to\s+bed)?|i(?:\s+have|'ve\s+got)?\s+(?:to|gotta|must)\s+(?:go|run)|gotta\s+(?:go|run)"
    r"|tschuss|auf\s+wiedersehen|gute\s+nacht|bis\s+(?:bald|morgen|spater|dann)|adios|hasta\s+(?:luego|manana|pronto)"
    r"|au\s+revoir|bonne\s+nuit|a\s+(?:demain|bientot|plus|domani|presto)|tchau|ate\s+(?:logo|amanha|mais)|adeus"
    r"|arrivederci|buona\s?notte|doei|tot\s+(?:ziens|morgen|straks)|welterusten|пока|до\s+свидания|спокойной\s+ночи"
    r"|さようなら|おやすみ(?:なさい)?|またね|また明日|じゃあね|再见|再見|拜拜|晚安|明天见|안녕히\s?\w+|잘\s?자)"
    + _TO_ALL
)
THANKS: Final = regex.compile(
    r"(?:many\s+|so\s+many\s+)?(?:thanks|thank\s+you|thank\s+u|thx|ty|tysm|cheers|(?:vielen\s+|herzlichen\s+)?dank(?:e|eschon)?"
    r"|(?:muchas\s+|mil\s+)?gracias|merci|(?:muito\s+)?obrigad[oa]|valeu|(?:mille\s+)?grazie|(?:heel\s+erg\s+)?bedankt"
    r"|dank\s?(?:je|u)(?:\s?wel)?|спасибо|благодарю)\b(?!\s+(?:to|for\s+nothing|god|goodness|heavens)\b)"
    r"|ありがとう|サンキュー|谢谢|謝謝|多谢|感谢|감사합니다|고마워"
)
SECONDING: Final = regex.compile(
    r"^(?:no|nope|nah|nein|non|nee|nao|нет|いいえ|不用)[\s,]|^(?:yes|yeah|ja|si|oui|sim|sure|ok)[\s,]+"
    r"(?:please|bitte|por favor)$"
)
"""Accepts or declines an offer: the second part of a pair, not a first one."""

_GOOD_OR_BAD: Final = (
    r"(?:good|great|lovely|nice|beautiful|pretty|terrible|awful|amazing|brilliant|boring|stupid|delicious|funny|gorgeous"
    r"|wonderful|fantastic|horrible|perfect|excellent|cool|sad|ugly|clever|fun|hilarious|disgusting|impressive|interesting"
    r"|cute|charming|tasty|superb|dreadful|best|worst|better|worse|schon|toll|super|schrecklich|furchtbar|lecker|gut"
    r"|langweilig|wunderbar|bonit[oa]|bueno|buena|genial|horrible|aburrid[oa]|ric[oa]|beau|belle|bon|bonne|magnifique"
    r"|affreux|genial|delicieux|nul|lind[oa]|otim[oa]|bell[oa]|buon[oa]|brutt[oa]|mooi|lekker|leuk|vreselijk|geweldig)"
)
_DEGREE: Final = (
    r"(?:(?:so|really|very|too|quite|such|an?|just|absolutely|truly|totally|the|not|sehr|wirklich|echt|ja|nicht|muy|tan"
    r"|tres|trop|vraiment|pas|muito|molto|davvero|heel|erg|echt)\s+)*"
)
ASSESSMENT: Final = _any(
    r"^(?:(?:that|this|these|those)(?:\s+\w+)?|it|he|she|they|you|your\s+\w+|the\s+\w+)(?:'s|'re|\s+(?:is|was|are|were|looks?|sounds?|tastes?"
    rf"|smells?|feels?))\s+{_DEGREE}{_GOOD_OR_BAD}\b(?:\s+\w+){{0,5}}$",
    rf"^(?:what\s+an?|such\s+an?|how|so|very|really)\s+(?:\w+\s+)?{_GOOD_OR_BAD}\b",
    r"^what\s+an?\s+\w+(?:\s+\w+)?$",
    r"^(?:nice\s+one|well\s+(?:done|said|played)|good\s+(?:job|work|one)|bravo|great\s+(?:job|work))\b",
    r"^i\s+(?:really\s+|just\s+)?(?:love|hate|adore|like|dislike|can't\s+stand)\s+(?:this|that|it|the|your|these|those)\b",
    rf"^(?:das|es|dies)\s+(?:ist|war|klingt|schmeckt)\s+{_DEGREE}{_GOOD_OR_BAD}\b",
    rf"^(?:esto|eso|que|es|e|est|c'est|c'etait|isso|dit|dat)\s+(?:es\s+|esta\s+|fue\s+|is\s+|was\s+)?{_DEGREE}{_GOOD_OR_BAD}$",
    r"(?:素敵|すごい|美味しい|おいしい|きれい|最高|ひどい)(?:です)?(?:ね|よ)$|^(?!そう).+(?:ですね|だね)$|真(?:好|棒|美|漂亮|好吃)|太(?:好|棒|美)了",
)
COMPLAINT: Final = _any(
    r"\byou\s+(?:always|never)\s+(?!mind\b|know\b|mentioned\b|said\b)\w",
    r"^(?:that|this|it)(?:'s|\s+is)\s+(?:so\s+|really\s+|just\s+)?(?:unfair|not\s+(?:fair|ok|okay|acceptable)|unacceptable|rude)\b",
    r"\bi(?:'m|\s+am)\s+(?:so\s+|really\s+)?(?:sick|tired|fed\s+up)\s+(?:of|with)\b",
    r"\byou\s+(?:forgot|broke|ruined|lied|ignored|interrupted|stood\s+me\s+up|left\s+(?:me|us)|promised)\b",
    r"\byou\s+(?:didn't|did\s+not|haven't|have\s+not|don't|won't)\s+(?:even\s+|ever\s+)?(?:answer|listen|repl|help|call|care)\w*",
    r"\bdu\s+hast\b.{0,60}\b(?:vergessen|kaputt|ignoriert|gelogen)|^das\s+ist\s+(?:unfair|nicht\s+fair|gemein)\b",
    r"^no\s+es\s+justo|^(?:siempre|nunca)\s+me\b|^(?:ce\s+n'est|c'est)\s+pas\s+juste|^non\s+e\s+giusto|^nao\s+e\s+justo",
    r"^dat\s+is\s+niet\s+eerlijk|这不公平|ひどいじゃない",
)
