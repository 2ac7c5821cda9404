# What most sources include is compiled once: reading these headers takes half the time of a small source.
add_library(cento_headers OBJECT ${CMAKE_CURRENT_LIST_DIR}/headers.cpp)
target_link_libraries(cento_headers PRIVATE cento_flags)
target_precompile_headers(cento_headers PRIVATE
  <algorithm> <array> <atomic> <charconv> <cmath> <cstdint> <cstring> <functional> <map> <memory> <mutex>
  <optional> <span> <string> <string_view> <tuple> <utility> <vector> <fmt/format.h>)

# Compiles the sources of each folder of a target together, if CENTO_TOGETHER is on, up to `most` of them: the headers they
# share are then read once, and a full build takes half the time. Names in unnamed namespaces must therefore differ within
# a folder.
function(cento_compile_together target most)
  if(NOT CENTO_TOGETHER)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A source that another one includes may still have names of its own.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  foreach(source ${ARGN})
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    math(EXPR number_${group} "${number_${group}} + 1")
    math(EXPR unit "(${number_${group}} - 1) / ${most}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${unit})
  endforeach()
endfunction()

# Adds the library of a step of src/ from the sources that follow.
function(cento_library name)
  add_library(${name} STATIC ${ARGN})
  set_property(GLOBAL APPEND PROPERTY CENTO_LIBRARIES ${name})
  cento_compile_together(${name} 10 ${ARGN})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${name} PUBLIC cento_flags)
  target_precompile_headers(${name} REUSE_FROM cento_headers)
endfunction()

set(CENTO_AVX2_FLAGS -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt -maes)
set(CENTO_AVX512_FLAGS ${CENTO_AVX2_FLAGS} -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vbmi -mavx512vbmi2)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 warns about its own intrinsics.
  list(APPEND CENTO_AVX512_FLAGS -Wno-uninitialized -Wno-maybe-uninitialized)
endif()

# Adds kernels for an instruction set that not every processor has, AVX2 or AVX512, to a library: sources of their own,
# called only where the processor has it.
#
#   cento_kernels(cento_sign AVX512 run_sum_avx512.cpp … [FLAGS -mpclmul …])
function(cento_kernels library instruction_set)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    return()
  endif()
  cmake_parse_arguments(KERNELS "" "" "FLAGS" ${ARGN})
  target_sources(${library} PRIVATE ${KERNELS_UNPARSED_ARGUMENTS})
  set_source_files_properties(${KERNELS_UNPARSED_ARGUMENTS} PROPERTIES
    COMPILE_OPTIONS "${CENTO_${instruction_set}_FLAGS};${KERNELS_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()
