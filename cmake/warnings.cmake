# Flags for all of our targets, and the one library that nearly all use. Nothing is built with -march=native: kernels
# are chosen at run time.
add_library(cento_flags INTERFACE)
target_link_libraries(cento_flags INTERFACE fmt::fmt)
target_compile_options(cento_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False warnings of g++ 12 inside std::string.
  target_compile_options(cento_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(CENTO_SANITIZE_THREADS)
  target_compile_options(cento_flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(cento_flags INTERFACE -fsanitize=thread)
endif()
if(CENTO_SANITIZE)
  target_compile_options(cento_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                               -fno-omit-frame-pointer)
  target_link_options(cento_flags INTERFACE -fsanitize=address,undefined)
endif()
if(CENTO_FUZZ)
  target_compile_options(cento_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  target_link_options(cento_flags INTERFACE -fsanitize=address,undefined)
endif()
