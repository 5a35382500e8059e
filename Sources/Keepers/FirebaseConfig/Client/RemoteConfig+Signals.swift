import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// Sets signals about the app or its user, which the service's conditions can use from the next fetch on.
    ///
    /// The signals are merged into the earlier ones, and nil removes one. Numbers are sent as text. The signals are
    /// stored between launches. A key can have 250 characters and a text 500, in UTF-16 code units, and there can be
    /// 100 signals.
    ///
    /// - Throws: `CustomSignalError` if a limit is exceeded. Nothing is changed then.
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
