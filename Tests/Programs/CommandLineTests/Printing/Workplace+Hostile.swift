import TestSupport

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
            "config.json":
                #"{\#(h): \#(h), "n": \#(h), "cased": \#(h), "extra\#(h.dropFirst()): {"a": \#(h)}}"#,
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
