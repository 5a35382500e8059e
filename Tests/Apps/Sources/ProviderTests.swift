import Configuration
import Experiments
import ExperimentsConfiguration
import Foundation
import Synchronization
import Testing

extension Keys {
    fileprivate static let columns = Key("columns", default: 3, in: 1...6)
    fileprivate static let title = Key("title", default: "none")
    fileprivate static let tags = Key("tags", json: ["x"])
    fileprivate static let token = Key("token", default: "-")
    fileprivate static let all: [any RemoteKey] = [columns, title, tags, token]
}

/// Writes down the reports of accesses.
private final class Reports: AccessReporter {
    let texts = Mutex<[String]>([])

    func report(_ event: AccessEvent) {
        let problems = event.providerResults.compactMap { provider in
            if case .failure(let error) = provider.result { "\(error)" } else { nil }
        }
        texts.withLock { $0.append("\(event) \(problems.joined(separator: "; "))") }
    }

    var text: String { texts.withLock { $0.joined(separator: "\n") } }
}

@Suite("Values of a service in a reader of swift-configuration")
struct ServiceProviderTests {
    private let reports = Reports()
    private let keeper = InMemoryRemoteConfigKeeper(
        Snapshot(
            texts: ["columns": "4", "list": "[1, 2]", "wrong": "x", "token": "s3cret", "shop.rows": "8"],
            fetchedAt: .now))
    private let service: RemoteConfigService
    private let config: ConfigReader

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper)
        let provider = ServiceConfigProvider(service, keys: Keys.all, secretsSpecifier: .specific(["token"]))
        let below = InMemoryProvider(values: ["title": "below", "columns": 1])
        config = ConfigReader(providers: [provider, below], accessReporter: reports)
    }

    @Test("come before those of the next provider, and have the requested type")
    func order() throws {
        #expect(config.int(forKey: "columns", default: 9) == 4)
        #expect(config.string(forKey: "title") == "below")
        #expect(config.intArray(forKey: "list") == [1, 2])
        #expect(config.int(forKey: "shop.rows") == 8)
        try service.override(.columns, with: 5)
        #expect(config.int(forKey: "columns", default: 9) == 5)
    }

    @Test("are the default of the call where they are not valid, and the report says so")
    func incorrect() {
        #expect(config.int(forKey: "wrong", default: 7) == 7)
        keeper.publish(Snapshot(texts: ["columns": "99"], fetchedAt: .now))
        #expect(config.int(forKey: "columns", default: 2) == 2)
        #expect(reports.text.contains("wrong") && reports.text.contains("99"))
    }

    @Test("that are secrets are read, and not shown, also where they are not valid")
    func secrets() {
        #expect(config.string(forKey: "token") == "s3cret")
        #expect(config.int(forKey: "token", default: 2) == 2)
        #expect(reports.text.contains("token") && !reports.text.contains("s3cret"))
    }

    @Test("stay the same in a snapshot")
    func snapshots() throws {
        try service.override(.columns, with: 5)
        let snapshot = config.snapshot()
        try service.override(.columns, with: 6)
        #expect(snapshot.int(forKey: "columns", default: 9) == 5)
    }

    @Test("are watched: the present one, then each new one")
    func watching() async throws {
        let keeper = keeper
        let seen = try await config.watchInt(forKey: "columns", default: 0) { updates in
            var seen: [Int] = []
            for await value in updates {
                seen.append(value)
                guard seen.count < 2 else { break }
                keeper.publish(Snapshot(texts: ["columns": "2"], fetchedAt: .now))
            }
            return seen
        }
        #expect(seen == [4, 2])
    }

    @Test("are fetched from the source, whose failure is an error")
    func fetching() async throws {
        keeper.lineUp(.success(Snapshot(texts: ["columns": "6"], fetchedAt: .now)))
        #expect(try await config.fetchRequiredInt(forKey: "columns") == 6)
        keeper.lineUp(.failure(FetchFailure("no route")))
        await #expect(throws: (any Error).self) { try await config.fetchRequiredInt(forKey: "columns") }
    }
}

@Suite("A provider of swift-configuration as a source")
struct ProviderKeeperTests {
    private let reports = Reports()
    private let provider = MutableInMemoryProvider(initialValues: [
        "columns": 2, "title": 7, "tags": ConfigValue(.stringArray(["a", "b"]), isSecret: false),
        "token": ConfigValue(.string("hidden"), isSecret: true),
    ])
    private let service: RemoteConfigService

    init() {
        let keeper = ConfigProviderKeeper(provider, keys: Keys.all, accessReporter: reports)
        let remote = InMemoryRemoteConfigKeeper(Snapshot(texts: ["title": "remote"], fetchedAt: .now))
        service = RemoteConfigService(remoteConfigKeeper: LayeredRemoteConfigKeeper([remote, keeper]))
    }

    @Test("has the values that the source above it lacks")
    func layers() {
        #expect(service[.columns] == 2 && service[.title] == "remote" && service[.tags] == ["a", "b"])
    }

    @Test("keeps its secrets out of values, reports and the reporter of accesses")
    func secrets() {
        #expect(service[.token] == "-")
        #expect(service.row(of: .token).sourceProblem?.contains("secret") == true)
        #expect(!"\(service.report(for: Keys.all.map { CatalogKey($0) }))".contains("hidden"))
        #expect(reports.text.contains("columns") && !reports.text.contains("hidden"))
    }

    @Test("changes with the provider, and with a fetch")
    func changes() async throws {
        var values = service.values(of: .columns).makeAsyncIterator()
        #expect(await values.next() == 2)
        provider.setValue(5, forKey: "columns")
        #expect(await values.next() == 5)
        provider.setValue("many", forKey: "columns")
        try await service.fetch()
        #expect(service[.columns] == 3 && service.row(of: .columns).status == .incorrect)
    }
}
