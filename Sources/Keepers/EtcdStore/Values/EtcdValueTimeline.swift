import EtcdClient
import ExperimentsCore

/// The changes in a store as publications: each revision with its author, if a mark gives one.
struct EtcdValueTimeline {
    let content: EtcdContent
    let layout: EtcdLayout
    let history: EtcdHistory
    /// What publications left about themselves.
    let notes: [EtcdEntry]

    /// The publications, the latest first.
    ///
    /// - Parameter name: the only key of interest; nil for all.
    func told(of name: String?, limit: Int) -> PublicationHistory {
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
                old[name] == new[name] ? nil : ValueProposal.Change(name: name, old: old[name], new: new[name])
            }
        }
    }

    private func entry(_ entry: EtcdEntry) -> Snapshot.Entry {
        Snapshot.Entry(text: String(decoding: entry.value, as: UTF8.self))
    }
}
