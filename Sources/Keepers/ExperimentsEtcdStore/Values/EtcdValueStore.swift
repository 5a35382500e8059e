import ExperimentsCore
import ExperimentsEtcdClient
import Foundation

/// Publishes the values of a project in a store, and lists earlier publications.
package struct EtcdValueStore: Sendable {
    /// The maximum number of values in one publication if each has a key. A transaction has 128 operations, some of
    /// which are for the mark.
    package static let mostKeys = 120
    /// The number of publications whose authors the store remembers.
    static let mostPublications = 200

    private let client: EtcdClient
    /// The layout of the data in the store.
    package let layout: EtcdLayout
    private let content: EtcdContent

    /// Creates a value store.
    ///
    /// - Parameters:
    ///   - client: the client of the cluster.
    ///   - layout: the layout of the data in the store.
    ///   - content: the form of the values.
    package init(client: EtcdClient, layout: EtcdLayout, content: EtcdContent = .keys) {
        (self.client, self.layout, self.content) = (client, layout, content)
    }

    /// Whether one document contains all values.
    package var isDocument: Bool {
        if case .document = content { true } else { false }
    }

    /// Reads the published values, or those of a revision.
    ///
    /// - Throws: `EtcdError`, `MessageError` if the store has compacted the revision or not reached it, or an error
    ///   of the document's reader.
    package func published(at revision: Int64? = nil) async throws -> PublishedValues {
        let read: EtcdSnapshot
        do {
            read = try await client.readAll([content.range(in: layout), layout.publications], at: revision)
        } catch let error as EtcdError where revision != nil && error.refusal == .compacted {
            throw MessageError(
                "revision \(revision ?? 0) was compacted",
                advice: "Use `experiments values history` to list revisions.")
        } catch let error as EtcdError where revision != nil && error.refusal == .future {
            throw MessageError("no revision \(revision ?? 0) yet")
        }
        var values = EtcdValues(content, in: layout)
        var mirror = EtcdMirror()
        let events = mirror.take(.state(read))
        try values.take(events, now: mirror)
        return PublishedValues(
            entries: values.entries, revision: read.revision, version: events.map(\.revision).max(),
            notes: values.notes,
            document: isDocument ? mirror.entries[layout.document]?.value : nil,
            revisions: mirror.entries.mapValues(\.modRevision),
            publications: read.entries[1].sorted { $0.createRevision < $1.createRevision })
    }

    /// Publishes the changes of a proposal, all or none. Nothing is published if another person has changed one of the
    /// values since.
    ///
    /// - Parameters:
    ///   - origin: the author and the program.
    ///   - note: a note for the history; nil for none.
    ///   - id: a unique ID of the publication, created before the first attempt.
    /// - Returns: the revision of the publication, or the reason why its result is not known.
    /// - Throws: `ValueConflict` if someone else was first, `MessageError` if nothing was published for another reason,
    ///   `EtcdError`, or an error of the document's reader.
    package func publish(
        _ proposal: ValueProposal, by origin: OverrideOrigin, note: String? = nil, at time: Date, id: String
    ) async throws -> EtcdOutcome<Int64> {
        let change = try change(proposal, by: origin, note: note, at: time, id: id)
        switch try await client.change(change) {
        case .known(.made(let revision)): return .known(revision)
        case .known(.conflict): throw ValueConflict(proposal, with: try await published())
        case .unknown(let error): return .unknown(error)
        }
    }

    /// Returns the transaction of a publication.
    ///
    /// - Throws: `MessageError` if the proposal cannot be published.
    func change(
        _ proposal: ValueProposal, by origin: OverrideOrigin, note: String?, at time: Date, id: String
    ) throws -> EtcdChange {
        let base = proposal.base
        var comparisons: [EtcdComparison] = []
        var operations: [EtcdOperation] = []
        func touch(_ key: EtcdKey, _ value: [UInt8]?) {
            comparisons.append(.wasChanged(key, at: base.revisions[key] ?? 0))
            operations.append(value.map { .put(EtcdPut(key, $0)) } ?? .delete(.key(key)))
        }
        if isDocument {
            touch(layout.document, try proposal.document ?? proposal.changes.applied(to: base.document))
        } else {
            guard proposal.changes.count <= Self.mostKeys else {
                throw MessageError(
                    "\(proposal.changes.count) values would change, but etcd changes at most \(Self.mostKeys) in one step",
                    advice: """
                        Add them in several steps, each with all values so far, or keep all values in one document \
                        (`document: true`).
                        """)
            }
            for change in proposal.changes {
                if let new = change.new, new.text == nil {
                    throw MessageError(
                        "\(Quotation.of(change.name)) cannot be null if each value has its own etcd key",
                        advice: "Remove the key, or keep all values in one document (`document: true`).")
                }
                touch(layout.key(of: .value(change.name)), change.new?.text.map { Array($0.utf8) })
            }
        }
        let dropped = base.publications.dropLast(Self.mostPublications - 1).prefix(4)
        operations += dropped.map { .delete(.key($0.key)) }
        let words = ValueNote(
            at: RFC3339.text(of: time, milliseconds: true), author: origin.author, program: origin.program,
            note: note,
            names: proposal.changes.map(\.name))
        return EtcdChange(
            mark: layout.key(of: .publication(id)), note: words.bytes, if: comparisons, operations: operations
        )
    }

    /// Checks whether a proposal can be published, without sending anything.
    ///
    /// - Throws: `MessageError` if it cannot.
    package func check(_ proposal: ValueProposal) throws {
        _ = try change(
            proposal, by: OverrideOrigin(), note: nil, at: Date(timeIntervalSince1970: 0), id: "check")
    }

    /// Returns the mark that shows that a publication was made.
    ///
    /// - Parameter id: the ID of the publication.
    package func mark(of id: String) -> EtcdKey { layout.key(of: .publication(id)) }

    /// Lists publications, the latest first.
    ///
    /// - Parameters:
    ///   - name: the key of interest; nil for all.
    ///   - limit: the largest number of publications.
    /// - Throws: `EtcdError`.
    package func history(of name: String? = nil, limit: Int) async throws -> PublicationHistory {
        let notes = try await client.readAll([layout.publications]).entries[0]
        let isKey = !isDocument && name != nil
        let range = isKey ? EtcdKeyRange.key(layout.key(of: .value(name ?? ""))) : content.range(in: layout)
        // The note must be read to know which publications changed a given key.
        let reached =
            notes.filter { note in
                !isKey || ValueNote(reading: note.value).names.contains(name ?? "")
            }.map(\.createRevision).max() ?? 0
        let history = try await client.history(
            of: range, limit: isDocument ? limit : limit * Self.mostKeys, reaching: reached)
        return publications(history, notes, of: name, limit: limit)
    }
}

extension EtcdValueStore {
    /// Returns changes as publications, latest first: each revision with its author, if a mark gives one.
    ///
    /// - Parameters:
    ///   - notes: the marks of publications.
    ///   - name: the only key to include; nil for all.
    private func publications(
        _ history: EtcdHistory, _ notes: [EtcdEntry], of name: String?, limit: Int
    ) -> PublicationHistory {
        var byRevision: [Int64: ValuePublication] = [:]
        for entry in notes {
            let note = ValueNote(reading: entry.value)
            byRevision[entry.createRevision] = ValuePublication(
                revision: entry.createRevision, at: note.at, author: note.author, program: note.program,
                note: note.note, names: note.names)
        }
        for (revision, events) in Dictionary(grouping: history.events, by: \.revision) {
            let changes = events.flatMap(changes)
            guard !changes.isEmpty else { continue }
            var publication = byRevision[revision] ?? ValuePublication(revision: revision, names: [])
            publication.changes = changes.sorted { $0.name < $1.name }
            publication.names = publication.changes?.map(\.name) ?? []
            byRevision[revision] = publication
        }
        let all = byRevision.values.filter { publication in
            !publication.names.isEmpty && (name.map(publication.names.contains) ?? true)
        }.sorted { $0.revision > $1.revision }
        let shown = all.prefix(limit).map { publication in
            guard let name else { return publication }
            var publication = publication
            publication.names = [name]
            publication.changes = publication.changes?.filter { $0.name == name }
            return publication
        }
        return PublicationHistory(publications: Array(shown), first: history.first, last: history.last)
    }

    private func changes(_ event: EtcdEvent) -> [ValueProposal.Change] {
        switch content {
        case .keys:
            guard case .value(let name)? = layout.place(of: event.key) else { return [] }
            let (old, new) = (event.previous.map(entry), event.kind == .put ? entry(event.entry) : nil)
            return old == new ? [] : [ValueProposal.Change(name: name, old: old, new: new)]
        case .document(let read):
            let old = event.previous.flatMap { try? read($0.value) } ?? [:]
            let new = event.kind == .put ? (try? read(event.entry.value)) ?? old : [:]
            return Set(old.keys).union(new.keys).compactMap { name in
                old[name] == new[name]
                    ? nil : ValueProposal.Change(name: name, old: old[name], new: new[name])
            }
        }
    }

    private func entry(_ entry: EtcdEntry) -> Snapshot.Entry {
        Snapshot.Entry(text: String(decoding: entry.value, as: UTF8.self))
    }
}
