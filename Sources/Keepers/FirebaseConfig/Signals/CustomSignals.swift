/// An app's custom signals as they are sent. A value: changes are merged into it, all or none.
struct CustomSignals: Sendable, Hashable {
    /// How long a key may be, in UTF-16 code units, as the official clients count.
    static let keyLimit = 250
    /// How long a text may be.
    static let valueLimit = 500
    /// How many there may be.
    static let countLimit = 100

    var texts: [String: String] = [:]

    /// Takes changes: nil removes a signal, and what is not named stays.
    ///
    /// - Throws: `CustomSignalError` for what is beyond a limit; nothing is changed then.
    mutating func merge(_ changes: [String: CustomSignalValue?]) throws(CustomSignalError) {
        var merged = texts
        // In order, so that of several mistakes the same one is told each time.
        for (key, value) in changes.sorted(by: { $0.key < $1.key }) {
            guard key.utf16.count <= Self.keyLimit else { throw .keyTooLong(key, limit: Self.keyLimit) }
            guard let value else {
                merged[key] = nil
                continue
            }
            guard let text = value.text else { throw .notANumber(key: key) }
            guard text.utf16.count <= Self.valueLimit else { throw .valueTooLong(key: key, limit: Self.valueLimit) }
            merged[key] = text
        }
        guard merged.count <= Self.countLimit else {
            throw .tooMany(count: merged.count, limit: Self.countLimit)
        }
        texts = merged
    }
}
