import ExperimentsCore

// Where text is typed, whichever field it is.
extension DashboardState {
    /// Whether letters are typed into a field now: many at once can be taken in one step.
    public var takesText: Bool { typedField != nil }

    /// The field into which text is typed.
    var typedField: TextField? {
        switch overlay {
        case nil: filterField ?? search.field ?? detailSearch.field
        case .palette(let palette): palette.field
        case .editor(let editor): editor.typedField
        case .persona(let editor): editor.typedField
        case .profiles(let panel): panel.typedField
        case .comparison(let panel): panel.filterField ?? panel.search.field
        case .help(let panel), .messages(let panel), .selectable(_, let panel): panel.search.field
        case .themes, .confirmation, .sources: nil
        }
    }

    /// Says how much of what was typed or pasted found no room.
    mutating func tellLeftOut() {
        guard let field = typedField, field.leftOut > 0 else { return }
        say(field.leftOutWords, .warning)
    }
}

extension TextField {
    /// What is to be said about what found no room; empty where all did.
    var leftOutWords: String {
        guard leftOut > 0 else { return "" }
        let left = leftOut == 1 ? "1 character was" : "\(leftOut) characters were"
        return "\(left) left out: there is room for \(TimeText.size(room)) here"
    }
}

extension OverrideEditor {
    fileprivate var typedField: TextField? {
        switch (focus, input) {
        case (.value, .text(let field)): field
        case (.value, .choice): nil
        case (.expiry, _): expiry
        case (.note, _): note
        }
    }
}

extension PersonaEditor {
    fileprivate var typedField: TextField? {
        switch input {
        case .name(let field), .value(of: _, let field): field
        case nil: nil
        }
    }
}

extension ProfilesPanel {
    fileprivate var typedField: TextField? {
        switch typing {
        case .name(let field), .shared(let field): field
        case nil: nil
        }
    }
}
