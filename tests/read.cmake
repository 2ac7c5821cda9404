# Tests of read/.
