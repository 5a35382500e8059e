import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Reading commands of one's own", .inTurn)
struct CommandReadingTests {
    private static let vocabulary = ProjectVocabulary(
        actions: ["refetch"], themes: nil, screens: ["keys", "apps"], isKey: { $0 != "F99" })

    private func project(_ commands: String) throws -> Project {
        try Project(
            parsing: "source: {kind: file, path: c.json}\ncommands:\n\(commands)", path: "experiments.yaml",
            vocabulary: Self.vocabulary)
    }

    private func firstProblem(_ commands: String) -> String? {
        let problems = #expect(throws: ProjectProblems.self) { _ = try project(commands) }
        return problems?.problems.first.map { "\($0.line ?? 0): \($0.message)" }
    }

    @Test("reads every field")
    func fields() throws {
        let command = try #require(
            try project(
                """
                  open-ticket:
                    key: [ctrl-t, F6]
                    title: Open the ticket
                    run: [xdg-open, "https://tickets.example.com/{key}"]
                    where: [keys, apps]
                    output: notice
                    confirm: true
                """
            ).commands.first)
        #expect(command.name == "open-ticket" && command.title == "Open the ticket")
        #expect(command.keys == ["ctrl-t", "F6"] && command.place == .screens(["keys", "apps"]))
        #expect(command.output == .notice && command.confirms && !command.isUsersOwn)
        #expect(command.declaredAt == "experiments.yaml:3" && command.facts == [.key])
        #expect(command.programText == "xdg-open https://tickets.example.com/{key}")
    }

    @Test("one that asks for the key is for rows, and any other for every screen, unless it says where")
    func places() throws {
        let commands = try project(
            "  a: {run: [echo, \"{value}\"]}\n  b: {run: date}\n  c: {run: 'echo \"$EXPERIMENTS_KEY\"', shell: true}"
        ).commands
        #expect(commands.map(\.place) == [.row, .anywhere, .row])
    }

    @Test(
        "a mistake is reported with its line and what to write",
        arguments: [
            ("  a: {run: 'git log'}", "a program with its arguments"),
            ("  a: {run: 'git log {key}', shell: true}", "use \"$EXPERIMENTS_KEY\""),
            ("  a: {run: [echo, '{kye}']}", "did you mean {key}?"),
            ("  a: {run: ['{value}']}", "must begin with the name of a program"),
            ("  a: {run: date, key: F99}", "keys such as F5, ctrl-t or alt-b"),
            ("  a: {run: date, where: kyes}", "did you mean \"keys\"?"),
            ("  a: {run: date, output: pannel}", "did you mean \"panel\"?"),
            ("  a: {run: [echo, '{key}'], where: anywhere}", "write row"),
            ("  refetch: {run: date}", "give yours another name"),
            ("  A b: {run: date}", "lower-case letters, digits and hyphens"),
            ("  a: {key: F5}", "has no `run`"),
        ])
    func mistakes(text: String, words: String) throws {
        let problem = try #require(firstProblem(text))
        #expect(problem.hasPrefix("3: ") && problem.contains(words), "\(problem)")
    }

    @Test("any change of what a command does, and another project, give it another digest")
    func digests() throws {
        let texts = [
            "  a: {run: [echo, '{key}']}", "  a: {run: [echo, '{{key}}']}", "  a: {run: [echo, x, y]}",
            "  a: {run: [echo, 'x y']}", "  a: {run: 'echo x', shell: true}",
            "  a: {run: [echo, x], key: F5}",
            "  a: {run: [echo, x], confirm: true}", "  a: {run: [echo, x], output: terminal}",
            "  b: {run: [echo, x]}",
        ]
        let commands = try texts.compactMap { try project($0).commands.first }
        #expect(Set(commands.map { $0.digest(in: "/a") } + commands.map { $0.digest(in: "/b") }).count == 18)
        #expect(try project(texts[0]).commands.first?.digest(in: "/a") == commands[0].digest(in: "/a"))
    }
}
