import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The override editor: a choice if the key's schema has few values, otherwise a text that is checked as it is typed,
/// with an end and a note.
struct OverrideEditor: Sendable {
    /// How the value is entered.
    enum Input: Sendable {
        /// A choice of few values.
        case choice([String], selected: Int)
        /// Any text.
        case text(TextField)
    }

    /// A field of the editor.
    enum Field: Sendable, Hashable, CaseIterable {
        /// The value.
        case value
        /// The end of the override.
        case expiry
        /// The note.
        case note
        /// The layer and the scope of the override.
        case aim

        /// The fields for a new override.
        static let usual: [Field] = [.value, .expiry, .note]
    }

    /// The keys that are overridden, all with the same value.
    var keys: [CatalogKey]
    /// The fields of this editor. The value is not included if only ends and notes are edited.
    let fields: [Field]
    /// The field that has the focus.
    var focus: Field
    /// The value as entered so far.
    var input: Input
    /// The end of the overrides, as typed.
    var expiry: TextField
    /// The note, as typed.
    var note: TextField
    /// Why the current text is not a valid value, and for which key.
    private(set) var problem: (key: CatalogKey, reason: IncorrectValue)?
    /// The reason why the typed end is not valid.
    private(set) var expiryProblem: MessageError?
    /// The overrides to choose from.
    private(set) var aims: [OverrideAim] = [.mine]
    /// The chosen overrides.
    private(set) var aim = OverrideAim.mine
    /// A change that another person made since the editor was opened; nil for none.
    private(set) var meanwhile: String?

    /// The initial content of the fields. A field that still has it is not changed in any override.
    let original: (expiry: String, note: String)
    /// The initial value.
    let originalText: String
    private let openedAt: Date
    private let localTime: LocalTime

    /// Creates an editor with the current value and override.
    ///
    /// - Parameters:
    ///   - keys: the keys; at least one.
    ///   - fields: the fields to show. The first has the focus.
    init(
        _ keys: [CatalogKey], fields: [Field] = Field.usual, current: String?, expiry: String = "",
        note: String = "", now: Date, localTime: LocalTime
    ) {
        self.keys = keys
        self.fields = fields
        focus = fields.first ?? .value
        let choices = Self.choices(of: keys)
        if choices.isEmpty {
            let field = TextField(value: current ?? keys.first?.schema.defaultText ?? "")
            // A document is usually edited rather than typed again.
            input = .text(keys.contains { $0.schema.kind == .json } ? field : field.selected)
        } else {
            input = .choice(choices, selected: choices.firstIndex { $0 == current } ?? 0)
        }
        self.expiry = TextField(expiry)
        self.note = TextField(note)
        original = (expiry, note)
        originalText = current ?? keys.first?.schema.defaultText ?? ""
        openedAt = now
        self.localTime = localTime
        check()
    }

    /// The entered value.
    var text: String {
        switch input {
        case .choice(let choices, let selected): choices[selected]
        case .text(let field): field.text
        }
    }

    /// The kind of value, if it is the same for all keys.
    var kind: ValueKind? {
        let kinds = Set(keys.map(\.schema.kind))
        return kinds.count == 1 ? kinds.first : nil
    }

    /// Switches to free text, to test what an app does with an invalid value.
    mutating func typeAnyText() {
        replaceText(text)
    }

    /// Replaces the text by one from elsewhere, such as `$EDITOR`.
    mutating func replaceText(_ text: String) {
        input = .text(TextField(value: text))
        focus = .value
        check()
    }

    /// Moves the focus to another field. The first follows the last.
    mutating func focus(by step: Int) {
        guard let index = fields.firstIndex(of: focus) else { return }
        focus = fields[(index + step + fields.count) % fields.count]
        if focus == .expiry { expiry = expiry.selected }
        if focus == .note { note = note.selected }
    }

    /// Sets the scopes to choose from.
    ///
    /// - Parameter chosen: the selected scope, which is always offered.
    mutating func offer(_ aims: [OverrideAim], choosing chosen: OverrideAim) {
        self.aims = aims.contains(chosen) ? aims : aims + [chosen]
        aim = chosen
    }

    /// Selects another aim; the first follows the last.
    mutating func selectAim(by step: Int) {
        guard let index = aims.firstIndex(of: aim) else { return }
        aim = aims[(index + step + aims.count) % aims.count]
    }

    /// Notes that another person changed the key. A separate key then overwrites their change.
    mutating func tell(_ change: String) { meanwhile = change }

    /// Whether a key other than `Enter` sets the override.
    var needsInsisting: Bool { problem != nil || (meanwhile != nil && aim.owner == .team) }

    /// Moves the focus to the end because of a mistake in it.
    mutating func focusExpiry() { focus = .expiry }

    /// Selects another choice. The first follows the last.
    mutating func select(by step: Int) {
        guard case .choice(let choices, let selected) = input else { return }
        input = .choice(choices, selected: (selected + step + choices.count) % choices.count)
        check()
    }

    /// Selects the value in a row of the list.
    mutating func select(row: Int) {
        guard case .choice(let choices, _) = input, choices.indices.contains(row) else { return }
        input = .choice(choices, selected: row)
        check()
    }

    /// Changes the text of the focused field, and checks it.
    mutating func edit(_ change: (inout TextField) -> Void) {
        switch focus {
        case .expiry: change(&expiry)
        case .note: change(&note)
        case .aim: return
        case .value:
            guard case .text(var field) = input else { return }
            let before = field.text
            change(&field)
            input = .text(field)
            if field.text != before { check() }
            return
        }
        checkExpiry()
    }

    /// Returns when the overrides end, read at `now`; nil to leave that unchanged.
    func expiry(at now: Date) throws(MessageError) -> OverrideExpiry? {
        guard expiry.text != original.expiry else { return nil }
        return try OverrideExpiry(parsing: expiry.text, now: now, localTime: localTime)
    }

    mutating func check() {
        problem = nil
        if fields.contains(.value) {
            // Thousands of keys may accept the same values, and the value may be a large document.
            var checked: Set<Acceptance> = []
            for key in keys where problem == nil && checked.insert(Acceptance(key)).inserted {
                do throws(IncorrectValue) {
                    try key.check(text)
                } catch {
                    problem = (key, error)
                }
            }
        }
        checkExpiry()
    }

    /// The properties that decide whether a key accepts a value.
    private struct Acceptance: Hashable {
        let schema: ValueSchema
        let type: ObjectIdentifier

        init(_ key: CatalogKey) {
            schema = key.schema
            type = ObjectIdentifier(key.valueType)
        }
    }

    private mutating func checkExpiry() {
        do throws(MessageError) {
            _ = try expiry(at: openedAt)
            expiryProblem = nil
        } catch {
            expiryProblem = error
        }
    }
}

extension OverrideEditor {
    /// Checks the typed text against changed declarations, and removes keys that no longer exist.
    ///
    /// - Parameter declared: returns the current key with a name; nil if neither the project nor the source nor an
    ///   override has it.
    /// - Returns: the names of the removed keys.
    mutating func follow(_ declared: (String) -> CatalogKey?) -> [String] {
        let now = keys.map { ($0.name, declared($0.name)) }
        let gone = now.filter { $0.1 == nil }.map(\.0)
        let kept = now.compactMap(\.1)
        guard kept != keys, !kept.isEmpty else { return gone }
        let text = text
        keys = kept
        if case .choice(let old, _) = input {
            let choices = Self.choices(of: kept)
            if choices != old {
                let selected = choices.firstIndex(of: text)
                input = selected.map { .choice(choices, selected: $0) } ?? .text(TextField(value: text))
            }
        }
        check()
        return gone
    }
}

/// The entries of an editor that was closed without setting overrides. They are restored when the editor is opened for
/// the same keys.
struct TypedOverride: Sendable, Hashable {
    let names: [String]
    let fields: [OverrideEditor.Field]
    /// The value; nil if none was typed.
    let value: String?
    let expiry: String
    let note: String
}

extension OverrideEditor {
    /// The entries so far; nil if nothing was changed.
    var typed: TypedOverride? {
        var value: String?
        if case .text(let field) = input, !field.text.isExactly(originalText) { value = field.text }
        guard value != nil || expiry.text != original.expiry || note.text != original.note else { return nil }
        return TypedOverride(
            names: keys.map(\.name), fields: fields, value: value, expiry: expiry.text, note: note.text)
    }

    /// Restores the entries of an editor that was closed for the same keys. Returns whether there were any.
    mutating func resume(_ typed: TypedOverride?) -> Bool {
        guard let typed, typed.names == keys.map(\.name), typed.fields == fields else { return false }
        if let value = typed.value { replaceText(value) }
        (expiry, note) = (TextField(typed.expiry), TextField(typed.note))
        check()
        return true
    }
}

extension OverrideEditor {
    /// Returns the values to choose from, if all keys have the same few.
    static func choices(of keys: [CatalogKey]) -> [String] {
        guard let first = keys.first else { return [] }
        let choices = first.schema.choices
        return keys.allSatisfy { $0.schema.choices == choices } ? choices : []
    }

    /// The ends that the arrow keys offer one after the other.
    static let usualEnds = ["", "30m", "2h", "1d", "next fetch", "upstream changes"]

    /// Selects the next of the usual ends.
    mutating func offerEnd(by step: Int) {
        let ends = Self.usualEnds
        let index = ends.firstIndex(of: expiry.text) ?? (step > 0 ? -1 : ends.count)
        let next = ends[(index + step + ends.count) % ends.count]
        edit { $0 = TextField(next).selected }
    }

    /// Increases or decreases a whole number, within its range.
    mutating func count(by step: Int) {
        guard kind == .int, case .text(let field) = input, let value = NumberText.integer(field.text) else {
            return
        }
        let (next, overflow) = value.addingReportingOverflow(step)
        let isAllowed = keys.allSatisfy { $0.schema.range.map { $0.contains(Double(next)) } ?? true }
        guard !overflow, isAllowed else { return }
        edit { $0 = TextField(value: String(next)).selected }
    }
}

extension ValueSchema {
    /// The values to choose from, if there are few: true and false, or the cases, with and without `_baseline`.
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
