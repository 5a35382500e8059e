import ExperimentsCore

// Where text is typed, whichever field it is.
extension DashboardState {
    /// Whether letters are typed into a field now: many at once can be taken in one step.
    public var takesText: Bool { typedField != nil }

    /// The field into which text is typed.
    var typedField: TextField? {
        if let top = panels.top { return top.typedField }
        return list.filterField ?? list.search.field ?? details.search.field
    }

    /// Says how much of what was typed or pasted found no room.
    mutating func tellLeftOut() {
        guard let field = typedField, field.leftOut > 0 else { return }
        say(field.leftOutWords, .warning)
    }
}

extension TextField {
    /// The words about the text that did not fit; empty if all of it did.
    var leftOutWords: String {
        guard leftOut > 0 else { return "" }
        let left = leftOut == 1 ? "1 character was" : "\(leftOut) characters were"
        return "\(left) left out: there is room for \(TimeText.size(room)) here"
    }
}
