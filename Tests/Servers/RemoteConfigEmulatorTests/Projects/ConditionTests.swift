import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Conditions, evaluated for each client", .inTurn)
struct ConditionTests {
    static let document = #"""
        {
          "conditions": [
            {"name": "beta", "expression": "app.version.>=(['2.0'])"},
            {"name": "gold", "expression": "app.customSignal['tier'].exactlyMatches(['gold'])"},
            {"name": "uk phones", "expression": "device.country in ['GB'] && device.os == 'ios'"},
            {"name": "half", "expression": "percent('s') <= 50"},
            {"name": "broken", "expression": "app.version >>> 3"}
          ],
          "parameters": {
            "color": {
              "defaultValue": {"value": "red"},
              "conditionalValues": {"beta": {"value": "green"}, "uk phones": {"value": "blue"}}
            },
            "tier": {
              "defaultValue": {"useInAppDefault": true}, "conditionalValues": {"gold": {"value": "gold"}}
            },
            "old": {"defaultValue": {"value": "x"}, "conditionalValues": {"beta": {"useInAppDefault": true}}},
            "lucky": {"defaultValue": {"value": "no"}, "conditionalValues": {"half": {"value": "yes"}}},
            "never": {"defaultValue": {"value": "no"}, "conditionalValues": {"broken": {"value": "yes"}}}
          }
        }
        """#

    func emulator() throws -> Emulator {
        try demoEmulator(try RemoteConfigTemplate(parsing: Array(Self.document.utf8)))
    }

    func entries(_ emulator: Emulator, _ fields: String, fid: String = "fid") async throws -> JSONObject {
        let answer = try await Caller(emulator: emulator).call(
            "POST", "/v1/projects/demo-shop/namespaces/firebase:fetch",
            #"{"appInstanceId": "\#(fid)", "appInstanceIdToken": "t", \#(fields)}"#)
        #expect(answer.status == 200, "\(answer.json)")
        return answer.json["entries"]?.object ?? JSONObject()
    }

    @Test("the version, country, system and signals of a client decide, in the order of the conditions")
    func client() async throws {
        let emulator = try emulator()
        let plain = try await entries(emulator, #""appId": "1:1:web:a""#)
        #expect(plain["color"] == "red")
        #expect(plain["tier"] == nil)
        #expect(plain["old"] == "x")
        #expect(plain["never"] == "no")
        let phone = try await entries(
            emulator, #""appId": "1:1:ios:a", "countryCode": "GB", "appVersion": "1.9""#)
        #expect(phone["color"] == "blue")
        let beta = try await entries(
            emulator, #""appId": "1:1:ios:a", "countryCode": "GB", "appVersion": "2.0.1""#)
        #expect(beta["color"] == "green")
        #expect(beta["old"] == nil)
        let gold = try await entries(emulator, #""appId": "1:1:web:a", "customSignals": {"tier": "gold"}"#)
        #expect(gold["tier"] == "gold")
    }

    @Test("a language is the same with an underscore and with a hyphen, in templates and from clients")
    func languages() async throws {
        let document = #"""
            {"conditions": [{"name": "c", "expression": "device.language in ['de', 'en_NZ', 'zh-Hans']"}],
             "parameters": {"k": {"defaultValue": {"value": "no"}, "conditionalValues": {"c": {"value": "yes"}}}}}
            """#
        let emulator = try demoEmulator(try RemoteConfigTemplate(parsing: Array(document.utf8)))
        func value(_ language: String) async throws -> JSONValue? {
            try await entries(emulator, #""appId": "1:1:ios:a", "languageCode": "\#(language)""#)["k"]
        }
        for language in ["de", "de_AT", "de-AT", "DE_ch", "en-NZ", "en_NZ", "zh_Hans_CN", "zh-Hans"] {
            #expect(try await value(language) == "yes", "\(language)")
        }
        for language in ["den", "en", "en_GB", "zh_Hant"] {
            #expect(try await value(language) == "no", "\(language)")
        }
    }

    @Test("a percentage goes by the installation, and each half gets its own tag")
    func percent() async throws {
        let emulator = try emulator()
        var lucky = 0
        for number in 0..<200 {
            let first = try await entries(emulator, #""appId": "a""#, fid: "fid-\(number)")["lucky"]
            #expect(try await entries(emulator, #""appId": "a""#, fid: "fid-\(number)")["lucky"] == first)
            if first == "yes" { lucky += 1 }
        }
        #expect((60...140).contains(lucky))
    }

    @Test("an unchanged client whose conditions change gets other values")
    func otherTag() async throws {
        let emulator = try emulator()
        let caller = Caller(emulator: emulator)
        let path = "/v1/projects/demo-shop/namespaces/firebase:fetch"
        func fetch(_ version: String, _ etag: String?) async throws -> (json: JSONValue, etag: String?) {
            var headers = HeaderFields()
            headers["if-none-match"] = etag
            let answer = try await caller.call(
                "POST", path,
                #"{"appId": "a", "appInstanceId": "f", "appInstanceIdToken": "t", "appVersion": "\#(version)"}"#,
                headers: headers)
            return (answer.json, answer.headers["etag"])
        }
        let etag = try await fetch("1.0", nil).etag
        #expect(try await fetch("1.0", etag).json["state"] == "NO_CHANGE")
        #expect(try await fetch("2.0", etag).json["state"] == "UPDATE")
    }

    @Test("signals of a wrong shape are refused", arguments: [#"["a"]"#, "3", #""gold""#])
    func wrongSignals(signals: String) async throws {
        let answer = try await Caller(emulator: try emulator()).call(
            "POST", "/v1/projects/demo-shop/namespaces/firebase:fetch",
            #"{"appId": "a", "appInstanceId": "f", "appInstanceIdToken": "t", "customSignals": \#(signals)}"#)
        #expect(answer.status == 400)
    }

    @Test(
        "a condition that cannot be read never holds, is a warning where it is served, and keeps no other edit back"
    )
    func unreadable() async throws {
        let emulator = try emulator()
        let warnings = try emulator.templateWarnings(of: "demo-shop")
        #expect(warnings.count == 1)
        #expect(
            warnings.first?.description.hasPrefix("conditions[4].expression cannot be read") == true,
            "\(warnings)")
        let console = Operator(emulator: emulator)
        let other = Self.document.replacing("gold\"}}", with: "silver\"}}")
        #expect(try await console.publish(other, match: "*").status == 200)
        let worse = other.replacing("app.version >>> 3", with: "app.version >>> 4")
        let answer = try await console.publish(worse, match: "*")
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["message"]?.string?.contains("conditions[4].expression") == true)
    }

    @Test("a server template is compiled from expressions, and evaluates as they say")
    func compiled() async throws {
        let document = #"""
            {
              "conditions": [
                {"name": "some", "expression": "percent('s') between 10 and 20.5", "tagColor": "BLUE"},
                {"name": "new", "expression": "version(app.customSignal['v']) >= '1.2.0' && app.customSignal['n'] < 3"},
                {"name": "tree", "condition": {"true": {}}}
              ],
              "parameters": {
                "a": {"defaultValue": {"value": "0"}, "conditionalValues": {"new": {"value": "1"}}}
              }
            }
            """#
        let emulator = try emulator()
        let console = Operator(emulator: emulator, path: "namespaces/firebase-server/remoteConfig")
        #expect(try await console.publish(document, match: "*").status == 200)
        #expect(try await console.call("GET").json["conditions"]?.array?.first?["expression"] != nil)
        let loader = Operator(emulator: emulator, path: "namespaces/firebase-server/serverRemoteConfig")
        let loaded = try await loader.call("GET").json
        #expect(
            loaded["conditions"]?.array?.first == [
                "name": "some",
                "condition": [
                    "orCondition": [
                        "conditions": [
                            [
                                "andCondition": [
                                    "conditions": [
                                        [
                                            "percent": [
                                                "percentOperator": "BETWEEN",
                                                "microPercentRange": [
                                                    "microPercentLowerBound": 10_000_000,
                                                    "microPercentUpperBound": 20_500_000,
                                                ], "seed": "s",
                                            ]
                                        ]
                                    ]
                                ]
                            ]
                        ]
                    ]
                ],
            ])
        #expect(loaded["conditions"]?.array?.last?["condition"] == ["true": [:]])
        let template = try ServerTemplate(RemoteConfigTemplate(loaded))
        let evaluation = template.evaluate(for: EvaluationContext(["v": "1.10.0", "n": .number("2")]))
        #expect(evaluation["a"].text == "1")
    }

    @Test("what servers don't know can't be published for them")
    func serverRefusal() async throws {
        let console = Operator(emulator: try emulator(), path: "namespaces/firebase-server/remoteConfig")
        let document =
            #"{"conditions": [{"name": "c", "expression": "device.country in ['GB']"}], "parameters": {}}"#
        let answer = try await console.publish(document, match: "*")
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["message"]?.string?.contains("percent and app.customSignal") == true)
    }
}
