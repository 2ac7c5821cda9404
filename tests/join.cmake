# Tests of join/.
cento_test(join/bounds_test LIBRARIES cento_join)
cento_test(join/exact_join_test LIBRARIES cento_join)
target_include_directories(join_exact_join_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
cento_test(join/candidate_join_test LIBRARIES cento_join)
cento_test(join/part_keys_test LIBRARIES cento_join)
cento_test(join/verify_test LIBRARIES cento_join)
