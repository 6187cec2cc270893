"""The words that the resolver of addresses goes by: everyday words, titles, neighbours of a name. Data, no rules."""
# ruff: noqa: RUF001 -- letters of many alphabets are the point here

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _row(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ARTICLES: Final = _words("the a an le la les el los las il lo der die das den de het o os as um uma un une")

STOP_WORDS: Final = ARTICLES | _words("""
    and or but of for to in on at by with from as is are was were be been am it its he she they we you i me him her us
    them my your his our their this that these those not no yes so if then than too very who what when where why how
    which do does did done has have had can could would should shall might must about into over under up down out off
    not
""")
"""Never a part of a name."""
ONLY_AT: Final = STOP_WORDS - _words("la le les el los las il der das het os um uma une")
"""As a whole name these count only when typed with @; a foreign article ("El") is no better than an everyday word."""

PARTICLES: Final = _words(
    "van von der den di da du del della dos des al bin ibn y et und e ou jr sr ii iii she her he him"
)
"""Inside a longer name they are no part of their own."""

TITLES: Final = _words("""
    captain capt doctor dr professor prof mister mr mrs ms miss sir madam lady lord king queen prince princess duke
    count general major colonel sergeant officer agent saint st father mother brother sister uncle aunt auntie grandpa
    grandma old young big little great chief boss master coach judge chef cook baron president mayor nurse pilot
    knight guard pirate wizard witch hunter keeper host guest bot assistant
""")
"""As a part of a longer name no better than an everyday word."""

EVERYDAY: Final = STOP_WORDS | _words("""
    will may hope mark rose faith grace joy art bill buck chase chance chip clay dawn don drew duke
    even ever fern ford frank gene ginger grant guy holly hunter iris ivy jack jade
    jasmine job june april august march autumn summer winter spring lily love mercy merry
    miles misty nick olive pansy pat patience pearl penny pepper pierce poppy ray rich
    rob robin ruby sage sally saint sky skip star sterling stone storm sue sunny tab
    trip unity violet wade ward wade willow young ace ash bear blaze blue
    bond brook brooks cash charity chuck christian cook crystal daisy destiny
    dot echo ember faith felicity fisher flint fox garnet gay genesis harmony hero honor honey
    jet jerry jolly justice king knight laurel leaf liberty light long luck lucky
    maxim melody midnight miller moon north ocean page park peace phoenix pilot
    precious prince queen rain rainbow raven reason red river road rock rod rook royal rush scarlet season
    serenity shade shadow silver smith snow sol spike spirit stormy sun temple tiger
    time true truth wave wild win wolf worth
    after again all almost alone already also always another any anybody anyone anything ask away baby back bad ball
    bank bar bed begin best better big bird bit black boat body book both bottle box boy bread break bring brother build
    bus business busy buy call car care case cat catch change check child city class clean clear close cloud cold come
    cool cost country cut dad dance dark day dear death deep die different dinner doctor dog door dragon dream drink
    drive drop dry ear early earth east easy eat edge egg eight else end enough every everybody everyone everything eye
    face fact fair fall family far farm fast fat feel few field fight find fine fire first fish five floor fly follow
    food foot forget form four free friend front full fun game garden get girl give glass go gold good grass green
    ground group grow half hand happy hard hat hate head hear heart heat heavy hello help here high hill hit hold hole
    home horse hot hour house hundred ice idea jump just keep kid kill kind know lake land large last late laugh lay
    lead learn leave left leg less let letter lie life like line list listen little live lock look lose lot loud low
    lunch make man many map matter maybe mean meat meet middle mind mine minute mirror miss moment money month morning
    most mountain mouth move much mud music name near need never new news next nice night nine nobody none noon nose
    note nothing now number ok okay old once one only open other page pain paint pair paper part pass past pay people
    perhaps person pick picture piece place plan plant play please point poor pop pot power pretty promise pull push put
    queen question quick quiet race read ready real rest return ride right ring rise room rope round rule run sad safe
    salt same sand save say school sea seat see seem sell send set seven shall shape share sharp she ship shoe shop
    short shot should show shut sick side sign silence simple sing sister sit six size skin sleep slow small smart smell
    smile smoke soft some somebody someone something sometimes soon sorry sort soul sound soup space speak speed spell
    stand stay step stick still stop story street strong such sugar sure surprise sweet swim table take talk tall taste
    tea team tell ten test thank thanks thing think three today together tomorrow tonight top touch town toy train
    treat tree trouble try turn two use usual view visit voice vote wait wake walk wall want war warm wash watch water
    way weather week well wet whatever while white whole wide wind window wine wing wish without woman wonder wood word
    work world worry write wrong yard year yeah yellow yesterday yet zero ping test user admin mod host guest panel
    null undefined nil
    ele ela eles eu tu ellos yo nosotros elle ils elles nous vous moi toi er sie ich wir ihr es noi voi
    он она оно они я ты мы вы это да нет он hij zij wij jij ik de o ono on
    هو هي أنا أنت הוא היא אני
""")
"""Names that are also words: they need @, or a vocative position with punctuation."""

GREETINGS: Final = _words("""
    hey heya hi hii hiya hello helo yo yoo oi ahoy psst pst dear howdy greetings welcome hola buenas olá ola oii bonjour
    bonsoir salut coucou hallo hoi moin servus ciao salve hej hei hallå ahoj cześć czesc привет эй здравствуй
    здравствуйте merhaba selam يا مرحبا أهلا שלום היי namaste konnichiwa ohayo annyeong sup
""")
COURTESY: Final = _words("mr mrs ms miss mx sir madam lady lord captain dr prof doctor professor")
OPENERS: Final = (
    GREETINGS
    | COURTESY
    | _words("""
    so well and but now oh ooh ah ahh aw aww um umm uh uhh hm hmm hmmm ok okay okey k kk right alright yes yeah yep yup
    np ic nvm yw gj gg sry gotcha
    no nope nah please pls plz thanks thx thank ty tysm cheers sorry congrats congratulations bravo then also anyway btw
    listen look wait morning evening afternoon goodnight goodmorning night gn gm bye goodbye cya lol lmao haha hah
    heh wow damn again meanwhile omg wtf bruh bro finally first next actually honestly ugh dude gosh good great nice
    done excuse hail lo both
    gracias por favor vale bueno merci alors oui non danke bitte also ja nein obrigado obrigada grazie prego spasibo
    спасибо ну а и да нет пожалуйста
""")
)
"""May stand between the start of a sentence and the name it is spoken to."""
THANKS: Final = _words("thanks thx thank thanx ty tysm cheers sorry sry congrats congratulations bravo kudos")
"""A name right after these is spoken to, whatever follows: "thanks Wren for the link"."""
INTERJECTIONS: Final = OPENERS - COURTESY - _words("ty vale lo hail bro christian")
"""As a part of a longer name these are nobody: "oh" is not oh_noes, "morning" is not Morning Star."""
OPENING_PHRASES: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "thank you",
        "will do",
        "no problem",
        "no worries",
        "never mind",
        "of course",
        "good point",
        "nice one",
        "i see",
        "got it",
        "come on",
        "go on",
        "excuse me",
        "what about you",
        "how about you",
        "over to you",
        "back to you",
        "shut up",
        "what ' s up",
        "whats up",
        "wake up",
        "hang on",
        "hold on",
        "your turn",
        "love you",
        "see you",
        "well said",
        "well played",
        "go away",
        "my dear",
        "por favor",
    )
)
JOINERS: Final = _words(
    "and or then & + / plus followed by y et und e и و och en ve 和 跟 與 与 と や 하고 랑 이랑 와 과 และ"
)
COMMAS: Final = frozenset(",、،")
CONJUNCTIONS: Final = _words("and or then next und et y")
DETERMINERS: Final = ARTICLES | _words("my our his her their your this that of to for from in at by with about like")
ALTERNATIVES: Final = _words("or ou oder или veya o")
ORDINALS: Final = _words("first second third next last")
SECOND_PERSON: Final = _words("""
    you u ya yall your ur yours yourself yourselves youre youve du dich dir dein deine euch ihr tu te toi vous votre tes
    ta usted ustedes vosotros vos tú você vocês voce ты тебя тебе тобой вы вас вам твой твоя ваш sen sana siz أنت אתה
""")
PRONOUN_SUBJECTS: Final = _words("you u ya i we it he she they there anyone anybody someone yall")
ASKING: Final = _words("""
    what whats who whos how hows why when where wheres which whose wdyt wat wut
    qué que cómo como quién dónde cuándo quoi comment pourquoi où qui was wie warum wer wo wann что как почему кто где
    cosa perché come chi ne nasıl ما كيف לماذا מה איך
""")
SAID_TO: Final = (
    SECOND_PERSON
    | ASKING
    | _words("""
    please pls plz i im ive id we let lets it its that this if my any anything no yes yeah yep nope ok okay sure sorry
    thanks thx ty hi hello hey lol haha here wanna thoughts opinion opinions ideas are do don have haven aren were weren
    am help go come look tell give say show stop wait listen read try think answer explain describe take make check see
    get put find write sing play roll vote pick choose remember forget shut keep start continue run move ask use be
    calm he she they there
    chill speak talk name list draw reply respond report imagine guess bring send pass open close hold sit stand eat
    drink sleep dance join leave stay hurry hide relax breathe behave consider suppose translate summarize summarise
    mine click press select scroll
    finish begin repeat compare define rate rank pretend watch quiet hush silence meet good nice great well done
    wake buy cook drive follow fix jump laugh lead learn paint pay post pull push save share sign sort step swim switch
    taste teach test throw touch turn type visit walk wear win work quick quickly seriously back enough stfu kindly
    """)
)
"""What may follow a bare name at the start of a sentence that is spoken to it."""
APART: Final = (
    DETERMINERS - _words("of from in at with like")
    | PRONOUN_SUBJECTS
    | ASKING
    | _words("those these there some no not yet now also too if because since unless one two three both either")
)
"""Whatever stands before these is no part of them: a name that may be a word as well is spoken to."""
INVERTING: Final = _words("""
    is was has had does did will would can could should shall may might must isn wasn hasn hadn doesn didn won wouldn
    couldn shouldn cannot can
""")
PLURAL_VERBS: Final = _words("are were have do don aren haven weren think want like know")
ADVERBS: Final = _words("""
    just really also never always still already only even probably maybe actually once often sometimes almost clearly
    apparently again simply finally recently later definitely totally literally obviously certainly surely usually
    rarely seldom barely hardly nearly currently honestly truly suddenly seriously kinda prolly def both
""")
PAST: Final = _words("""
    said told went came saw got made knew thought took gave left felt kept ran sat stood found heard lost met paid sent
    slept spoke spent wrote began broke brought built bought caught chose drove ate fell flew forgot grew held hid led
    dug drank drew fought froze hung laid lay lent rid sold sought shook shone slid spread stuck struck swore threw tore
    wept withdrew been
    meant rode rang sang sank shot stole swam taught threw understood woke wore ist hat war est es era был была
""")
NOT_VERBS: Final = _words("""
    thanks yes this thoughts always perhaps opinions ideas news guess us is was has does as its lets whats wheres hows
    whos guys folks sometimes besides towards need feed indeed red bed speed instead ahead seed bleed agreed
    lots tons pls tes tres plus
""")
BEYOND: Final = _words("from in of with at by on for to and or but der van ist et y und и the a an")
"""After a bare name these go on talking about it."""
BEYOND_A_HANDLE: Final = _words("""
    from of and or as like via vs versus than per et y und e is 's too himself herself itself alone
""")
"""After a name that nobody takes for a word, only these do: "max_82 the disk is full" is said to it."""
CLAUSES: Final = PRONOUN_SUBJECTS | ASKING | _words("that this these those it if the my your there not now yet quite")
"""After "but" or "not" a clause begins, and the name before it is no part of it: "Wren but that is odd"."""
SPANS: Final = _words("moment second sec minute min more thing question day last")
"""After "one": "Wren one moment"."""
SOFTENERS: Final = _words("just also maybe perhaps actually really honestly anyway")
"""Between a bare name and what it is asked to do: "Wren just click"."""
PAST_TOO: Final = _words("put let read run come shut quit set hit cut here good nice great well done back enough")
"""After a softener these may as well tell what somebody did or is: "Wren just quit"."""
BEFORE_A_LAST_NAME: Final = (OPENERS - COURTESY - CONJUNCTIONS - {"but", "so", "both", "first"}) | _words("""
    you u ya me us it here there now today tonight tomorrow too sure think reckon doing going feeling up luck true
    exactly correct agreed done job later soon everyone yourself awake coming ready agree disagree
    day birthday back ideas thoughts opinion weekend lately instead well alone busy hungry tired happy mad angry
    sad serious joking kidding crazy listening asleep working mate btw though wrong great amazing awesome funny cute
    sweet rude weird brilliant away du tu vous ti usted ты вы
""")
"""Words after which a name that ends the sentence, without a comma, is spoken to."""
NAMING: Final = _words("call calls called calling name named names is am are was")
COUNTED: Final = _words("two three four five six both all guys lot folks")

OBJECTS_TOO: Final = _words("did does has had")
"""Before "it" these tell rather than ask, unless a question mark follows: "did it"."""

HONORIFICS: Final = _words("san chan kun sama senpai sensei dono tan ssi nim")
SUFFIXES: Final = _row("""
    ちゃん さん くん さま せんせい 先生 先輩 君 様 殿 氏 たん 酱 醬 老师 老師 女士 小姐 同学 同學 大人 哥 姐
    씨 님 쨩 선배
""")
KOREAN_CALLS: Final = ("아", "야", "이여", "여")
KOREAN_PARTICLES: Final = _row("""
    은 는 이 가 을 를 의 에게 한테 도 와 과 랑 이랑 하고 만 께 께서 에 로 으로 처럼 보다 까지 부터 이는 이가
    이를 이도 이의 이랑 라고 이라고 이야 이다 입니다 씨는 씨가 씨도 씨의 씨를 님은 님이 님의 님도 님을
""")
KANA_PARTICLES: Final = _row("""
    は が を に の と も へ や で か ね よ さん ちゃん くん さま せんせい たん って から まで より なら だ です じゃ
""")
RUN_GREETINGS: Final = _row("""
    嘿 喂 你好 您好 哈喽 嗨 谢谢 謝謝 早安 早上好 晚安 亲爱的 那 好 ねえ ねぇ ね おい やあ おはよう こんにちは
    こんばんは ありがとう もしもし じゃあ ところで 야 안녕 저기 고마워 그래서 สวัสดี คุณ พี่ น้อง ขอบคุณ
""")
RUN_SAID_TO: Final = _row("""
    你 您 妳 请 請 麻烦 麻煩 快 来 帮 幫 告诉我 告訴我 说说 說說 呢 啊 呀 吗 嗎 在吗 在嗎 在不在 あなた きみ
    君 どう 教えて お願い 聞いて ねえ はどう思 はどうです คุณ เธอ ช่วย
""")
RUN_ENDINGS: Final = _row("""
    吗 嗎 呢 吧 啊 呀 了 你 您 ですか ますか か ね よ 요 까 니 ไหม ครับ คะ ค่ะ
""")

GROUPS: Final = _words("""
    everyone everybody anyone anybody folks guys yall gang panel peeps todos todas alle tous ragazzi chicos ребята все
    herkes الجميع כולם
""")
SET_OFF_GROUPS: Final = _words("all people team friends chat crew bots someone somebody leute amigos народ")
"""These mean the panel only with a greeting before them or a pause after them."""
ASKED_GROUPS: Final = _words("anyone anybody everyone everybody someone somebody")
PARTS_OF_YOU: Final = _words("all both each any one none some which who most two three either neither")
NOT_COUNTED: Final = _words("right set alone over the day night of week time good done ready along")
ASKERS: Final = INVERTING | _words("do are have were any what")
RUN_GROUPS: Final = _row("""
    大家 各位 你们 你們 诸位 有人 谁 みんな みなさん 皆さん 皆 誰か 여러분 모두 얘들아 누구 ทุกคน
""")
