/// An object that is told of the changes of a section.
///
/// Register it with `ActiveConfig.registerListener(_:forSectionName:)`, and keep it: an `ActiveConfig` holds its
/// listeners weakly. One object may listen to several sections.
public protocol ActiveConfigListener: AnyObject, Sendable {
    /// Called when the section is there, has changed, or was removed.
    ///
    /// Called on the listener queue of `activeConfig`: soon after the registration if the section exists, then after
    /// each deep change. See `ActiveConfig.registerListener(_:forSectionName:)` for the order of calls. It may call
    /// `activeConfig`, but must return soon: later calls and notifications wait for it.
    ///
    /// - Parameters:
    ///   - activeConfig: the configuration that the section belongs to.
    ///   - configSection: the section as it was when the change was applied; nil when it was removed.
    ///   - sectionName: the section's name.
    func activeConfig(
        _ activeConfig: ActiveConfig, didReceiveConfigSection configSection: ActiveConfigSection?,
        forSectionName sectionName: String)
}
