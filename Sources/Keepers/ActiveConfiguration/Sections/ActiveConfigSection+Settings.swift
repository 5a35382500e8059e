import ExperimentsCore
import Foundation

/// Settings as values of a type. A setting that is absent or of another type reads as nil or, for numbers and booleans, as
/// 0 or false.
///
/// Numbers and booleans are also read from the beginning of a string: `"45"` is 45, `"12 items"` is 12, `"YES"` is true. Use
/// the checked getters to have an error instead.
extension ActiveConfigSection {
    /// The text of a string; nil for anything else, numbers included.
    public func string(forKey key: String) -> String? {
        self[key].flatMap(SettingReader.string)
    }

    /// The URL that a string spells; nil for anything else. Characters that no URL may have are percent-encoded.
    public func url(forKey key: String) -> URL? {
        self[key].flatMap(SettingReader.url)
    }

    /// The elements of an array; nil for anything else.
    public func array(forKey key: String) -> [JSONValue]? {
        self[key].flatMap(SettingReader.array)
    }

    /// The texts of an array that holds strings only; nil for anything else.
    public func stringArray(forKey key: String) -> [String]? {
        self[key].flatMap(SettingReader.stringArray)
    }

    /// The members of an object; nil for anything else.
    public func dictionary(forKey key: String) -> JSONObject? {
        self[key].flatMap(SettingReader.dictionary)
    }

    /// A number, the number that a string begins with, or 1 for true; otherwise 0. A fraction is cut off, and a number beyond
    /// the range of `Int` becomes the nearest `Int`.
    public func int(forKey key: String) -> Int {
        self[key].map(LenientSetting.int) ?? 0
    }

    /// A number, the number that a string begins with, or 1 for true; otherwise 0.
    public func double(forKey key: String) -> Double {
        guard let setting = setting(key) else { return 0 }
        return setting.number ?? LenientSetting.double(setting.value)
    }

    /// As `double(forKey:)`, rounded to the precision of `Float`.
    public func float(forKey key: String) -> Float {
        Float(double(forKey: key))
    }

    /// True for `true`, a number other than 0, or a string that begins with `Y`, `T` (in either case) or a digit from 1 to 9,
    /// after blanks, a sign and zeros; otherwise false.
    public func bool(forKey key: String) -> Bool {
        self[key].map(LenientSetting.bool) ?? false
    }
}
