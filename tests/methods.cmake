# Tests of methods/ and study/.
cento_test(study/ndd_study_test LIBRARIES cento_study)
cento_test(study/ndd_tables_test LIBRARIES cento_study)
foreach(name blog collection_statistics common_features content_matcher document_signer loose_passages loose_proposals loose_words near_duplicates near_sentences pair_comparison passage_proposals pdc repeated_sentences sentence_recall sentence_sequence substring text_claims)
  cento_test(methods/${name}_test LIBRARIES cento_methods)
  target_include_directories(methods_${name}_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
endforeach()
