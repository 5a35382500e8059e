import ExperimentsCore

/// What lies over the screen and takes the keys.
package enum Overlay: Sendable {
    /// The keys and what they do.
    case help(TextPanel)
    /// What was said so far.
    case messages(TextPanel)
    /// A text that no clipboard took, to be selected.
    case selectable(String, TextPanel)
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
    /// The profiles of overrides.
    case profiles(ProfilesPanel)
    /// The sources, to switch to one or to compare with one.
    case sources(SourcesPanel)
    /// Two sources side by side.
    case comparison(ComparisonPanel)
}
