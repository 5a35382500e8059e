extension RemoteConfig {
    /// The release that the app requires; nil if none is published, or if the published one is not valid: see
    /// `applicationUpdate(_:)`.
    ///
    /// `isApplicable` of the update says whether the running app is older. If there is a recommended update, too, the
    /// app decides which of them to show.
    public var requiredUpdate: ApplicationUpdate? { (try? applicationUpdate(.required)) ?? nil }

    /// The release that the app should offer; nil in the same cases as `requiredUpdate`.
    public var recommendedUpdate: ApplicationUpdate? { (try? applicationUpdate(.recommended)) ?? nil }

    /// Returns the update of a kind; nil if none is published, or the parameter is empty.
    ///
    /// - Throws: `ValueDecodingError` with the reason why the parameter is not valid.
    public func applicationUpdate(_ kind: ApplicationUpdate.Kind) throws(ValueDecodingError) -> ApplicationUpdate? {
        let key = updateKeys[kind].rawValue
        guard !configValue(for: key).stringValue.isEmpty else { return nil }
        return try decodedValue(for: key)
    }

    /// The names of the parameters for updates: those of the settings, or the usual ones for the app's platform.
    public var updateKeys: ApplicationUpdate.Keys {
        settings.updateKeys ?? ApplicationUpdate.Keys(project.appID.platform)
    }
}
