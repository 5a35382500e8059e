import Foundation

/// What was said above the footer, for whoever looked away. A limited number: the oldest go first.
struct MessageLog: Sendable {
    /// One message.
    struct Entry: Sendable, Hashable {
        let text: String
        let severity: Notice.Severity
        let date: Date
    }

    private static let limit = 200
    /// The messages, the oldest first.
    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a message. One that is said again takes the place of the one before.
    mutating func append(_ text: String, _ severity: Notice.Severity, at date: Date) {
        if entries.last?.text == text { entries.removeLast() }
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(Entry(text: text, severity: severity, date: date))
    }
}
