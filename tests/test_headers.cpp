// Has nothing in it: the precompiled headers of the tests are made with it.
