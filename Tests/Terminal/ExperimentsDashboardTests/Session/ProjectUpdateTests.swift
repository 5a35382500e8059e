import ExperimentResults
import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("A project file that changes while the dashboard is open", .inTurn)
struct ProjectUpdateTests {
    private func read(_ update: ProjectUpdate) -> Message { .projectRead(.success(update)) }

    @Test("its keys are shown immediately, on the values that are there")
    func keys() throws {
        var fixture = ShopFixture(keys: [ShopFixture.keys[0]])
        #expect(fixture.state.source.report.counts[.undeclared] > 1)
        try fixture.press("G")
        let name = fixture.state.selectedName
        _ = fixture.state.update(read(ProjectUpdate(keys: ShopFixture.keys, refreshInterval: .seconds(30))))
        #expect(fixture.state.source.report.declaredCount == ShopFixture.keys.count)
        #expect(fixture.state.source.report.counts[.missing] == 1)
        #expect(fixture.state.selectedName == name)
        #expect(fixture.state.notices.notice?.text == "project file reloaded")
    }

    @Test("its keys count while older values are on screen, too")
    func past() throws {
        var fixture = ShopFixture(keys: [ShopFixture.keys[0]])
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        try fixture.press("[")
        _ = fixture.state.update(read(ProjectUpdate(keys: ShopFixture.keys, refreshInterval: .seconds(30))))
        #expect(fixture.state.history.isInThePast)
        #expect(fixture.state.source.report.rows.first { $0.name == "max_items" }?.valueText == "7")
    }

    private func requests(_ effects: [Effect]) -> [[CatalogKey]] {
        effects.compactMap { if case .followResults(_, let keys) = $0 { keys } else { nil } }
    }

    @Test("other experiments are read from now on, and their first results are not reported as news")
    func experiments() throws {
        var fixture = try ExperimentsFixture.dashboard(
            standings: ExperimentsFixture.standings(paywallRate: 10))
        var update = ProjectUpdate(keys: ShopFixture.keys, refreshInterval: .seconds(30))
        #expect(requests(fixture.state.update(read(update))).isEmpty)
        update.results = .source(ExperimentsFixture.Source())
        #expect(requests(fixture.state.update(read(update))).count == 1)
        ExperimentsFixture.tell(ExperimentsFixture.standings(), to: &fixture)
        #expect(fixture.state.notices.notice?.text == "project file reloaded")
        #expect(fixture.state.experiments.standings.count == 4 && fixture.screen.contains("better"))
    }

    @Test("if it declares no experiments any more, none are shown, and a late answer changes nothing")
    func noExperiments() throws {
        var fixture = try ExperimentsFixture.dashboard()
        var update = ProjectUpdate(keys: ShopFixture.keys, refreshInterval: .seconds(30))
        update.results = .source(nil)
        #expect(requests(fixture.state.update(read(update))).count == 1)
        ExperimentsFixture.tell(ExperimentsFixture.standings(), to: &fixture)
        #expect(fixture.state.experiments.standings.isEmpty)
        #expect(fixture.state.list.experiments.allSatisfy { $0.standing == nil })
    }

    @Test("other keys may be other groups")
    func groups() throws {
        var fixture = try ExperimentsFixture.dashboard()
        let effects = fixture.state.update(
            read(ProjectUpdate(keys: [ShopFixture.keys[0]], refreshInterval: .seconds(30))))
        #expect(requests(effects).first?.count == 1)
    }

    @Test("its bindings and its interval count from now on")
    func bindings() throws {
        var fixture = ShopFixture(refresh: .seconds(300))
        fixture.finishFetch(.success(ShopFixture.snapshot))
        let map = KeyMap.standard(changing: ["quit": [], "help": ["q"]]).map
        _ = fixture.state.update(
            read(ProjectUpdate(keys: ShopFixture.keys, refreshInterval: .seconds(20), keyMap: map)))
        #expect(fixture.state.fetching.schedule.nextFetchAt == ShopFixture.start + 20)
        try fixture.press("q")
        #expect(fixture.screen.contains("─ Help ─"))
    }

    @Test("what was switched on in the dashboard stays, unless the file says something else of it")
    func alerts() throws {
        var fixture = ShopFixture()
        try fixture.press("B")
        let rings = fixture.state.project.alertRules
        _ = fixture.state.update(read(ProjectUpdate(keys: ShopFixture.keys, refreshInterval: .seconds(30))))
        #expect(fixture.state.project.alertRules == rings && !rings.keys.isEmpty)
        let other = AlertRules(keys: ["max_items"])
        _ = fixture.state.update(
            read(ProjectUpdate(keys: ShopFixture.keys, refreshInterval: .seconds(30), alertRules: other)))
        #expect(fixture.state.project.alertRules == other)
    }

    @Test("a mistake is reported with its place and changes nothing; what needs a new start is named")
    func refusal() {
        var fixture = ShopFixture()
        _ = fixture.state.update(
            .projectRead(.failure(MessageError("experiments.yaml:2:1: unknown field"))), at: ShopFixture.start
        )
        #expect(
            fixture.state.notices.notice?.text
                == "still using the last valid project file: experiments.yaml:2:1: unknown field")
        #expect(fixture.state.project.keys == ShopFixture.keys)
        _ = fixture.state.update(
            read(
                ProjectUpdate(keys: ShopFixture.keys, refreshInterval: nil, laterFields: ["source", "theme"]))
        )
        #expect(fixture.state.notices.notice?.text.hasSuffix("restart to apply source, theme") == true)
    }

    @Test("each change to the file is read, and reported")
    func watch() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("1", to: "experiments.yaml")
        let counts = Mutex<[Int]>([])
        let project = WatchedProject(path: path) {
            let count = (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Int($0) } ?? 0
            return .success(
                ProjectUpdate(keys: Array(ShopFixture.keys.prefix(count)), refreshInterval: nil))
        }
        let watch = ProjectWatch(project) { message in
            guard case .projectRead(.success(let update)) = message else { return }
            counts.withLock { $0.append(update.keys.count) }
        }
        try folder.write("3", to: "experiments.yaml")
        try await eventually("the change is told") { counts.withLock { $0.contains(3) } }
        withExtendedLifetime(watch) {}
    }

    @Test(
        "a change between the first reading and the watch is not lost; where there was none, nothing is read")
    func between() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("1", to: "experiments.yaml")
        let other = try folder.write("1", to: "other.yaml")
        let paths = Mutex<[String]>([])
        func watch(_ path: String) -> ProjectWatch {
            let project = WatchedProject(path: path, fingerprint: FileFingerprint(of: path)) {
                paths.withLock { $0.append(path) }
                return .failure(MessageError(""))
            }
            if path.hasSuffix("experiments.yaml") { _ = try? folder.write("22", to: "experiments.yaml") }
            return ProjectWatch(project, watcher: StillWatcher()) { _ in }
        }
        let watches = [watch(other), watch(path)]
        try await eventually("it is read") { paths.withLock { $0 == [path] } }
        withExtendedLifetime(watches) {}
    }

    /// Tells of nothing.
    private struct StillWatcher: FileWatcher {
        func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
            ObservationHandle {}
        }
    }
}
