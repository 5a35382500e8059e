import ExperimentsCore
import Foundation

/// A named group of settings. It is a value: a section that was read does not change when the configuration changes.
///
/// Copies share their storage.
public struct ActiveConfigSection: Sendable {
    private final class Storage: Sendable {
        let name: String
        let content: JSONValue
        let keys: [String]
        let settings: [String: JSONValue]

        init(name: String, content: JSONValue) {
            self.name = name
            self.content = content
            let members = content.object?["settings"]?.object?.members ?? []
            var keys: [String] = []
            var settings = [String: JSONValue](minimumCapacity: members.count)
            for member in members {
                guard let value = member.value.object?["value"] else { continue }
                keys.append(member.name)
                settings[member.name] = value
            }
            self.keys = keys
            self.settings = settings
        }
    }

    private let storage: Storage

    /// Creates a section from a configuration document.
    ///
    /// - Parameters:
    ///   - name: the section's name in `config_sections`.
    ///   - content: the value under that name: an object whose member `settings` holds one object with a `value` for
    ///     each setting. If it has another form, the section has no settings.
    public init(name: String, content: JSONValue) {
        storage = Storage(name: name, content: content)
    }

    /// Creates a section of `settings`, by key.
    public init(name: String, settings: KeyValuePairs<String, JSONValue>) {
        var members = JSONObject()
        for (key, value) in settings { members[key] = ["value": value] }
        self.init(name: name, content: ["settings": .object(members)])
    }

    /// The name of the section in the document.
    public var name: String { storage.name }

    /// The object under the section's name in the document; an empty one if the value is not an object.
    public var content: JSONObject { storage.content.object ?? JSONObject() }

    /// The value under the section's name in the document.
    var written: JSONValue { storage.content }

    /// The keys of the settings that have a value, in the order of the document.
    public var keys: [String] { storage.keys }

    /// The value of a setting; nil if the section has none with that key. A setting that is `null` has the value `.null`.
    public subscript(key: String) -> JSONValue? { storage.settings[key] }

    /// The value of a setting; nil if the section has none with that key.
    public func value(forKey key: String) -> JSONValue? { storage.settings[key] }

}

extension ActiveConfigSection: Equatable {
    /// Whether both have the same name and deeply equal contents: the order of members and the spelling of numbers make no
    /// difference.
    public static func == (left: ActiveConfigSection, right: ActiveConfigSection) -> Bool {
        if left.storage === right.storage { return true }
        return left.name == right.name && left.content.isDeeplyEqual(to: right.content)
    }
}

/// Settings as values of a type, or an error with the reason. Strings are converted to numbers and booleans only if the
/// whole string is one, and only `checkedFloat(forKey:)` rounds.
extension ActiveConfigSection {
    /// The text of a string.
    public func checkedString(forKey key: String) throws(SettingProblem) -> String {
        try checked(key, as: "a string", \.string)
    }

    /// The address that a string spells.
    public func checkedURL(forKey key: String) throws(SettingProblem) -> URL {
        try checked(key, as: "a string that spells a URL", SettingReader.url)
    }

    /// The elements of an array.
    public func checkedArray(forKey key: String) throws(SettingProblem) -> [JSONValue] {
        try checked(key, as: "an array", \.array)
    }

    /// Returns the strings of an array that contains only strings.
    public func checkedStringArray(forKey key: String) throws(SettingProblem) -> [String] {
        try checked(key, as: "an array of strings", SettingReader.stringArray)
    }

    /// The members of an object.
    public func checkedDictionary(forKey key: String) throws(SettingProblem) -> JSONObject {
        try checked(key, as: "an object", \.object)
    }

    /// A whole number that fits an `Int`.
    public func checkedInt(forKey key: String) throws(SettingProblem) -> Int {
        try checked(key, as: "a whole number", SettingReader.int)
    }

    /// A number, whole or decimal, that is finite.
    public func checkedDouble(forKey key: String) throws(SettingProblem) -> Double {
        try checked(key, as: "a number", SettingReader.double)
    }

    /// A number that is finite as a `Float`, to whose precision it is rounded.
    public func checkedFloat(forKey key: String) throws(SettingProblem) -> Float {
        try checked(key, as: "a number in the range of Float", SettingReader.float)
    }

    /// A boolean, 1 or 0, or a string that spells one: `1 true t yes y on`, `0 false f no n off`, in any case.
    public func checkedBool(forKey key: String) throws(SettingProblem) -> Bool {
        try checked(key, as: "true or false", SettingReader.bool)
    }

    private func checked<Value>(
        _ key: String, as expected: String, _ read: (JSONValue) -> Value?
    ) throws(SettingProblem) -> Value {
        let found = self[key]
        if let found, let value = read(found) { return value }
        throw SettingProblem(section: name, key: key, expected: expected, found: found)
    }
}

/// Settings as values of a type. A setting that is absent or of another type reads as nil or, for numbers and booleans, as
/// 0 or false.
///
/// Numbers and booleans are also read from the beginning of a string: `"45"` is 45, `"12 items"` is 12, `"YES"` is true. Use
/// the checked getters to have an error instead.
extension ActiveConfigSection {
    /// Returns the text of a string; nil for any other value, including a number.
    public func string(forKey key: String) -> String? {
        self[key].flatMap(\.string)
    }

    /// Returns the URL in a string; nil for any other value. Characters that are not allowed in URLs are
    /// percent-encoded.
    public func url(forKey key: String) -> URL? {
        self[key].flatMap(SettingReader.url)
    }

    /// Returns the elements of an array; nil for any other value.
    public func array(forKey key: String) -> [JSONValue]? {
        self[key].flatMap(\.array)
    }

    /// Returns the strings of an array that contains only strings; nil for any other value.
    public func stringArray(forKey key: String) -> [String]? {
        self[key].flatMap(SettingReader.stringArray)
    }

    /// Returns the members of an object; nil for any other value.
    public func dictionary(forKey key: String) -> JSONObject? {
        self[key].flatMap(\.object)
    }

    /// A number, the number that a string begins with, or 1 for true; otherwise 0. A fraction is cut off, and a number beyond
    /// the range of `Int` becomes the nearest `Int`.
    public func int(forKey key: String) -> Int {
        self[key].map(LenientSetting.int) ?? 0
    }

    /// A number, the number that a string begins with, or 1 for true; otherwise 0.
    public func double(forKey key: String) -> Double {
        self[key].map(LenientSetting.double) ?? 0
    }

    /// Returns the same as `double(forKey:)`, rounded to the precision of `Float`.
    public func float(forKey key: String) -> Float {
        Float(double(forKey: key))
    }

    /// True for `true`, a number other than 0, or a string that begins with `Y`, `T` (in either case) or a digit from 1 to 9,
    /// after spaces, a sign and zeros; otherwise false.
    public func bool(forKey key: String) -> Bool {
        self[key].map(LenientSetting.bool) ?? false
    }
}

/// Converts any value to a number or a boolean, like Foundation's `NSString` and `NSNumber`: a value that cannot be
/// converted is 0 or false.
enum LenientSetting {
    static func int(_ value: JSONValue) -> Int {
        switch value {
        case .number(let lexeme): Int(lexeme) ?? truncated(Double(lexeme) ?? 0)
        case .string(let text): LenientSetting.wholeNumber(of: text)
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    static func double(_ value: JSONValue) -> Double {
        switch value {
        case .number(let lexeme): Double(lexeme) ?? 0
        case .string(let text): LenientSetting.decimalNumber(of: text)
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    static func bool(_ value: JSONValue) -> Bool {
        switch value {
        case .bool(let value): value
        case .number: double(value) != 0
        case .string(let text): BooleanText.foundationValue(of: text)
        default: false
        }
    }

    private static func truncated(_ value: Double) -> Int {
        Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : value > 0 ? .max : 0)
    }
}
