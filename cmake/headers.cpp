// Has nothing but the headers that are compiled once, see library.cmake.
