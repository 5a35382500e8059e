import FirebaseConfig
import TestSupport
import Testing

@Suite("Which texts are true", .inTurn)
struct BooleanRuleTests {
    @Test(
        "the shared rule is that of all clients but Apple's",
        arguments: [
            ("1", true), ("true", true), ("TRUE", true), ("t", true), ("Yes", true), ("y", true),
            ("ON", true),
            ("", false), ("0", false), ("false", false), ("off", false), ("2", false), ("truthy", false),
            (" true", false), ("true ", false), ("enabled", false),
        ])
    func shared(text: String, expected: Bool) {
        #expect(BooleanRule.shared.value(of: text) == expected)
        #expect(RemoteConfig.Value(stringValue: text, source: .remote).boolValue == expected)
    }

    @Test(
        "the rule of Apple's client is that of its strings",
        arguments: [
            ("1", true), ("true", true), ("TRUE", true), ("t", true), ("T", true), ("yes", true), ("y", true),
            ("Y", true), (" true", true), ("true ", true), ("truthy", true), ("1.0", true), ("01", true),
            ("2", true),
            ("-1", true), ("+1", true), ("on", false), ("ON", false), ("enabled", false), ("0x1", false),
            ("", false), ("0", false), ("false", false), ("+", false), (" ", false),
        ])
    func apple(text: String, expected: Bool) {
        #expect(BooleanRule.apple.value(of: text) == expected)
        let value = RemoteConfig.Value(stringValue: text, source: .remote, booleanRule: .apple)
        #expect(value.boolValue == expected)
    }
}
