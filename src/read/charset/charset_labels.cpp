#include "read/charset/charset_labels.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace cento {

namespace {

// Names and labels are those of the WHATWG Encoding Standard, https://encoding.spec.whatwg.org/#names-and-labels, with
// UTF-32 added for byte order marks and GBK taken as its superset gb18030. "replacement" charsets are left out.
constexpr Charset kCharsets[] = {
    {"UTF-8", nullptr, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"},
    {"windows-1252", "windows-1252",
     "windows-1252 iso-8859-1 latin1 ascii us-ascii cp1252 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 l1 "
     "ansi_x3.4-1968 cp819 csisolatin1 ibm819 x-cp1252 x-user-defined"},
    {"UTF-16LE", "UTF-16LE", "utf-16 utf-16le ucs-2 unicode unicodefeff csunicode iso-10646-ucs-2"},
    {"UTF-16BE", "UTF-16BE", "utf-16be unicodefffe"},
    {"UTF-32LE", "UTF-32LE", "utf-32 utf-32le"},
    {"UTF-32BE", "UTF-32BE", "utf-32be"},
    {"gb18030", "gb18030", "gb18030 gbk gb2312 chinese csgb2312 csiso58gb231280 gb_2312 gb_2312-80 iso-ir-58 x-gbk",
     true},
    {"Big5", "Big5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5", true},
    {"Shift_JIS", "ibm-943_P15A-2003",
     "shift_jis shift-jis sjis x-sjis ms_kanji csshiftjis ms932 windows-31j windows-932 cp932", true},
    {"EUC-JP", "EUC-JP", "euc-jp x-euc-jp cseucpkdfmtjapanese", true},
    {"ISO-2022-JP", "ISO-2022-JP", "iso-2022-jp csiso2022jp", true},
    {"EUC-KR", "windows-949",
     "euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 cp949",
     true},
    {"IBM866", "IBM866", "ibm866 866 cp866 csibm866"},
    {"ISO-8859-2", "ISO-8859-2",
     "iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"},
    {"ISO-8859-3", "ISO-8859-3",
     "iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"},
    {"ISO-8859-4", "ISO-8859-4",
     "iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"},
    {"ISO-8859-5", "ISO-8859-5",
     "iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"},
    {"ISO-8859-6", "ISO-8859-6",
     "iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i "
     "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"},
    {"ISO-8859-7", "ISO-8859-7",
     "iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek"},
    {"ISO-8859-8", "ISO-8859-8",
     "iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"},
    {"ISO-8859-10", "ISO-8859-10", "iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"},
    {"ISO-8859-13", "ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"},
    {"ISO-8859-14", "ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"},
    {"ISO-8859-15", "ISO-8859-15", "iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9"},
    {"KOI8-R", "KOI8-R", "koi8-r cskoi8r koi koi8 koi8_r"},
    {"KOI8-U", "KOI8-U", "koi8-u koi8-ru"},
    {"macintosh", "macintosh", "macintosh csmacintosh mac x-mac-roman"},
    {"windows-874", "windows-874", "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"},
    {"windows-1250", "windows-1250", "windows-1250 cp1250 x-cp1250"},
    {"windows-1251", "windows-1251", "windows-1251 cp1251 x-cp1251"},
    {"windows-1253", "windows-1253", "windows-1253 cp1253 x-cp1253"},
    {"windows-1254", "windows-1254",
     "windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
     "x-cp1254"},
    {"windows-1255", "windows-1255", "windows-1255 cp1255 x-cp1255"},
    {"windows-1256", "windows-1256", "windows-1256 cp1256 x-cp1256"},
    {"windows-1257", "windows-1257", "windows-1257 cp1257 x-cp1257"},
    {"windows-1258", "windows-1258", "windows-1258 cp1258 x-cp1258"},
    {"x-mac-cyrillic", "x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian"},
};

constexpr std::string_view kAround = " \t\n\r\f\"'";

std::string normalised(std::string_view label) {
  const std::size_t begin = std::min(label.size(), label.find_first_not_of(kAround));
  const std::size_t end = label.find_last_not_of(kAround) + 1;
  std::string lower(label.substr(begin, end > begin ? end - begin : 0));
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return lower;
}

bool has_label(const Charset& charset, std::string_view label) {
  for (std::string_view rest = charset.labels; !rest.empty();) {
    const std::string_view next = rest.substr(0, rest.find(' '));
    if (next == label) return true;
    rest.remove_prefix(std::min(rest.size(), next.size() + 1));
  }
  return false;
}

}  // namespace

const Charset* charset_labelled(std::string_view label) {
  const std::string wanted = normalised(label);
  if (wanted.empty()) return nullptr;
  const auto* found = std::find_if(std::begin(kCharsets), std::end(kCharsets),
                                   [&](const Charset& charset) { return has_label(charset, wanted); });
  return found == std::end(kCharsets) ? nullptr : found;
}

}  // namespace cento
