import EtcdStore
import ExperimentsCore
import ExperimentsOperator

/// Prints published values, current and earlier.
struct ValuesPrinter {
    private let settings: Settings
    private var style: PlainText { PlainText(settings) }

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Shows what would change.
    func show(_ proposal: ValueProposal) throws {
        try StandardOutput.write(table(proposal.changes))
    }

    /// Prints the result of a publication.
    ///
    /// - Parameter revision: the revision of the publication; nil if nothing was published.
    func print(_ proposal: ValueProposal, revision: Int64?, of target: ValueTarget) throws {
        guard settings.json else {
            if revision == nil, !proposal.isEmpty { try show(proposal) }
            let count = proposal.countWords
            let words =
                proposal.isEmpty
                ? PublicationWords.nothing
                : revision.map { proposal.publishedWords(to: target.name, revision: $0) }
                    ?? "\(count) would change; nothing was published"
            return try StandardOutput.line(style.shown(words))
        }
        try StandardOutput.document([
            "source": target.name, "published": revision != nil, "revision": revision,
            "changes": proposal.changes.map(\.differing.document),
        ])
    }

    /// Prints the publications with their times and authors, newest first.
    func print(_ history: PublicationHistory, of target: ValueTarget) throws {
        if settings.json {
            return try StandardOutput.document([
                "source": target.name, "first": history.first, "last": history.last,
                "publications": history.publications.map(Self.document),
            ])
        }
        guard !history.publications.isEmpty else {
            return try StandardOutput.line("no changes since revision \(history.first)")
        }
        var rows = Table(["REVISION": 20, "TIME": 24, "AUTHOR": 20, "PROGRAM": 40, "NOTE": 40, "CHANGES": 120])
        for publication in history.publications {
            rows.append([
                .init(String(publication.revision)), .init(publication.at ?? "", .dim),
                .init(publication.author ?? "by hand", publication.author == nil ? .dim : .plain),
                .init(publication.program ?? ""), .init(publication.note ?? ""), .init(publication.changesLine),
            ])
        }
        try rows.print(style)
    }

    /// Prints the values of a revision.
    func print(_ values: PublishedValues, of target: ValueTarget) throws {
        if settings.json {
            let entries = values.entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text.orNull) }
            return try StandardOutput.document([
                "source": target.name, "revision": values.revision, "values": Document(entries),
            ])
        }
        guard !values.entries.isEmpty else {
            return try StandardOutput.line("no values at revision \(values.revision)")
        }
        var rows = Table(["KEY": 60, "VALUE": 120])
        for (name, entry) in values.entries.sorted(by: { $0.key < $1.key }) {
            rows.append([
                .init(name), .init(entry.text ?? Snapshot.Entry.appDefault, entry.text == nil ? .dim : .plain),
            ])
        }
        try rows.print(style)
    }

    private func table(_ changes: [ValueProposal.Change]) -> StyledText {
        let printer = DifferencesPrinter(settings: settings, sides: ["published", "new"])
        return printer.text(changes.map(\.differing), as: .table, verdict: "")
    }

    private static func document(_ publication: ValuePublication) -> Document {
        [
            "revision": publication.revision, "at": publication.at, "author": publication.author,
            "program": publication.program, "note": publication.note, "names": publication.names,
            "changes": publication.changes.map { $0.map(\.differing.document) },
        ]
    }
}

extension ValueProposal.Change {
    /// The values to compare. An entry for the app's default is shown as such.
    fileprivate var differing: DifferingKey {
        DifferingKey(
            name: name, old: old.map { $0.text ?? Snapshot.Entry.appDefault },
            new: new.map { $0.text ?? Snapshot.Entry.appDefault })
    }
}
