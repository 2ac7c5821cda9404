#include "study/judge/curve_svg.hpp"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/utf8.hpp"

namespace cento {

namespace {

// Sizes in pixels.
constexpr double kLeft = 60;
constexpr double kTop = 40;
constexpr double kSide = 400;  // of the square around the curve
constexpr double kWidth = kLeft + kSide + 30;
constexpr double kHeight = kTop + kSide + 50;
constexpr int kTicks = 5;
constexpr std::size_t kMostPoints = 2000;  // more are not visible
constexpr std::array<double, 4> kEqualF1 = {0.2, 0.4, 0.6, 0.8};

double x_of(double recall) {
  return kLeft + recall * kSide;
}
double y_of(double precision) {
  return kTop + (1 - precision) * kSide;
}

struct Point {
  double recall = 0;
  double precision = 0;
};

std::string as_xml(std::string_view text) {
  std::string xml;
  std::string valid;
  append_valid_utf8(valid, text);
  for (const char c : valid) {
    switch (c) {
      case '&': xml += "&amp;"; break;
      case '<': xml += "&lt;"; break;
      case '>': xml += "&gt;"; break;
      default:
        if (static_cast<unsigned char>(c) >= ' ') xml.push_back(c);
    }
  }
  return xml;
}

std::vector<Point> points_of(std::span<const ScoredLabel> pairs) {
  const auto curve = threshold_curve(pairs);
  const std::size_t step = curve.size() / kMostPoints + 1;
  std::vector<Point> points;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (i % step != 0 && i + 1 != curve.size()) continue;
    points.push_back({curve[i].counts.recall().value_or(0), curve[i].counts.precision().value_or(0)});
  }
  return points;
}

std::string polyline(const std::vector<Point>& points, std::string_view style) {
  std::string line = "<polyline fill=\"none\" points=\"";
  for (const Point& point : points) {
    line += fmt::format("{:.1f},{:.1f} ", x_of(point.recall), y_of(point.precision));
  }
  if (line.back() == ' ') line.pop_back();
  return line + fmt::format("\" {}/>\n", style);
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, as_xml(text));
}

std::string axes() {
  constexpr double kGap = 8;
  constexpr double kLine = 20;
  std::string svg = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\"/>\n",
                                kLeft, kTop, kSide, kSide);
  for (int tick = 0; tick <= kTicks; ++tick) {
    const double value = static_cast<double>(tick) / kTicks;
    svg += text_at(x_of(value), kTop + kSide + kLine, "middle", fmt::format("{:.1f}", value));
    svg += text_at(kLeft - kGap, y_of(value) + kGap / 2, "end", fmt::format("{:.1f}", value));
  }
  svg += text_at(x_of(0.5), kHeight - kGap, "middle", "recall");
  return svg + text_at(kGap, kTop - kGap, "start", "precision");
}

/// Precision by recall where F1 is the same: p = f r / (2 r − f).
std::string equal_f1(double f1) {
  constexpr int kSteps = 50;
  std::vector<Point> points;
  for (int step = 0; step <= kSteps; ++step) {
    const double least = f1 / (2 - f1);  // recall where precision is 1
    const double recall = least + (1 - least) * step / kSteps;
    points.push_back({recall, f1 * recall / (2 * recall - f1)});
  }
  return polyline(points, "stroke=\"#bbb\" stroke-dasharray=\"2 3\"");
}

}  // namespace

std::string curve_svg(std::span<const ScoredLabel> pairs, double threshold, std::string_view title) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      kWidth, kHeight);
  svg += text_at(x_of(0.5), kTop / 2, "middle", title);
  svg += axes();
  for (const double f1 : kEqualF1) svg += equal_f1(f1);
  svg += polyline(points_of(pairs), "stroke=\"#06c\" stroke-width=\"2\"");
  const PairCounts at = count_at(pairs, threshold);
  if (at.precision() && at.recall()) {
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"#c00\"><title>F1 {:.4f}</title></circle>\n",
                       x_of(*at.recall()), y_of(*at.precision()), at.f1().value_or(0));
  }
  return svg + "</svg>\n";
}

}  // namespace cento
