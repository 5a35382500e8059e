import EtcdStore
import ExperimentsCore
import ExperimentsOperator

/// Prints what is published, and was.
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
            let count = ValueWords.counted(proposal.changes.count)
            let words =
                proposal.isEmpty
                ? PublicationWords.nothing
                : revision.map { ValueWords.published(proposal, target.name, revision: $0) }
                    ?? "\(count) would change; nothing was published"
            return try StandardOutput.line(style.shown(words))
        }
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["source"] = .string(target.name)
        members["published"] = .bool(revision != nil)
        members["revision"] = revision.map { .number(String($0)) }
        members["changes"] = DifferencesPrinter.document(proposal.changes.map(\.differing))
        try StandardOutput.document(.object(members))
    }

    /// Prints what was published when and by whom, the latest first.
    func print(_ history: PublicationHistory, of target: ValueTarget) throws {
        if settings.json {
            return try StandardOutput.document([
                "schema": .number(DocumentSchema.version), "source": .string(target.name),
                "first": .number(String(history.first)), "last": .number(String(history.last)),
                "publications": .array(history.publications.map(Self.json)),
            ])
        }
        guard !history.publications.isEmpty else {
            return try StandardOutput.line("no publications are known since revision \(history.first)")
        }
        var rows = Table([
            .init(title: "REVISION", limit: 20), .init(title: "TIME", limit: 24), .init(title: "AUTHOR", limit: 20),
            .init(title: "PROGRAM", limit: 40), .init(title: "NOTE", limit: 40), .init(title: "CHANGES", limit: 120),
        ])
        for publication in history.publications {
            rows.append([
                .init(String(publication.revision)), .init(publication.at ?? "", .dim),
                .init(publication.author ?? "by hand", publication.author == nil ? .dim : .plain),
                .init(publication.program ?? ""), .init(publication.note ?? ""), .init(ValueWords.changes(publication)),
            ])
        }
        try StandardOutput.write(rows.text(style, width: Console.columns))
    }

    /// Prints the values of a revision.
    func print(_ values: PublishedValues, of target: ValueTarget) throws {
        if settings.json {
            var entries = JSONObject()
            for (name, entry) in values.entries.sorted(by: { $0.key < $1.key }) {
                entries[name] = entry.text.map(JSONValue.string) ?? .null
            }
            return try StandardOutput.document([
                "schema": .number(DocumentSchema.version), "source": .string(target.name),
                "revision": .number(String(values.revision)), "values": .object(entries),
            ])
        }
        guard !values.entries.isEmpty else {
            return try StandardOutput.line("nothing was published at revision \(values.revision)")
        }
        var rows = Table([.init(title: "KEY", limit: 60), .init(title: "VALUE", limit: 120)])
        for (name, entry) in values.entries.sorted(by: { $0.key < $1.key }) {
            rows.append([
                .init(name), .init(entry.text ?? Snapshot.Entry.appDefault, entry.text == nil ? .dim : .plain),
            ])
        }
        try StandardOutput.write(rows.text(style, width: Console.columns))
    }

    private func table(_ changes: [ValueProposal.Change]) -> StyledText {
        let printer = DifferencesPrinter(settings: settings, sides: ["published", "new"])
        return printer.text(changes.map(\.differing), as: .table, verdict: "")
    }

    private static func json(_ publication: ValuePublication) -> JSONValue {
        var members = JSONObject()
        members["revision"] = .number(String(publication.revision))
        members["at"] = publication.at.map(JSONValue.string)
        members["author"] = publication.author.map(JSONValue.string)
        members["program"] = publication.program.map(JSONValue.string)
        members["note"] = publication.note.map(JSONValue.string)
        members["names"] = .array(publication.names.map(JSONValue.string))
        members["changes"] = publication.changes.map { DifferencesPrinter.document($0.map(\.differing)) }
        return .object(members)
    }
}

extension ValueProposal.Change {
    /// As values are compared: what stands for the app's default is shown as that.
    fileprivate var differing: DifferingKey {
        DifferingKey(
            name: name, old: old.map { $0.text ?? Snapshot.Entry.appDefault },
            new: new.map { $0.text ?? Snapshot.Entry.appDefault })
    }
}
