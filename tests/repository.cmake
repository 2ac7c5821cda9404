# Tests of the repository itself: its scripts, and the commands shown in its documentation.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_test(NAME repository/scripts
         COMMAND ${Python3_EXECUTABLE} -m unittest discover --quiet -s ${CMAKE_CURRENT_SOURCE_DIR}/repository -p "*_test.py")

add_test(NAME repository/pages
         COMMAND ${Python3_EXECUTABLE} scripts/console_blocks.py --cento $<TARGET_FILE:cento> README.md docs
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
