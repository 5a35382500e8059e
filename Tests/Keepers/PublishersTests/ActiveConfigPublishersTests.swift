import ActiveConfiguration
import ActiveConfigurationPublishers
import Dispatch
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Publishers of an ActiveConfig", .inTurn)
struct ActiveConfigPublishersTests {
    private let queue = DispatchQueue(label: "listeners")
    private let gate = Gate()
    private let downloads = Recorder<String?>()
    private let config: ActiveConfig

    init() {
        config = ActiveConfig(
            downloader: ClosureActiveConfigDownloader { [gate, downloads] user in
                downloads.record(user)
                await gate.wait()
                return Self.document("downloaded")
            }, listenerQueue: queue, notificationCenter: NotificationCenter())
    }

    private static func document(_ value: JSONValue) -> JSONValue {
        ["meta": [:], "config_sections": ["S": ["settings": ["v": ["value": value]]], "Other": [:]]]
    }

    private func apply(_ document: JSONValue) throws {
        config.apply(try ActiveConfigState(document))
        queue.sync {}
    }

    @Test("a section comes as it is, then after each change of its own, and nil when it goes")
    func section() throws {
        let values = Recorder<String?>()
        let publisher = config.sectionPublisher(named: "S").map { $0?.string(forKey: "v") }
        let early = publisher.sink { values.record($0) }
        queue.sync {}
        #expect(values.count == 0)
        try apply(Self.document("a"))
        try apply(Self.document("a"))
        try apply(Self.document("b"))
        try apply(["meta": [:], "config_sections": ["Other": [:]]])
        #expect(values.elements == ["a", "b", nil])
        early.cancel()
        try apply(Self.document("c"))
        #expect(values.count == 3)
        let late = Recorder<String?>()
        let second = publisher.sink { late.record($0) }
        queue.sync {}
        #expect(late.elements == ["c"])
        second.cancel()
    }

    @Test("events come from the subscription on")
    func events() throws {
        try apply(Self.document("a"))
        let revisions = Recorder<Int>()
        let subscription = config.eventPublisher.sink { event in
            if case .changed(let current) = event { revisions.record(current.revision) }
        }
        try apply(Self.document("b"))
        #expect(revisions.elements == [config.current.revision])
        subscription.cancel()
    }

    @Test("a subscription downloads, and gets the report")
    func download() async throws {
        let publisher = config.downloadPublisher
        #expect(downloads.count == 0)
        let reports = Recorder<ActiveConfigDownloadReport.Outcome>()
        let subscription = publisher.sink(
            receiveCompletion: { _ in }, receiveValue: { reports.record($0.outcome) })
        await gate.open()
        #expect(try await reports.first(1) == [.applied(changedSections: ["S", "Other"])])
        #expect(downloads.count == 1)
        subscription.cancel()
    }

    @Test("a subscription that is cancelled leaves the download, which ends as cancelled")
    func cancellation() async throws {
        let failures = Recorder<String>()
        let events = config.eventPublisher.sink { event in
            if case .downloadFailed(let failure) = event { failures.record(failure.description) }
        }
        let subscription = config.downloadPublisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        _ = try await downloads.first(1)
        subscription.cancel()
        await gate.open()
        #expect(try await failures.first(1) == ["cancelled"])
        #expect(config["S"] == nil)
        events.cancel()
    }
}
