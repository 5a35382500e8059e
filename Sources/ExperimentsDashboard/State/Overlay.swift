import ExperimentsCore

/// What lies over the screen and takes the keys.
public enum Overlay: Sendable {
    /// The keys and what they do; how far it is scrolled.
    case help(scroll: Int)
    /// Commands by name.
    case palette(Palette)
    /// The themes, shown as the cursor passes over them; the one to go back to.
    case themes(selected: Int, original: Theme)
    /// An override being set.
    case editor(OverrideEditor)
    /// As whom the source is asked.
    case persona(PersonaEditor)
    /// A question before something is done.
    case confirmation(Confirmation)
}

/// A question with a yes and a no; no is what Enter, Esc and everything else mean.
public struct Confirmation: Sendable {
    /// The question, and what it is about, line by line.
    public var lines: [String]
    /// What yes does.
    public var edit: OverrideEdit
    /// A text to edit again instead, if there is one.
    public var editAgain: EditorRequest?
}

/// Commands found by typing part of their name.
public struct Palette: Sendable {
    /// What has been typed.
    public var field = TextField()
    /// The chosen one of the commands found.
    public var selected = 0

    /// The commands whose title contains every word typed.
    public var actions: [Action] {
        let words = field.text.lowercased().split(separator: " ")
        return Action.allCases.filter { action in
            let title = action.title.lowercased() + " " + action.rawValue
            return words.allSatisfy { title.contains($0) }
        }
    }
}
