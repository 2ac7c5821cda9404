// Reads all documents of a file through the library and does nothing with them:
//   library_reads FILE THREADS

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cento/read.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: library_reads FILE THREADS\n", stderr);
    return 2;
  }
  try {
    cento::RunOptions run;
    run.threads = static_cast<std::size_t>(std::atoi(argv[2]));
    const cento::FileSource source({argv[1]}, {});
    const cento::JobSummary summary = cento::read(
        source, [](const cento::DocumentRecord&) {}, run);
    std::printf("%llu documents\n", static_cast<unsigned long long>(summary.documents));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "library_reads: %s\n", error.what());
    return 1;
  }
}
