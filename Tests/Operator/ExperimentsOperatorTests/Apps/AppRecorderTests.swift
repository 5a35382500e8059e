import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("The file of apps, and who writes it", .inTurn)
struct AppRecorderTests {
    private let clock = ManualClock(SampleApps.start)

    /// What is to be done later, done when a test says so.
    private final class Later: Sendable {
        private let work = Mutex<[(after: TimeInterval, do: @Sendable () -> Void)]>([])

        func add(_ seconds: TimeInterval, _ work: @escaping @Sendable () -> Void) {
            self.work.withLock { $0.append((seconds, work)) }
        }

        var delays: [TimeInterval] { work.withLock { $0.map(\.after) } }

        func run() {
            let due = work.withLock { work in
                defer { work = [] }
                return work
            }
            for entry in due { entry.do() }
        }
    }

    private func recorder(_ file: AppsFile?, _ later: Later) -> AppRecorder {
        AppRecorder(file: file, now: clock.reading) { later.add($0, $1) }
    }

    @Test(
        "the file contains everything that a server learns, only the user can read it, and reading gives the same"
    )
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let (file, later) = (AppsFile(besideOverridesAt: folder.path("overrides.json")), Later())
        let recorder = recorder(file, later)
        #expect(try file.read() == nil)
        recorder.serve(at: "127.0.0.1:4180")
        recorder.connect(AppID(SampleApps.phone))
        var report = SampleApps.report([
            .held("a\u{1B}[31m", String(repeating: "x", count: 20_000), .override),
            .held("b", "", .incorrect, "is empty"),
        ])
        (report.revision, report.roundTrip) = (LinkRevision("k3.17"), 0.25)
        report.source = ReportedSource(fetchedAt: SampleApps.start - 60, version: "7")
        report.metrics = [ReportedMetric("buy", value: 2, at: SampleApps.start)]
        _ = recorder.take(report)
        later.run()
        let document = try #require(try file.read())
        var expected = try #require(recorder.registry.apps[AppID(SampleApps.phone)])
        // What only counts while the server runs is not kept.
        (expected.run, expected.sequence) = ("", 0)
        #expect(document.apps == [expected])
        #expect(document.isLive(at: clock.now) && document.server == "127.0.0.1:4180")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try folder.text(of: ".linked-apps/.gitignore") == "*\n")
        #expect(!(try folder.text(of: ".linked-apps/overrides.json")).contains("\u{1B}"))
    }

    @Test("what many apps hold is written once, and read back as theirs")
    func sharing() throws {
        let keys = (0..<100).map { ReportedKey.held("key \($0)", "the value of \($0)") }
        var registry = AppRegistry()
        for number in 0..<50 {
            registry.take(SampleApps.report(of: SampleApps.identity(number), keys), at: SampleApps.start)
        }
        let other = SampleApps.report(of: SampleApps.identity(50), Array(keys.dropFirst()))
        registry.take(other, at: SampleApps.start + 1)
        let bytes = AppsDocument(registry, server: nil, at: SampleApps.start).bytes
        #expect(String(decoding: bytes, as: UTF8.self).split(separator: "the value of 7\"").count == 3)
        let read = try AppsDocument(parsing: bytes, at: "apps.json")
        #expect(read.apps.count == 51)
        for app in read.apps {
            #expect(app.values == registry.apps[app.id]?.values && app.counts == app.values?.counts)
        }
    }

    @Test("values of another app are none where the file names one that is not there")
    func sharingWithNobody() throws {
        let times = #""firstSeen": "2026-03-01T09:00:00Z", "lastSeen": "2026-03-01T09:00:00Z""#
        let text = """
            {"version": 1, "savedAt": "2026-03-01T09:00:00Z", "apps": [
            {"app": "shop", "installation": "a", \(times), "valuesOf": 7},
            {"app": "shop", "installation": "b", \(times), "valuesOf": -1},
            {"app": "shop", "installation": "c", \(times), "valuesOf": 0}]}
            """
        let document = try AppsDocument(parsing: Array(text.utf8), at: "apps.json")
        #expect(document.apps.map(\.values) == [nil, nil, nil])
    }

    @Test("observers are reported at most five times a second, and the file is written at most once")
    func pace() {
        let later = Later()
        let folder = try? TemporaryFolder()
        let recorder = recorder(folder.map { AppsFile(besideOverridesAt: $0.path("o.json")) }, later)
        let told = Recorder<Int>()
        let observation = recorder.observe { told.record($0.apps.count) }
        for number in 0..<50 { recorder.connect(AppID(SampleApps.identity(number))) }
        #expect(later.delays == [0, 0])
        later.run()
        #expect(told.elements == [50])
        recorder.connect(AppID(SampleApps.identity(50)))
        #expect(later.delays.map { ($0 * 10).rounded() / 10 } == [0.2, 1])
        clock.advance(by: 1)
        later.run()
        clock.advance(by: 1)
        recorder.connect(AppID(SampleApps.identity(51)))
        #expect(later.delays == [0, 0] && told.elements == [50, 51])
        observation.cancel()
    }

    @Test("a server that stops is written immediately; of one that was killed the file grows old")
    func ending() throws {
        let folder = try TemporaryFolder()
        let (file, later) = (AppsFile(besideOverridesAt: folder.path("o.json")), Later())
        let recorder = recorder(file, later)
        recorder.serve(at: "127.0.0.1:4180")
        recorder.connect(AppID(SampleApps.phone))
        later.run()
        let running = try #require(try file.read())
        #expect(running.apps(at: clock.now).map(\.isConnected) == [true])
        clock.advance(by: 120)
        #expect(!running.isLive(at: clock.now) && running.apps(at: clock.now).map(\.isConnected) == [false])
        // Who is alive says so twice a minute.
        later.run()
        #expect(try file.read()?.isLive(at: clock.now) == true)
        // Also after the clock was set back.
        clock.advance(by: -86_400)
        #expect(try file.read()?.isLive(at: clock.now) == false)
        later.run()
        #expect(try file.read()?.isLive(at: clock.now) == true)
        recorder.serve(at: nil)
        let stopped = try #require(try file.read())
        #expect(!stopped.isLive(at: clock.now) && stopped.apps.map(\.streams) == [0])
    }

    @Test("nothing is written once the server has stopped, until one serves again")
    func stopped() throws {
        let folder = try TemporaryFolder()
        let (file, later) = (AppsFile(besideOverridesAt: folder.path("o.json")), Later())
        let recorder = recorder(file, later)
        recorder.serve(at: "127.0.0.1:4180")
        recorder.connect(AppID(SampleApps.phone))
        // What was to be written soon is not, either.
        recorder.serve(at: nil)
        try FileManager.default.removeItem(atPath: folder.path(".linked-apps"))
        recorder.disconnect(AppID(SampleApps.phone))
        clock.advance(by: 60)
        later.run()
        later.run()
        #expect(try file.read() == nil)
        recorder.serve(at: "127.0.0.1:4181")
        later.run()
        #expect(try file.read()?.server == "127.0.0.1:4181")
    }

    @Test("the next server knows the apps again")
    func restarting() throws {
        let folder = try TemporaryFolder()
        let (file, later) = (AppsFile(besideOverridesAt: folder.path("o.json")), Later())
        let first = recorder(file, later)
        first.connect(AppID(SampleApps.phone))
        _ = first.take(SampleApps.report([.held("a", nil, .missing)]))
        later.run()
        let second = recorder(file, later)
        #expect(second.registry.apps[AppID(SampleApps.phone)]?.counts.missing == 1)
        #expect(second.registry.connectedCount == 0 && second.problem == nil)
    }

    @Test(
        "a file that cannot be read is reported, and replaced by the next change",
        arguments: [
            ("{", "unclosed '{'"),
            (#"{"version": 2, "savedAt": "2026-03-01T09:00:00Z", "apps": []}"#, "has version 2"),
            (#"{"version": 1, "apps": []}"#, "is not a list of apps"),
        ])
    func broken(_ content: String, _ words: String) throws {
        let folder = try TemporaryFolder()
        let later = Later()
        try folder.write(content, to: ".linked-apps/o.json")
        let file = AppsFile(besideOverridesAt: folder.path("o.json"))
        let recorder = recorder(file, later)
        #expect(recorder.problem?.message.contains(words) == true, "\(String(describing: recorder.problem))")
        recorder.connect(AppID(SampleApps.phone))
        later.run()
        #expect(try file.read()?.apps.count == 1 && recorder.problem == nil)
    }

    @Test("that the file cannot be written is reported once, and that it can be again")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let later = Later()
        let recorder = recorder(AppsFile(besideOverridesAt: folder.path("o.json")), later)
        // A file comes to stand where the folder would be.
        try folder.write("", to: ".linked-apps")
        let told = Recorder<Bool>()
        let observation = recorder.observe { told.record($0.problem != nil) }
        recorder.connect(AppID(SampleApps.phone))
        later.run()
        // The file is written after observers heard of the change, and they hear of that, too.
        later.run()
        #expect(told.elements == [false, true])
        clock.advance(by: 60)
        try FileManager.default.removeItem(atPath: folder.path(".linked-apps"))
        recorder.disconnect(AppID(SampleApps.phone))
        later.run()
        later.run()
        #expect(told.elements == [false, true, true, false] && recorder.known.problem == nil)
        observation.cancel()
    }

    @Test("apps in the file that are none are left out; members that are not as they must be count as absent")
    func odd() throws {
        let text = """
            {"version": 1, "savedAt": "2026-03-01T09:00:00Z", "apps": [
            3, {"app": "shop"}, {"app": "shop", "installation": "a", "firstSeen": "2026-03-01T09:00:00Z",
            "lastSeen": "2026-03-01T09:00:00Z", "missing": -3, "values": [{"key": "k"}, 7,
            {"key": "k", "status": "missing"}], "doings": [{"kind": "dance"}]}]}
            """
        let document = try AppsDocument(parsing: Array(text.utf8), at: "apps.json")
        #expect(document.apps.map(\.counts) == [AppCounts(keys: 1, missing: 1)])
        #expect(document.apps.first?.doings == [])
    }
}
