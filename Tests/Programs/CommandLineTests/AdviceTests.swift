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
        let sources = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
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
        let help = try await workplace.start(meant.split(separator: " ").map(String.init) + ["--help"]).finished()
        #expect(help.status == 0 && help.output.contains("USAGE: experiments \(meant)"), "\(help)")
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
        #expect(try await workplace.shell("experiments \(made) shop --server http://10.0.0.1:4180").status == 0)
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
            atPath: workplace.folder.path("below/experiments.yaml"), withDestinationPath: "/nowhere/experiments.yaml")
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
            (#"{kind: active-config, url: "http://127.0.0.1:9/a", token: "${ACT}"}"#, "Set ACT to the token."),
        ]
        for (source, advice) in sources {
            try workplace.folder.write("source: \(source)\n", to: "experiments.yaml")
            let list = try await workplace.run("list")
            #expect(list.status == 1 && list.errors.contains(advice), "\(list)")
        }
    }
}
