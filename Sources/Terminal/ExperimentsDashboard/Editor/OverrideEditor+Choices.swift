import ExperimentsCore

extension OverrideEditor {
    /// The values to choose from, where all keys have the same few.
    static func choices(of keys: [CatalogKey]) -> [String] {
        guard let first = keys.first else { return [] }
        let choices = first.schema.choices
        return keys.allSatisfy { $0.schema.choices == choices } ? choices : []
    }

    /// Ends that are offered one after the other by the arrow keys.
    static let usualEnds = ["", "30m", "2h", "1d", "next fetch", "upstream changes"]

    /// Goes to the next of the usual ends.
    mutating func offerEnd(by step: Int) {
        let ends = Self.usualEnds
        let index = ends.firstIndex(of: expiry.text) ?? (step > 0 ? -1 : ends.count)
        let next = ends[(index + step + ends.count) % ends.count]
        edit { $0 = TextField(next) }
    }

    /// Counts a whole number up or down, as far as its range goes.
    mutating func count(by step: Int) {
        guard kind == .int, case .text(let field) = input, let value = NumberText.integer(field.text) else { return }
        let (next, overflow) = value.addingReportingOverflow(step)
        let isAllowed = keys.allSatisfy { $0.schema.range.map { $0.contains(Double(next)) } ?? true }
        guard !overflow, isAllowed else { return }
        edit { $0 = TextField(value: String(next)) }
    }
}

extension ValueSchema {
    /// The values to choose from, if there are few: both truths, or the cases, with and without `_baseline`.
    var choices: [String] {
        let plain: [String] =
            switch kind {
            case .bool: ["true", "false"]
            case .string: cases
            case .int, .double, .json, .duration, .url, .date: []
            }
        return understandsBaseline ? plain + plain.map { $0 + Baseline.suffix } : plain
    }
}
