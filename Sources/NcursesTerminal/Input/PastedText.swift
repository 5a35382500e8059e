/// Text between the marks that a terminal puts around what is pasted.
struct PastedText {
    private var scalars = String.UnicodeScalarView()
    private var matched = 0

    /// What came so far, with `\n` for every kind of line end.
    var text: String { String(scalars) }

    /// Takes the next scalar; true if it ends the paste.
    mutating func append(_ value: UInt32) -> Bool {
        if value == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // What looked like the end was text. It can only begin anew at an escape.
        for held in Self.end[..<matched] { keep(held) }
        matched = 0
        if value == Self.end[0] { matched = 1 } else { keep(value) }
        return false
    }

    private mutating func keep(_ value: UInt32) {
        guard let scalar = UnicodeScalar(value) else { return }
        // Terminals send a carriage return for each line feed.
        if scalar == "\n", scalars.last == "\n", endedInReturn {
            endedInReturn = false
            return
        }
        endedInReturn = scalar == "\r"
        scalars.append(endedInReturn ? "\n" : scalar)
    }

    private var endedInReturn = false

    private static let end: [UInt32] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]
}
