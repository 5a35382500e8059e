import ExperimentsCore
import ExperimentsProject
import ExperimentsServer
import Foundation
import TestSupport

/// A project of a few files in a folder of its own, fetched and ready to be served.
final class ServedFixture: Sendable {
    let folder: TemporaryFolder
    let source: FlagSource

    /// - Parameter files: by name; `experiments.yaml` names a source of kind `file` and overrides.
    init(_ files: [String: String], servesUndeclared: Bool = false, fetches: Bool = true) async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        for (name, text) in files { try folder.write(text, to: name) }
        let project = try Project(readingFileAt: folder.path("experiments.yaml"))
        guard let path = (project.sources.first?.settings as? FileSourceSettings)?.path else {
            throw CocoaError(.fileReadUnknown)
        }
        let service = RemoteConfigService(
            remoteConfigKeeper: FileRemoteConfigKeeper(path: path),
            overrideStore: JSONOverrideStore(path: project.overridesPath))
        if fetches { try await service.fetch() }
        // The folder lives as long as the source: a test may let go of all the rest.
        source = FlagSource(name: "file", service, keys: project.keys, servesUndeclared: servesUndeclared) {
            withExtendedLifetime(folder) { Date() }
        }
    }

    /// Puts a file in the place of another, as editors do.
    func replace(_ name: String, with text: String) throws {
        try AtomicFile.write(Array(text.utf8), to: folder.path(name))
    }
}

extension ServedFixture {
    /// A shop with a value of every type, right and wrong.
    static func shop(
        servesUndeclared: Bool = false, fetches: Bool = true
    ) async throws -> ServedFixture {
        try await ServedFixture(
            [
                "experiments.yaml": """
                source: {kind: file, path: config.json}
                overrides: overrides.json
                keys:
                  - {name: on, type: bool, default: false}
                  - {name: word, type: string, default: none}
                  - {name: pick, type: string, cases: [a, b], default: a}
                  - {name: group, type: string, baseline: true, cases: [a, b], default: a}
                  - {name: whole, type: int, default: 1}
                  - {name: rate, type: double, default: 0.5}
                  - {name: tree, type: json}
                  - {name: nothing, type: json}
                  - {name: wrong, type: int}
                  - {name: wrong_too, type: int, default: 3}
                  - {name: absent, type: string}
                  - {name: absent_too, type: string, default: here}
                  - {name: own, type: string}
                  - {name: set, type: int, default: 1}
                  - {name: set_wrong, type: int, default: 2}
                """,
                "config.json": """
                {"on": "yes", "word": "hi", "pick": "b", "group": "b_baseline", "whole": "-07", "rate": 7,
                 "tree": {"b": 1.50, "a": [1e2]}, "nothing": "null", "wrong": "four", "wrong_too": "x", "own": null,
                 "set": 5, "set_wrong": 6, "loose": 12}
                """,
                "overrides.json": """
                {"version": 1, "overrides": {
                  "set": {"value": "30", "enabled": true}, "set_wrong": {"value": "3O", "enabled": true},
                  "loose": {"value": "twelve", "enabled": true}, "ghost": {"value": "boo", "enabled": true}}}
                """,
            ], servesUndeclared: servesUndeclared, fetches: fetches)
    }
}
