import ExperimentsCore
import ExperimentsEtcdStore
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
    /// - Parameters:
    ///   - revision: the revision of the publication; nil if nothing was published.
    ///   - found: the reason for reading again; nil if the answer was not lost.
    ///   - source: the name of the source.
    func print(
        _ proposal: ValueProposal, revision: Int64?, foundLater found: String? = nil, of source: String
    ) throws {
        guard settings.json else {
            if revision == nil { try show(proposal) }
            let words =
                revision.map { proposal.publishedWords(to: source, revision: $0, found: found) }
                ?? "\(proposal.countWords) would change; nothing was published"
            return try StandardOutput.line(style.shown(words))
        }
        try StandardOutput.document([
            "source": source, "published": revision != nil, "revision": revision, "foundLater": found,
            "changes": proposal.changes.map(\.differing.document),
        ])
    }

    /// Prints that there is nothing to publish.
    func printNothing(of source: String) throws {
        guard settings.json else { return try StandardOutput.line(style.shown(PublicationWords.nothing)) }
        try StandardOutput.document(["source": source, "published": false, "changes": JSONValue.array([])])
    }

    /// Prints the publications with their times and authors, newest first.
    func print(_ history: PublicationHistory, of target: ValueTarget) throws {
        let table = Table(
            ["REVISION": 20, "TIME": 24, "AUTHOR": 20, "PROGRAM": 40, "NOTE": 40, "CHANGES": 120],
            of: history.publications
        ) { publication in
            [
                .init(String(publication.revision)), .init(publication.at ?? "", .dim),
                .init(publication.author ?? "by hand", publication.author == nil ? .dim : .plain),
                .init(publication.program ?? ""), .init(publication.note ?? ""),
                .init(publication.changesLine),
            ]
        }
        let document: Document = [
            "source": target.name, "first": history.first, "last": history.last,
            "publications": history.publications.map(Self.document),
        ]
        try settings.print(document, else: table, ifEmpty: "no changes since revision \(history.first)")
    }

    /// Prints the values of a revision.
    func print(_ values: PublishedValues, of target: ValueTarget) throws {
        let entries = values.entries.sorted { $0.key < $1.key }
        let texts = Document(entries.map { ($0.key, $0.value.text.orNull) })
        let table = Table(["KEY": 60, "VALUE": 120], of: entries) { name, entry in
            [.init(name), .init(entry.text ?? Snapshot.Entry.appDefault, entry.text == nil ? .dim : .plain)]
        }
        try settings.print(
            ["source": target.name, "revision": values.revision, "values": texts], else: table,
            ifEmpty: "no values at revision \(values.revision)")
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
