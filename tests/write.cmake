# Tests of write/.
cento_test(write/document_json_test LIBRARIES cento_write)
cento_test(write/document_text_test LIBRARIES cento_write)
cento_test(write/pair_records_test LIBRARIES cento_write)
cento_test(write/table_rows_test LIBRARIES cento_write)
cento_test(write/clean_output_test LIBRARIES cento_write ZLIB::ZLIB PkgConfig::zstd)
