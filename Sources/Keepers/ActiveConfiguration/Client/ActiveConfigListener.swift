/// Is notified of the changes of a section.
///
/// **To use a listener**, register it with `ActiveConfig.registerListener(_:forSectionName:)`, and keep it: an
/// `ActiveConfig` holds its listeners weakly. One object may listen to several sections. For a closure or a stream, use
/// `observeSection` or `sections` instead.
public protocol ActiveConfigListener: AnyObject, Sendable {
    /// Called when the section exists, has changed, or was removed.
    ///
    /// It is called on the listener queue of `activeConfig`: soon after the registration if the section exists, and
    /// then after each deep change. `ActiveConfig.registerListener(_:forSectionName:)` describes the order of calls. It
    /// may use `activeConfig`, but must return soon, because later calls and notifications wait for it.
    ///
    /// - Parameters:
    ///   - activeConfig: the configuration that the section belongs to.
    ///   - configSection: the section as it was when the change was applied; nil when it was removed.
    ///   - sectionName: the section's name.
    func activeConfig(
        _ activeConfig: ActiveConfig, didReceiveConfigSection configSection: ActiveConfigSection?,
        forSectionName sectionName: String)
}
