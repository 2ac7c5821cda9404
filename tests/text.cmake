# Tests of text/.
add_library(icu_tokens STATIC text/icu_tokens.cpp ${PROJECT_SOURCE_DIR}/src/text/char_class.cpp)
target_include_directories(icu_tokens PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(icu_tokens PUBLIC cento_core PRIVATE ICU::uc)
cento_test(text/tokenizer_test LIBRARIES cento_text icu_tokens)
cento_test(text/sentences_test LIBRARIES cento_text)
target_include_directories(text_sentences_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
cento_test(text/sentence_candidates_test LIBRARIES cento_text)
target_include_directories(text_sentence_candidates_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
