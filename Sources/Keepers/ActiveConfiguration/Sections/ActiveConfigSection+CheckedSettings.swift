import ExperimentsCore
import Foundation

/// Settings as values of a type, or an error that says why not. Strings are read as numbers and booleans only if they spell
/// one as a whole, and only `checkedFloat(forKey:)` rounds.
extension ActiveConfigSection {
    /// The text of a string.
    public func checkedString(forKey key: String) throws(SettingProblem) -> String {
        try checked(key, as: "a string", SettingReader.string)
    }

    /// The address that a string spells.
    public func checkedURL(forKey key: String) throws(SettingProblem) -> URL {
        try checked(key, as: "a string that spells a URL", SettingReader.url)
    }

    /// The elements of an array.
    public func checkedArray(forKey key: String) throws(SettingProblem) -> [JSONValue] {
        try checked(key, as: "an array", SettingReader.array)
    }

    /// The texts of an array that holds strings only.
    public func checkedStringArray(forKey key: String) throws(SettingProblem) -> [String] {
        try checked(key, as: "an array of strings", SettingReader.stringArray)
    }

    /// The members of an object.
    public func checkedDictionary(forKey key: String) throws(SettingProblem) -> JSONObject {
        try checked(key, as: "an object", SettingReader.dictionary)
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

    // Inlined, so that `read` is called directly: through a closure, a getter takes half as long again.
    @inline(__always)
    private func checked<Value>(
        _ key: String, as expected: String, _ read: (JSONValue) -> Value?
    ) throws(SettingProblem) -> Value {
        let found = self[key]
        if let found, let value = read(found) { return value }
        throw SettingProblem(section: name, key: key, expected: expected, found: found)
    }
}
