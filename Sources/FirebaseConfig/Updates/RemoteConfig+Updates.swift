import ExperimentsCore

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
    /// - Throws: `IncorrectValue` that says what of the parameter makes no sense.
    public func applicationUpdate(_ kind: ApplicationUpdate.Kind) throws(IncorrectValue) -> ApplicationUpdate? {
        let value = configValue(for: updateKeys[kind])
        guard value.source != .static, !value.stringValue.isEmpty else { return nil }
        return try DocumentText(value.stringValue).decoded(
            expecting: #"{"version": "1.2.3.400", "download": "https://…"}"#)
    }

    /// The names of the parameters that hold updates: those of the settings, else the usual ones for the app's platform.
    public var updateKeys: ApplicationUpdate.Keys {
        settings.updateKeys ?? ApplicationUpdate.Keys(project.appID.platform)
    }
}
