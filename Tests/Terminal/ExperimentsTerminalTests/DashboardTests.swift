import ExperimentsCore
import ExperimentsDashboard
import ExperimentsNcurses
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTerminal

@Suite("The embedded dashboard", .fewAtATime)
struct DashboardTests {
    private enum Key: String, CaseIterable, RemoteKey {
        case paywall

        var valueType: any RemoteValue.Type { Paywall.self }
    }

    private enum Paywall: String, CaseIterable, StringRemoteValue {
        case a, b
    }

    private let service = RemoteConfigService(
        remoteConfigKeeper: InMemoryRemoteConfigKeeper(Snapshot(texts: ["paywall": "b"], fetchedAt: .now)))

    @Test("it shows the app's typed keys, and resolves them as the app does")
    func keys() {
        let session = Dashboard.session(
            service, keys: Key.allCases, overrides: nil, settings: DashboardSettings(name: "shop"))
        #expect(session.keys.map(\.name) == ["paywall"])
        #expect(session.keys.first?.schema.cases == ["a", "b"])
        #expect(session.service === service)
        #expect(session.sourceName == "shop")
    }

    @Test("an overrides store of its own takes the place of the service's")
    func overrides() throws {
        let folder = try TemporaryFolder()
        let store = JSONOverrideStore(path: folder.path("overrides.json"), watcher: nil)
        let session = Dashboard.session(
            service, keys: Key.allCases, overrides: store, settings: DashboardSettings())
        try store.update { $0["paywall"] = Override(value: "a") }
        #expect(session.service.report(for: session.keys).rows.first?.valueText == "a")
        #expect(session.overridesPath == store.path)
        #expect(service.overrideStore.overrides.isEmpty)
    }

    @Test(
        "the theme follows the background unless one is asked for; one that is not there is reported, and does no harm"
    )
    func themes() throws {
        let light = Dashboard.options(DashboardSettings(), environment: ["COLORFGBG": "0;15"])
        #expect(light.theme.name == "light" && light.followsBackground)
        let nord = Dashboard.options(DashboardSettings(theme: "nord"), environment: [:])
        #expect(nord.theme.name == "nord" && !nord.followsBackground)
        let none = Dashboard.options(DashboardSettings(theme: "nort"), environment: [:])
        #expect(none.theme.name == "dark")
        #expect(none.warnings.first?.contains("did you mean \"nord\"?") == true)
    }

    @Test("without a terminal it says so")
    func noTerminal() throws {
        let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
        var settings = DashboardSettings()
        settings.terminal.output = null.fileDescriptor
        settings.terminal.input = FileHandle.nullDevice.fileDescriptor
        settings.terminal.catchesSignals = false
        #expect(throws: TerminalProblem.self) {
            try Dashboard.run(service: service, keys: Key.allCases, settings: settings)
        }
    }
}
