import Foundation
import TestSupport

/// Files as the program reads them, and places in them where something hostile can stand.
enum HostileFiles {
    /// A text put into a file.
    struct Insertion: CustomStringConvertible {
        let file: String
        /// Where, as a part of the file's length.
        let place: Double
        let bytes: [UInt8]

        var description: String { "\(file) at \(place): \(quoted(bytes))" }
    }

    static let good: [String: String] = [
        "experiments.yaml": """
        source: {kind: file, path: config.json, environment: "staging"}
        theme: "mine"
        keys:
          - {name: "color", title: "Colour", group: "Looks", description: "of it", type: string, cases: ["red", "blue"]}
          - {name: "size", type: int, default: 4}
          - {name: "shape", type: json, default: "{}"}

        """,
        "config.json": #"{"color": "green", "size": "big", "shape": {"a": ["b", 1]}, "other": "x"}"#,
        ".experiments/overrides.json": #"""
        {"version": 1, "overrides": {"color": {"value": "blue", "author": "ann", "note": "why", "setAt": "2026-03-01T09:30:00Z"},
          "gone": {"value": "x", "enabled": true, "until": "next fetch"}}}
        """#,
        ".experiments/profiles/QA.json":
            #"{"version": 1, "name": "QA", "author": "ann", "overrides": {"color": {"value": "red"}}}"#,
        ".experiments/.override-journal/overrides.json": #"""
        {"version": 1, "steps": [{"step": 1, "action": "edit", "title": "override color", "author": "ann", "program": "p",
          "at": "2026-03-01T09:30:00Z", "changes": [{"name": "color", "after": {"value": "blue"}}]}]}
        """#,
        "variants.json": #"""
        {"flag_defs": [{"flag": "color", "base_value": "grey"}],
         "variants": [{"id": "Half", "conditions": [{"type": "RANDOM", "value": 0.5}], "mods": [{"flag": "color", "value": "blue"}]}]}
        """#,
        "template.json": AttackedServer.template,
        "theme.yaml":
            "title: \"Mine\"\nextends: dark\npalette: {red: \"#ff0000\"}\nroles: {tabActive: {fg: red}}\n",
        "profile.txt": "experiments-profile:1:abc:e30\n",
        "key.json":
            #"{"type": "service_account", "project_id": "p", "client_email": "a@b", "private_key": "secret", "token_uri": "http://x"}"#,
    ]

    /// Commands, and the files that matter to them. None of them prints bytes as they are, or changes anything.
    static let commands: [(arguments: [String], files: [String])] = {
        let project = ["experiments.yaml", "config.json", ".experiments/overrides.json"]
        let ofProject = [
            ["list"], ["list", "--groups"], ["list", "--changed"], ["list", "--filter", "colour"], ["check"],
            ["paths"],
            ["experiments"], ["history"], ["bindings"], ["get", "color", "--details"], ["get", "colour"],
            ["themes"],
            ["override", "list"], ["override", "set", "colour", "x"], ["override", "set", "size", "x"],
            ["render", "--size", "120x30"], ["themes", "--preview", "mine"], ["list", "--json"],
            ["check", "--json"],
        ]
        return ofProject.map { ($0, project) } + [
            (["override", "log"], [".experiments/.override-journal/overrides.json"]),
            (
                ["override", "undo"],
                [".experiments/.override-journal/overrides.json", ".experiments/overrides.json"]
            ),
            (["override", "profile", "list"], [".experiments/profiles/QA.json"]),
            (["override", "profile", "diff", "QA"], [".experiments/profiles/QA.json"]),
            (["override", "profile", "load", "QA", "--yes"], [".experiments/profiles/QA.json"]),
            (["override", "profile", "import", "profile.txt"], ["profile.txt"]),
            (["variants", "lint", "variants.json"], ["variants.json"]),
            (["variants", "eval", "variants.json"], ["variants.json"]),
            (["variants", "explain", "variants.json"], ["variants.json"]),
            (["variants", "simulate", "variants.json"], ["variants.json"]),
            (["template", "validate", "template.json"], ["template.json"]),
            (["template", "evaluate", "template.json"], ["template.json"]),
            (["emulator", "--template", "template.json", "--port", "0"], ["template.json"]),
            (["serve", "--port", "0"], project),
            (["themes", "check", "theme.yaml"], ["theme.yaml"]),
            (["init", "--from", "config.json", "--config", "new.yaml"], ["config.json"]),
            (["list", "--config", "key.json"], ["key.json"]),
            (["firebase", "project-id", "key.json"], ["key.json"]),
            (["firebase", "token-url", "key.json"], ["key.json"]),
        ]
    }()

    /// Something hostile for one of `files`: within a quoted text at most times, so that the file can still be read.
    static func insertion(into files: [String], _ random: inout SeededGenerator) -> Insertion {
        let file = random.one(of: files)
        let bytes = Array((good[file] ?? "").utf8)
        let quotes = bytes.indices.filter { bytes[$0] == 0x22 }
        let anywhere = random.below(bytes.count + 1)
        let place = random.happens(onceIn: 4) || quotes.isEmpty ? anywhere : random.one(of: quotes) + 1
        let text = random.one(of: HostileText.all)
        let piece: [UInt8]
        switch random.below(6) {
        case 0: piece = random.one(of: [[0x9B], [0xFF, 0xFE], [0xC2], [0x1B], [0xED, 0xA0, 0x80]])
        case 1: piece = Array(String(repeating: text, count: 200).utf8)
        case 2, 3: piece = Array(escaped(text).utf8)
        default: piece = Array(text.utf8)
        }
        return Insertion(file: file, place: Double(place) / Double(max(1, bytes.count)), bytes: piece)
    }

    /// As JSON, and YAML between double quotes, write what cannot stand there.
    static func escaped(_ text: String) -> String {
        text.utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
    }

    /// A workplace with the files, and insertions in them.
    static func workplace(_ insertions: [Insertion]) throws -> Workplace {
        let workplace = try Workplace()
        for (file, text) in good {
            var bytes = Array(text.utf8)
            let length = Double(bytes.count)
            for insertion in insertions where insertion.file == file {
                bytes.insert(
                    contentsOf: insertion.bytes,
                    at: min(bytes.count, Int((insertion.place * length).rounded())))
            }
            try workplace.folder.write(Data(bytes), to: file)
        }
        return workplace
    }
}
