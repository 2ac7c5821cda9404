# Tests of cli/.
cento_test(cli/cento_test LIBRARIES cento_read)
target_compile_definitions(cli_cento_test PRIVATE CENTO_PROGRAM="$<TARGET_FILE:cento>")
add_dependencies(cli_cento_test cento)
cento_test(cli/run_summary_test LIBRARIES cento_read fmt::fmt Threads::Threads)
target_sources(cli_run_summary_test PRIVATE ${CMAKE_SOURCE_DIR}/apps/cli/run_summary.cpp
                                            ${CMAKE_SOURCE_DIR}/apps/cli/progress.cpp)
target_include_directories(cli_run_summary_test PRIVATE ${CMAKE_SOURCE_DIR}/apps/cli ${CMAKE_BINARY_DIR}/apps/cli)
