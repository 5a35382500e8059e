import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Reading a project", .inTurn)
struct ProjectReadingTests {
    private let whole = """
        # every field
        source:
          kind: file
          name: local
          path: ./values/config.json
          environment: staging
          color: "#FF8800"
        refresh: 1m30s
        overrides: state/overrides.json
        theme: light
        background: terminal
        bindings:
          refetch: [r, F5]
          quit: ctrl-c
          pause: []
        keep: [api_url, support_email]
        keys:
          - name: paywall_type
            title: Paywall
            type: string
            cases: [a, b, c]
            default: a
            baseline: true
            group: Monetization
            description: |
              What the paywall looks like.
              Second line.
          - {name: limit, type: int, range: {min: 1, max: 10}, default: 3}
          - {name: ratio, type: double, range: {max: 0.5}}
          - {name: enabled, type: bool, default: true}
          - name: layout
            type: json
            default: {rows: [1, 2.50], title: "1", on: yes, none: ~}
        """

    private func project(_ text: String) throws -> Project {
        try Project(parsing: text, path: "/work/app/experiments.yaml")
    }

    @Test("every field arrives where it belongs")
    func everyField() throws {
        let project = try project(whole)
        #expect(project.folder == "/work/app")
        #expect(
            project.sources == [
                ProjectSource(
                    name: "local", settings: FileSourceSettings(path: "/work/app/values/config.json"),
                    environment: "staging",
                    color: .rgb(red: 255, green: 136, blue: 0))
            ])
        #expect(project.refresh == .seconds(90))
        #expect(project.keptKeys == ["api_url", "support_email"])
        #expect(project.overridesPath == "/work/app/state/overrides.json")
        #expect(project.theme == "light" && project.keepsTerminalBackground)
        #expect(
            project.bindings == [
                ProjectBinding(action: "refetch", keys: ["r", "F5"]),
                ProjectBinding(action: "quit", keys: ["ctrl-c"]),
                ProjectBinding(action: "pause", keys: []),
            ])
        #expect(project.keys.map(\.name) == ["paywall_type", "limit", "ratio", "enabled", "layout"])
    }

    @Test("a key carries its words and its schema")
    func key() throws {
        let keys = try project(whole).keys
        #expect(
            keys[0]
                == CatalogKey(
                    name: "paywall_type", title: "Paywall", group: "Monetization",
                    summary: "What the paywall looks like.\nSecond line.",
                    schema: ValueSchema(
                        kind: .string, cases: ["a", "b", "c"], defaultText: "a", understandsBaseline: true)))
        #expect(keys[1].schema == ValueSchema(kind: .int, range: 1...10, defaultText: "3"))
        #expect(keys[2].schema == ValueSchema(kind: .double, range: -.infinity...0.5))
        #expect(keys[3].schema == ValueSchema(kind: .bool, defaultText: "true"))
    }

    @Test("a default written as YAML becomes JSON text, with the digits of its numbers")
    func jsonDefault() throws {
        #expect(
            try project(whole).keys[4].schema.defaultText
                == #"{"rows":[1,2.50],"title":"1","on":"yes","none":null}"#)
    }

    @Test("what is left out has its usual value")
    func usualValues() throws {
        let project = try project("source: {kind: file, path: c.json}\n")
        #expect(project.sources.map(\.name) == ["file"])
        #expect(project.refresh == .seconds(30))
        #expect(project.overridesPath == "/work/app/.experiments/overrides.json")
        #expect(project.theme == nil)
        #expect(project.bindings.isEmpty)
        #expect(project.keys.isEmpty)
    }

    @Test(
        "a file source may name the member that has the values, or the way to it",
        arguments: [("flagValues", ["flagValues"]), ("[a.b, values]", ["a.b", "values"])])
    func member(text: String, steps: [String]) throws {
        let project = try Project(
            parsing: "source: {kind: file, path: c.json, at: \(text)}", path: "experiments.yaml")
        #expect(
            project.sources.first?.settings as? FileSourceSettings
                == FileSourceSettings(path: "c.json", at: steps))
    }

    @Test("a bare file name keeps paths relative to the working directory")
    func relative() throws {
        let project = try Project(parsing: "source: {kind: file, path: c.json}\n", path: "experiments.yaml")
        #expect(project.sources.first?.settings as? FileSourceSettings == FileSourceSettings(path: "c.json"))
        #expect(project.overridesPath == ".experiments/overrides.json")
    }

    @Test("overrides can lie in layers, of which the last is written to")
    func layers() throws {
        let project = try project(
            "source: {kind: file, path: c}\noverrides: [team.json, ../org.json, .experiments/overrides.json]\n"
        )
        #expect(project.overridesPath == "/work/app/.experiments/overrides.json")
        #expect(project.sharedOverridesPaths == ["/work/app/team.json", "/work/app/../org.json"])
        #expect(try self.project("source: {kind: file, path: c}\n").sharedOverridesPaths.isEmpty)
    }

    @Test("refreshing can be off")
    func refreshOff() throws {
        #expect(try project("source: {kind: file, path: c}\nrefresh: off\n").refresh == nil)
    }

    @Test("a theme that is a path is relative to the project file")
    func themePath() throws {
        #expect(
            try project("source: {kind: file, path: c}\ntheme: looks/mine.yaml\n").theme
                == "/work/app/looks/mine.yaml")
    }

    @Test("several sources keep their order and names")
    func severalSources() throws {
        let project = try project(
            """
            sources:
              - {name: local, kind: file, path: /tmp/c.yaml}
              - {name: production, kind: firebase, google_services: GoogleService-Info.plist, color: red}
              - {name: emulated, kind: emulator, url: "http://127.0.0.1:9199"}
            """)
        #expect(project.sources.map(\.name) == ["local", "production", "emulated"])
        #expect(project.sources.map(\.kind) == [.file, .firebase, .emulator])
        #expect(project.sources[1].color == .named("red"))
        #expect(
            project.sources[1].settings as? FirebaseSourceSettings
                == FirebaseSourceSettings(
                    identity: .servicesFile(
                        path: "/work/app/GoogleService-Info.plist", package: nil, appID: nil)))
    }

    @Test("a source of variants says whom flags are read for, with values as YAML writes them")
    func variants() throws {
        let project = try project(
            """
            source:
              kind: variants
              path: flags/variants.json
              context: {user_id: 42, name: "42", country: NO, plan: ~, beta: true, tags: [a, 1.50]}
              forced: {Checkout: on, Search: off, Old: true}
              assume: {CUSTOM: false}
              seed: 18446744073709551615
            """)
        #expect(
            project.sources.first?.settings as? VariantsSourceSettings
                == VariantsSourceSettings(
                    path: "/work/app/flags/variants.json",
                    context: [
                        "user_id": .number("42"), "name": "42", "country": "NO", "plan": .null, "beta": true,
                        "tags": ["a", .number("1.50")],
                    ], forced: ["Checkout": true, "Search": false, "Old": true], seed: .max,
                    assumed: ["CUSTOM": false]))
        #expect(project.sources.first?.kind == .variants)
    }

    @Test("an ActiveConfig source has an address with a place for the user")
    func activeConfig() throws {
        let project = try project(
            """
            source:
              kind: active-config
              url: "https://example.com/active_config?userID={user}"
              user: 7
              token: ${CONFIG_TOKEN}
              bootstrapped: initial.json
            """)
        guard let settings = project.sources.first?.settings as? ActiveConfigSourceSettings else {
            Issue.record("another kind of source: \(project.sources)")
            return
        }
        #expect(settings.url == "https://example.com/active_config?userID={user}")
        #expect(settings.user == "7")
        #expect(settings.token?.variable == "CONFIG_TOKEN")
        #expect(settings.bootstrapped == "/work/app/initial.json")
        #expect(project.sources.first?.kind == .activeConfig)
        #expect(project.sources.first?.name == "active-config")
    }

    @Test(
        "a server of OpenFeature's protocol has an address, what authorizes requests, and whom it is asked for"
    )
    func ofrep() throws {
        let project = try project(
            """
            source:
              kind: ofrep
              url: http://127.0.0.1:8016
              token: ${FLAGS_TOKEN}
              headers: {X-Flipt-Environment: staging}
              context: {targetingKey: user-7, country: NO, age: 40}
              context_as_text: true
              realtime: off
            """)
        guard let settings = project.sources.first?.settings as? OFREPSourceSettings else {
            Issue.record("another kind of source: \(project.sources)")
            return
        }
        #expect(settings.url.absoluteString == "http://127.0.0.1:8016")
        #expect(settings.token?.variable == "FLAGS_TOKEN")
        #expect(try settings.headers["X-Flipt-Environment"]?.reveal(in: [:]) == "staging")
        #expect(settings.context == ["targetingKey": "user-7", "country": "NO", "age": 40])
        #expect(settings.contextAsText)
        #expect(!settings.realtime)
        #expect(project.sources.first?.name == "ofrep")
    }

    @Test("a Firebase source can be named field by field")
    func firebaseFields() throws {
        let project = try project(
            """
            source:
              kind: firebase
              project: shop-prod
              app_id: 1:1234567890:ios:0a1b2c3d
              api_key: ${SHOP_KEY}
              base_url: http://127.0.0.1:9199
              installations_url: http://127.0.0.1:9198
              minimum_fetch_interval: 12h
              country: no
              language: nb
            """)
        guard let settings = project.sources.first?.settings as? FirebaseSourceSettings,
            case .fields(let name, let appID, let apiKey) = settings.identity
        else {
            Issue.record("not the source that was written: \(project.sources)")
            return
        }
        #expect(name == "shop-prod")
        #expect(appID == "1:1234567890:ios:0a1b2c3d")
        #expect(try apiKey.reveal(in: ["SHOP_KEY": "k"]) == "k")
        #expect(settings.baseURL == URL(string: "http://127.0.0.1:9199"))
        #expect(settings.installationsURL == URL(string: "http://127.0.0.1:9198"))
        #expect(settings.minimumFetchInterval == .seconds(43_200))
        #expect(settings.locality.country == "NO")
        #expect(settings.locality.language == "nb")
    }

    @Test("a Firebase source announces its changes, unless that is turned off")
    func realtime() throws {
        func settings(_ text: String) throws -> Bool? {
            switch try project("source: \(text)\n").sources.first?.settings {
            case let settings as EmulatorSourceSettings: settings.realtime
            case let settings as FirebaseSourceSettings: settings.realtime
            default: nil
            }
        }
        #expect(try settings("{kind: emulator, url: 'http://localhost:1'}") == true)
        #expect(try settings("{kind: emulator, url: 'http://localhost:1', realtime: on}") == true)
        #expect(try settings("{kind: emulator, url: 'http://localhost:1', realtime: off}") == false)
        #expect(try settings("{kind: emulator, url: 'http://localhost:1', realtime: true}") == true)
        #expect(try settings("{kind: emulator, url: 'http://localhost:1', realtime: false}") == false)
        #expect(try settings("{kind: firebase, google_services: a.plist}") == true)
        #expect(try settings("{kind: firebase, google_services: a.plist, realtime: off}") == false)
    }

    @Test("an emulator needs no more than its URL")
    func emulator() throws {
        let project = try project("source: {kind: emulator, url: 'http://localhost:9199', project: demo}\n")
        let url = try #require(URL(string: "http://localhost:9199"))
        #expect(
            project.sources.first?.settings as? EmulatorSourceSettings
                == EmulatorSourceSettings(url: url, project: "demo"))
    }

    @Test("a file is read from the disk, byte order mark and Windows line ends included")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "\u{FEFF}source:\r\n  kind: file\r\n  path: c.json\r\nkeys:\r\n- {name: a, type: int}\r\n",
            to: "experiments.yaml")
        let project = try Project(readingFileAt: path)
        #expect(
            project.sources.first?.settings as? FileSourceSettings
                == FileSourceSettings(path: folder.path + "/c.json"))
        #expect(project.keys.map(\.name) == ["a"])
    }

    @Test("3,000 keys are read in their order")
    func manyKeys() throws {
        let keys = (0..<3_000).map { "  - name: key_\($0)\n    type: int\n    default: \($0)\n" }.joined()
        let project = try project("source: {kind: file, path: c}\nkeys:\n" + keys)
        #expect(project.keys.count == 3_000)
        #expect(project.keys[2_999].schema.defaultText == "2999")
    }
}
