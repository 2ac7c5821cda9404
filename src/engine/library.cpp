// The library consists of the objects of the engine; see CMakeLists.txt.
