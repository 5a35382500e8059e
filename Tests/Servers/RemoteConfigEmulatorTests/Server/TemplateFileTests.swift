import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("A template on disk", .inTurn)
struct TemplateFileTests {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
        "template-\(UUID().uuidString).json"
    ).path
    let watcher = HandWatcher()

    func write(_ text: String) throws {
        try AtomicFile.write(Array(text.utf8), to: path)
    }

    func text(_ color: String, version: Int? = nil) -> String {
        let version = version.map { #", "version": {"versionNumber": "\#($0)"}"# } ?? ""
        return #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}}\#(version)}"#
    }

    func started(watcher: any FileWatcher) throws -> Emulator {
        try Emulator(
            projects: [EmulatedProject(projectID: "demo-shop", templatePath: path)], fileWatcher: watcher)
    }

    func color(_ emulator: Emulator) async throws -> String? {
        try await Caller(emulator: emulator).fetch().json["entries"]?["color"]?.string
    }

    @Test("is read at the start, and again when it changes, with a version for each content")
    func reload() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write(text("red", version: 5))
        let emulator = try started(watcher: watcher)
        let notices = Recorder<Int64>()
        let observation = emulator.observe { notice in
            if case .published(_, _, let version) = notice { notices.record(version) }
        }
        #expect(try await color(emulator) == "red")
        try write(text("blue"))
        watcher.announce()
        #expect(try await color(emulator) == "blue")
        watcher.announce()
        try write(text("green", version: 20))
        watcher.announce()
        #expect(try await color(emulator) == "green")
        #expect(notices.elements == [6, 20])
        observation.cancel()
    }

    @Test("that breaks is reported with its place, while the last good one is served")
    func broken() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write(text("red"))
        let emulator = try started(watcher: watcher)
        let problems = Recorder<TemplateFileProblem>()
        let observation = emulator.observe { notice in
            if case .templateRefused(_, _, let problem) = notice { problems.record(problem) }
        }
        try write("{\"parameters\":\n {\"color\": }")
        watcher.announce()
        #expect(try await color(emulator) == "red")
        #expect(problems.elements.first?.description.hasPrefix("\(path): the template is not JSON") == true)
        #expect(problems.elements.first?.description.hasSuffix("at line 2, column 12") == true)
        #expect(try emulator.templateProblem(of: "demo-shop") == problems.elements.first)

        try write(#"{"parameters": {"color": "red"}}"#)
        watcher.announce()
        #expect(
            problems.elements.last?.message
                == #"parameters.color: expected an object, found "red" at line 1, column 17"#)

        try FileManager.default.removeItem(atPath: path)
        watcher.announce()
        #expect(try await color(emulator) == "red")
        #expect(problems.elements.count == 3)

        try write(text("blue"))
        watcher.announce()
        #expect(try await color(emulator) == "blue")
        #expect(try emulator.templateProblem(of: "demo-shop") == nil)
        observation.cancel()
    }

    @Test("that cannot be served at the start is an error")
    func brokenFromTheStart() throws {
        #expect(throws: TemplateFileProblem.self) { try started(watcher: watcher) }
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write("nonsense")
        #expect(throws: TemplateFileProblem.self) { try started(watcher: watcher) }
    }

    @Test("is watched with the system's own notices")
    func systemWatcher() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write(text("red"))
        let emulator = try started(watcher: SystemFileWatcher())
        let versions = Recorder<Int64>()
        let observation = emulator.observe { notice in
            if case .published(_, _, let version) = notice { versions.record(version) }
        }
        try write(text("blue"))
        #expect(try await versions.first(1) == [2])
        #expect(try await color(emulator) == "blue")
        observation.cancel()
    }
}

/// Tells of changes when the test says so.
final class HandWatcher: FileWatcher {
    private let handlers = Mutex<[@Sendable () -> Void]>([])

    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
        handlers.withLock { $0.append(onChange) }
        return ObservationHandle {}
    }

    func announce() {
        for handler in handlers.withLock({ $0 }) { handler() }
    }
}
