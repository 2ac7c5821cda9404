# cento_fuzz(NAME LIBRARIES ...), one line a target: NAME.cpp, seeds in seeds/NAME/.
