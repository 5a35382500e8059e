import Foundation

/// Everything a source held at one moment. It never changes; a fetch makes the next one.
public struct Snapshot: Sendable {
    /// What the source says about one name.
    public struct Entry: Sendable, Hashable {
        /// The text it holds; nil where it says to use the app's own default.
        public let text: String?
        /// Who supplied the text within the source, for example a condition or a variant; nil for the source itself.
        public let supplier: String?

        /// An entry with a text, or without one for the app's own default.
        public init(text: String?, supplier: String? = nil) {
            self.text = text
            self.supplier = supplier
        }
    }

    /// What the source holds, by name.
    public let entries: [String: Entry]
    /// The source's own version of what it holds, if it has one.
    public let version: String?
    /// The tag by which the source recognises an unchanged answer.
    public let etag: String?
    /// When it was fetched; nil where nothing was fetched yet.
    public let fetchedAt: Date?
    /// The experiments that this installation takes part in, where the source tells.
    public let experiments: [ExperimentAssignment]
    /// What the source says about its content as a whole.
    public let notes: [SourceNote]
    /// What ends the name of a group at the start of a name, where the source's names say their groups.
    public let groupSeparator: Character?

    /// What a source held.
    public init(
        entries: [String: Entry], version: String? = nil, etag: String? = nil, fetchedAt: Date?,
        experiments: [ExperimentAssignment] = [], notes: [SourceNote] = [], groupSeparator: Character? = nil
    ) {
        self.entries = entries
        self.version = version
        self.etag = etag
        self.fetchedAt = fetchedAt
        self.experiments = experiments
        self.notes = notes
        self.groupSeparator = groupSeparator
    }

    /// Texts that a source held.
    public init(texts: [String: String], version: String? = nil, fetchedAt: Date?) {
        self.init(entries: texts.mapValues { Entry(text: $0) }, version: version, fetchedAt: fetchedAt)
    }

    /// The group that a name says; nil where it says none.
    public func group(of name: String) -> String? {
        groupSeparator.flatMap { name.firstIndex(of: $0) }.map { String(name[..<$0]) }
    }

    /// Nothing fetched yet.
    public static let empty = Snapshot(entries: [:], fetchedAt: nil)
}
