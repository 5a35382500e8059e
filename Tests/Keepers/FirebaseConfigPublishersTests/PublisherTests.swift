import Dispatch
import FirebaseConfigPublishers
import Foundation
import TestSupport
import Testing

@Suite("Publishers", .inTurn, .timeLimit(.minutes(60)))
struct PublisherTests {
    private let log = Recorder<String>()

    private func follow<Value>(_ publisher: Future<Value, any Error>) -> AnyCancellable {
        let log = log
        return publisher.sink(
            receiveCompletion: { end in
                if case .failure(let error) = end {
                    log.record("\(type(of: error))")
                } else {
                    log.record("end")
                }
            },
            receiveValue: { log.record("\($0)") })
    }

    @Test("a fetch gives its status")
    func fetch() async throws {
        let cancellable = follow(try client(answering: true).fetchPublisher())
        #expect(try await log.first(2) == ["success", "end"])
        cancellable.cancel()
    }

    @Test("a fetch that fails gives its error")
    func failure() async throws {
        let cancellable = follow(try client(answering: false).fetchPublisher(withExpirationDuration: 0))
        #expect(try await log.first(1) == ["FirebaseFetchError"])
        cancellable.cancel()
    }

    @Test("a fetch with activation gives its status, and then the values are there")
    func fetchAndActivate() async throws {
        let config = try client(answering: true)
        let cancellable = follow(config.fetchAndActivatePublisher())
        #expect(try await log.first(2) == ["successFetchedFromRemote", "end"])
        #expect(config.configValue(for: "color").stringValue == "red")
        let second = follow(config.fetchAndActivatePublisher())
        #expect(try await log.first(4).suffix(2) == ["successUsingPreFetchedData", "end"])
        cancellable.cancel()
        second.cancel()
    }

    @Test("an activation gives whether it changed something")
    func activate() async throws {
        let config = try client(answering: true)
        try await config.fetch()
        let cancellables = [follow(config.activatePublisher()), follow(config.activatePublisher())]
        #expect(log.elements == ["true", "end", "false", "end"])
        cancellables.forEach { $0.cancel() }
    }

    @Test("work begins without a subscriber, and once for many")
    func eagerness() async throws {
        let transport = CannedTransport(answers: true)
        let config = try client(transport)
        let publisher = config.fetchPublisher()
        try await eventually("the fetch") { config.lastFetchStatus == .success }
        let cancellables = [follow(publisher), follow(publisher)]
        #expect(try await log.first(4) == ["success", "end", "success", "end"])
        #expect(transport.count == 2)
        cancellables.forEach { $0.cancel() }
    }

    @Test("a client reports on the main queue that another set is in use, and only then")
    func objectWillChange() async throws {
        let config = try client(answering: true)
        let log = log
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        let cancellable = config.objectWillChange.sink {
            log.record("main \(DispatchQueue.getSpecific(key: mark) ?? false)")
        }
        try await config.fetchAndActivate()
        #expect(try await log.first(1) == ["main true"])
        config.activate()
        await MainActor.run {}
        #expect(log.count == 1)
        #expect(config.objectWillChange === config.objectWillChange)
        cancellable.cancel()
    }
}
