# Tests of cli/.
foreach(name cento compare dedup dedup_cuts duplicates pairs scan)
  cento_test(cli/${name}_test LIBRARIES cento_read)
  target_compile_definitions(cli_${name}_test PRIVATE CENTO_PROGRAM="$<TARGET_FILE:cento>"
                                                      CENTO_ALL_PAIRS="$<TARGET_FILE:all_pairs>")
  add_dependencies(cli_${name}_test cento all_pairs)
endforeach()
cento_test(cli/run_summary_test LIBRARIES cento_read fmt::fmt Threads::Threads)
target_sources(cli_run_summary_test PRIVATE ${CMAKE_SOURCE_DIR}/apps/cli/run_summary.cpp
                                            ${CMAKE_SOURCE_DIR}/apps/cli/progress.cpp)
target_include_directories(cli_run_summary_test PRIVATE ${CMAKE_SOURCE_DIR}/apps/cli ${CMAKE_BINARY_DIR}/apps/cli)
cento_test(cli/help_format_test)
target_sources(cli_help_format_test PRIVATE ${CMAKE_SOURCE_DIR}/apps/cli/help_format.cpp)
target_include_directories(cli_help_format_test PRIVATE ${CMAKE_SOURCE_DIR}/apps/cli)
