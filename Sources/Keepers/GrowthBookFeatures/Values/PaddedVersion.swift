import ExperimentsCore

/// A version written so that the order of texts is that of versions: numbers are padded to five places.
struct PaddedVersion: Sendable {
    private var units: [UInt16] = []

    /// One leading `v` and everything from `+` on do not count. Where that leaves three parts, `~` is added as a fourth, so
    /// that `1.0.0` comes after `1.0.0-rc`.
    init(_ value: AttributeValue) {
        let written: String =
            switch value {
            case .number(let number): JavaScriptNumber.text(of: number)
            case .text(let text): text
            default: ""
            }
        var rest = Self.withoutBuild(Array((written.isEmpty ? "0" : written).utf16))
        if rest.first == Self.prefix { rest = rest.dropFirst() }
        units.reserveCapacity(rest.count + 16)
        var parts = 0
        while true {
            let part = rest.prefix { $0 != Self.point && $0 != Self.dash }
            if !part.isEmpty, part.allSatisfy(Self.digits.contains) {
                for _ in 0..<max(0, 5 - part.count) { units.append(Self.space) }
            }
            units += part
            parts += 1
            rest = rest[part.endIndex...]
            guard !rest.isEmpty else { break }
            rest = rest.dropFirst()
            units.append(Self.dash)
        }
        if parts == 3 { units += [Self.dash, Self.tilde] }
    }

    /// Compares a value that is written as a version with this one: less than 0 if it is lower.
    func order(of value: AttributeValue) -> Int {
        let own = PaddedVersion(value).units
        return own == units ? 0 : own.lexicographicallyPrecedes(units) ? -1 : 1
    }

    /// Returns the part before the first `+` that no line break follows.
    private static func withoutBuild(_ units: [UInt16]) -> ArraySlice<UInt16> {
        guard units.contains(Self.plus) else { return units[...] }
        let line = units.lastIndex { lineBreaks.contains($0) }
        guard let plus = units[(line.map { $0 + 1 } ?? 0)...].firstIndex(of: Self.plus) else { return units[...] }
        return units[..<plus]
    }

    private static let (space, plus, dash, point) = (UInt16(0x20), UInt16(0x2B), UInt16(0x2D), UInt16(0x2E))
    private static let (prefix, tilde) = (UInt16(0x76), UInt16(0x7E))
    private static let digits: ClosedRange<UInt16> = 0x30...0x39
    private static let lineBreaks: [UInt16] = [0x0A, 0x0D, 0x2028, 0x2029]
}
