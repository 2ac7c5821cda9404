# Tests of core/.
