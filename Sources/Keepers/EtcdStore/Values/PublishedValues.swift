import EtcdClient
import ExperimentsCore

/// The values of a project in a store, as they are or were at one revision.
package struct PublishedValues: Sendable {
    /// The entries by name.
    package var entries: [String: Snapshot.Entry]
    /// The store's revision as of which they were read.
    package var revision: Int64
    /// The revision that last changed one of them; nil where there is none.
    package var version: Int64?
    /// What could not be taken over.
    package var notes: [SourceNote]
    /// The document that holds them, where one does and is there.
    package var document: [UInt8]?
    /// Which revision last changed which key of the store.
    var revisions: [EtcdKey: Int64]
    /// The publications that the store remembers, the earliest first.
    var publications: [EtcdEntry]

    /// The texts by name; nil for one that stands for the app's own default.
    package var texts: [String: String?] { entries.mapValues(\.text) }
}

/// What somebody wants a value to be.
package enum ValueEdit: Sendable, Hashable {
    /// This text.
    case set(String)
    /// The app's own default, which only a document can say.
    case appDefault
    /// Nothing: the key is to be missing.
    case unset
}

/// What a publication would change, to be looked at before it is sent.
package struct ValueProposal: Sendable {
    /// The change of one value.
    package struct Change: Sendable, Hashable {
        /// The key's name.
        package var name: String
        /// What is published; nil for nothing.
        package var old: Snapshot.Entry?
        /// What would be; nil for nothing.
        package var new: Snapshot.Entry?
    }

    /// What it was made on.
    package let base: PublishedValues
    /// What would change, by name.
    package let changes: [Change]
    /// The document to put in place of the one there is, where it is given as a whole.
    let document: [UInt8]?

    /// Makes edits. Those that change nothing are left out.
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
            return old?.text == new?.text && (old == nil) == (new == nil)
                ? nil : Change(name: name, old: old, new: new)
        }
    }

    /// Makes the values what they are elsewhere: in a file, or at an earlier revision. Names that it lacks are removed.
    ///
    /// - Parameter document: the text that says so, to be put as it is where a document holds the values.
    package init(_ entries: [String: Snapshot.Entry], as document: [UInt8]? = nil, on base: PublishedValues) {
        self.base = base
        let names = Set(entries.keys).union(base.entries.keys).sorted()
        changes = names.compactMap { name in
            let (old, new) = (base.entries[name], entries[name])
            return old?.text == new?.text && (old == nil) == (new == nil)
                ? nil : Change(name: name, old: old, new: new)
        }
        self.document = document
    }

    /// Whether nothing would change.
    package var isEmpty: Bool { changes.isEmpty }
}

/// A publication: what changed in one revision, and what is known of who did it.
package struct ValuePublication: Sendable, Hashable {
    /// The revision.
    package var revision: Int64
    /// When, by the clock of who published; nil for a change by hand.
    package var at: String?
    /// Who published; nil where nobody says.
    package var author: String?
    /// The program; nil where nobody says.
    package var program: String?
    /// What was said about it.
    package var note: String?
    /// The names of what changed, in their order.
    package var names: [String]
    /// What changed; nil where the store has forgotten it.
    package var changes: [ValueProposal.Change]?
}

/// What was published, for as far back as the store remembers.
package struct PublicationHistory: Sendable, Hashable {
    /// The publications, the latest first.
    package var publications: [ValuePublication]
    /// The oldest revision that can be brought back.
    package var first: Int64
    /// The revision that was the latest when it was asked.
    package var last: Int64
}

/// Why values were not published, or not found.
package struct ValueProblem: Error, Sendable, Hashable, OperatorError, CustomStringConvertible {
    /// What is wrong.
    package let description: String
    /// What to do about it.
    package let advice: String?

    package init(_ description: String, advice: String? = nil) {
        (self.description, self.advice) = (description, advice)
    }
}
