# Tests of methods/ and study/.
cento_test(study/ndd_study_test LIBRARIES cento_study)
cento_test(study/ndd_tables_test LIBRARIES cento_study)
foreach(name collection_statistics common_features document_signer near_duplicates)
  cento_test(methods/${name}_test LIBRARIES cento_methods)
  target_include_directories(methods_${name}_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
endforeach()
