package io.plantgate.bench;

import java.util.List;
import java.util.Locale;

/** Horizontal bars from zero, each with its figure, as SVG that follows the reader's light or dark scheme. */
final class BarChart {

    private static final int WIDTH = 860;
    private static final int BARS_FROM = 410;
    private static final int BARS_MAX = 340;
    private static final int TOP = 48;
    private static final int PITCH = 34;
    private static final int THICKNESS = 22;
    private static final int FOOT = 12;

    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, sans-serif; fill: #1f2328; }
              .title { font-weight: 600; font-size: 15px; }
              .ours { fill: #0969da; } .peer { fill: #8c959f; } .axis { stroke: #8c959f; }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3; }
                .ours { fill: #4493f8; } .peer { fill: #6e7681; } .axis { stroke: #6e7681; }
              }
            </style>
            """;

    private BarChart() {}

    /** @param ours drawn in the colour that stands out */
    record Bar(String label, double value, boolean ours) {}

    /** The longest bar takes the width; the others are as long in proportion. */
    static String svg(String title, List<Bar> bars) {
        double longest = bars.stream().mapToDouble(Bar::value).max().orElseThrow();
        int height = TOP + bars.size() * PITCH + FOOT;
        StringBuilder svg = new StringBuilder(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n"
                        .formatted(WIDTH, height, WIDTH, height));
        svg.append("<title>").append(escaped(title)).append("</title>\n").append(STYLE);
        svg.append("<text class=\"title\" x=\"12\" y=\"26\">")
                .append(escaped(title))
                .append("</text>\n");
        for (int i = 0; i < bars.size(); i++) {
            svg.append(drawn(bars.get(i), TOP + i * PITCH, longest));
        }
        svg.append("<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>%n"
                .formatted(BARS_FROM, TOP - 4, BARS_FROM, height - FOOT));
        return svg.append("</svg>\n").toString();
    }

    private static String drawn(Bar bar, int y, double longest) {
        double length = BARS_MAX * bar.value() / longest;
        int baseline = y + THICKNESS - 6;
        return String.format(
                Locale.ROOT,
                """
                <text x="%d" y="%d" text-anchor="end">%s</text>
                <rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>
                <text x="%.1f" y="%d">%,.0f</text>
                """,
                BARS_FROM - 10,
                baseline,
                escaped(bar.label()),
                bar.ours() ? "ours" : "peer",
                BARS_FROM,
                y,
                length,
                THICKNESS,
                BARS_FROM + length + 8,
                baseline,
                bar.value());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
