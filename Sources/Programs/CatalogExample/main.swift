import Experiments
import Foundation

// Reads keys of a catalog of plain declarations, with values passed as `name=value`.
let texts = CommandLine.arguments.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
let source = InMemoryRemoteConfigKeeper(
    Snapshot(texts: Dictionary(texts.map { ($0.first ?? "", $0.last ?? "") }) { $1 }, fetchedAt: .now))
let service = RemoteConfigService(remoteConfigKeeper: source)

for row in service.report(for: Keys.Reader.allKeys.map { CatalogKey($0) }).rows where row.isDeclared {
    print("\(row.name): \(row.status.rawValue), \(row.valueText ?? "")")
}
let columns: Int = service[.columns]
print("a \(service[.greeting]) greeting over \(columns) columns, by \(service[.nightMode] ? "night" : "day")")
