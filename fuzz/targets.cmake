# cento_fuzz(NAME LIBRARIES ...), one line a target: NAME.cpp, seeds in seeds/NAME/.
cento_fuzz(tokens LIBRARIES cento_text)
cento_fuzz(jsonl LIBRARIES cento_read)
