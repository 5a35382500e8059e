import ExperimentsCore

/// Taking a change back, or making it again.
enum ReversalVerb: String {
    case undo
    case redo

    /// What was done, before the step's title.
    var done: String {
        switch self {
        case .undo: "undone"
        case .redo: "done again"
        }
    }

    /// What is about to be done, before the keys.
    var deed: String {
        switch self {
        case .undo: "taking back a change of"
        case .redo: "making again a change of"
        }
    }

    /// The step that it is about.
    func next(in journal: OverrideJournal) -> OverrideStep? {
        switch self {
        case .undo: journal.undoable.last
        case .redo: journal.redoable.last
        }
    }

    /// Why there is nothing to be done.
    func nothing(_ path: String) -> String {
        switch self {
        case .undo: "no change of \(path) is kept that is in force"
        case .redo: "no change of \(path) was undone since the last one"
        }
    }
}
