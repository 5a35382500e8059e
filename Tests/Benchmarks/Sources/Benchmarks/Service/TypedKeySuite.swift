import Configuration
import Experiments

/// Keys that know their type, read as an app does, beside the same values in swift-configuration.
struct TypedKeySuite: BenchmarkSuite {
    let title = "typed keys"

    func rows() throws -> [BenchmarkRow] {
        let texts = ["bench_columns": "4", "bench_style": "guided", "bench_flow": "b"]
        let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: texts, fetchedAt: nil))
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        let (given, found) = (GivenShelf(service), Shelf())
        return [
            row("service[.benchColumns], an Int") { consume(service[.benchColumns]) },
            row("service[.benchStyle], an enum") { consume(service[.benchStyle]) },
            row("service[.benchFlow], a remote value") { consume(service[.benchFlow]) },
            row("service[.benchLayout], kept for a session") { consume(service[.benchLayout]) },
            row("@Remote of a service") { consume(given.columns) },
            RemoteScope.with(service) { row("@Remote of the scope") { consume(found.columns) } },
        ] + configurationRows()
    }

    private func configurationRows() -> [BenchmarkRow] {
        let values: [AbsoluteConfigKey: ConfigValue] = ["bench_columns": 4, "bench_style": "guided"]
        let reader = ConfigReader(provider: InMemoryProvider(values: values))
        let snapshot = reader.snapshot()
        return [
            besideRow("swift-configuration, an Int") {
                consume(reader.int(forKey: "bench_columns", default: 3))
            },
            besideRow("swift-configuration, an Int of a snapshot") {
                consume(snapshot.int(forKey: "bench_columns", default: 3))
            },
            besideRow("swift-configuration, an enum") {
                consume(reader.string(forKey: "bench_style", as: Style.self, default: .plain))
            },
        ]
    }

    private func besideRow(_ name: String, _ read: () -> Void) -> BenchmarkRow {
        Stopwatch.measure(name, samples: 100, batch: 1_000, read)
    }

    private func row(_ name: String, _ read: () -> Void) -> BenchmarkRow {
        Stopwatch.measure(name, samples: 200, batch: 10_000, read).within(
            Budget.read, allocatingNothing: true)
    }
}

private enum Style: String, CaseIterable {
    case plain, guided
}

extension Keys {
    fileprivate static let benchColumns = Key("bench_columns", default: 3, in: 1...6)
    fileprivate static let benchStyle = Key("bench_style", default: Style.plain)
    fileprivate static let benchLayout = Key("bench_layout", default: "a list that is no small string")
        .atLaunch
    fileprivate static let benchFlow = Key("bench_flow", BenchKey.Variant.self)
}

private struct Shelf {
    @Remote(.benchColumns) var columns
}

private struct GivenShelf {
    @Remote<Int> var columns: Int

    init(_ service: RemoteConfigService) {
        _columns = Remote(.benchColumns, in: service)
    }
}
