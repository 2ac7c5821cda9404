# Tests of group/.
cento_test(group/class_pairs_test LIBRARIES cento_group)
cento_test(group/date_seconds_test LIBRARIES cento_group)
cento_test(group/document_table_test LIBRARIES cento_group)
cento_test(group/keep_policy_test LIBRARIES cento_group)
cento_test(group/metadata_fields_test LIBRARIES cento_group)
cento_test(group/part_names_test LIBRARIES cento_group)
cento_test(group/sources_test LIBRARIES cento_group)
cento_test(group/survivors_test LIBRARIES cento_group)
