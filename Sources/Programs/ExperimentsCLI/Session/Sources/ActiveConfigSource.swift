import ActiveConfiguration
import Dispatch
import ExperimentsProject
import ExperimentsTransport
import Foundation

/// A source of kind `active-config` as a client. It stores nothing between runs: every command downloads the
/// configuration.
struct ActiveConfigSource {
    /// The keeper.
    let keeper: ActiveConfigRemoteConfigKeeper

    init(_ settings: ActiveConfigSourceSettings, named name: String) throws {
        guard let template = UserURLTemplate(settings.url) else {
            throw CommandProblem("source \(name): its url is not one", advice: "Write http:// or https:// and a host.")
        }
        let token = try settings.token?.revealed(for: name, as: "the token", in: ProcessInfo.processInfo.environment)
        var headers = HeaderFields()
        headers["authorization"] = token.map { "Bearer " + $0 }
        let activeConfig = ActiveConfig(
            downloader: URLActiveConfigDownloader(template, headers: headers),
            bootstrapped: settings.bootstrapped.map { BootstrappedActiveConfig(path: $0) }, userID: settings.user,
            listenerQueue: DispatchQueue(label: "active-config"))
        keeper = ActiveConfigRemoteConfigKeeper(activeConfig, isPerUser: template.namesUser)
    }
}
