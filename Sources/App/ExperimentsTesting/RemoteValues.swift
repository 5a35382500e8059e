import Experiments

/// Values of keys for the time of a test, by key:
///
/// ```swift
/// var values = RemoteValues()
/// values[.columns] = 4
/// values[.banner] = Banner(title: "Hello")
/// ```
///
/// Each is kept as the text that a source would have, and read as in the app.
public struct RemoteValues: Sendable {
    var texts: [String: String] = [:]

    /// No values: every key has its default.
    public init() {}

    /// The value of a key; nil for its default.
    public subscript<Value>(key: Key<Value>) -> Value? {
        get { texts[key.name].flatMap { try? key.reading.value(of: $0) } }
        set { texts[key.name] = newValue.flatMap { key.reading.text(of: $0) } }
    }

    /// Sets a text as the source sends it, such as one that is not valid for the key.
    public mutating func setText<Value>(_ text: String, of key: Key<Value>) {
        texts[key.name] = text
    }

    /// The names of the keys that a test may read: those with a value, and those allowed. Nil for all.
    private(set) var allowedNames: Set<String>?

    /// Allows only the keys that have values here, and these: reading any other fails the test.
    public mutating func allowOnly(_ keys: [any RemoteKey] = []) {
        allowedNames = Set(keys.map(\.name))
    }

    func allows(_ name: String) -> Bool {
        guard let allowedNames else { return true }
        return allowedNames.contains(name) || texts[name] != nil
    }
}
