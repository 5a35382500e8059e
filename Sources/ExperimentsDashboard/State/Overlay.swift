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
    /// A question before something is done.
    case confirmation(Confirmation)
    /// The profiles of overrides.
    case profiles(ProfilesPanel)
    /// The sources, to switch to one or to compare with one.
    case sources(SourcesPanel)
    /// Two sources side by side.
    case comparison(ComparisonPanel)
}

/// Commands found by typing part of their name.
public struct Palette: Sendable {
    /// What has been typed.
    public var field = TextField()
    /// The chosen one of the commands found.
    public var selected = 0

    /// The commands whose title contains every word typed; of sources, those that may be switched to.
    func entries(_ state: DashboardState) -> [PaletteEntry] {
        let words = field.text.lowercased().split(separator: " ")
        return PaletteEntry.all(in: state).filter { entry in
            let title = entry.searchedText.lowercased()
            return words.allSatisfy { title.contains($0) }
        }
    }
}
