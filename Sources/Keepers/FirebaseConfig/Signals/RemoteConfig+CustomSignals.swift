extension RemoteConfig {
    /// Tells the service about the app or its user, from the next fetch on, so that conditions can look at it.
    ///
    /// The signals are merged into those set before, nil removes one; numbers are sent as text. They are kept between
    /// starts. A key has at most 250 characters, a text 500, and there are at most 100 signals.
    ///
    /// - Throws: `CustomSignalError` for what is beyond a limit; nothing is changed then.
    public func setCustomSignals(_ signals: [String: CustomSignalValue?]) async throws(CustomSignalError) {
        let result = keeper.update { state -> Result<Void, CustomSignalError> in
            Result { () throws(CustomSignalError) in try state.customSignals.merge(signals) }
        }
        try result.get()
        await keeper.flush()
    }

    /// The custom signals that the next fetch sends, as text.
    public var customSignals: [String: String] { keeper.state.customSignals.texts }
}
