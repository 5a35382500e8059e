import Experiments

/// Keys that know their type, read as an app does.
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
            row("@Remote of a service") { consume(given.columns) },
            RemoteScope.with(service) { row("@Remote of the scope") { consume(found.columns) } },
        ]
    }

    private func row(_ name: String, _ read: () -> Void) -> BenchmarkRow {
        Stopwatch.measure(name, samples: 200, batch: 10_000, goal: .nanoseconds(100), read)
    }
}

private enum Style: String, CaseIterable {
    case plain, guided
}

extension Keys {
    fileprivate static let benchColumns = Key("bench_columns", default: 3, in: 1...6)
    fileprivate static let benchStyle = Key("bench_style", default: Style.plain)
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
