import ExperimentsCore
import ExperimentsTerminal
import Foundation

let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: ["paywall_type": "d"], fetchedAt: .now))
let service = RemoteConfigService(remoteConfigKeeper: keeper)
exit(
    try Dashboard.run(
        service: service, keys: Key.allCases,
        overrides: JSONOverrideStore(path: ".experiments/overrides.json")))
