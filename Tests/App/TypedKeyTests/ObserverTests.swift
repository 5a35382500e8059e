import ExperimentsLogging
import ExperimentsMacros
import Foundation
import Logging
import TestSupport
import Testing

@testable import Experiments

/// What a shop offers, to users of an experiment and to others.
@BaselineStringRemoteValue
private struct Offer {
    enum Variant: String {
        case a, b
    }
}

@Suite("Observers of a service", .inTurn)
struct ObserverTests {
    private struct Failure: Error {}

    private struct Recording: ExperimentsObserver {
        let told = Recorder<String>()

        func didMiss(_ key: any RemoteKey) throws { told.record("missing \(key.name)") }
        func didRefuse(_ key: any RemoteKey, _ problem: IncorrectValue, by supplier: ValueSupplier) throws {
            told.record("incorrect \(key.name) \(problem.found) \(supplier)")
        }
        func didExpose(_ exposure: Exposure) throws {
            told.record("exposed \(exposure.experimentalGroupValue)")
        }
        func didTrack(_ event: TrackingEvent) throws { told.record("did \(event.name)") }
        func didFindMisdeclared(_ problem: DeclarationProblem) throws {
            told.record("misdeclared \(problem.key)")
        }
        func willChange(_ key: any RemoteKey) throws { told.record("pending \(key.name)") }
        func didFetch(_ record: FetchRecord) throws { told.record("fetched") }
    }

    private let keeper = InMemoryRemoteConfigKeeper()
    private let service: RemoteConfigService

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper)
    }

    private func publish(_ texts: [String: String]) {
        keeper.publish(Snapshot(texts: texts, fetchedAt: nil))
    }

    @Test("An observer hears every event, in order")
    func everything() async throws {
        let observer = Recording()
        let observation = service.observe(with: observer)
        publish(["columns": "9", "ranking": "b"])
        _ = (service[.columns], service[.ranking], service[.discount], service[.layout])
        service.track("bought")
        publish(["columns": "9", "ranking": "b", "page_layout": "c"])
        try await service.fetch()
        #expect(
            try await observer.told.first(7) == [
                "incorrect columns 9 source", "exposed b", "missing discount", "missing page_layout",
                "did bought",
                "pending page_layout", "fetched",
            ])
        _ = observation
    }

    @Test("A closure is reported the kinds it asks for, until its handle is cancelled")
    func kinds() async throws {
        let told = Recorder<String>()
        let observation = service.observe(.missing, .action) { told.record("\($0)") }
        publish(["columns": "9"])
        _ = (service[.columns], service[.discount])
        service.track("bought")
        #expect(try await told.first(2) == ["missing: discount", "action: bought"])
        observation.cancel()
        _ = service[.tone]
        #expect(told.count == 2)
    }

    @Test("An observer that throws, blocks or reads the service holds up neither the app nor other observers")
    func harmless() async throws {
        let gate = DispatchSemaphore(value: 0)
        let blocking = service.observe(.missing) { _ in gate.wait() }
        let failing = service.observe(.missing) { _ in throw Failure() }
        let reading = service.observe(.missing) { [service] _ in _ = (service[.tone], service[.price]) }
        let observer = Recording()
        let observation = service.observe(with: observer)
        _ = service[.discount]
        #expect(
            try await observer.told.first(3).sorted() == [
                "missing discount", "missing price", "missing tone",
            ])
        for _ in 1...3 { gate.signal() }
        _ = (blocking, failing, reading, observation)
    }

    @Test("An observer does not hear events that it causes itself")
    func ownEvents() async throws {
        let told = Recorder<String>()
        let observation = service.observe(.action) { [service] event in
            told.record("\(event)")
            service.track("again")
        }
        service.track("first")
        service.track("second")
        #expect(try await told.first(2) == ["action: first", "action: second"])
        _ = observation
    }

    @Test("Events beyond the limit are dropped and counted")
    func dropping() async throws {
        let (gate, told) = (DispatchSemaphore(value: 0), Recorder<String>())
        let queue = ObserverQueue<Int>(limit: 2) { event in
            told.record("\(event)")
            gate.wait()
        } dropped: {
            told.record("dropped \($0)")
        }
        queue.tell(1)
        _ = try await told.first(1)
        for event in 2...5 { queue.tell(event) }
        for _ in 1...3 { gate.signal() }
        #expect(try await told.first(4) == ["1", "2", "3", "dropped 2"])
    }

    @Test("A key that is declared wrongly is reported")
    func misdeclared() async throws {
        let observer = Recording()
        let observation = service.observe(with: observer)
        _ = service[Key("rows", default: 0, in: 1...6)]
        #expect(try await observer.told.first(2).contains("misdeclared rows"))
        _ = observation
    }

    @Test("Exposures and events are written to a file")
    func file() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("events.jsonl")
        let observation = service.observe(with: EventFileObserver(path: path, installation: "phone"))
        publish(["ranking": "b"])
        _ = service[.ranking]
        service.track("bought")
        try await eventually("two lines") {
            (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").count == 2
        }
        _ = observation
    }

    @Test(
        "A value with baselines that is reported as an experiment's group is reported, its baselines are not")
    func exposedVariant() async throws {
        let key = Key("offer", Offer.self).exposing("offer_test")
        let told = Recorder<String>()
        let observation = service.observe(.exposure) { told.record("\($0)") }
        for text in ["b_baseline", "a"] {
            publish(["offer": text])
            _ = service[key]
        }
        #expect(try await told.first(1) == ["exposure: offer: offer_test = a"])
        #expect(service[key].variant == .a)
        observation.cancel()
    }

    @Test("A logger of swift-log gets what is wrong as warnings")
    func logger() async throws {
        let lines = Recorder<String>()
        let observation = service.observe(
            with: LoggingObserver(Logger(label: "test") { _ in RecordingLog(lines: lines) }))
        publish(["columns": "9"])
        _ = service[.columns]
        #expect(
            try await lines.first(1) == [
                "warning incorrect: columns: outside its range: expected a whole number from 1 to 6, found \"9\""
            ])
        _ = observation
    }
}

/// A log that is kept.
private struct RecordingLog: LogHandler {
    let lines: Recorder<String>
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.record("\(event.level) \(event.message)")
    }
}
