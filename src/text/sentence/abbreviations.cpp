#include "text/sentence/abbreviations.hpp"

#include <algorithm>
#include <iterator>

namespace cento {

namespace {

// In lower case, without the last dot and without inner spaces ("z. B.").

// Titles, and abbreviations that always have something after them.
constexpr std::string_view kLeads[] = {
    "mr",    "mrs",     "ms",    "messrs", "dr",   "drs",   "prof",  "profs",  "rev",  "revd", "fr",     "st",
    "ste",   "mt",      "capt",  "cpt",    "lt",   "sgt",   "cpl",   "adm",    "cmdr", "supt", "amb",    "insp",
    "hr",    "hrn",     "dipl",  "rer",    "phil", "habil", "sr",    "sra",    "sres", "srta", "dra",    "dña",
    "ud",    "uds",     "mme",   "mmes",   "mlle", "mlles", "mgr",   "vs",     "cf",   "viz",  "approx", "ca",
    "resp",  "incl",    "excl",  "esp",    "ie",   "eg",    "fig",   "figs",   "abb",  "nr",   "nrn",    "vol",
    "vols",  "pp",      "eq",    "eqs",    "kap",  "bd",    "bde",   "aufl",   "hrsg", "núm",  "pág",    "págs",
    "cit",   "op",      "vgl",   "bzw",    "bspw", "sog",   "evtl",  "ggf",    "ggfs", "inkl", "exkl",   "zzgl",
    "abzgl", "einschl", "insb",  "insbes", "allg", "urspr", "eigtl", "entspr", "gem",  "bes",  "ebd",    "bzgl",
    "betr",  "vorm",    "geb",   "gest",   "verh", "ehem",  "ej",    "ee",     "p.ej", "p.ex", "e.g",    "i.e",
    "z.b",   "d.h",     "u.a",   "i.d.r",  "u.u",  "z.t",   "o.g",   "s.o",    "s.u",  "v.a",  "m.e",    "i.d.s",
    "i.s.d", "av",      "b.z.w", "d.i",    "i.a",  "u.v.a", "o.ä",   "i.e.s",  "q.v",  "т.е",  "т.н",    "т.к",
    "т.о",   "им",      "ул",
};

// The same, if written with a capital; otherwise they are words or may end a sentence.
constexpr std::string_view kLeadsIfCapital[] = {
    "mag", "ing", "col", "gen", "rep", "maj", "hon", "pres", "det", "mons", "gov", "sen", "str", "tel", "ph",
};

// These continue only before a number.
constexpr std::string_view kNumber[] = {
    "no",   "nos", "art", "arts", "sec", "secs", "par", "pars", "para", "tab",  "abs", "cap", "ch",
    "chap", "p",   "pt",  "pts",  "tit", "ver",  "ed",  "eds",  "ziff", "rn",   "anm", "lib", "cod",
    "n°",   "nº",  "ln",  "cl",   "ss",  "vers", "fol", "стр",  "рис",  "табл", "п",   "гл",  "см",
};

// These may end a sentence; inside one, a lowercase letter follows.
constexpr std::string_view kCloses[] = {
    "etc",   "usw",   "usf",   "dgl", "al",  "et.al", "seq",   "ff",  "et.seq", "u.s.w", "u.s.f", "u.ä", "u.dgl",
    "u.v.m", "u.a.m", "o.dgl", "o.j", "o.o", "г",     "a.a.o", "д",   "т.д",    "т.п",   "др",    "пр",  "гг",
    "вв",    "тыс",   "млн",   "руб", "коп", "min",   "max",   "hrs", "misc",   "est",   "ibid",
};

// Parts of names.
constexpr std::string_view kName[] = {
    "inc",  "ltd",  "corp", "bros", "plc", "llc", "gmbh", "intl", "natl",
    "assn", "dept", "univ", "esq",  "jr",  "mfg", "uu",   "chr",  "св",
};

// Parts of names and dates, if written with a capital.
constexpr std::string_view kNameIfCapital[] = {
    "co",   "ave",  "blvd", "rd",   "jan",   "feb",  "febr", "mar",  "mär",   "apr",  "jun",  "jul", "aug",
    "sep",  "sept", "okt",  "oct",  "nov",   "dez",  "dec",  "déc",  "févr",  "janv", "juil", "mon", "tue",
    "tues", "wed",  "thu",  "thur", "thurs", "fri",  "sat",  "sun",  "calif", "mass", "conn", "ill", "wash",
    "fla",  "tex",  "ariz", "colo", "minn",  "mich", "penn", "tenn", "okla",  "ore",  "ont",  "que",
};

// Times of day.
constexpr std::string_view kClock[] = {
    "a.m",
    "p.m",
    "am",
    "pm",
};

// Words that often start a sentence: English, German, French, Spanish.
constexpr std::string_view kStarters[] = {
    "the",     "this",     "that",       "these", "those",  "it",      "he",        "she",     "we",      "they",
    "you",     "i",        "a",          "an",    "in",     "on",      "at",        "as",      "but",     "and",
    "so",      "if",       "when",       "while", "after",  "before",  "since",     "however", "there",   "then",
    "his",     "her",      "its",        "their", "our",    "my",      "your",      "for",     "from",    "to",
    "by",      "with",     "what",       "why",   "how",    "who",     "where",     "here",    "not",     "no",
    "yes",     "although", "because",    "also",  "both",   "some",    "many",      "most",    "each",    "one",
    "two",     "such",     "until",      "under", "during", "despite", "according", "another", "several", "all",
    "any",     "every",    "once",       "now",   "thus",   "der",     "die",       "das",     "den",     "dem",
    "des",     "ein",      "eine",       "einen", "einem",  "einer",   "er",        "sie",     "es",      "wir",
    "ihr",     "ich",      "im",         "am",    "auf",    "aus",     "bei",       "mit",     "nach",    "von",
    "vom",     "zu",       "zum",        "zur",   "für",    "und",     "aber",      "oder",    "wenn",    "als",
    "da",      "dann",     "doch",       "auch",  "dies",   "diese",   "dieser",    "dieses",  "diesen",  "diesem",
    "nun",     "wie",      "was",        "wer",   "wo",     "man",     "nur",       "noch",    "sein",    "seine",
    "ihre",    "seit",     "über",       "unter", "zwar",   "jedoch",  "hier",      "dort",    "damit",   "dabei",
    "daher",   "deshalb",  "allerdings", "le",    "les",    "un",      "une",       "il",      "elle",    "ils",
    "elles",   "nous",     "vous",       "je",    "ce",     "cette",   "ces",       "cet",     "mais",    "et",
    "en",      "dans",     "pour",       "par",   "sur",    "avec",    "au",        "aux",     "du",      "son",
    "sa",      "ses",      "leur",       "leurs", "c'est",  "quand",   "comme",     "après",   "selon",   "depuis",
    "el",      "los",      "las",        "una",   "se",     "con",     "su",        "sus",     "pero",    "y",
    "al",      "lo",       "esta",       "este",  "estos",  "estas",   "cuando",    "como",    "según",   "desde",
    "también",
};

// Months, days and nouns that follow ordinal numbers.
constexpr std::string_view kCalendar[] = {
    "january",   "february", "march",    "april",       "may",    "june",     "july",        "august",
    "september", "october",  "november", "december",    "monday", "tuesday",  "wednesday",   "thursday",
    "friday",    "saturday", "sunday",   "januar",      "jänner", "februar",  "märz",        "mai",
    "juni",      "juli",     "oktober",  "dezember",    "montag", "dienstag", "mittwoch",    "donnerstag",
    "freitag",   "samstag",  "sonntag",  "jahrhundert", "jh",     "jhd",      "jahrtausend", "weltkrieg",
    "fc",        "klasse",   "stock",    "auflage",     "etage",  "liga",     "bundesliga",  "runde",
    "platz",     "jan",      "feb",      "mar",         "apr",    "jun",      "jul",         "aug",
    "sep",       "sept",     "okt",      "oct",         "nov",    "dez",      "dec",         "eastern",
    "pacific",   "gmt",      "utc",
};

// Words before a German ordinal number.
constexpr std::string_view kOrdinalHeralds[] = {
    "am",   "im",  "vom",  "zum",   "zur",    "beim",  "ins",   "ans",   "der",    "die",
    "das",  "dem", "den",  "des",   "dieser", "jeder", "seit",  "bis",   "ab",     "und",
    "oder", "ihr", "sein", "ihren", "seinen", "eine",  "einen", "einer", "ersten",
};

struct AbbreviationEntry {
  WordKey key = 0;
  Abbreviation any = Abbreviation::none;      // however it is written
  Abbreviation capital = Abbreviation::none;  // if it starts with a capital
};

struct NextWordEntry {
  WordKey key = 0;
  NextWord kind = NextWord::other;
};

constexpr auto kByKey = [](const auto& a, const auto& b) { return a.key < b.key; };

constexpr std::size_t kAbbreviationCount = std::size(kLeads) + std::size(kLeadsIfCapital) + std::size(kNumber) +
                                           std::size(kCloses) + std::size(kName) + std::size(kNameIfCapital) +
                                           std::size(kClock);

constexpr auto sorted_abbreviations() {
  std::array<AbbreviationEntry, kAbbreviationCount> entries{};
  std::size_t count = 0;
  const auto add = [&](const auto& words, Abbreviation any, Abbreviation capital) {
    for (const std::string_view word : words) entries[count++] = {word_key(word), any, capital};
  };
  add(kLeads, Abbreviation::leads, Abbreviation::leads);
  add(kLeadsIfCapital, Abbreviation::none, Abbreviation::leads);
  add(kNumber, Abbreviation::number, Abbreviation::number);
  add(kCloses, Abbreviation::closes, Abbreviation::closes);
  add(kName, Abbreviation::name, Abbreviation::name);
  add(kNameIfCapital, Abbreviation::none, Abbreviation::name);
  add(kClock, Abbreviation::clock, Abbreviation::clock);
  std::ranges::sort(entries, kByKey);
  return entries;
}

constexpr auto sorted_next_words() {
  std::array<NextWordEntry, std::size(kStarters) + std::size(kCalendar)> entries{};
  std::size_t count = 0;
  for (const std::string_view word : kStarters) entries[count++] = {next_word_key(word), NextWord::starter};
  for (const std::string_view word : kCalendar) entries[count++] = {next_word_key(word), NextWord::calendar};
  std::ranges::sort(entries, kByKey);
  return entries;
}

constexpr auto sorted_heralds() {
  std::array<WordKey, std::size(kOrdinalHeralds)> keys{};
  std::ranges::transform(kOrdinalHeralds, keys.begin(), word_key);
  std::ranges::sort(keys);
  return keys;
}

/// The part of `word` after its last byte outside ASCII.
constexpr std::string_view ascii_tail(std::string_view word) {
  std::size_t begin = word.size();
  while (begin > 0 && static_cast<unsigned char>(word[begin - 1]) < 0x80) --begin;
  return word.substr(begin);
}

constexpr abbreviation_filter::Bits filter_bits() {
  abbreviation_filter::Bits bits{};
  const auto add = [&](const auto& words) {
    for (const std::string_view word : words) {
      const std::uint32_t hash = abbreviation_filter::hash(word_key(ascii_tail(word)));
      bits[hash / 64] |= std::uint64_t{1} << (hash % 64);
    }
  };
  add(kLeads), add(kLeadsIfCapital), add(kNumber), add(kCloses), add(kName), add(kNameIfCapital), add(kClock);
  return bits;
}

constexpr auto kAbbreviations = sorted_abbreviations();
constexpr auto kNextWords = sorted_next_words();
constexpr auto kHeralds = sorted_heralds();

template <typename Entries>
constexpr bool all_keys_differ(const Entries& entries) {
  return std::ranges::adjacent_find(entries, {}, [](const auto& entry) { return entry.key; }) == entries.end();
}
static_assert(all_keys_differ(kAbbreviations) && kAbbreviations[0].key != 0);
static_assert(all_keys_differ(kNextWords) && kNextWords[0].key != 0);

template <typename Entries>
auto find_entry(const Entries& entries, WordKey key) {
  const auto found = std::ranges::lower_bound(entries, key, {}, [](const auto& entry) { return entry.key; });
  return found != entries.end() && found->key == key ? &*found : nullptr;
}

}  // namespace

constexpr abbreviation_filter::Bits abbreviation_filter::kBits = filter_bits();

Abbreviation find_abbreviation(WordKey key, bool capital) {
  const auto* entry = find_entry(kAbbreviations, key);
  if (entry == nullptr) return Abbreviation::none;
  return capital ? entry->capital : entry->any;
}

NextWord find_next_word(WordKey key) {
  const auto* entry = find_entry(kNextWords, key);
  return entry == nullptr ? NextWord::other : entry->kind;
}

bool announces_ordinal(WordKey key) {
  return std::ranges::binary_search(kHeralds, key);
}

}  // namespace cento
