import ExperimentsCore
import Foundation
import RemoteConfigEmulator

/// Serves, and prints what happens, until the program is ended.
struct EmulatorLoop {
    private let emulator: Emulator
    private let host: ListeningHost
    private let port: UInt16
    private let scenario: (script: Scenario, projectID: String)?
    private let feeding: (feeding: EmulatorFeeding, projectID: String)?
    private let showsRequests: Bool
    private let printer: EmulatorPrinter

    /// The number of events that may wait to be printed before requests are left out, because a terminal may be slower
    /// than they come.
    private static let backlogLimit = 10_000

    init(
        _ emulator: Emulator, host: ListeningHost, port: UInt16,
        playing scenario: (script: Scenario, projectID: String)?,
        fedBy feeding: (feeding: EmulatorFeeding, projectID: String)?, showsRequests: Bool, _ printer: EmulatorPrinter
    ) {
        (self.emulator, self.host, self.port, self.feeding) = (emulator, host, port, feeding)
        (self.scenario, self.showsRequests, self.printer) = (scenario, showsRequests, printer)
    }

    /// Returns only by an error.
    func run() throws {
        let queue = EventQueue<EmulatorHappening>()
        let observation = emulator.observe { [showsRequests] notice in
            if case .request = notice, !showsRequests || queue.count >= Self.backlogLimit { return }
            queue.post(.notice(notice))
        }
        let versions = EmulatorVersions().follow(emulator)
        let feedingObservation = feeding?.feeding.service.observe { queue.post(.service($0)) }
        defer {
            observation.cancel()
            versions.cancel()
            feedingObservation?.cancel()
        }
        var feed = feeding.map { FeedingLoop($0, $0.feed(emulator, $1), at: Date()) }
        try feed?.begin()
        let server = EmulatorServer(emulator, host: host, port: port)
        let url = try Progress.wait("Starting the server") { try await server.start() }
        try printer.printStart(url, emulator, at: Date())
        if let scenario {
            Task.detached { [emulator] in
                try await scenario.script.play(on: emulator, projectID: scenario.projectID)
            }
        }
        while true {
            try feed?.act(at: Date())
            switch queue.next(until: feed?.deadline) {
            case nil: break
            case .notice(let notice)?: try printer.print(notice, emulator, at: Date())
            case .service(let event)?: try feed?.hear(event, at: Date())
            }
        }
    }
}
