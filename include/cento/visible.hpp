#pragma once

/// Marks what the library shows to programs that are linked with it.
#define CENTO_VISIBLE __attribute__((visibility("default")))
