#include "sign/words/stop_words.hpp"

#include <array>

namespace cento {

namespace {

struct WordList {
  std::string_view language;
  std::string_view words;
};

// Articles, pronouns, prepositions, conjunctions and auxiliary verbs: words that occur with any subject.
constexpr std::array<WordList, 8> kLists = {{
    {"en",
     "a an the this that these those and or but if than as of to in on at by for from with into about over is are was "
     "were be been being has have had do does did will would can could may not no it its he she they we you i his her "
     "their our your there which who what when where how all some more also said"},
    {"de",
     "der die das den dem des ein eine einen einem einer eines und oder aber wenn als wie dass ob von zu zum zur in im "
     "am an auf aus bei mit nach vor für über unter durch um ist sind war waren wird werden wurde wurden hat haben "
     "hatte "
     "kann können nicht kein keine es er sie wir ich man sich sein seine ihr ihre auch noch nur so da hier was wer"},
    {"fr",
     "le la les l un une des du de d au aux et ou mais si que qu qui quoi dont où ce c cet cette ces à dans en par "
     "pour "
     "sur avec sans sous entre est sont était étaient être été a ont avait avoir il elle ils elles on nous vous je se "
     "s "
     "son sa ses leur leurs ne n pas plus y aussi comme tout tous"},
    {"es",
     "el la los las lo un una unos unas y e o u pero si que quien cual cuando donde como de del a al en con por para "
     "sin "
     "sobre entre hasta desde es son era eran ser sido fue fueron está están ha han había no ni se su sus le les me "
     "nos "
     "él ella ellos este esta estos estas ese esa eso más también muy ya todo"},
    {"zh",
     "的 了 是 在 和 与 及 或 而 但 也 都 就 还 又 不 没 有 这 那 个 些 我 你 他 她 它 们 之 其 此 为 以 于 从 到 对 "
     "把 被 "
     "向 由 所 着 过 地 得 会 能 可 要 上 中 下 很 更 最 吗 呢 吧"},
    {"ja", "の は が を に へ と で も か ら や よ ね な た だ て い し す る れ こ そ あ う ん っ ま り さ"},
    {"ko",
     "그 이 저 것 수 등 및 또 또는 그리고 그러나 하지만 그래서 때문에 위해 대한 대해 있는 있다 있었다 없는 없다 하는 "
     "한 "
     "할 했다 한다 된 되는 됐다 같은 이런 그런 더 가장 매우 모든 다른 우리 나는 그는 그녀는 이는 그것은 통해 따라 "
     "함께"},
    {"ru",
     "и а но или да если что чтобы как так же ли бы не ни в во на с со к ко по за из от до у о об для при без под над "
     "через между это этот эта эти тот та те то он она оно они мы вы я ты его её их наш ваш свой который которая "
     "которые "
     "был была было были быть есть будет может все всё ещё уже только также"},
}};

}  // namespace

std::string_view stop_words(std::string_view language) {
  for (const WordList& list : kLists) {
    if (list.language == language) return list.words;
  }
  return {};
}

std::string_view stop_word_languages() {
  return "en, de, fr, es, zh, ja, ko, ru";
}

}  // namespace cento
