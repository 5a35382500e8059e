import Foundation
import TestSupport

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
}
