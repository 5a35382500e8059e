extension RemoteConfig {
    /// The release that the app must not be used without; nil where none is published, or where what is published makes
    /// no sense: see `applicationUpdate(_:)`.
    ///
    /// Whether the running app is older, `isApplicable` of the update says. Which of the two counts where both are, is
    /// for the app to say.
    public var requiredUpdate: ApplicationUpdate? { (try? applicationUpdate(.required)) ?? nil }

    /// The release that the app should offer; nil as for `requiredUpdate`.
    public var recommendedUpdate: ApplicationUpdate? { (try? applicationUpdate(.recommended)) ?? nil }

    /// The update of a kind; nil where none is published, or where the parameter is empty.
    ///
    /// - Throws: `ValueDecodingError` that says what of the parameter makes no sense.
    public func applicationUpdate(_ kind: ApplicationUpdate.Kind) throws(ValueDecodingError) -> ApplicationUpdate? {
        let key = updateKeys[kind].rawValue
        guard !configValue(for: key).stringValue.isEmpty else { return nil }
        return try decodedValue(for: key)
    }

    /// The names of the parameters that hold updates: those of the settings, else the usual ones for the app's
    /// platform.
    public var updateKeys: ApplicationUpdate.Keys {
        settings.updateKeys ?? ApplicationUpdate.Keys(project.appID.platform)
    }
}
