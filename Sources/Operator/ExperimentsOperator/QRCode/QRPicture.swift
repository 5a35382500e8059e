/// A QR code as lines of text, to scan from a terminal.
///
/// Light modules are drawn and dark ones are not, so that on a dark background the code looks as on paper. If there are
/// colors, draw it in white on black; scanners read it inverted as well.
package struct QRPicture: Sendable, Hashable {
    /// The number of light modules around a code, so that a scanner finds its border: the width in the standard, and
    /// narrower ones for small windows.
    private static let borders = [4, 2, 1]

    private let code: QRCode
    /// The number of light modules around the code.
    private let border: Int
    /// Whether only ASCII characters are drawn: a module is then two characters wide, otherwise one wide and half a line
    /// high.
    private let isASCII: Bool

    /// Creates a picture with the border that the standard requires.
    package init(_ code: QRCode, isASCII: Bool = false) {
        self.init(code, border: Self.borders[0], isASCII: isASCII)
    }

    private init(_ code: QRCode, border: Int, isASCII: Bool) {
        self.code = code
        self.border = border
        self.isASCII = isASCII
    }

    /// Creates a picture with the widest border that fits.
    ///
    /// - Returns: nil if the whole code does not fit, because a part of it cannot be read.
    package init?(_ code: QRCode, columns: Int, rows: Int, isASCII: Bool = false) {
        let pictures = Self.borders.map { QRPicture(code, border: $0, isASCII: isASCII) }
        guard let picture = pictures.first(where: { $0.columns <= columns && $0.rows <= rows }) else {
            return nil
        }
        self = picture
    }

    /// Returns the smallest picture of a code, to find out how much room it needs.
    package static func smallest(of code: QRCode, isASCII: Bool = false) -> QRPicture {
        QRPicture(code, border: borders[borders.count - 1], isASCII: isASCII)
    }

    private var modules: Int { code.size + 2 * border }

    /// The width in columns.
    package var columns: Int { isASCII ? 2 * modules : modules }

    /// The height in lines.
    package var rows: Int { isASCII ? modules : (modules + 1) / 2 }

    /// The lines of the picture, all of one width.
    package var lines: [String] {
        let places = -border..<code.size + border
        if isASCII {
            return places.map { row in places.map { isLight(row, $0) ? "##" : "  " }.joined() }
        }
        return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
            places.map { column in
                // Below an odd number of rows there is nothing, which is left as the terminal has it.
                switch (isLight(row, column), row + 1 < places.upperBound && isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }

    private func isLight(_ row: Int, _ column: Int) -> Bool {
        !(code.rows.indices.contains(row) && code.rows.indices.contains(column) && code.rows[row][column])
    }
}
