// Empty: only used to make the precompiled headers of the tests.
