# Arrow C++ for Parquet and Arrow files, used by the plug-in of src/arrow_files alone: from the system if CMake finds it,
# otherwise from a folder of the Python package pyarrow, which has the libraries and the headers:
#
#   cmake -DCENTO_PYARROW=$(scripts/find_pyarrow.sh) …
#
# The Python package (SKBUILD) takes the pyarrow of the environment that builds it: users have pyarrow as well. Without
# any of these everything else is built. Sets CENTO_ARROW to a library to link with, or to nothing.
set(CENTO_PYARROW "" CACHE PATH "Folder of an installed pyarrow package, for Parquet and Arrow files")
set(CENTO_ARROW "")

function(cento_find_pyarrow folder)
  set(libraries "")
  foreach(name arrow parquet)
    file(GLOB found ${folder}/lib${name}.so.*)
    list(FILTER found INCLUDE REGEX "/lib${name}\\.so\\.[0-9]+$")
    if(NOT found OR NOT EXISTS ${folder}/include/${name})
      message(WARNING "${folder} does not have lib${name} and its headers; Parquet and Arrow files will not be read")
      return()
    endif()
    list(GET found 0 library)
    list(APPEND libraries ${library})
  endforeach()
  add_library(cento_pyarrow INTERFACE)
  target_link_libraries(cento_pyarrow INTERFACE ${libraries})
  target_include_directories(cento_pyarrow SYSTEM INTERFACE ${folder}/include)
  set(CENTO_ARROW cento_pyarrow PARENT_SCOPE)
endfunction()

if(SKBUILD AND NOT CENTO_PYARROW)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/find_pyarrow.sh ${Python_EXECUTABLE}
                  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE CENTO_PYARROW ERROR_QUIET)
endif()
if(NOT SKBUILD)
  find_package(Arrow CONFIG QUIET)
  find_package(Parquet CONFIG QUIET)
endif()
if(TARGET Parquet::parquet_shared)
  set(CENTO_ARROW Parquet::parquet_shared)
  message(STATUS "Parquet and Arrow files: Arrow C++ ${Arrow_VERSION} of the system")
elseif(CENTO_PYARROW)
  cento_find_pyarrow(${CENTO_PYARROW})
  message(STATUS "Parquet and Arrow files: Arrow C++ of ${CENTO_PYARROW}")
else()
  message(STATUS "Parquet and Arrow files: not read, since there is no Arrow C++ (see docs/formats/parquet.md)")
endif()
