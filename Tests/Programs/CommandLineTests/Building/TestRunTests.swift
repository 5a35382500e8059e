import Foundation
import TestSupport
import Testing

/// `.ci/tests` with tests that are played: which of them fail is in the files `fails` and `alone`.
@Suite("How the tests are run")
struct TestRunTests {
    /// Plays `swift build`, which says where it has put the tests.
    private static let swift = """
        #!/bin/bash
        [[ " $* " != *" --show-bin-path "* ]] || pwd
        """

    /// Plays what was built: the failures of the part named `rest` are those in `fails`; a test that runs alone fails where
    /// it is named in `alone`, with how often it still does.
    private static let tests = #"""
        #!/bin/bash
        while [ $# -gt 0 ]; do
            case $1 in
            --xunit-output) results=$2 && shift ;;
            --filter | --skip) option=$1 && choice=$2 && shift ;;
            esac
            shift
        done
        echo "Test run started."
        echo "$option $choice" >>calls
        failing=
        case $option$choice in
        --skip*) failing=$(cat fails) ;;
        *CommandLineTests* | *AttackTests*) ;;
        *)
            # A test of the file that the filter chooses, of which there must be one.
            name=$(grep -E "$choice" fails) || exit 1
            times=$(grep -F "$name " alone | cut -d' ' -f2)
            [ "$(grep -cxF -- "$option $choice" calls)" -gt "${times:-0}" ] || failing=$name
            ;;
        esac
        [ ! -e crash ] || [ "$option" = --filter ] || kill -SEGV $$
        [ ! -e hang ] || [ "$option" = --filter ] || { mv hang hung && exec sleep 100; }
        echo '<testsuites>' >"$results"
        for name in $failing; do
            echo "✘ Test $name recorded an issue at A.swift:1:1: it was late"
            printf '<testcase classname="%s" name="%s" time="1" >\n<failure message="%s" />\n</testcase>\n' \
                "${name%/*}" "${name##*/}" 'expected &quot;a&quot;&#10;it was late' >>"$results"
        done
        [ -z "$failing" ] && mark=✔ || mark=✘
        # As Swift Testing does where the terminal is said to understand colours, whatever it writes to.
        [ "$TERM" = dumb ] || mark=$'\e[92m'$mark$'\e[0m'
        echo "$mark Test run with 1 test in 1 suite ${failing:+failed}"
        [ ! -e linger ] || [ "$option" = --filter ] || exec sleep 100
        [ -z "$failing" ]
        """#

    private func run(
        failing names: [String], alone: [String: Int] = [:], having flaw: String? = nil
    ) async throws -> Finished {
        let workplace = try Workplace()
        let script = try workplace.folder.write(try Page.file(".ci/tests"), to: ".ci/tests")
        let swift = try workplace.folder.write(Self.swift, to: "swift")
        let tests = try workplace.folder.write(Self.tests, to: "experimentsPackageTests.xctest")
        for program in [swift, tests] { chmod(program, 0o755) }
        try workplace.folder.write(names.map { $0 + "\n" }.joined(), to: "fails")
        try workplace.folder.write(alone.map { "\($0.key) \($0.value)\n" }.joined(), to: "alone")
        if let flaw { try workplace.folder.write("", to: flaw) }
        return try await workplace.run(
            "/bin/bash", [script],
            with: ["SWIFT": swift, "TERM": "xterm", "EXPERIMENTS_TEST_PATIENCE": flaw == nil ? nil : "2"])
    }

    @Test("where all pass, none is run again")
    func passed() async throws {
        let finished = try await run(failing: [])
        #expect(finished.status == 0, "\(finished)")
        #expect(!finished.output.contains("Alone:") && !finished.output.contains("unsteady"), "\(finished)")
    }

    @Test("a test that passes three times alone is called unsteady, with why it failed, and fails nothing")
    func unsteady() async throws {
        let finished = try await run(failing: ["M.Suite/late(_:)"])
        #expect(finished.status == 0, "\(finished)")
        #expect(
            finished.lines.last
                == #"unsteady: M.Suite/late(_:) (failed once, passed 3 times alone): expected "a" it was late"#,
            "\(finished)")
    }

    @Test("a test that fails alone, too, be it once of three times, fails the run", arguments: [1, 3])
    func failed(times: Int) async throws {
        let finished = try await run(failing: ["M.Suite/wrong()", "M.Suite/late()"], alone: ["M.Suite/wrong()": times])
        #expect(finished.status == 1, "\(finished)")
        #expect(finished.output.contains("unsteady: M.Suite/late()"), "\(finished)")
        #expect(!finished.output.contains("unsteady: M.Suite/wrong()"), "\(finished)")
    }

    @Test("more than five failures are not looked at again")
    func many() async throws {
        let finished = try await run(failing: (1...6).map { "M.Suite/late\($0)()" })
        #expect(finished.status == 1, "\(finished)")
        #expect(!finished.output.contains("Alone:"), "\(finished)")
        #expect(finished.output.contains("What failed:"), "\(finished)")
    }

    @Test("a part that breaks off fails the run")
    func crash() async throws {
        let finished = try await run(failing: [], having: "crash")
        #expect(finished.status != 0, "\(finished)")
        #expect(!finished.output.contains("Alone:"), "\(finished)")
    }

    @Test("a part that hangs is stopped, called unsteady, and run once more")
    func hang() async throws {
        let finished = try await run(failing: [], having: "hang")
        #expect(finished.status == 0, "\(finished)")
        #expect(finished.output.contains("Nothing was heard for 2 seconds"), "\(finished)")
        #expect(finished.output.contains("unsteady: the tests of .build/tests-rest.log hung"), "\(finished)")
    }

    @Test("a part that ended, and waits for what a test left running, counts as it ended", arguments: [false, true])
    func linger(fails: Bool) async throws {
        let finished = try await run(
            failing: fails ? ["M.Suite/wrong()"] : [], alone: ["M.Suite/wrong()": 3], having: "linger")
        #expect(finished.status == (fails ? 1 : 0), "\(finished)")
        #expect(!finished.output.contains("hung"), "\(finished)")
    }
}
