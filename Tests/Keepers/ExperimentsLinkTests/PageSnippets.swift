import ExperimentsCore
import ExperimentsLink
import Foundation

// The snippets of the pages of this library, as they stand there; a test sees to it that none is absent.

private typealias Key = LinkedKey

private func follow(_ keeper: any RemoteConfigKeeper, _ url: URL) throws -> Bool {
    let overrides = LinkedOverrideStore(app: "shop")
    let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides)
    overrides.report(Key.allCases, of: service)

    // Where the app is opened with a URL:
    let wasLink = try overrides.open(url)
    return wasLink
}
