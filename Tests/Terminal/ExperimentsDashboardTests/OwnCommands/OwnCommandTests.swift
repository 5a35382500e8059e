import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Commands of one's own", .inTurn)
struct OwnCommandTests {
    private static func command(
        _ name: String = "greet", keys: [String] = ["F9"], place: ProjectCommand.Place = .row,
        output: ProjectCommand.Output = .panel, confirms: Bool = false, isUsersOwn: Bool = true
    ) -> ProjectCommand {
        ProjectCommand(
            name: name, title: "Greet \(name)", keys: keys,
            program: .words(["echo", "{key}"].map { CommandWord($0) }),
            place: place, output: output, confirms: confirms, declaredAt: "experiments.yaml:7",
            isUsersOwn: isUsersOwn)
    }

    private func fixture(
        _ commands: ProjectCommand..., changing session: (inout DashboardSession) -> Void = { _ in }
    ) -> ShopFixture {
        var options = DashboardOptions(
            keyMap: KeyMap.standard(changing: [ProjectBinding](), adding: commands).map)
        options.project = WatchedProject(path: "/shop/experiments.yaml") { .failure(MessageError("")) }
        return ShopFixture(options: options, changing: session)
    }

    private func requests(_ effects: [Effect]) -> [CommandRequest] {
        effects.compactMap { if case .runCommand(let request) = $0 { request } else { nil } }
    }

    private func stops(_ effects: [Effect]) -> [Int] {
        effects.compactMap { if case .stopCommand(let id) = $0 { id } else { nil } }
    }

    @Test("a key runs it on the key under the cursor, and its output and end are shown with the time")
    func panel() throws {
        var fixture = fixture(Self.command())
        let request = try #require(requests(try fixture.press("F9")).first)
        let name = try #require(fixture.state.subjectName)
        #expect(try request.invocation { _, _ in nil }.words == ["echo", name])
        _ = fixture.state.update(.printed(Array("hello\u{1b}[31m you\n".utf8), by: request.id))
        fixture.pass(3)
        #expect(fixture.screen.contains("hello you") && fixture.screen.contains("running for 3 s"))
        _ = fixture.state.update(.ended(request.id, .exited(2)))
        #expect(fixture.screen.contains("ended with status 2 after 3 s"))
    }

    @Test("Esc stops a program that runs, another key does not, and Esc after its end closes the panel")
    func stopping() throws {
        var fixture = fixture(Self.command())
        let request = try #require(requests(try fixture.press("F9")).first)
        #expect(stops(try fixture.press("x")).isEmpty && fixture.state.panels.top is CommandPanel)
        #expect(stops(try fixture.press("Esc")) == [request.id])
        _ = fixture.state.update(.ended(request.id, .stopped))
        #expect(fixture.screen.contains("stopped after 0 s"))
        try fixture.press("Esc")
        #expect(fixture.state.panels.isEmpty && fixture.state.ownCommands.runs.isEmpty)
    }

    @Test("a notice shows how long it runs, Esc stops it, and its last line is reported")
    func notice() throws {
        var fixture = fixture(Self.command(output: .notice))
        let request = try #require(requests(try fixture.press("F9")).first)
        fixture.pass(4)
        #expect(fixture.screen.contains("running for 4 s; Esc stops it"))
        #expect(stops(try fixture.press("Esc")) == [request.id])
        _ = fixture.state.update(.printed(Array("one\ntwo\n".utf8), by: request.id))
        _ = fixture.state.update(.ended(request.id, .exited(0)))
        #expect(fixture.screen.contains("Greet greet: two"))
    }

    @Test("one of a project file runs only after a yes, which is remembered until it is changed")
    func consent() throws {
        let command = Self.command(isUsersOwn: false)
        var fixture = fixture(command)
        #expect(requests(try fixture.press("F9")).isEmpty)
        #expect(
            fixture.screen.contains("experiments.yaml:7 runs a program")
                && fixture.screen.contains("echo {key}"))
        #expect(requests(try fixture.press("n")).isEmpty)
        try fixture.press("F9")
        let effects = try fixture.press("y")
        let digests = effects.compactMap { if case .allowCommand(let digest) = $0 { digest } else { nil } }
        #expect(requests(effects).count == 1 && digests == [command.digest(in: "/shop/experiments.yaml")])
        var next = self.fixture(command) { $0.allowedCommands = Set(digests) }
        #expect(requests(try next.press("F9")).count == 1)
        var changed = self.fixture(Self.command(confirms: true, isUsersOwn: false)) {
            $0.allowedCommands = Set(digests)
        }
        #expect(requests(try changed.press("F9")).isEmpty)
    }

    @Test("one with confirm: asks each time, about the key that was under the cursor then")
    func confirming() throws {
        var fixture = fixture(Self.command(confirms: true))
        let name = try #require(fixture.state.subjectName)
        #expect(requests(try fixture.press("F9")).isEmpty)
        #expect(fixture.screen.contains("Greet greet for \(name)?"))
        #expect(requests(try fixture.press("y")).first?.facts[.key] == name)
    }

    @Test("it is in the palette and in the help, and one for another screen says which")
    func reaching() throws {
        var fixture = fixture(Self.command(place: .screens(["apps"])))
        let entry = try #require(PaletteEntry.all(in: fixture.state).first { $0.command.name == "greet" })
        #expect(entry.hint(in: fixture.state) == "only on screen Apps")
        let help = HelpPanel(showsAll: true).lines(fixture.state).map { $0.map(\.text).joined() }
        #expect(help.contains { $0.contains("Own commands") } && help.contains { $0.contains("Greet greet") })
        try fixture.press("F9")
        #expect(fixture.screen.contains("only on screen Apps"))
    }

    @Test("keys that clash are named with the file and line of both")
    func clashes() {
        var binding = ProjectBinding(action: "refetch", keys: ["F9"])
        binding.declaredAt = "experiments.yaml:3"
        let problems = KeyMap.standard(
            changing: [binding], adding: [Self.command(), Self.command("wave", keys: ["F9"])]
        )
        .problems.map(\.description)
        #expect(
            problems == [
                "F9 is bound to both refetch (experiments.yaml:3) and greet (experiments.yaml:7)",
                "F9 is bound to both refetch (experiments.yaml:3) and wave (experiments.yaml:7)",
            ])
    }
}
