import Experiments
import Foundation

// Reads keys that are the cases of an enum, with values passed as `name=value`.
let texts = CommandLine.arguments.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
let source = InMemoryRemoteConfigKeeper(
    Snapshot(texts: Dictionary(texts.map { ($0.first ?? "", $0.last ?? "") }) { $1 }, fetchedAt: .now))
let service = RemoteConfigService(remoteConfigKeeper: source)

for row in service.report(for: ReaderKey.allCases.map { CatalogKey($0) }).rows where row.isDeclared {
    print("\(row.name): \(row.status.rawValue), \(row.valueText ?? "")")
}
let greeting: Greeting = service.remoteValue(for: ReaderKey.greeting)
let columns: Columns = service.remoteValue(for: ReaderKey.columns)
let nightMode: NightMode = service.remoteValue(for: ReaderKey.nightMode)
print("a \(greeting) greeting over \(columns.integer) columns, by \(nightMode.isEnabled ? "night" : "day")")
