import ExperimentsCore
import Foundation
import RemoteConfigEmulator

/// Serves, and prints what happens, until the program is ended.
struct EmulatorLoop {
    private let emulator: Emulator
    private let projectID: String
    private let port: UInt16
    private let scenario: Scenario?
    private let printer: EmulatorPrinter

    init(_ emulator: Emulator, projectID: String, port: UInt16, _ scenario: Scenario?, _ printer: EmulatorPrinter) {
        (self.emulator, self.projectID, self.port) = (emulator, projectID, port)
        (self.scenario, self.printer) = (scenario, printer)
    }

    /// Returns only by an error.
    func run() throws {
        let queue = EventQueue<EmulatorNotice>()
        let observation = emulator.observe { queue.post($0) }
        defer { observation.cancel() }
        let server = EmulatorServer(emulator, port: port)
        let url = try Progress.wait("Starting the server") { try await server.start() }
        try printer.printStart(url, projectID: projectID, at: Date())
        if let scenario {
            Task.detached { [emulator, projectID] in try await scenario.play(on: emulator, projectID: projectID) }
        }
        while true {
            if let notice = queue.next() { try printer.print(notice, at: Date()) }
        }
    }
}
