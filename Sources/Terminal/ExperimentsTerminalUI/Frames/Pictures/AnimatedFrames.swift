import ExperimentsSupport

/// Frames that are shown one after the other, again and again.
package struct AnimatedFrames: Sendable, Hashable {
    /// A frame, and how long it is shown.
    private struct Shown: Sendable, Hashable {
        let frame: Frame
        var milliseconds: Int
    }

    private var shown: [Shown] = []

    package init() {}

    /// Adds a frame. One that equals the frame before it only makes that one last longer.
    ///
    /// - Parameter milliseconds: how long the frame is shown.
    package mutating func add(_ frame: Frame, for milliseconds: Int) {
        if let last = shown.indices.last, shown[last].frame == frame {
            shown[last].milliseconds += milliseconds
        } else {
            shown.append(Shown(frame: frame, milliseconds: milliseconds))
        }
    }

    /// The number of different frames in a row.
    package var count: Int { shown.count }

    /// The frames as an animated SVG document. Programs that do not animate it show the first frame.
    ///
    /// Each row of the screen is drawn once for each of its contents, and is visible while frames have that content. So
    /// a document with many similar frames is small.
    ///
    /// - Parameters:
    ///   - palette: the colors that the frames leave to the terminal.
    ///   - title: what the picture shows, for people who cannot see it.
    package func svg(palette: PicturePalette, title: String) -> String {
        guard let size = shown.first?.frame.size else { return "" }
        let lines = (0..<size.rows).flatMap { contents(ofRow: $0, palette) }
        return SVG.document(of: size, palette: palette, title: title, lines)
    }

    private var total: Int { shown.reduce(0) { $0 + $1.milliseconds } }

    /// Returns the drawings of a row, each with the times when it is visible.
    private func contents(ofRow row: Int, _ palette: PicturePalette) -> [String] {
        let drawings = shown.map {
            row < $0.frame.size.rows ? SVG.row($0.frame.row(row), at: row, palette) : []
        }
        var different: [[String]] = []
        for drawing in drawings where !drawing.isEmpty && !different.contains(drawing) {
            different.append(drawing)
        }
        return different.flatMap { drawing -> [String] in
            let isVisible = drawings.map { $0 == drawing }
            guard isVisible.contains(false) else { return drawing }
            let first = isVisible.first == true ? "" : #" visibility="hidden""#
            return ["<g\(first)>", animation(isVisible)] + drawing + ["</g>"]
        }
    }

    /// Returns the element that makes a group visible during some of the frames.
    private func animation(_ isVisible: [Bool]) -> String {
        var values: [String] = []
        var times: [String] = []
        var start = 0
        for (index, frame) in shown.enumerated() {
            if index == 0 || isVisible[index] != isVisible[index - 1] {
                values.append(isVisible[index] ? "visible" : "hidden")
                times.append(Self.fraction(start, of: total))
            }
            start += frame.milliseconds
        }
        return #"<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" "#
            + #"dur="\#(total)ms" values="\#(values.joined(separator: ";"))" "#
            + #"keyTimes="\#(times.joined(separator: ";"))"/>"#
    }

    /// Returns a part of a whole with four digits, without rounded floating-point numbers.
    private static func fraction(_ part: Int, of whole: Int) -> String {
        let digits = String(part * 10_000 / max(1, whole))
        return part == 0 ? "0" : "0." + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
