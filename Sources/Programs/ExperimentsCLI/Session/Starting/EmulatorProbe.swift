import ExperimentsCore
import ExperimentsProject
import FirebaseExperiments
import Foundation

/// Finds an emulator that runs on this machine.
struct EmulatorProbe {
    /// The time within which it must answer. One that runs answers within milliseconds.
    private static let patience = DispatchTimeInterval.seconds(2)

    private let url: URL

    /// The emulator that the environment names, else one at the usual port.
    init?() {
        let named = Environment["FIREBASE_REMOTE_CONFIG_URL_BASE"]
        guard let url = URL(string: named ?? "http://127.0.0.1:\(EmulatorDefaults.port)"), url.host != nil else {
            return nil
        }
        self.url = url
    }

    /// Returns the source that it offers; nil if nothing runs there, or something else.
    func candidate() -> SourceCandidate? {
        guard LocalAddress(url)?.answers == true, let snapshot = snapshot() else { return nil }
        return SourceCandidate(.emulator(url: url.absoluteString), snapshot)
    }

    private func snapshot() -> Snapshot? {
        let settings = EmulatorSourceSettings(url: url)
        guard let client = try? FirebaseSource.client(settings, named: "emulator") else { return nil }
        let keeper = FirebaseRemoteConfigKeeper(remoteConfig: client, listens: false)
        let promise = Promise { try await keeper.fetch(.manual) }
        guard case .success? = promise.result(by: .now() + Self.patience) else { return nil }
        return keeper.snapshot
    }
}
