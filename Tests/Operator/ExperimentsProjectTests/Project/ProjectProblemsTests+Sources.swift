import ExperimentsProject
import Testing

extension ProjectProblemsTests {
    @Test(
        "sources",
        arguments: [
            ("source: x", "1:9: the source: expected fields such as `kind` and `path`, found \"x\""),
            (
                "source: {path: x}",
                "1:9: the source has no `kind` (one of file, firebase, emulator, firebase-template, variants, active-config, ofrep, etcd, growthbook)"
            ),
            (
                "source: {knd: file, path: x}",
                "1:10: unknown field \"knd\" in the source (did you mean \"kind\"?)"
            ),
            (
                "source: {kind: fil, path: x}",
                "1:16: `kind` of the source: expected one of file, firebase, emulator, firebase-template, variants, active-config, ofrep, etcd, growthbook, "
                    + "found \"fil\" (did you mean \"file\"?)"
            ),
            (
                "source: {kind: cloud}",
                "1:16: `kind` of the source: expected one of file, firebase, emulator, firebase-template, variants, active-config, ofrep, etcd, growthbook, found \"cloud\""
            ),
            (
                "source: {kind: flagd}",
                "1:16: no source has the kind \"flagd\"; "
                    + "use `kind: ofrep` with the `url` of its server, which answers OFREP"
            ),
            (
                "source: {kind: LaunchDarkly}",
                "1:16: no source has the kind \"LaunchDarkly\"; "
                    + "use `kind: ofrep` with a server that answers OFREP, or export the values and use `kind: file`"
            ),
            (
                "source: {kind: [a]}",
                "1:16: `kind` of the source: expected one of file, firebase, emulator, firebase-template, variants, active-config, ofrep, etcd, growthbook, found a list"
            ),
            (
                "source: {kind: file}",
                "1:9: the source has no `path`: name a JSON or YAML file of keys and values"
            ),
            (
                "source: {kind: file, pth: x}",
                "1:22: unknown field \"pth\" in the source (did you mean \"path\"?)"
            ),
            (
                "source: {kind: file, path: x, environment: [a]}",
                "1:44: `environment` of the source: expected text, found a list"
            ),
            (
                "source: {kind: file, path: x, color: blu}",
                "1:38: `color` of the source: expected one of black, red, green, yellow, blue, magenta, cyan, white, #rrggbb, "
                    + "found \"blu\" (did you mean \"blue\"?)"
            ),
            ("sources: []", "1:10: `sources`: expected a list of at least one source, found an empty list"),
            ("sources: [x]", "1:11: source 1: expected fields such as `kind` and `path`, found \"x\""),
            ("sources: [{kind: file, path: x}]", "1:11: a source needs a `name` if there are several"),
            (
                "sources: [{name: a, kind: file, path: x}, {name: a, kind: file, path: y}]",
                "1:50: source \"a\" is declared twice: first at 1:18"
            ),
            (
                "sources: [{name: a, kind: file, url: x, path: y}]",
                "1:33: unknown field \"url\" in source \"a\" (known: kind, name, environment, color, path, at)"
            ),
            (
                "source: {kind: emulator}",
                "1:9: the source has no `url`: set it to the address of the emulator, such as http://127.0.0.1:9199"
            ),
            (
                "source: {kind: emulator, url: localhost}",
                "1:31: `url` of the source: expected a URL such as http://127.0.0.1:9199, found \"localhost\""
            ),
            (
                "source: {kind: active-config}",
                "1:9: the source has no `url`: set it to the URL of the configurations, such as "
                    + "https://example.com/active_config?userID={user}"
            ),
            (
                "source: {kind: active-config, url: 'ftp://example.com/{user}'}",
                "1:36: `url` of the source: expected a URL such as https://example.com/active_config?userID={user}, found "
                    + "\"ftp://example.com/{user}\""
            ),
            (
                "source: {kind: active-config, url: 'https://me:secret@example.com/{user}'}",
                "1:36: `url` of the source must not contain a user name or password"
            ),
            (
                "source: {kind: active-config, url: 'https://example.com/{usr}'}",
                "1:36: `url` of the source has the unknown placeholder {usr}: the only one is {user}"
            ),
            (
                "source: {kind: active-config, url: 'https://example.com/config', user: 7}",
                "1:72: `user` of the source is not used by `url`: write {user} in it"
            ),
            (
                "source: {kind: ofrep}",
                "1:9: the source has no `url`: set it to the address of the server, such as http://127.0.0.1:8016"
            ),
            (
                "source: {kind: ofrep, url: 'http://h:1', contxt_as_text: on}",
                "1:42: unknown field \"contxt_as_text\" in the source (did you mean \"context_as_text\"?)"
            ),
            (
                "source: {kind: ofrep, url: 'http://h:1', headers: [X-Key]}",
                "1:51: `headers` of the source must be names and values such as X-API-Key: ${API_KEY}"
            ),
            (
                "source: {kind: ofrep, url: 'http://h:1', headers: {'X Key': abc}}",
                "1:52: `headers` of the source must be names of header fields: letters, digits and hyphens"
            ),
            (
                "source: {kind: ofrep, url: 'http://h:1', headers: {Accept: abc}}",
                "1:52: `Accept` is set by each request itself; remove it"
            ),
            (
                "source: {kind: ofrep, url: 'http://h:1', token: abc, headers: {authorization: abc}}",
                "1:64: `authorization` is already set by `token`; remove one of them"
            ),
            (
                "source: {kind: ofrep, url: 'http://h:1', headers: {X-Key: 'a b'}}",
                "1:59: `headers.X-Key` of the source must be a key without spaces, or ${VARIABLE} to take it from the environment"
            ),
            (
                "source: {kind: ofrep, url: 'http://h:1', context: 7}",
                "1:51: `context` of the source: expected names and values such as user_id: 42, found \"7\""
            ),
            (
                "source: {kind: variants}",
                "1:9: the source has no `path`: name a JSON file of flags and variants"
            ),
            (
                "source: {kind: variants, path: v, contxt: {}}",
                "1:35: unknown field \"contxt\" in the source (did you mean \"context\"?)"
            ),
            (
                "source: {kind: variants, path: v, context: 7}",
                "1:44: `context` of the source: expected names and values such as user_id: 42, found \"7\""
            ),
            (
                "source: {kind: variants, path: v, context: {a: {[b]: 1}}}",
                "1:49: `context.a` of the source: expected text as a key, found a list"
            ),
            (
                "source: {kind: variants, path: v, forced: {V: maybe}}",
                "1:47: `forced.V` of the source: expected on or off, found \"maybe\""
            ),
            (
                "source: {kind: variants, path: v, forced: [V]}",
                "1:43: `forced` of the source: expected variants, each on or off, found a list"
            ),
            (
                "source: {kind: variants, path: v, assume: {CUSTOM: 1}}",
                "1:52: `assume.CUSTOM` of the source: expected on or off, found \"1\""
            ),
            (
                "source: {kind: variants, path: v, seed: -1}",
                "1:41: `seed` of the source: expected a whole number from 0, found \"-1\""
            ),
            (
                "source: {kind: firebase, google_services: g.json, project: p}",
                "1:51: `project` is already set by `google_services`; remove one of them"
            ),
            (
                "source: {kind: firebase}",
                "1:9: the source has no `project`, `app_id`, `api_key`: give `project`, `app_id` and `api_key`, or the path of a "
                    + "`google_services` file"
            ),
            (
                "source: {kind: firebase, project: p, app_id: '1:2:mac:f', api_key: k}",
                "1:46: `app_id` of the source: expected an app ID such as 1:123456789012:ios:0a1b2c3d, found \"1:2:mac:f\""
            ),
            (
                "source: {kind: firebase, project: p, app_id: '1:2:ios:f', api_key: k, package: x}",
                "1:71: `package` chooses among the apps of a `google_services` file, but `google_services` is missing"
            ),
            (
                "source: {kind: firebase, project: p, app_id: '1:2:ios:f', api_key: k, minimum_fetch_interval: 12}",
                "1:95: `minimum_fetch_interval` of the source: expected a duration such as 30s, 5m or 1h, found \"12\""
            ),
            (
                "source: {kind: emulator, url: 'http://127.0.0.1:1', language: Norwegian}",
                "1:63: `language` of the source: expected a language such as nb or en-GB, found \"Norwegian\""
            ),
            (
                "source: {kind: firebase, project: p, app_id: '1:2:ios:f', api_key: k, country: NOR}",
                "1:80: `country` of the source: expected a country of two letters such as NO, found \"NOR\""
            ),
            (
                "source: {kind: emulator, url: 'http://h', realtime: maybe}",
                "1:53: `realtime` of the source: expected on or off, found \"maybe\""
            ),
            (
                "source: {kind: growthbook, path: p, ingestor: 'http://h'}",
                "1:47: a payload is in a file or on a server; remove `path` or `ingestor`"
            ),
        ])
    func sources(line: String, expected: String) {
        #expect(lines(line + "\n") == [expected])
    }

    @Test("a field that no kind has is answered with each field of all kinds once")
    func unknownFieldWithoutKind() throws {
        let unknown = try #require(
            lines("source: {file: x}\n").first { $0.contains("unknown field \"file\"") })
        let fields = try #require(unknown.split(separator: "known: ").last).dropLast().split(separator: ", ")
        #expect(fields.contains("path"))
        #expect(Set(fields).count == fields.count, "\(unknown)")
    }
}
