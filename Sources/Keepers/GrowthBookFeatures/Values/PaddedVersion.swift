import ExperimentsCore

/// A version written so that the order of strings is that of versions: numbers are padded to five places.
struct PaddedVersion: Sendable {
    private var units: [UInt16] = []

    /// Creates a comparable version. A leading `v`, and `+` with everything after it, are ignored. If three parts are
    /// left, `~` is added as a fourth, so that `1.0.0` comes after `1.0.0-rc`.
    init(_ value: AttributeValue) {
        let written: String =
            switch value {
            case .number(let number): JavaScriptNumber.text(of: number)
            case .text(let text): text
            default: ""
            }
        let text = Array((written.isEmpty ? "0" : written).utf16)
        let end = Self.end(of: text)
        var start = end > 0 && text[0] == Self.prefix ? 1 : 0
        var parts = 0
        units.reserveCapacity(text.count + 16)
        while true {
            var next = start
            while next < end, text[next] != Self.point, text[next] != Self.dash { next += 1 }
            if next > start, (start..<next).allSatisfy({ 0x30...0x39 ~= text[$0] }) {
                for _ in 0..<max(0, 5 - (next - start)) { units.append(Self.space) }
            }
            for place in start..<next { units.append(text[place]) }
            parts += 1
            guard next < end else { break }
            units.append(Self.dash)
            start = next + 1
        }
        if parts == 3 { units += [Self.dash, Self.tilde] }
    }

    /// Compares a value that is written as a version with this one: less than 0 if it is lower.
    func order(of value: AttributeValue) -> Int {
        let own = PaddedVersion(value).units
        return own == units ? 0 : own.lexicographicallyPrecedes(units) ? -1 : 1
    }

    /// Returns the place of the first `+` that no line break follows, or the end.
    private static func end(of text: [UInt16]) -> Int {
        guard text.contains(plus) else { return text.count }
        let line = text.lastIndex { lineBreaks.contains($0) }
        return text[(line.map { $0 + 1 } ?? 0)...].firstIndex(of: plus) ?? text.count
    }

    private static let space: UInt16 = 0x20
    private static let plus: UInt16 = 0x2B
    private static let dash: UInt16 = 0x2D
    private static let point: UInt16 = 0x2E
    private static let prefix: UInt16 = 0x76
    private static let tilde: UInt16 = 0x7E
    private static let lineBreaks: [UInt16] = [0x0A, 0x0D, 0x2028, 0x2029]
}
