import ExperimentsCore
import ExperimentsProject
import Foundation
import OpenFeatureRemote

/// Finds a server of OpenFeature's protocol that runs on this machine: flagd, GO Feature Flag.
struct FlagServerProbe {
    /// Where flagd and GO Feature Flag listen by themselves. Others share their usual port with all kinds of servers,
    /// which are not to be bothered.
    private static let usualPorts = [8016, 1031]
    /// The time within which it must answer. One that runs answers within milliseconds.
    private static let patience = DispatchTimeInterval.seconds(2)

    private let urls: [URL]

    /// The server that the environment names, as it does for OpenFeature's own libraries; else those at the usual ports.
    init() {
        let named = Environment["OFREP_ENDPOINT"]
        urls = (named.map { [$0] } ?? Self.usualPorts.map { "http://127.0.0.1:\($0)" }).compactMap { URL(string: $0) }
    }

    /// Returns the source of the first one that answers; nil if none runs.
    func candidate() -> SourceCandidate? {
        for url in urls where LocalAddress(url)?.answers == true {
            if let snapshot = snapshot(of: url) { return SourceCandidate(.flags(url: url.absoluteString), snapshot) }
        }
        return nil
    }

    private func snapshot(of url: URL) -> Snapshot? {
        let keeper = OpenFeatureRemoteConfigKeeper(
            OpenFeatureServer(url: url, timeout: .seconds(2)), context: SourcePersona(), listens: false)
        let promise = Promise { try await keeper.fetch(.manual) }
        guard case .success? = promise.result(by: .now() + Self.patience) else { return nil }
        return keeper.snapshot
    }
}
