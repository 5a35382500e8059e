import ExperimentsCore
import ExperimentsEtcdClient

/// The values of a project in a store as of one revision.
package struct PublishedValues: Sendable {
    /// The entries by name.
    package var entries: ExactDictionary<Snapshot.Entry>
    /// The revision of the store.
    package var revision: Int64
    /// The revision of the last change to the values; nil if there are no values.
    package var version: Int64?
    /// Notes about values that could not be used.
    package var notes: [SourceNote]
    /// The document with the values, if there is one.
    package var document: [UInt8]?
    /// Which revision last changed which key of the store.
    var revisions: [EtcdKey: Int64]
    /// The publications that the store remembers, the earliest first.
    var publications: [EtcdEntry]

    /// Returns the revision of the publication with a mark; nil if the store does not have it.
    package func revision(of mark: EtcdKey) -> Int64? { publications.last { $0.key == mark }?.createRevision }

    /// Returns whether a part of the store that a proposal replaces has changed since, so that the store would refuse
    /// the proposal.
    package func prevents(_ proposal: ValueProposal, in layout: EtcdLayout) -> Bool {
        let keys =
            document == nil && proposal.base.document == nil
            ? proposal.changes.map { layout.key(of: .value($0.name)) } : [layout.document]
        return keys.contains { revisions[$0] != proposal.base.revisions[$0] }
    }

    /// The strings by name; nil for the app's own default.
    package var texts: ExactDictionary<String?> { entries.mapValues(\.text) }
}

/// An edit of a value.
package enum ValueEdit: Sendable, Hashable {
    /// This text.
    case set(String)
    /// The app's own default, which only a document can express.
    case appDefault
    /// Removes the value: the key becomes missing.
    case unset
}

/// The changes of a publication, for review before it is sent.
package struct ValueProposal: Sendable {
    /// The change of one value.
    package struct Change: Sendable, Hashable {
        /// The key's name.
        package var name: String
        /// The published entry; nil for none.
        package var old: Snapshot.Entry?
        /// The entry after the publication; nil for none.
        package var new: Snapshot.Entry?
    }

    /// The values that it is based on.
    package let base: PublishedValues
    /// The changes, by name.
    package let changes: [Change]
    /// The document that replaces the current one, if it is given as a whole.
    let document: [UInt8]?

    /// Creates a proposal from edits. Edits without an effect are left out.
    package init(_ edits: [String: ValueEdit], on base: PublishedValues) {
        self.base = base
        document = nil
        changes = edits.sorted { $0.key < $1.key }.compactMap { name, edit in
            let new: Snapshot.Entry? =
                switch edit {
                case .set(let text): Snapshot.Entry(text: text)
                case .appDefault: Snapshot.Entry(text: nil)
                case .unset: nil
                }
            let old = base.entries[name]
            return old.flatMap(\.text).isExactly(new.flatMap(\.text)) && (old == nil) == (new == nil)
                ? nil : Change(name: name, old: old, new: new)
        }
    }

    /// Creates a proposal that makes the values equal to those of a file or of an earlier revision. Other names are
    /// removed.
    ///
    /// - Parameter document: the text of the values, which is stored unchanged if the store has one document.
    package init(
        _ entries: ExactDictionary<Snapshot.Entry>, as document: [UInt8]? = nil, on base: PublishedValues
    ) {
        self.base = base
        changes = entries.sortedNames(and: base.entries).compactMap { name in
            let (old, new) = (base.entries[name], entries[name])
            return old.flatMap(\.text).isExactly(new.flatMap(\.text)) && (old == nil) == (new == nil)
                ? nil : Change(name: name, old: old, new: new)
        }
        self.document = document
    }

    /// Whether there are no changes.
    package var isEmpty: Bool { changes.isEmpty }
}

/// The error for a proposal whose values another person has changed first. Nothing was published.
package struct ValueConflict: Error, Sendable, OperatorError {
    /// The values that are published now.
    package let current: PublishedValues
    /// The names of the values that both changed.
    package let names: [String]
    /// The author of the other publication; nil if the author is not known.
    package let author: String?

    /// Compares a proposal with the values that are published now.
    package init(_ proposal: ValueProposal, with current: PublishedValues) {
        self.current = current
        let theirs = current.publications.last { $0.createRevision > proposal.base.revision }
        author = theirs.flatMap { ValueNote(reading: $0.value).author }
        names = proposal.changes.map(\.name).filter {
            !current.entries[$0].flatMap(\.text).isExactly(proposal.base.entries[$0].flatMap(\.text))
        }
    }

    package var message: String {
        let shown = names.prefix(3).map { Quotation.of($0) }.joined(separator: ", ")
        return
            "\(author ?? "someone else") changed \(shown.isEmpty ? "the values" : shown) first; nothing was published"
    }

    package var advice: String? { "Review the published values and publish again." }
}

/// A publication: the changes of one revision, and the available information about them.
package struct ValuePublication: Sendable, Hashable {
    /// The revision.
    package var revision: Int64
    /// The time by the publisher's clock; nil for a change by hand.
    package var at: String?
    /// The author; nil if it is not known.
    package var author: String?
    /// The program; nil if it is not known.
    package var program: String?
    /// The note.
    package var note: String?
    /// The names of the changed values, in order.
    package var names: [String]
    /// The changes; nil if the store has compacted them.
    package var changes: [ValueProposal.Change]?
}

/// The publications, as far back as the store remembers them.
package struct PublicationHistory: Sendable, Hashable {
    /// The publications, the latest first.
    package var publications: [ValuePublication]
    /// The oldest revision that can be restored.
    package var first: Int64
    /// The latest revision at the time of the request.
    package var last: Int64
}

/// The mark of a publication in the store: `{"at", "author", "program", "note", "names"}`. It shows whether the
/// publication was made.
struct ValueNote: Sendable, Hashable {
    var at: String?
    var author: String?
    var program: String?
    var note: String?
    var names: [String]

    /// The largest number of stored names. A document can change more.
    static let mostNames = 200

    var bytes: [UInt8] {
        var members = JSONObject()
        members["at"] = at.map(JSONValue.string)
        members["author"] = author.map(JSONValue.string)
        members["program"] = program.map(JSONValue.string)
        members["note"] = note.map(JSONValue.string)
        members["names"] = .array(names.prefix(Self.mostNames).map(JSONValue.string))
        return JSONValue.object(members).densestBytes
    }
}

extension ValueNote {
    /// Reads a note. Members that are missing, or that another program wrote, are not known.
    init(reading bytes: [UInt8]) {
        let members = (try? JSONValue(parsing: bytes))?.object
        at = members?["at"]?.string
        author = members?["author"]?.string
        program = members?["program"]?.string
        note = members?["note"]?.string
        names = members?["names"]?.array?.compactMap(\.string) ?? []
    }
}

extension [ValueProposal.Change] {
    /// Returns the document with all values after these changes. Everything else in it, including its order, is
    /// unchanged.
    ///
    /// - Parameter document: the current document; nil for none.
    /// - Throws: `MessageError` if it is not a JSON object: with YAML, comments and layout would be lost.
    func applied(to document: [UInt8]?) throws(MessageError) -> [UInt8] {
        var object = JSONObject()
        if let document {
            guard let read = (try? JSONValue(parsing: document))?.object else {
                throw MessageError(
                    "the document with the values is not a JSON object, so single values cannot be changed in it",
                    advice: "Write the whole document to a file, and use `experiments values publish FILE`.")
            }
            object = read
        }
        for change in self { object[change.name] = change.new.map { Self.json($0.text) } }
        return JSONValue.object(object).prettyBytes
    }

    /// Returns the value of a string: the number, boolean, list or object that the text contains, or the text itself.
    private static func json(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        guard let value = try? JSONValue(parsing: [UInt8](text.utf8)), value.string == nil, !value.isNothing,
            value.valueText == text
        else { return .string(text) }
        return value
    }
}
