import ExperimentsSupport

/// A QR code as lines of text, to be scanned off a terminal.
///
/// The code itself is made by others; this draws its modules. Light modules are drawn and dark ones left out, as suits a
/// terminal with a dark background; scanners read it the other way round as well.
package struct QRPicture: Sendable, Hashable {
    /// The number of light modules around the code, so that a scanner finds its border.
    package static let quietZone = 2

    /// Row by row, from the top: whether each module is dark.
    private let rows: [[Bool]]

    /// A code of rows of modules.
    ///
    /// - Parameter rows: whether each module is dark; without a border.
    /// - Returns: nil if they are no square of a size that a code has: 21, 25 and so on up to 177 modules.
    package init?(rows: [[Bool]]) {
        let size = rows.count
        guard (21...177).contains(size), size % 4 == 1, rows.allSatisfy({ $0.count == size }) else { return nil }
        self.rows = rows
    }

    /// A code as `qrencode -t ASCII` prints it: two number signs for a dark module, two blanks for a light one.
    ///
    /// - Returns: nil for a text that is not a code.
    package init?(printed text: String) {
        let lines = text.split(scalar: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        var rows = lines.map { line in
            stride(from: 0, to: line.count - line.count % 2, by: 2).map { line[$0] == UInt8(ascii: "#") }
        }
        // The border that it may have is drawn anew.
        while let first = rows.first, !first.contains(true) { rows.removeFirst() }
        while let last = rows.last, !last.contains(true) { rows.removeLast() }
        let left = rows.map { $0.firstIndex(of: true) ?? $0.count }.min() ?? 0
        let size = rows.count
        self.init(
            rows: rows.map { row in
                let inner = Array(row.dropFirst(left).prefix(size))
                return inner + Array(repeating: false, count: max(0, size - inner.count))
            })
    }

    /// The lines of the picture, all of one width.
    ///
    /// - Parameter isASCII: whether only ASCII characters are drawn: a module is then two characters wide, where it
    ///   is else one wide and half a line high.
    package func lines(isASCII: Bool = false) -> [String] {
        let border = -Self.quietZone..<rows.count + Self.quietZone
        if isASCII {
            return border.map { row in border.map { isLight(row, $0) ? "##" : "  " }.joined() }
        }
        return stride(from: border.lowerBound, to: border.upperBound, by: 2).map { row in
            border.map { column in
                // Below an odd number of rows there is nothing, which is left as the terminal has it.
                switch (isLight(row, column), row + 1 < border.upperBound && isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }

    private func isLight(_ row: Int, _ column: Int) -> Bool {
        !(rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column])
    }
}
