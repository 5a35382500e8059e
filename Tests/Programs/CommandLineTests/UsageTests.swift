import ExperimentsCore
import TestSupport
import Testing

@Suite("The command line", .fewAtATime)
struct UsageTests {
    @Test("--help lists every subcommand and the exit statuses")
    func help() async throws {
        let help = try await Workplace().run("--help")
        #expect(help.status == 0)
        for name in [
            "demo", "init", "list", "get", "check", "watch", "log", "override", "emulator", "firebase",
        ] {
            #expect(help.output.contains("\n  \(name) "), "\(name)")
        }
        #expect(help.output.contains("Exit codes"))
    }

    @Test(
        "an invalid value is named once, with what was expected",
        arguments: [
            (["serve", "--fail", "zz"], "invalid --fail \"zz\": expected a status such as 429"),
            (["serve", "--delay", "zz"], "invalid --delay \"zz\": expected a duration"),
            (["serve", "--allow-origin", "zz"], "invalid --allow-origin \"zz\": expected an origin"),
            (["serve", "--allow-host", "a b"], "invalid --allow-host \"a b\": expected a name"),
            (["list", "--status", "zz"], "invalid --status \"zz\": expected one of ok, missing, "),
            (["completion", "zz"], "invalid <shell> \"zz\": expected one of bash, zsh, fish\n"),
            (["results", "--at", "zz"], "invalid --at \"zz\": expected a day"),
            (["results", "--at", "2999-01-01"], "invalid --at \"2999-01-01\": in the future; it is "),
            (["watch", "--every", "z'z"], "invalid --every \"z'z\": expected a duration (30s)\n"),
            (["serve", "--port", "zz"], "invalid --port \"zz\": expected a port from 0 to 65535\n"),
            (["render", "--size", "zz"], "invalid --size \"zz\": expected columns and rows (120x40)\n"),
        ])
    func invalidValue(arguments: [String], message: String) async throws {
        let run = try await Workplace().start(arguments).finished()
        #expect(run.status == 1 && run.errors.hasPrefix("error: " + message), "\(run)")
    }

    @Test("an argument that is not UTF-8 is refused, and nothing is stored")
    func notUnicode() async throws {
        let workplace = try Workplace.withFineProject()
        let set = try await workplace.shell(#"experiments override set timeout $'caf\xe9'"#)
        #expect(set.status == 1 && set.errors.hasPrefix("error: argument 4 is not valid UTF-8: "), "\(set)")
        #expect(try await workplace.run("override", "list").output.contains("caf") == false)
    }

    @Test("in a folder whose path is not UTF-8, the project of the folder above is not used")
    func folderNotUnicode() async throws {
        let workplace = try Workplace.withFineProject()
        let script = #"mkdir $'caf\xe9' && cd $'caf\xe9' && experiments override set timeout 7"#
        let run = try await workplace.shell(script)
        #expect(
            run.status == 1 && run.errors.contains("the path of this folder is not valid UTF-8"), "\(run)")
    }

    @Test(
        "a secret in the place of the name of its variable is not shown",
        arguments: [
            "template versions --project p --access-token-env", "growthbook lint x --decryption-key-env",
        ])
    func secretAsName(words: String) async throws {
        let workplace = try Workplace()
        try workplace.folder.write(#"{"encryptedFeatures": "AAAA.BBBB"}"#, to: "x")
        let run = try await workplace.shell("experiments \(words) ya29.SECRET")
        #expect(run.status == 1 && !run.errors.contains("SECRET"), "\(run)")
        #expect(run.errors.contains("expects the name of an environment variable"), "\(run)")
    }

    @Test("--version prints the version and the build")
    func version() async throws {
        let version = try await Workplace().run("--version")
        #expect(version.output.wholeMatch(of: #/\d+\.\d+\.\d+ \(.+ build for .+\)\n/#) != nil, "\(version)")
    }

    @Test("a misspelled command is an error with the nearest one")
    func subcommand() async throws {
        let misspelt = try await Workplace().run("overide", "list")
        #expect(misspelt.status == 1)
        #expect(misspelt.output.isEmpty)
        #expect(misspelt.errors.contains("Did you mean `experiments override`?"), "\(misspelt)")
    }

    @Test(
        "the name of a nested command without its parent is an error with the commands of that name",
        arguments: [
            (["set", "trial_days", "5"], "set", ["experiments override set", "experiments values set"]),
            (["undo"], "undo", ["experiments override undo"]),
            (["validate"], "validate", ["experiments check", "experiments template validate"]),
            (["lint"], "lint", ["experiments check"]),
            (["status"], "status", ["experiments sources --status"]),
            (["override", "st"], "st", ["experiments override set"]),
            (["help", "lst"], "lst", ["experiments list"]),
            (["help", "override", "lst"], "lst", ["experiments override list"]),
            (["template", "draft", "publish"], "publish", ["experiments template publish"]),
            (["xyzzy"], "xyzzy", ["experiments --help"]),
            (["unset", "x"], "unset", ["experiments override unset"]),
            (["enable", "x"], "enable", ["experiments override enable"]),
            (["override", "remove", "x"], "remove", ["experiments override unset"]),
            (["growthbook", "check"], "check", ["experiments growthbook lint"]),
            (["themes", "validate"], "validate", ["experiments themes check"]),
            (["override", "off"], "off", ["experiments override disable"]),
            (["override", "ls"], "ls", ["experiments override list"]),
            (["disable", "x"], "disable", ["experiments override disable"]),
            (["clear"], "clear", ["experiments override clear"]),
            (["redo"], "redo", ["experiments override redo"]),
            (["publish"], "publish", ["experiments template publish", "experiments values publish"]),
            (
                ["diff"], "diff",
                ["experiments compare", "experiments template diff", "experiments override profile diff"]
            ),
            (["events", "lst"], "lst", ["experiments events --help"]),
        ])
    func nestedCommand(words: [String], unknown: String, meant: [String]) async throws {
        let finished = try await Workplace().start(words).finished()
        #expect(finished.status == 1 && finished.output.isEmpty, "\(finished)")
        #expect(finished.errors.contains("unknown command \"\(unknown)\""), "\(finished)")
        for command in meant { #expect(finished.errors.contains("`\(command)`"), "\(finished)") }
    }

    @Test("an unknown option is an error with status 1")
    func option() async throws {
        let unknown = try await Workplace().run("list", "--jsn")
        #expect(unknown.status == 1)
        #expect(
            unknown.errors.hasPrefix("error: unknown option `--jsn`. Did you mean `--json`?"), "\(unknown)")
    }

    @Test(
        "an unknown option is named before the problems that it causes",
        arguments: [["history", "--limit", "5"], ["get", "--limit"]])
    func optionFirst(words: [String]) async throws {
        let unknown = try await Workplace().start(words).finished()
        #expect(
            unknown.status == 1 && unknown.errors.hasPrefix("error: unknown option `--limit`\nUsage: "),
            "\(unknown)")
    }

    @Test(
        "an argument that looks like an option is an error with what to write",
        arguments: [["override", "set", "title", "-x"], ["get", "-x"], ["events", "import", "-x"]])
    func hyphen(words: [String]) async throws {
        let value = try await Workplace().start(words).finished()
        #expect(
            value.errors.hasPrefix(
                "error: unknown option `-x`; if it is not an option, write `--` before it\nUsage: "),
            "\(value)")
    }

    @Test("an option of a command in front of it is an error that says where it belongs")
    func misplacedOption() async throws {
        let misplaced = try await Workplace().start(["--as", "norway", "list"]).finished()
        #expect(misplaced.status == 1)
        #expect(
            misplaced.errors.hasPrefix(
                "error: unknown option `--as` here; write it after `experiments list`\n"),
            "\(misplaced)")
    }

    @Test(
        "a misspelled option is an error with the nearest one, at every level",
        arguments: [
            (["--hlep"], "--help"), (["list", "--hlep"], "--help"),
            (["override", "set", "a", "b", "--exipres", "2h"], "--expires"),
            (["template", "condition", "list", "--jsno"], "--json"),
            (["firebase", "jws", "key.json", "scope", "--colr", "never"], "--color"),
        ])
    func misspeltOption(words: [String], meant: String) async throws {
        let unknown = try await Workplace().start(words).finished()
        #expect(unknown.status == 1 && unknown.output.isEmpty, "\(unknown)")
        #expect(unknown.errors.contains("Did you mean `\(meant)`?"), "\(unknown)")
    }

    @Test(
        "a natural guess is an error with what does it",
        arguments: [
            (
                ["check", "paywall_type"],
                "use `experiments list --filter key:paywall_type` for the status of one key"
            ),
            (
                ["list", "paywall_type"],
                "use `experiments list --filter key:paywall_type` for the status of one key"
            ),
            (["check", "--output", "x.xml"], "to write to a file, end the command with > FILE"),
            (
                ["check", "--format", "junit", "-o", "x.xml"],
                "to write to a file, end the command with > FILE"
            ),
            (
                ["list", "--as", "id=7,country=SE"],
                "Use --as id=7 --as country=SE\n"
            ),
            (["persona", "save", "sweden", "id=7,country=SE"], "Use id=7 country=SE\n"),
        ])
    func guess(words: [String], advice: String) async throws {
        let finished = try await Workplace().start(words).finished()
        #expect(finished.status == 1 && finished.errors.contains(advice), "\(finished)")
    }

    @Test("with --json, an error is one document on standard output, and words on standard error")
    func jsonError() async throws {
        for arguments in [["list", "--json"], ["--json"], ["list", "--json", "--bad"], ["get", "--json"]] {
            let failed = try await Workplace().run(Workplace.program, arguments)
            #expect(failed.status == 1)
            #expect(try failed.json().object?["error"]?.object?["message"]?.string?.isEmpty == false)
            #expect(!failed.errors.isEmpty)
        }
    }

    @Test("global options are taken before a subcommand, too")
    func position() async throws {
        let workplace = try Workplace.withFineProject()
        let after = try await workplace.run("get", "timeout", "--json", "--config", "experiments.yaml")
        let before = try await workplace.run("--json", "--config", "experiments.yaml", "get", "timeout")
        #expect(try after.json().object?["key"] == before.json().object?["key"])
    }

    @Test("completion scripts are printed", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let script = try await Workplace().run("completion", shell)
        #expect(script.status == 0)
        #expect(try await Workplace().run("--generate-completion-script", shell).output == script.output)
        #expect(script.output.contains("override"))
    }

    @Test("zsh completes the value of an option after an equal sign, too")
    func zshValues() async throws {
        let script = try await Workplace().run("completion", "zsh").output
        let options = script.split(separator: "\n").filter { $0.contains(/^ +'\*?--[a-z-]+=?\[.*[^\\]\]:/) }
        #expect(
            options.contains { $0.contains("'*--status=[") } && options.contains { $0.contains("'--theme=[") }
        )
        #expect(options.filter { !$0.contains(/^ +'\*?--[a-z-]+=\[/) } == [])
        #expect(script.contains("'--reverse["))
    }

    @Test(
        "bash completes names with any characters, as it splits the line",
        arguments: [
            (["app", ":", "t"], "t", ["theme"]), (["app", ":"], "", ["theme", "lang"]),
            (["app", "=", "x"], "x", ["x"]),
            (["app", "="], "", ["x"]), ([#"\$d"#], #"\$d"#, [#"\$dollar"#]), (["qu"], "qu", [#"qu\'ote"#]),
            (["sp"], "sp", [#"sp\ ace"#]), ([#"sp\ a"#], #"sp\ a"#, [#"sp\ ace"#]), (["pl"], "pl", ["plain"]),
            (["back"], "back", [#"back\`tick"#]), ([#""app:t"#], "app:t", ["app:theme"]),
        ])
    func bashWords(pieces: [String], word: String, completions: [String]) async throws {
        let workplace = try Workplace()
        let keys = ["app:theme", "app:lang", "app=x", "sp ace", "qu'ote", "$dollar", "plain", "back`tick"]
        let list = keys.map { "  - {name: \"\($0)\", type: string}\n" }.joined()
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\nkeys:\n" + list, to: "experiments.yaml")
        try workplace.writeValues("{}")
        let words = (["experiments", "get"] + pieces).map { "'" + $0 + "'" }.joined(separator: " ")
        let result = try await workplace.shell(
            """
            compopt() { :; }
            source <(experiments completion bash)
            COMP_WORDS=(\(words))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMP_LINE='experiments get \(pieces.joined())'
            COMP_POINT=${#COMP_LINE}
            __experiments_complete experiments '\(word)' ''
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        #expect(result.output.split(separator: "\n").map(String.init) == completions, "\(result)")
    }

    @Test("a full disk is an error")
    func fullDisk() async throws {
        let workplace = try Workplace.withFineProject()
        let list = try await workplace.shell("experiments list >/dev/full")
        #expect(list.status == 1)
        #expect(list.errors == "error: cannot write to standard output: no space left on device\n")
    }

    @Test(
        "after a change, an error while printing says that the change was made",
        arguments: [
            "override set paywall b", "override unset paywall", "override clear --yes", "override undo",
            "override profile save two", "override profile delete one", "override profile load one --yes",
            "override profile export one --file p.json", "declare extra --type int", "drop timeout",
            "init --force", "persona save me country=NO", "persona delete saved", "template set limit 9",
            "template unset limit", "template condition add ios \"device.os == 'ios'\"",
            "template draft undo",
            "template draft discard --yes",
            "template defaults t.json --output d.plist", "events import e.csv", "events undo --yes",
            "events forget --unit ann --yes", "link --app shop", "link --revoke --yes",
        ])
    func changeOnFullDisk(command: String) async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            sources:
              - {name: own, kind: file, path: config.json}
              - {name: tmpl, kind: firebase-template, path: t.json}
            keys:
              - {name: paywall, type: string}
              - {name: timeout, type: int}
            metrics: [{name: purchases, event: purchase, kind: proportion}]
            experiments: [{name: Paywall, key: paywall, groups: [a, b]}]

            """, to: "experiments.yaml")
        try workplace.writeValues(#"{"paywall": "a", "timeout": 3}"#)
        try workplace.folder.write(
            #"{"parameters": {"limit": {"defaultValue": {"value": "0"}, "valueType": "NUMBER"}}}"#,
            to: "t.json")
        try workplace.folder.write(
            "experiment,group,unit,time,event\nPaywall,a,ann,2026-03-01T12:00:00Z,\n", to: "e.csv")
        let made = try await workplace.shell(
            """
            experiments override set paywall c && experiments override profile save one &&
            experiments persona save saved country=SE && experiments template set limit 5 --source tmpl &&
            cp e.csv first.csv && experiments events import first.csv && experiments link --app first
            """)
        #expect(made.status == 0, "\(made)")
        let option = command.hasPrefix("template") && !command.contains("defaults") ? " --source tmpl" : ""
        let change = try await workplace.shell("experiments \(command)\(option) >/dev/full")
        #expect(change.status == 1 && change.errors.contains("The change was made."), "\(command): \(change)")
    }

    @Test("what is printed to a closed stream is not written to a file or socket that is opened in its place")
    func closedStreams() async throws {
        let workplace = try Workplace.withFineProject()
        let list = try await workplace.shell("experiments list >&-")
        #expect(list.status == 1)
        #expect(list.errors == "error: cannot write to standard output: bad file descriptor\n")
    }

    @Test("a reader that goes away ends the program quietly")
    func closedPipe() async throws {
        let workplace = try Workplace.withFineProject()
        let values = (0..<20_000).map { "\"key_\($0)\": \"value\"" }.joined(separator: ",")
        try workplace.writeValues("{\(values)}")
        let script = "experiments list | head -n 1; echo \"${PIPESTATUS[0]}\""
        let list = try await workplace.shell(script)
        #expect(list.lines.count == 2)
        #expect(list.lines.last == "141")
        #expect(list.errors.isEmpty, "\(list)")
    }
}
