# Tests of core/.
cento_test(core/arena_test LIBRARIES cento_core)
cento_test(core/atomic_file_test LIBRARIES cento_core ZLIB::ZLIB PkgConfig::zstd)
cento_test(core/byte_size_test LIBRARIES cento_core)
cento_test(core/json_text_test LIBRARIES cento_core)
cento_test(core/reporter_test LIBRARIES cento_core)
cento_test(core/utf8_test LIBRARIES cento_core)
