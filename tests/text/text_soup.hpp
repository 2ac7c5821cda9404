#pragma once

#include <rapidcheck.h>

#include <string>
#include <vector>

namespace cento {

/// Texts of characters and words that matter to the sentence rules, in any order.
inline rc::Gen<std::string> text_soup() {
  const std::vector<std::string> pieces = {".",         ".",
                                           "!",         "?",
                                           "...",       "\u2026",
                                           "\u3002",    "\uFF01",
                                           "\uFF0E",    "\u061F",
                                           "\u06D4",    "\u0964",
                                           "\u0F0D",    " ",
                                           " ",         " ",
                                           "\n",        "\n",
                                           "\r\n",      "\t",
                                           "\f",        "\v",
                                           "\u00A0",    "\u3000",
                                           "\u2028",    "\u2029",
                                           "\"",        "'",
                                           "(",         ")",
                                           "[",         "]",
                                           "[1]",       "\u201C",
                                           "\u201D",    "\u00BB",
                                           "\u00AB",    "\u300C",
                                           "\u300D",    "-",
                                           "*",         "+",
                                           "1",         "12",
                                           "1998",      "\u2022",
                                           "\u2014",    ",",
                                           ":",         "\u3001",
                                           "a",         "b)",
                                           "A",         "J",
                                           "Mr",        "etc",
                                           "Inc",       "z",
                                           "B",         "e.g",
                                           "p.m",       "U.S",
                                           "The",       "Der",
                                           "word",      "word",
                                           "Word",      "\u00DCber",
                                           "\u00FCber", "\u4F60\u597D",
                                           "\u3068",    "\uAC00\uB2E4",
                                           "\u0639",    "\U0001F600",
                                           "\u200C",    "\x01",
                                           "am",        "3",
                                           "Oktober",   "#",
                                           "_",         "/",
                                           "\u2019"};
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                      [](const std::vector<std::string>& chosen) {
                        std::string text;
                        for (const std::string& piece : chosen) text += piece;
                        return text;
                      });
}

}  // namespace cento
