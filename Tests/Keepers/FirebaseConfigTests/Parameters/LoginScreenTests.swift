import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("The login screen", .inTurn, .timeLimit(.minutes(60)))
struct LoginScreenTests {
    private static let remote = #"""
        {"label": {"text": "Welcome"}, "button": {"text": "Go", "color": {"red": 50, "green": 205, "blue": 50}}}
        """#

    private func client(serving text: String) throws -> ClientUnderTest {
        let client = try ClientUnderTest()
        client.transport.addRegistration()
        let entries: JSONValue = ["login_screen": .string(text)]
        client.transport.addUpdate(entries.compactText)
        return client
    }

    @Test("shows its defaults, then a spinner, then what the service has")
    func loading() async throws {
        let client = try ClientUnderTest()
        let loader = RemoteConfigLoader(client.config)
        let defaults = LoginScreen.screen(
            title: "Welcome to Remote Config Demo (default)", button: "Continue (default)", green: 206)
        #expect(LoginScreen(loader) == defaults)
        let gate = Gate()
        client.transport.add { _ in
            await gate.wait()
            throw TransportError.offline
        }
        async let state = loader.load()
        try await eventually("the spinner") { LoginScreen(loader) == .spinner }
        await gate.open()
        guard case .error(let error) = await state else {
            Issue.record("not an error")
            return
        }
        #expect(error is FirebaseFetchError)
        #expect(LoginScreen(loader) == defaults)
        client.transport.addRegistration()
        let entries: JSONValue = ["login_screen": .string(Self.remote)]
        client.transport.addUpdate(entries.compactText)
        await loader.load()
        #expect(LoginScreen(loader) == .screen(title: "Welcome", button: "Go", green: 205))
    }

    @Test("a value from the service says so")
    func remoteReading() async throws {
        let config = try client(serving: Self.remote).config
        try await config.fetchAndActivate()
        guard case .remote(let value) = config.reading(of: .login) else {
            Issue.record("\(config.reading(of: .login))")
            return
        }
        #expect(value.button.color == ScreenConfig.Color(red: 50, green: 205, blue: 50))
    }

    @Test(
        "a document that is not as it should be is incorrect, with the path, and the default is used",
        arguments: [
            (
                #"{"label": {"text": "a"}, "button": {"text": "b", "color": {"red": "50"}}}"#,
                "login_screen: button.color.red: expected Int"
            ),
            (#"{"label": {"text": "a"}, "button": {"text": "b"}}"#, "login_screen: button.color is missing"),
            (
                #"{"label": {"text": null}, "button": {}}"#,
                "login_screen: label.text: expected String, found null"
            ),
            ("[]", "login_screen: expected Dictionary"), (#"{"label": "#, "login_screen: not JSON: "),
            ("", "login_screen: not JSON: "),
        ])
    func incorrect(text: String, words: String) async throws {
        let config = try client(serving: text).config
        try await config.fetchAndActivate()
        let reading = config.reading(of: .login)
        #expect(reading.problem?.description.hasPrefix(words) == true, "\(reading)")
        #expect(reading.value == RemoteConfig.Parameter.login.defaultValue)
    }

    @Test("what a preview sets is read, too")
    func preview() {
        let preview = RemoteConfig.preview(withDefaults: ["login_screen": .init(Self.remote)])
        #expect(preview.value(of: .login).label.text == "Welcome")
    }

    @Test("its states can be followed")
    func states() async throws {
        let loader = RemoteConfigLoader(try client(serving: Self.remote).config)
        let log = Recorder<String>()
        let following = Task { for await state in loader.states { log.record("\(state)") } }
        _ = try await log.first(1)
        await loader.load()
        #expect(try await log.first(3) == ["idle", "loading", "loaded"])
        following.cancel()
    }

    @Test(
        "the recorded documents are what the service has and what the app falls back on",
        .enabled(if: Conformance.isPresent, Comment(rawValue: Conformance.absence)))
    func recorded() async throws {
        let remote = String(decoding: try Conformance.data("login_screen/login_screen.json"), as: UTF8.self)
        let config = try client(serving: remote).config
        let fallback = try Conformance.data("login_screen/login_screen_in_app_default.json")
        #expect(try JSONDecoder().decode(ScreenConfig.self, from: fallback) == config.value(of: .login))
        try await config.fetchAndActivate()
        #expect(
            try JSONDecoder().decode(ScreenConfig.self, from: Data(remote.utf8)) == config.value(of: .login))
        #expect(config.value(of: .login).label.text == "Welcome to Remote Config Demo")
    }
}
