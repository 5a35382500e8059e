import Foundation

/// The result of resolving one key. Reads, reports, screens and exit statuses are all based on it.
public enum Resolution<Value> {
    /// The app uses an operator's override.
    case overridden(Value)
    /// The app uses the value of the source.
    case remote(Value)
    /// The source tells the app to use its own default.
    case appDefault
    /// The source has no value, so the app uses its default.
    case missing
    /// Nothing has been fetched yet, so it is not known whether the source has a value. The app uses its default.
    case unknown
    /// There is a string, but it is not valid for the key, so the app uses its default.
    case incorrect(IncorrectValue, by: ValueSupplier)

    /// The supplier of a string.
    public typealias Supplier = ValueSupplier
}

extension Resolution: Sendable where Value: Sendable {}

extension Resolution {
    /// Resolves a key from its entry at the source and its active override. Only this initializer decides whether a key
    /// is missing or incorrect.
    ///
    /// - Parameters:
    ///   - entry: the entry of the key at the source; nil if there is none.
    ///   - wasFetched: whether anything has been fetched from the source. If not, a key without an entry is unknown
    ///     rather than missing.
    ///   - override: the text of the active override; nil if there is none.
    ///   - decode: creates a value from a string, or throws the reason why it cannot.
    public init(
        entry: Snapshot.Entry?, wasFetched: Bool = true, override: String?,
        decode: (String) throws(IncorrectValue) -> Value
    ) {
        do throws(IncorrectValue) {
            if let override {
                self = .overridden(try decode(override))
                return
            }
        } catch {
            self = .incorrect(error, by: .override)
            return
        }
        guard let entry else {
            self = wasFetched ? .missing : .unknown
            return
        }
        guard let text = entry.text else {
            self = .appDefault
            return
        }
        do throws(IncorrectValue) {
            self = .remote(try decode(text))
        } catch {
            for other in entry.otherSpellings {
                guard let value = try? decode(other) else { continue }
                self = .remote(value)
                return
            }
            // In Remote Config, an empty text means "no value", unless the type accepts it.
            self = text.isEmpty ? .missing : .incorrect(error, by: .source)
        }
    }
}

extension Resolution where Value == Void {
    /// Resolves a key without keeping its value.
    public init(of key: some RemoteKey, in snapshot: Snapshot, overrides: OverrideSet, at now: Date) {
        self.init(
            entry: snapshot.entries[key.name], wasFetched: snapshot.fetchedAt != nil,
            override: overrides.activeText(
                for: key.name, in: OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: nil))
        ) { (text) throws(IncorrectValue) in try key.check(text) }
    }
}

/// The supplier of a string.
public enum ValueSupplier: Sendable, Hashable {
    /// The source, with the value that it published.
    case source
    /// An operator's override, set to test the effect of an incorrect value.
    case override
}

/// How a string is treated that should be a boolean but is not.
public enum BooleanPolicy: Sendable, Hashable {
    /// The text is incorrect, and the app uses its default.
    case strict
    /// The text counts as false, as in the clients of Firebase Remote Config. Nothing is reported.
    case lenient

    /// Returns whether `text` is treated as false although it does not spell a boolean. An empty text never is, because
    /// it means no value.
    func takesAsFalse(_ text: String) -> Bool {
        self == .lenient && !text.isEmpty && BooleanText.value(of: text) == nil
    }
}

extension CatalogKey {
    /// Checks whether `text` is accepted under this policy.
    ///
    /// - Throws: `IncorrectValue` with the reason why it is not.
    func check(_ text: String, _ policy: BooleanPolicy) throws(IncorrectValue) {
        // A boolean with a baseline is created from text, so the policy does not apply to it.
        if schema.kind == .bool, !schema.understandsBaseline, policy.takesAsFalse(text) { return }
        try check(text)
    }
}
