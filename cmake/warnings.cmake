# Flags that every target of ours is built with. Nothing is built with -march=native: kernels are chosen at run time.
add_library(cento_flags INTERFACE)
target_compile_options(cento_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(cento_flags INTERFACE -Wno-restrict)  # g++ 12 blames the inside of std::string for nothing
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
