import Foundation

/// The values of a source at one moment. A snapshot never changes; each fetch creates a new one.
public struct Snapshot: Sendable {
    /// The entry of one name at the source.
    public struct Entry: Sendable, Hashable {
        /// The text of the value; nil if the source tells the app to use its own default.
        public let text: String?
        /// The supplier of the text within the source, for example a condition or a variant; nil for the source itself.
        public let supplier: String?
        /// Whether the value at the source is a number, of which the text is one spelling, rather than a string.
        package let isNumber: Bool

        /// Creates an entry with a string, or without one for the app's own default.
        public init(text: String?, supplier: String? = nil) {
            self.init(text: text, supplier: supplier, isNumber: false)
        }

        /// - Parameter isNumber: whether the text is the spelling of a number, as JSON or YAML has it.
        package init(text: String?, supplier: String? = nil, isNumber: Bool) {
            (self.text, self.supplier, self.isNumber) = (text, supplier, isNumber)
        }

        /// Creates an entry from a JSON value. `null` means the app's own default.
        package init(_ json: JSONValue?, supplier: String? = nil) {
            let isNumber = if case .number = json { true } else { false }
            self.init(text: json?.valueText, supplier: supplier, isNumber: isNumber)
        }

        /// Returns whether two entries have the same text from the same supplier, byte by byte, whether or not the source
        /// has it as a number.
        public static func == (left: Entry, right: Entry) -> Bool {
            left.text.isExactly(right.text) && left.supplier.isExactly(right.supplier)
        }

        /// Hashes the members that are compared.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(text.map(ExactText.init))
            hasher.combine(supplier.map(ExactText.init))
        }

        /// Returns the text that a key of a type reads. A number without a fraction is whole in any spelling, such as
        /// `7.0`, and spellings that only YAML has, such as `0x1F`, become decimal.
        package func text(as kind: ValueKind) -> String? {
            guard isNumber, let text else { return text }
            switch kind {
            case .int where NumberText.integer(text) == nil:
                return NumberText.json(ofYAML: text).flatMap(NumberText.whole) ?? text
            case .double where NumberText.double(text) == nil: return NumberText.json(ofYAML: text) ?? text
            default: return text
            }
        }

        /// Other spellings of a number, one of which a key may accept.
        var otherSpellings: [String] {
            guard isNumber, let text, let json = NumberText.json(ofYAML: text) else { return [] }
            return [json, NumberText.whole(json)].compactMap(\.self).filter { $0 != text }
        }
    }

    /// The entries, by name.
    public let entries: ExactDictionary<Entry>
    /// The version that the source gives to its values, if it has one.
    public let version: String?
    /// The ETag of the response, with which the source recognizes that nothing has changed.
    public let etag: String?
    /// The time at which it was fetched; nil if nothing has been fetched yet.
    public let fetchedAt: Date?
    /// The experiments in which this installation takes part, if the source reports them.
    public let experiments: [ExperimentAssignment]
    /// Notes of the source about its values as a whole.
    public let notes: [SourceNote]
    /// The reasons why the source could not return values, by name. These names have no entry.
    public let problems: ExactDictionary<String>
    /// The character that ends the group at the start of a name, if the names of the source begin with their groups.
    public let groupSeparator: Character?

    /// Creates a snapshot from entries.
    public init(
        entries: [String: Entry], version: String? = nil, etag: String? = nil, fetchedAt: Date?,
        experiments: [ExperimentAssignment] = [], notes: [SourceNote] = [], problems: [String: String] = [:],
        groupSeparator: Character? = nil
    ) {
        self.init(
            entries: ExactDictionary(entries), version: version, etag: etag, fetchedAt: fetchedAt,
            experiments: experiments, notes: notes, problems: ExactDictionary(problems),
            groupSeparator: groupSeparator)
    }

    /// Creates a snapshot from entries, of which two may have names that only look the same.
    public init(
        entries: ExactDictionary<Entry>, version: String? = nil, etag: String? = nil, fetchedAt: Date?,
        experiments: [ExperimentAssignment] = [], notes: [SourceNote] = [],
        problems: ExactDictionary<String> = ExactDictionary(), groupSeparator: Character? = nil
    ) {
        self.entries = entries
        self.version = version
        self.etag = etag
        self.fetchedAt = fetchedAt
        self.experiments = experiments
        self.notes = notes
        self.problems = problems
        self.groupSeparator = groupSeparator
    }

    /// Creates a snapshot from strings, by name.
    public init(texts: [String: String], version: String? = nil, fetchedAt: Date?) {
        self.init(entries: texts.mapValues { Entry(text: $0) }, version: version, fetchedAt: fetchedAt)
    }

    /// Returns the group that a name begins with; nil if it has none.
    public func group(of name: String) -> String? {
        groupSeparator.flatMap { name.firstIndex(of: $0) }.map { String(name[..<$0]) }
    }

    /// Problems with the content of the source, which is used anyway.
    package var contentProblems: [String] { notes.filter { $0.title == SourceNote.problemTitle }.map(\.text) }

    /// Returns whether another snapshot has the same values, whenever they were fetched.
    func saysTheSame(as other: Snapshot) -> Bool {
        version.isExactly(other.version) && (fetchedAt == nil) == (other.fetchedAt == nil)
            && notes == other.notes
            && experiments == other.experiments && problems == other.problems
            && groupSeparator == other.groupSeparator && entries == other.entries
    }

    /// Returns the same values as a fetch found them again.
    func confirmed(at time: Date) -> Snapshot {
        Snapshot(
            entries: entries, version: version, etag: etag, fetchedAt: time, experiments: experiments,
            notes: notes,
            problems: problems, groupSeparator: groupSeparator)
    }

    /// The snapshot before the first fetch.
    public static let empty = Snapshot(entries: [:], fetchedAt: nil)
}

/// A note of a source on its values as a whole, for example who published them.
public struct SourceNote: Sendable, Hashable {
    /// The subject of the note.
    public let title: String
    /// The text of the note.
    public let text: String

    /// The title of a note about a problem with the content. The content is used anyway.
    package static let problemTitle = "Problem"

    /// The title of a note about who published the values, and when.
    package static let publishedTitle = "Published"

    /// Creates a note.
    public init(title: String, text: String) {
        self.title = title
        self.text = text
    }
}

/// An experiment in which this installation takes part, as the source describes it.
public struct ExperimentAssignment: Sendable, Hashable {
    /// The identifier of the experiment.
    public let id: String
    /// The variant to which this installation is assigned.
    public let variant: String
    /// The keys whose values the experiment sets.
    public let keys: [String]
    /// The time at which the experiment began, if the source reports it.
    public let startedAt: Date?

    /// Creates an assignment.
    public init(id: String, variant: String, keys: [String], startedAt: Date? = nil) {
        self.id = id
        self.variant = variant
        self.keys = keys
        self.startedAt = startedAt
    }
}
