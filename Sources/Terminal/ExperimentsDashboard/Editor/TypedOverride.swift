import ExperimentsCore

/// The entries of an editor that was left without setting overrides. They are restored when the editor is opened for
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
        if case .text(let field) = input, field.text != originalText { value = field.text }
        guard value != nil || expiry.text != original.expiry || note.text != original.note else { return nil }
        return TypedOverride(
            names: keys.map(\.name), fields: fields, value: value, expiry: expiry.text, note: note.text)
    }

    /// Goes on where an editor for the same keys was left. Whether there was something.
    mutating func resume(_ typed: TypedOverride?) -> Bool {
        guard let typed, typed.names == keys.map(\.name), typed.fields == fields else { return false }
        if let value = typed.value { replaceText(value) }
        (expiry, note) = (TextField(typed.expiry), TextField(typed.note))
        check()
        return true
    }
}
