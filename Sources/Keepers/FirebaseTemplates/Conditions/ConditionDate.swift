import ExperimentsCore
import Foundation

/// A moment as an expression writes it.
public struct ConditionDate: Sendable, Hashable {
    /// Date and time without a zone: `2025-01-01T09:00:00`.
    public let text: String
    /// The name of the zone; GMT where none is given.
    public let zone: String?
    /// Whether the word `dateTime` stands before the brackets.
    public let hasWord: Bool
}

extension ConditionDate {
    /// The moment, in its zone.
    public var date: Date? {
        guard let utc = RFC3339.date(from: text + "Z") else { return nil }
        guard let zone = zone.flatMap(TimeZone.init(identifier:)) else { return utc }
        // The offset of the zone depends on the moment itself; a second look settles the hours around a change.
        let guess = utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: utc)))
        return utc.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    }
}
