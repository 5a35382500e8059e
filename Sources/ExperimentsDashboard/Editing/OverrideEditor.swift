import ExperimentsCore

/// An override being set: a choice where the key's schema has a few values, else a text checked while it is typed.
public struct OverrideEditor: Sendable {
    /// How the value is entered.
    public enum Input: Sendable {
        /// One of a few values.
        case choice([String], selected: Int)
        /// Any text.
        case text(TextField)
    }

    /// The key that is overridden.
    public let key: CatalogKey
    /// How the value is entered, as far as it is.
    public var input: Input
    /// Why the text as it stands is not a value of the key.
    public private(set) var problem: IncorrectValue?
    /// Whether the operator was told of the problem and may insist.
    public var mayInsist = false

    /// An editor that starts from the value in force.
    public init(_ key: CatalogKey, current: String?) {
        self.key = key
        let choices = key.schema.choices
        if choices.isEmpty {
            input = .text(TextField(current ?? key.schema.defaultText ?? ""))
        } else {
            input = .choice(choices, selected: choices.firstIndex { $0 == current } ?? 0)
        }
        check()
    }

    /// The text that would be set.
    public var text: String {
        switch input {
        case .choice(let choices, let selected): choices[selected]
        case .text(let field): field.text
        }
    }

    /// Goes over to typing any text, for testing what an app does with a broken value.
    public mutating func typeAnyText() {
        input = .text(TextField(text))
        check()
    }

    /// Moves to another choice; the last is followed by the first.
    public mutating func select(by step: Int) {
        guard case .choice(let choices, let selected) = input else { return }
        input = .choice(choices, selected: (selected + step + choices.count) % choices.count)
    }

    /// Chooses the value in a row of the list.
    public mutating func select(row: Int) {
        guard case .choice(let choices, _) = input, choices.indices.contains(row) else { return }
        input = .choice(choices, selected: row)
    }

    /// Changes the text by `change`, and checks it.
    public mutating func edit(_ change: (inout TextField) -> Void) {
        guard case .text(var field) = input else { return }
        let before = field.text
        change(&field)
        input = .text(field)
        if field.text != before {
            mayInsist = false
            check()
        }
    }

    private mutating func check() {
        do throws(IncorrectValue) {
            try key.check(text)
            problem = nil
        } catch {
            problem = error
        }
    }
}

extension ValueSchema {
    /// The values to choose from, where there are few: both truths, or the cases, with and without `_baseline`.
    var choices: [String] {
        let plain: [String] =
            switch kind {
            case .bool: ["true", "false"]
            case .string: cases
            case .int, .double, .json: []
            }
        return understandsBaseline ? plain + plain.map { $0 + Baseline.suffix } : plain
    }
}
