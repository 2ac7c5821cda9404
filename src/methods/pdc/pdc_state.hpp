#pragma once

#include "core/parallel/executor.hpp"
#include "methods/pdc/pdc_memory.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/pdc_run.hpp"
#include "methods/pdc/sentences/sentence_reader.hpp"

namespace cento {

/// The run of a PdcFinder and what it needs. Used by pdc.cpp and pdc_results.cpp.
struct PdcState {
  /// Throws UsageError when an option is out of range.
  explicit PdcState(const PdcOptions& given);

  PdcOptions options;
  PdcMemory memory;
  LocalExecutor executor;
  SentenceReader reader;
  PdcRun<LocalExecutor> run;
};

}  // namespace cento
