import ExperimentsCore
import Foundation

/// Values of keys for a test or a preview:
///
/// ```swift
/// var values = RemoteValues()
/// values[.columns] = 4
/// values[.banner] = Banner(title: "Hello")
/// ```
///
/// Each value is stored as the text that a source would have, and read in the same way as in the app.
public struct RemoteValues: Sendable {
    package var texts: ExactDictionary<String> = [:]
    /// The reasons why values are not valid for their keys, by name. These keys have their defaults.
    package var refusals: ExactDictionary<IncorrectValue> = [:]
    /// The names of the keys that a test may read although they have no value here; nil for all.
    package var allowedNames: Set<String>?

    /// Creates an empty set of values, so that every key has its default.
    public init() {}

    /// Accesses the value of a key; nil means its default.
    public subscript<Value>(key: Key<Value>) -> Value? {
        get { texts[key.name].flatMap { try? key.reading.value(of: $0) } }
        set {
            texts[key.name] = newValue.flatMap { key.reading.text(of: $0) }
            refusals[key.name] = texts[key.name].flatMap { text in
                do throws(IncorrectValue) {
                    try key.check(text)
                    return nil
                } catch {
                    return error
                }
            }
        }
    }

    /// Sets a string as a source would send it, for example one that is not valid for the key.
    public mutating func setText<Value>(_ text: String, of key: Key<Value>) {
        texts[key.name] = text
        refusals[key.name] = nil
    }

    /// The values as a snapshot of a source.
    package var snapshot: Snapshot {
        let entries = texts.mapValues { Snapshot.Entry(text: $0) }
        return Snapshot(entries: entries, fetchedAt: Date(timeIntervalSince1970: 0))
    }
}

extension RemoteValues {
    /// Creates values of keys of one type.
    public init<Value>(_ values: KeyValuePairs<Key<Value>, Value>) {
        self.init()
        for (key, value) in values { self[key] = value }
    }

    /// Creates values of keys of any types: `RemoteValues((.columns, 4), (.isOn, true))`.
    public init<First: Sendable, each Value: Sendable>(
        _ first: (Key<First>, First), _ others: repeat (Key<each Value>, each Value)
    ) {
        self.init()
        add(first)
        repeat add(each others)
    }

    private mutating func add<Value>(_ pair: (key: Key<Value>, value: Value)) { self[pair.key] = pair.value }

    /// Creates values of keys of any types.
    ///
    /// - Parameter set: assigns the values.
    public init(_ set: (inout RemoteValues) -> Void) {
        self.init()
        set(&self)
    }
}
