import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("The keeper of a template", .inTurn)
struct TemplateKeeperTests {
    private static let document = #"""
        {"conditions": [{"name": "uk", "expression": "device.country in ['GB'] && percent('s') <= 80"},
                        {"name": "beta", "expression": "app.version.>=(['2.0'])"}],
         "parameters": {"color": {"defaultValue": {"value": "grey"}, "description": "The colour",
                                  "conditionalValues": {"beta": {"value": "red"}, "uk": {"value": "blue"}}},
                        "size": {"defaultValue": {"useInAppDefault": true}}, "none": {}},
         "parameterGroups": {"Shop": {"parameters": {"limit": {"defaultValue": {"value": "3"}}}}},
         "version": {"versionNumber": "12", "updateUser": {"email": "ann@example.com"}}}
        """#
    private static let persona = SourcePersona(fields: [
        "device.country": "GB", "app.version": "2.1", "app.firebaseInstallationId": "user-1",
    ])

    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func keeper(
        _ text: String = document, persona: SourcePersona = persona
    ) throws -> TemplateRemoteConfigKeeper {
        let path = try folder.write(text, to: "template.json")
        return TemplateRemoteConfigKeeper(
            .file(path: path, shownAs: "template.json"), persona: persona, watcher: nil, now: clock.reading)
    }

    @Test("a file that is missing for a moment is not a failure")
    func replaced() async throws {
        let folder = try TemporaryFolder()
        let settling = FileSettling { _ in _ = try? folder.write(#"{"parameters": {}}"#, to: "template.json")
        }
        let keeper = TemplateRemoteConfigKeeper(
            .file(path: folder.path("template.json")), watcher: nil, settling: settling)
        #expect(try await keeper.fetch(.realtime(attempt: 1)).status == .empty)
    }

    @Test("each parameter is an entry with its value for the persona and the condition that decided it")
    func entries() async throws {
        let keeper = try keeper()
        #expect(try await keeper.fetch(.manual).status == .updated)
        #expect(
            keeper.snapshot.entries == [
                "color": .init(text: "blue", supplier: "uk"), "size": .init(text: nil),
                "limit": .init(text: "3"),
            ])
        #expect(keeper.snapshot.version == "12")
        #expect(keeper.snapshot.notes.map(\.title) == ["Published", "Percentages", "Problem"])
        #expect(try await keeper.fetch(.manual).status == .unchanged)
    }

    @Test(
        "what has no effect in a file is a note with its place",
        arguments: [
            (#"{"parameter": {}}"#, "1:2: parameter is not a member of the template"),
            (
                #"{"parameters": {"a": {"defaultvalue": {"value": "1"}}}}"#,
                "1:23: parameters.a.defaultvalue is not a"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"Value": "1"}}}}"#,
                "parameters.a.defaultValue.Value is not a"
            ),
            (
                #"{"parameters": {"a": {}}}"#,
                "1:17: parameters.a has neither a default value nor a conditional value"
            ),
            (
                #"{"parameters": {"a": {"valueType": "INT", "defaultValue": {"value": "1"}}}}"#,
                #"parameters.a.valueType: "INT" is not a known type"#
            ),
            (
                #"{"parameters": {"a": {"conditionalValues": {"b": {"value": "1"}}}}}"#,
                "parameters.a.conditionalValues.b is for a condition that the template does not have"
            ),
            (#"{"conditions": [{"name": "b"}], "parameters": {}}"#, "conditions[0] has no expression"),
            (
                #"{"conditions": [{"name": "b", "expression": "x ("}], "parameters": {}}"#,
                "conditions[0].expression"
            ),
            (#"{"parameterGroup": {}}"#, "parameterGroup is not a member of the template"),
        ])
    func oddity(document: String, words: String) async throws {
        let keeper = try keeper(document)
        _ = try await keeper.fetch(.manual)
        let problems = keeper.snapshot.notes.filter { $0.title == "Problem" }.map(\.text)
        #expect(problems.contains { $0.hasPrefix("template.json:1:") && $0.contains(words) }, "\(problems)")
    }

    @Test("of many problems, fifty are notes and the rest is counted")
    func manyOddities() async throws {
        let parameters = (0..<60).map { #""k\#($0)": {}"# }.joined(separator: ",")
        let keeper = try keeper(#"{"parameters": {\#(parameters)}}"#)
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot.notes.count == 51)
        #expect(keeper.snapshot.notes.last?.text == "10 more such problems")
    }

    @Test("several mistakes are one line, as a note or a log shows them")
    func severalMistakes() async throws {
        let keeper = try keeper(#"{"parameters": {"k": 1, "d": 2}}"#)
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(
            failure?.summary == """
                template.json:1:17: parameters.k: expected an object, found 1; \
                template.json:1:25: parameters.d: expected an object, found 2
                """)
    }

    @Test("the values of someone else are reported without asking as them")
    func others() async throws {
        let keeper = try keeper()
        #expect(keeper.snapshot(for: SourcePersona()) == nil)
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot(for: SourcePersona())?.entries["color"] == .init(text: "grey"))
        #expect(keeper.snapshot.entries["color"] == .init(text: "blue", supplier: "uk"))
    }

    @Test("a draft is evaluated in the place of what was fetched, for any persona, until it is taken away")
    func draft() async throws {
        let keeper = try keeper()
        _ = try await keeper.fetch(.manual)
        let fetched = keeper.snapshot
        let template = try RemoteConfigTemplate(parsing: Array(Self.document.utf8))
        keeper.setDraft(try template.applying(.setValue(key: "color", condition: "uk", .text("green"))))
        #expect(keeper.snapshot.entries["color"] == .init(text: "green", supplier: "uk"))
        #expect(keeper.snapshot.version == "12, a draft")
        #expect(keeper.explanation(of: "color").contains { $0.text == "condition uk: \"green\"" })
        keeper.setPersona(SourcePersona(fields: ["app.version": "2.1"]))
        #expect(keeper.snapshot.entries["color"] == .init(text: "red", supplier: "beta"))
        keeper.setPersona(Self.persona)
        // A fetch does not take it away.
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot.entries["color"]?.text == "green")
        keeper.setDraft(nil)
        #expect(keeper.snapshot.entries == fetched.entries)
        #expect(keeper.snapshot.version == "12")
    }

    @Test("another persona has another snapshot immediately")
    func personas() async throws {
        let keeper = try keeper()
        _ = try await keeper.fetch(.manual)
        let notices = Recorder<Void>()
        let observation = keeper.observe { _ in notices.record(()) }
        keeper.setPersona(SourcePersona(fields: ["app.version": "2.1"]))
        #expect(keeper.snapshot.entries["color"] == .init(text: "red", supplier: "beta"))
        keeper.setPersona(SourcePersona())
        #expect(keeper.snapshot.entries["color"] == .init(text: "grey"))
        keeper.setPersona(SourcePersona(fields: ["device.os": "ios"]))
        #expect(notices.count == 2)
        #expect(
            keeper.personaFieldNames == ["device.country", "app.firebaseInstallationId", "app.version"])
        observation.cancel()
    }

    @Test("the explanation lists each condition with its parts, and says that percentages are assigned here")
    func explanation() async throws {
        let keeper = try keeper()
        #expect(keeper.explanation(of: "color").isEmpty)
        _ = try await keeper.fetch(.manual)
        #expect(
            keeper.explanation(of: "color") == [
                .init("The colour"), .init(#"condition uk: "blue""#, .chosen),
                .init(#"device.country in ['GB'] (it is "GB")"#, .passed, depth: 1),
                .init("percent('s') <= 80 (local assignment, not Google's: 72.69%)", .passed, depth: 1),
                .init(#"condition beta: "red""#, .passed),
                .init(#"app.version.>=(['2.0']) (it is "2.1")"#, .passed, depth: 1),
                .init(#"otherwise: "grey""#, .passed),
            ])
        #expect(keeper.explanation(of: "limit") == [.init(#"otherwise: "3""#, .chosen)])
        #expect(keeper.explanation(of: "absent").isEmpty)
        keeper.setPersona(SourcePersona())
        #expect(
            keeper.explanation(of: "color")[3]
                == .init(
                    "percent('s') <= 80 (local assignment needs app.firebaseInstallationId)", .failed,
                    depth: 1))
    }

    @Test("a broken file fails the fetch with every place, and the last good values stay")
    func brokenFile() async throws {
        let keeper = try keeper()
        _ = try await keeper.fetch(.manual)
        try folder.write("{\"parameters\": {\"a\": 1,\n \"b\": []}}", to: "template.json")
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(
            failure?.summary == """
                template.json:1:17: parameters.a: expected an object, found 1; \
                template.json:2:2: parameters.b: expected an object, found []
                """)
        #expect(keeper.snapshot.entries["limit"]?.text == "3")
        try folder.write("{", to: "template.json")
        let syntax = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(
            syntax?.summary.hasPrefix("template.json:1:1: the template is not JSON: ") == true,
            "\(String(describing: syntax))")
    }

    @Test("a condition that looks at the time is looked at again with each fetch")
    func time() async throws {
        let keeper = try keeper(
            #"""
            {"conditions": [{"name": "later", "expression": "dateTime >= dateTime('2026-01-01T01:00:00')"}],
             "parameters": {"p": {"conditionalValues": {"later": {"value": "1"}}}}}
            """#)
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot.entries.isEmpty)
        clock.advance(by: 3600)
        #expect(try await keeper.fetch(.scheduled).status == .unchanged)
        #expect(keeper.snapshot.entries["p"]?.text == "1")
    }

    @Test("a project's published template is fetched with its tag and version")
    func service() async throws {
        let service = ScriptedService()
        service.add(version: 7, color: "red", etag: "etag-7")
        service.add(403, #"{"error": {"message": "no", "status": "PERMISSION_DENIED"}}"#)
        let keeper = TemplateRemoteConfigKeeper(.service(try service.client()), now: clock.reading)
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot.etag == "etag-7")
        #expect(keeper.snapshot.entries["color"]?.text == "red")
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.httpStatus == 403)
        #expect(keeper.snapshot.version == "7")
    }
}
