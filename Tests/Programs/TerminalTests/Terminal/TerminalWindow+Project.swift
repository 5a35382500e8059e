import Foundation
import TestSupport

extension TerminalWindow {
    /// A window in which the program shows a project with a missing key, an incorrect value and one name that is not
    /// declared. After it ends, its exit status is on the screen.
    static func onProject(_ options: Options = Options(), arguments: String = "") throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(project, to: "experiments.yaml")
        try folder.write(values, to: "config.json")
        return try TerminalWindow(running: "\"$EXPERIMENTS\" \(arguments)\(ending)", in: folder, options)
    }

    /// What a script does after the program: says how it ended, and stays.
    static let ending = "; echo \"exit status $?\"; read -r _"

    static let project = """
        source: {kind: file, path: config.json, environment: staging}
        refresh: off
        keys:
          - {name: paywall_type, title: Paywall, type: string, cases: [a, b, c], default: a}
          - {name: trial_days, type: int, range: {min: 0, max: 30}, default: 14}
          - {name: new_checkout, type: bool, default: false}
          - {name: support, type: json}
          - {name: free_shipping_from, type: double, default: 49.9}

        """

    static let values = """
        {"paywall_type": "d", "trial_days": 7, "new_checkout": true, "support": {"from": "09:00"}, "legacy": "x"}

        """

    /// Waits until the program has drawn what the first fetch brought, and not defaults alone.
    func waitForProject() async throws {
        try await wait(for: "legacy")
    }

    /// Replaces a file of the working directory in one step, as a careful program does.
    func replace(_ name: String, with text: String) throws {
        try folder.write(text, to: name + ".new")
        guard rename(folder.path(name + ".new"), folder.path(name)) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    /// Waits until the program has ended, and says with which status.
    func exitStatus() async throws -> String {
        try await wait(for: "exit status ")
        let line = try lines().last { $0.hasPrefix("exit status ") }
        return String((line ?? "").dropFirst("exit status ".count))
    }
}
