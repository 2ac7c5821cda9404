# Tests of align/.
foreach(name chains diagonals edges families loose_alignment loose_clusters loose_edges loose_seeds loose_sentences substring_runs substring_stretches token_archive word_alignment)
  cento_test(align/${name}_test LIBRARIES cento_align)
  target_include_directories(align_${name}_test PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
endforeach()
