/// Hears of a section of the configuration.
public protocol ActiveConfigListener: AnyObject, Sendable {
    /// The section is there, has changed, or is gone.
    ///
    /// Called on the listener queue of `activeConfig`: soon after the registration if the section exists, then after
    /// each deep change. See `ActiveConfig.registerListener(_:forSectionName:)` for the order of calls.
    ///
    /// - Parameters:
    ///   - configSection: the section as it was when the change was applied; nil when it is gone.
    ///   - sectionName: its name.
    func activeConfig(
        _ activeConfig: ActiveConfig, didReceiveConfigSection configSection: ActiveConfigSection?,
        forSectionName sectionName: String)
}
