import ExperimentsCore
import Foundation

/// Values of keys for the time of a test or a preview, by key:
///
/// ```swift
/// var values = RemoteValues()
/// values[.columns] = 4
/// values[.banner] = Banner(title: "Hello")
/// ```
///
/// Each is kept as the text that a source would have, and read as in the app.
public struct RemoteValues: Sendable {
    package var texts: [String: String] = [:]
    /// The names of the keys that a test allows besides; nil for all.
    package var allowedNames: Set<String>?

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

    /// The values as those of a source.
    package var snapshot: Snapshot {
        Snapshot(texts: texts, fetchedAt: Date(timeIntervalSince1970: 0))
    }
}

extension RemoteValues {
    /// The values of keys of one type.
    public init<Value>(_ values: KeyValuePairs<Key<Value>, Value>) {
        self.init()
        for (key, value) in values { self[key] = value }
    }

    /// Values that `set` sets.
    public init(_ set: (inout RemoteValues) -> Void) {
        self.init()
        set(&self)
    }
}
