import ExperimentsCore
import Foundation
import TestSupport
import Testing

/// Follows the advice of error messages, so that none ends in the next error.
@Suite("The advice of an error", .fewAtATime)
struct AdviceTests {
    @Test("names commands and options that exist, wherever the sources write one")
    func namedCommands() async throws {
        let commands = try await CommandDump.commands()
        let sources = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
            .dropFirst()
        let folder = URL(fileURLWithPath: "\(sources)/Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var count = 0
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") where !line.drop(while: \.isWhitespace).hasPrefix("//") {
                for match in line.matches(of: #/`(experiments [a-z][^`\\]*)`/#) {
                    count += 1
                    let command = String(match.1)
                    #expect(commands.nameProblem(in: command) == nil, "\(file.lastPathComponent): \(command)")
                }
            }
        }
        #expect(count > 20)
    }

    @Test("on a source's name is followed by taking the name that is printed")
    func sourceName() async throws {
        let workplace = try Workplace.withFineProject()
        let unknown = try await workplace.run("list", "--source", "nope")
        let words = try #require(unknown.errors.firstMatch(of: #/Available sources: (.+)/#)).1
        let followed = try await workplace.run("list", "--source", String(words))
        #expect(followed.status == 0, "\(followed)")
    }

    @Test("on a command is followed by running it", arguments: ["undo", "lst", "overide"])
    func command(word: String) async throws {
        let workplace = try Workplace.withFineProject()
        let unknown = try await workplace.run(word)
        let meant = try #require(unknown.errors.firstMatch(of: #/`experiments ([a-z ]+)`/#)).1
        let help = try await workplace.start(meant.split(separator: " ").map(String.init) + ["--help"])
            .finished()
        #expect(help.status == 0 && help.output.contains("USAGE: experiments \(meant)"), "\(help)")
    }

    @Test("on a key that is written with its value is followed by writing a blank instead")
    func keyWithValue() async throws {
        let workplace = try Workplace.withFineProject()
        let joined = try await workplace.run("override", "set", "timeout=9", "paywall=a", "b")
        #expect(
            joined.status == 1 && joined.errors.contains("Write a space instead of the \"=\"."), "\(joined)")
        #expect(try await workplace.run("override", "set", "timeout", "9").status == 0)
    }

    @Test("on the keys to drop or to declare is followed", arguments: ["drop", "declare"])
    func keys(command: String) async throws {
        let workplace = try Workplace.withFineProject()
        let nothing = try await workplace.run(command)
        #expect(nothing.status == 1 && !nothing.errors.contains("not both"), "\(nothing)")
        let option = try #require(nothing.errors.firstMatch(of: #/ or (--all-[a-z]+)/#)).1
        #expect(try await workplace.run(command, String(option), "--dry-run").status == 0)
    }

    @Test("on the kind of a source names one that there is, or says to add one")
    func kinds() async throws {
        let workplace = try Workplace.withFineProject()
        let none = try await workplace.run("values", "set", "timeout", "9")
        #expect(none.errors.contains("Add a source of kind etcd to the project file."), "\(none)")
        try workplace.folder.write(#"{"parameters": {"a": {"defaultValue": {"value": "1"}}}}"#, to: "t.json")
        try workplace.folder.write("{}", to: "c.json")
        try workplace.folder.write(
            """
            sources:
              - {name: own, kind: file, path: c.json}
              - {name: tmpl, kind: firebase-template, path: t.json}

            """, to: "experiments.yaml")
        let other = try await workplace.run("template", "set", "a", "2", "--source", "own")
        let option = try #require(other.errors.firstMatch(of: #/Use --source ([a-z]+)\./#)).1
        #expect(try await workplace.run("template", "set", "a", "2", "--source", String(option)).status == 0)
    }

    @Test("on links is followed")
    func links() async throws {
        let workplace = try Workplace.withFineProject()
        let none = try await workplace.run("link", "--revoke", "--app", "shop")
        let made = try #require(none.errors.firstMatch(of: #/experiments (link --app) NAME/#)).1
        #expect(
            try await workplace.shell("experiments \(made) shop --server http://10.0.0.1:4180").status == 0)
        let unknown = try await workplace.run("link", "--revoke", "--app", "shop", "--id", "0")
        let list = try #require(unknown.errors.firstMatch(of: #/experiments (link --list)/#)).1
        let listed = try await workplace.shell("experiments \(list)").output
        let id = try #require(listed.firstMatch(of: #/\n([0-9a-f]{8}) /#)).1
        #expect(try await workplace.run("link", "--revoke", "--id", String(id)).status == 0)
    }

    @Test("on a project file that cannot be looked at is followed with --config")
    func config() async throws {
        let workplace = try Workplace.withFineProject()
        try FileManager.default.createDirectory(
            atPath: workplace.folder.path("below"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: workplace.folder.path("below/experiments.yaml"),
            withDestinationPath: "/nowhere/experiments.yaml")
        let unknown = try await workplace.run("list", in: "below")
        #expect(unknown.status == 1 && unknown.errors.contains("--config"), "\(unknown)")
        let set = try await workplace.run("override", "set", "timeout", "9", in: "below")
        #expect(set.status == 1, "\(set)")
        #expect(!FileManager.default.fileExists(atPath: workplace.folder.path(".experiments/overrides.json")))
        #expect(try await workplace.run("list", "--config", "../experiments.yaml", in: "below").status == 0)
    }

    @Test("on a variable is to set it to what it is for")
    func variables() async throws {
        let workplace = try Workplace()
        let sources: [(String, String)] = [
            (
                #"{kind: growthbook, client_key: k, decryption_key: "${GBK}"}"#,
                "Set GBK to the connection's decryption key."
            ),
            (#"{kind: ofrep, url: "http://127.0.0.1:9", token: "${TOK}"}"#, "Set TOK to the token."),
            (
                #"{kind: ofrep, url: "http://127.0.0.1:9", headers: {x-team: "${TEAM}"}}"#,
                "Set TEAM to the header x-team."
            ),
            (
                #"{kind: active-config, url: "http://127.0.0.1:9/a", token: "${ACT}"}"#,
                "Set ACT to the token."
            ),
        ]
        for (source, advice) in sources {
            try workplace.folder.write("source: \(source)\n", to: "experiments.yaml")
            let list = try await workplace.run("list")
            #expect(list.status == 1 && list.errors.contains(advice), "\(list)")
        }
    }

    /// The command in an error or a note that begins like this, with words put in for its placeholders.
    private static func command(
        _ start: String, in text: String, _ words: [String: String] = [:]
    ) throws -> String {
        let commands = text.matches(of: #/`(experiments [^`]+)`/#).map { String($0.1) }
        let command = try #require(commands.first { $0.hasPrefix("experiments \(start)") }, "\(text)")
        return words.reduce(command) { $0.replacing($1.key, with: $1.value) }
    }

    @Test("on an empty project file is followed")
    func emptyProject() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("# nothing yet\n", to: "experiments.yaml")
        try workplace.folder.write(#"{"a": "1"}"#, to: "config.json")
        let empty = try await workplace.run("list")
        #expect(try await workplace.shell(Self.command("init", in: empty.errors)).status == 0, "\(empty)")
        #expect(try await workplace.run("list").status == 0)
    }

    @Test("on a project file that EXPERIMENTS_CONFIG names is to correct that variable")
    func variableOfConfig() async throws {
        let list = try await Workplace.withFineProject().run(
            "list", with: ["EXPERIMENTS_CONFIG": "/nowhere/e.yaml"])
        #expect(list.status == 1 && list.errors.contains("; set EXPERIMENTS_CONFIG to"), "\(list)")
    }

    @Test("on what is not there yet is a command that makes it")
    func making() async throws {
        let workplace = try Workplace.withFineProject()
        let apps = try await workplace.run("apps").output
        #expect(try await workplace.shell(Self.command("link", in: apps, ["NAME": "shop"])).status == 0)
        let personas = try await workplace.run("persona", "show", "ann").errors
        let save = try Self.command("persona save", in: personas, ["NAME": "ann", "FIELD=VALUE": "plan=pro"])
        #expect(try await workplace.shell(save).status == 0)
        try workplace.folder.write("unit,event,at\nann,order,2026-03-01T09:00:00Z\n", to: "e.csv")
        let events = try await workplace.run("events").errors
        #expect(
            try await workplace.shell(Self.command("events import", in: events, ["FILE": "e.csv"])).status
                == 0)
    }

    @Test("on an attribute is followed, for text that begins like JSON and for a name of two words")
    func attributes() async throws {
        let workplace = try Workplace.withFineProject()
        let text = try await workplace.run("persona", "save", "ann", "plan={pro")
        let word = try #require(text.errors.firstMatch(of: #/quotes: ('.+')/#), "\(text)").1
        #expect(try await workplace.shell("experiments persona save ann \(word)").status == 0)
        #expect(try await workplace.run("persona", "show", "ann").output.contains("{pro"))
        let name = try await workplace.run("persona", "save", "beta", "tester")
        #expect(try await workplace.shell(Self.command("persona save", in: name.errors)).status == 0)
        #expect(try await workplace.run("persona", "list").output.contains("beta tester"))
    }

    @Test("on an account fits where it is printed: fields for a source, options for a command")
    func accounts() async throws {
        let workplace = try Workplace()
        let source = "kind: firebase-template, project: p, base_url: \"http://example.com\""
        try workplace.folder.write("source: {\(source)}\nkeys: []\n", to: "experiments.yaml")
        let none = try await workplace.run("list").errors
        #expect(none.contains("`access_token`") && !none.contains("--access-token-env"), "\(none)")
        let token = "access_token: \"${TOKEN}\""
        try workplace.folder.write("source: {\(source), \(token)}\nkeys: []\n", to: "experiments.yaml")
        let clear = try await workplace.run("list", with: ["TOKEN": "t"]).errors
        #expect(clear.contains("Use an https URL") && !clear.contains("--insecure"), "\(clear)")
        let command = try await workplace.run("template", "get", "--project", "p").errors
        #expect(command.contains("--access-token-env") && !command.contains("`access_token`"), "\(command)")
    }

    @Test("on two sources says to add one if there is only one")
    func oneSource() async throws {
        let compared = try await Workplace.withFineProject().run("compare", "config.json", "config.json")
        #expect(compared.errors.contains("Add another source"), "\(compared)")
    }

    @Test("on personas is not given for a source that has no use for them")
    func noUseForPersonas() async throws {
        let matrix = try await Workplace.withFineProject().run("matrix", "--all")
        #expect(matrix.status == 1 && matrix.errors.contains("Sources of kind "), "\(matrix)")
    }
}
