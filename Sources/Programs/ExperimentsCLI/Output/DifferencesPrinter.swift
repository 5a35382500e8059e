import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

/// The format in which commands print the differences between values.
enum DifferenceFormat: String, ExpressibleByArgument, CaseIterable {
    case table, diff, patch
}

/// A key with different values in two places; nil if a place has none.
struct DifferingKey {
    let name: String
    let old: String?
    let new: String?

    /// `{"name", "old", "new", "changes"}`. A missing value is left out.
    var document: Document {
        ["name": name, "old": old, "new": new, "changes": ValueDifference(old, new).json]
    }
}

/// Prints keys with different values in two places.
struct DifferencesPrinter {
    let settings: Settings
    /// The names of the two places.
    let sides: [String]
    private static let cellLimit = 60

    private var style: PlainText { PlainText(settings) }

    /// Returns the differences in a format, with the verdict below a table.
    func text(_ keys: [DifferingKey], as format: DifferenceFormat, verdict: StyledText) -> StyledText {
        switch format {
        case .table: (keys.isEmpty ? "" : table(keys).text(style) + "\n") + verdict
        case .diff: keys.map { lines(unified($0)) }.joined()
        case .patch: lines(patch(keys).prettyText)
        }
    }

    /// Returns the differences between two snapshots in a format.
    ///
    /// - Parameter ending: the text after the number of keys in the verdict below a table.
    func text(_ difference: SnapshotDifference, as format: DifferenceFormat, ending: String) -> StyledText {
        let count = difference.count
        let verdict = count == 0 ? "identical" : "\(count) different"
        let keys = difference.names.compactMap { name in
            difference.changes[name].map { DifferingKey(name: name, old: $0.values.old, new: $0.values.new) }
        }
        return text(
            keys, as: format,
            verdict: style.shown(verdict, ink: count == 0 ? .green : .yellow) + style.shown(ending) + "\n")
    }

    private func lines(_ text: String) -> StyledText {
        text.lines.filter { !$0.isEmpty }.map { style.shown(String($0)) + "\n" }.joined()
    }

    private func table(_ keys: [DifferingKey]) -> Table {
        let rows = keys.map { ($0, ValueDifference($0.old, $0.new)) }
        // Leave out a column that would be empty.
        let remarks = rows.contains { !$1.word.isEmpty }
        let titles = ["KEY"] + sides.map { $0.uppercased() } + (remarks ? ["DIFFERENCE"] : [])
        var table = Table(titles.map { .init(title: $0, limit: Self.cellLimit) })
        for (key, difference) in rows {
            let (old, new) = difference.excerpts(columns: Self.cellLimit)
            let isOneSided = (key.old == nil) != (key.new == nil)
            let remark = isOneSided ? "only in \(sides[key.old == nil ? 1 : 0])" : difference.word
            table.append(
                [.init(key.name), Self.cell(key.old, old), Self.cell(key.new, new)]
                    + (remarks ? [.init(remark, .dim)] : []))
        }
        return table
    }

    private static func cell(_ value: String?, _ excerpt: String) -> Table.Cell {
        guard let value else { return .init("-", .dim) }
        return value == Snapshot.Entry.appDefault
            ? .init(value, .dim)
            : .init(value.isEmpty ? "\"\"" : excerpt.isEmpty ? "-" : VisibleText.ofValue(excerpt))
    }

    private func unified(_ key: DifferingKey) -> String {
        ValueDifference(key.old, key.new).unified(key.name, sides)
    }

    /// Returns the patch of an object with each key's value: lists and objects as JSON, all others as strings.
    private func patch(_ keys: [DifferingKey]) -> JSONValue {
        func object(_ side: (DifferingKey) -> String?) -> JSONValue {
            Document(keys.compactMap { key in side(key).map { (key.name, ValueDifference.json($0)) } }).json
        }
        return JSONDifference.patch(object(\.old), object(\.new))
    }
}

extension PlainText {
    /// Returns the lines of a text in the format of `diff -u`, in the usual colors.
    func lines(ofPatch patch: String) -> [StyledText] {
        patch.withoutLastLineEnd.lines.map { line in shown(String(line), ink: Self.ink(ofPatchLine: line)) }
    }

    private static func ink(ofPatchLine line: Substring) -> Ink {
        if line.hasPrefix("+++") || line.hasPrefix("---") { return .bold }
        switch line.first {
        case "+": return .green
        case "-": return .red
        case "@": return .dim
        default: return .plain
        }
    }
}

extension TemplateDifference {
    func print(_ settings: Settings) throws(CommandProblem) {
        if settings.json { return try StandardOutput.document(["changes": json]) }
        try StandardOutput.write(text(PlainText(settings)))
    }

    /// Returns a line for each change and each difference.
    private func text(_ style: PlainText) -> StyledText {
        guard !isEmpty else { return "no differences\n" }
        return changes.map { change in
            let ink: Ink =
                switch change.kind {
                case .added: .green
                case .removed: .red
                case .changed: .yellow
                }
            let lines = change.lines.prefix(1) + change.detailLines
            return lines.enumerated().map { index, line in
                style.shown(line, ink: index == 0 ? ink : .plain) + "\n"
            }.joined()
        }.joined()
    }
}
