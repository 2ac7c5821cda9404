// Finds the passages that a few texts share, and prints them.

#include <cento/error.hpp>
#include <cento/scan.hpp>

#include <cstdio>
#include <string>

namespace {

/// Renders passages as lines, on any thread, and prints them in order.
class PrintedPassages final : public cento::PassageSink {
 public:
  std::unique_ptr<cento::PassedOn> render(const cento::PassageBatch& batch) override {
    std::string lines;
    for (const cento::PassageRecord& passage : batch.passages) {
      lines += describe(passage.a) + " = " + describe(passage.b) + "\n";
    }
    return std::make_unique<cento::PassedValue<std::string>>(std::move(lines));
  }

  void take(cento::PassedOn& rendered) override {
    std::fputs(cento::PassedValue<std::string>::in(rendered).c_str(), stdout);
  }

 private:
  static std::string describe(const cento::NamedStretch& stretch) {
    return std::string(stretch.document.id) + "[" + std::to_string(stretch.where.bytes.begin) + "," +
           std::to_string(stretch.where.bytes.end) + ")";
  }
};

}  // namespace

int main() {
  const std::string shared = "The ferry leaves at nine. Tickets are sold on board. Dogs travel free.";
  const cento::DocumentSource news({{"wire", shared + " It rained."}, {"paper", "News from the harbour. " + shared}});
  try {
    PrintedPassages printed;
    const cento::ScanSummary summary = cento::scan(news, {}, printed);
    std::printf("%llu documents, %llu passages\n", static_cast<unsigned long long>(summary.documents),
                static_cast<unsigned long long>(summary.passages));
  } catch (const cento::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
