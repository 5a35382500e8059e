import ExperimentsCore

/// What keys of the dashboard do.
struct DashboardBinding {
    /// Its name in `bindings:`.
    let action: String
    /// What it does, in words.
    let title: String
    /// The heading under which it is listed.
    let section: String
    /// The keys; empty if it has none.
    let keys: [String]
    /// What does the same on the command line; nil for what concerns the screen alone.
    let command: String?

    /// `{"action", "title", "section", "keys", "command"}`.
    var document: Document {
        ["action": action, "title": title, "section": section, "keys": keys, "command": command.orNull]
    }
}
