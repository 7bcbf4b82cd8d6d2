"""Numbers from 0 to 999,999 in English, French and German words. `python3 zoo/models/words.py` checks the rules."""

EN_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
FR_SMALL = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
    "dix-huit dix-neuf"
).split()
FR_TENS = "vingt trente quarante cinquante soixante".split()
DE_SMALL = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn"
).split()
DE_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()


def english(n, british=False):
    """ "three hundred twenty-one thousand four hundred five"; British: "... hundred and ..." """

    def below_1000(n, last):
        parts = []
        if n >= 100:
            parts += [EN_SMALL[n // 100], "hundred"]
        # British English also says "one thousand and five".
        if n % 100 and british and (n >= 100 or last):
            parts.append("and")
        n %= 100
        if n >= 20:
            parts.append(EN_TENS[n // 10 - 2] + ("-" + EN_SMALL[n % 10] if n % 10 else ""))
        elif n:
            parts.append(EN_SMALL[n])
        return parts

    if n == 0:
        return "zero"
    thousands = below_1000(n // 1000, False) + ["thousand"] if n >= 1000 else []
    return " ".join(thousands + below_1000(n % 1000, n >= 1000))


def french(n):
    """Traditional spelling: hyphens below a hundred but not around "et"; "cents" and "quatre-vingts" have their s only
    at the very end, not before "mille", which never has one."""

    def below_100(n, last):
        if n < 20:
            return FR_SMALL[n]
        if n < 70:
            ten, one = FR_TENS[n // 10 - 2], n % 10
            return ten if not one else ten + " et un" if one == 1 else f"{ten}-{FR_SMALL[one]}"
        if n < 80:
            return "soixante et onze" if n == 71 else f"soixante-{FR_SMALL[n - 60]}"
        return f"quatre-vingt-{FR_SMALL[n - 80]}" if n > 80 else "quatre-vingts" if last else "quatre-vingt"

    def below_1000(n, last):
        hundreds, rest = divmod(n, 100)
        if not hundreds:
            return below_100(rest, last)
        head = "cent" if hundreds == 1 else f"{FR_SMALL[hundreds]} cent"
        if rest:
            return f"{head} {below_100(rest, last)}"
        return head + "s" if hundreds > 1 and last else head

    thousands, rest = divmod(n, 1000)
    if not thousands:
        return below_1000(rest, True)
    head = "mille" if thousands == 1 else below_1000(thousands, False) + " mille"
    return f"{head} {below_1000(rest, True)}" if rest else head


def german(n):
    """One word, "einhundert" and "eintausend" with their "ein"; "eins" only at the very end."""

    def below_100(n, last):
        if n < 20:
            return "ein" if n == 1 and not last else DE_SMALL[n]
        ten, one = DE_TENS[n // 10 - 2], n % 10
        return ten if not one else ("ein" if one == 1 else DE_SMALL[one]) + "und" + ten

    def below_1000(n, last):
        hundreds, rest = divmod(n, 100)
        head = ("ein" if hundreds == 1 else DE_SMALL[hundreds]) + "hundert" if hundreds else ""
        return head + (below_100(rest, last) if rest or not hundreds else "")

    thousands, rest = divmod(n, 1000)
    if not thousands:
        return below_1000(rest, True)
    return below_1000(thousands, False) + "tausend" + (below_1000(rest, True) if rest else "")


def check():
    for n, words in {
        0: "zéro",
        16: "seize",
        17: "dix-sept",
        21: "vingt et un",
        22: "vingt-deux",
        61: "soixante et un",
        70: "soixante-dix",
        71: "soixante et onze",
        72: "soixante-douze",
        77: "soixante-dix-sept",
        80: "quatre-vingts",
        81: "quatre-vingt-un",
        90: "quatre-vingt-dix",
        91: "quatre-vingt-onze",
        99: "quatre-vingt-dix-neuf",
        100: "cent",
        101: "cent un",
        180: "cent quatre-vingts",
        200: "deux cents",
        201: "deux cent un",
        280: "deux cent quatre-vingts",
        1000: "mille",
        1001: "mille un",
        1100: "mille cent",
        2000: "deux mille",
        21000: "vingt et un mille",
        80000: "quatre-vingt mille",
        80080: "quatre-vingt mille quatre-vingts",
        200000: "deux cent mille",
        200200: "deux cent mille deux cents",
        380000: "trois cent quatre-vingt mille",
        71071: "soixante et onze mille soixante et onze",
        999999: "neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf",
    }.items():
        assert french(n) == words, (n, french(n))
    for n, words in {
        0: "null",
        1: "eins",
        7: "sieben",
        12: "zwölf",
        16: "sechzehn",
        17: "siebzehn",
        21: "einundzwanzig",
        30: "dreißig",
        66: "sechsundsechzig",
        77: "siebenundsiebzig",
        100: "einhundert",
        101: "einhunderteins",
        121: "einhunderteinundzwanzig",
        200: "zweihundert",
        1000: "eintausend",
        1001: "eintausendeins",
        2001: "zweitausendeins",
        11000: "elftausend",
        21000: "einundzwanzigtausend",
        100000: "einhunderttausend",
        101000: "einhunderteintausend",
        101101: "einhunderteintausendeinhunderteins",
        300030: "dreihunderttausenddreißig",
    }.items():
        assert german(n) == words, (n, german(n))
    for n, words, more in (
        (0, "zero", "zero"),
        (40, "forty", "forty"),
        (
            321405,
            "three hundred twenty-one thousand four hundred five",
            "three hundred and twenty-one thousand four hundred and five",
        ),
        (1005, "one thousand five", "one thousand and five"),
        (2100, "two thousand one hundred", "two thousand one hundred"),
        (110000, "one hundred ten thousand", "one hundred and ten thousand"),
        (5000, "five thousand", "five thousand"),
    ):
        assert (english(n), english(n, True)) == (words, more), (english(n), english(n, True))
    # No two numbers may read the same.
    for speak in (english, french, german):
        assert len({speak(n) for n in range(0, 1000000, 7)}) == len(range(0, 1000000, 7))


if __name__ == "__main__":
    check()
    print("the rules hold")
