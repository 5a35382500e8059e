import ActiveConfiguration
import Dispatch
import ExperimentsProject
import ExperimentsTransport

extension SourceKeeper {
    /// A client of an ActiveConfig backend. It stores nothing between runs: every command downloads the configuration.
    static let activeConfig = SourceKeeper { (settings: ActiveConfigSourceSettings, site) in
        guard let template = UserURLTemplate(settings.url) else {
            throw CommandProblem(
                "source \(site.name): invalid url", advice: "Use http:// or https:// and a host.")
        }
        let token = try settings.token?.revealed(for: site.name, as: "the token")
        var headers = HeaderFields()
        headers["authorization"] = token.map { "Bearer " + $0 }
        let activeConfig = ActiveConfig(
            downloader: URLActiveConfigDownloader(template, headers: headers, transport: site.transport),
            bootstrapped: settings.bootstrapped.map { BootstrappedActiveConfig(path: $0) },
            userID: settings.user,
            listenerQueue: DispatchQueue(label: "active-config"))
        return ActiveConfigRemoteConfigKeeper(activeConfig, isPerUser: template.namesUser)
    }
}
