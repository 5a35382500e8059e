import ExperimentsCore
import ExperimentsDashboard
import Foundation
import NcursesTerminal

// Replaced by the command line proper.
let keys = (0..<40).map { CatalogKey(name: "key_\($0)", schema: ValueSchema(kind: $0 % 2 == 0 ? .bool : .string, cases: $0 % 2 == 0 ? [] : ["a", "b"], defaultText: "a")) }
let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: Dictionary(uniqueKeysWithValues: (0..<35).map { ("key_\($0)", $0 % 3 == 0 ? "true" : "b") }), version: "1", fetchedAt: Date()))
let store = JSONOverrideStore(path: "/tmp/ov/overrides.json")
let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: store)
let session = DashboardSession(service: service, keys: keys, sourceName: "stub", environment: "production", refreshInterval: .seconds(5), overridesPath: "/tmp/ov/overrides.json", author: "me")
do {
    exit(try DashboardProgram.run(session))
} catch {
    print(error)
    exit(1)
}
