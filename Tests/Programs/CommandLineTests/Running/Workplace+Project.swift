import ExperimentsCore
import Foundation
import TestSupport
import Testing

extension Workplace {
    /// A workplace with a project whose source is fine but for one missing key, one incorrect value and one name that
    /// is not declared.
    static func withBrokenProject() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.writeProject()
        try workplace.writeValues(#"{"paywall": "d", "timeout": 12, "new_ui": true, "extra": "x"}"#)
        return workplace
    }

    /// A workplace with a project whose source holds a correct value for each key.
    static func withFineProject() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.writeProject()
        try workplace.writeValues(#"{"paywall": "b", "timeout": 12, "new_ui": true, "rate": 0.5}"#)
        return workplace
    }

    /// Replaces what the source holds, in one step.
    func writeValues(_ json: String) throws {
        let path = folder.path("config.json")
        try folder.write(json, to: "config.json.new")
        guard rename(path + ".new", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private func writeProject() throws {
        try folder.write(
            """
            source: {kind: file, path: config.json}
            refresh: off
            keys:
              - {name: paywall, title: Paywall, type: string, cases: [a, b, c], default: a}
              - {name: timeout, type: int, range: {min: 1, max: 60}, default: 10}
              - {name: new_ui, type: bool}
              - {name: rate, type: double, default: 1}

            """, to: "experiments.yaml")
    }

    /// Moves the values that were kept last into the past, as if `check` had run then.
    func makeOlder(days: Double) throws {
        let history = URL(fileURLWithPath: homePath).appending(path: ".local/state/experiments/history")
        let files = FileManager.default
        let folders = try files.contentsOfDirectory(at: history, includingPropertiesForKeys: nil)
        let folder = try #require(folders.first { $0.pathExtension == "values" })
        let file = try #require(files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).first)
        let then = Date(timeIntervalSinceNow: -days * 86_400)
        var line = try #require(JSONValue(parsing: String(contentsOf: file, encoding: .utf8)).object)
        line["at"] = .string(then.formatted(.iso8601))
        let name = "\(Int(then.timeIntervalSince1970 * 1000)).jsonl"
        try Data((JSONValue.object(line).compactText + "\n").utf8).write(to: folder.appending(path: name))
        try files.removeItem(at: file)
    }
}
