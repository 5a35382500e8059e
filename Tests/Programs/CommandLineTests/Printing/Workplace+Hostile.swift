import ExperimentsCore
import TestSupport

/// What an attacker writes into names, values and files: a new title for the terminal, colours, a bell, text that runs
/// backwards, blanks of no width, and lines that look like the program's own.
enum HostileText {
    /// As text.
    static let text = "x\u{1B}]2;PWNED\u{07}\u{9B}31m\u{202E}\u{200B}\u{2028}\u{85}\r\nerror: y\u{7F}\u{FEFF}"

    /// In quotes, with escapes: for JSON and YAML alike.
    static let quoted = JSONValue.string(text).compactText

    /// The characters of an output that steer a terminal, or hide in it. Of all controls, only line feeds are allowed.
    static func unsafe(in output: String) -> [String] {
        output.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
                0xE0000...0xE007F:
                true
            default: false
            }
        }.map { "U+" + String($0.value, radix: 16) }
    }
}

extension Workplace {
    /// A workplace in which every file that the program may read, and many a file's name, is hostile.
    static func hostile() throws -> Workplace {
        let workplace = try Workplace()
        let h = HostileText.quoted
        let files = [
            "experiments.yaml": """
            source: {kind: file, path: config.json}
            refresh: off
            keys:
              - {name: "pay\\u202ewall\\u200b", title: "t\\u2066", type: string, default: \(h)}
              - {name: n, type: int, range: {min: 1, max: 3}}
              - {name: cased, type: string, cases: [\(h), b], default: b}

            """,
            "config.json": #"{\#(h): \#(h), "n": \#(h), "cased": \#(h), "extra\#(h.dropFirst()): {"a": \#(h)}}"#,
            "broken.yaml":
                "source: {kind: file, path: \(h), \(h): 1}\n\(h): [1, \(h)]\nkeys: [{name: \(h), type: \(h)}]\n",
            "raw.yaml": "source: \u{1B}]2;PWNED\u{07}\u{9B}\u{202E}\n",
            ".experiments/overrides.json": #"""
            {"version": 1, "overrides": {\#(h): {"value": \#(h), "note": \#(h), "author": \#(h)},
            "n": {"value": \#(h), "enabled": false}}}
            """#,
            ".experiments/profiles/x\u{1B}[31m\u{202E}.json":
                #"{"version": 1, "overrides": {\#(h): {"value": \#(h)}}}"#,
            ".experiments/profiles/broken\u{07}.json": "{\(h)",
            "variants.json": #"""
            {"flags": {\#(h): \#(h)}, "variants": [{"id": \#(h), "conditions": [{"type": \#(h), "value": \#(h)}],
            "mods": [{"flag": \#(h), "value": \#(h)}]}]}
            """#,
            "template.json": #"""
            {"parameters": {\#(h): {"defaultValue": {"value": \#(h)}, "description": \#(h)}, "bad": \#(h)},
            "conditions": [{"name": \#(h), "expression": \#(h)}], \#(h): 1}
            """#,
            "theme.yaml": "title: \(h)\n\(h): {foreground: \(h)}\nkey: {foreground: \(h)}\n",
            "key.json": #"""
            {"type": "service_account", "project_id": \#(h), "private_key": \#(h), "client_email": \#(h),
            "token_uri": "http://127.0.0.1:1/"}
            """#,
            "file\u{1B}]2;PWNED\u{07}\u{202E}.json": "{\(h): \(h)",
        ]
        for (name, content) in files { try workplace.folder.write(content, to: name) }
        return workplace
    }
}
