import Experiments
import ExperimentsLink
import Foundation

final class LinkedShop {
    let overrides = LinkedOverrideStore(app: "shop")
    let service: RemoteConfigService

    init(_ keeper: any RemoteConfigKeeper) {
        service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides)
        overrides.report(Keys.settings, of: service)  // values, statuses and suppliers, as this app sees them
    }

    /// The app was opened with a URL. Returns whether it was a link.
    func open(_ url: URL) throws(LinkProblem) -> Bool {
        try overrides.open(url)
    }
}
