import GoogleServiceAccount
import ThrowawayKeys

/// Making a key takes a moment; the tests of this target share one.
enum Keys {
    static let shared = Result { try ThrowawayKey() }

    /// The shared key, and what its file reads as.
    static func pair() throws -> (throwaway: ThrowawayKey, key: ServiceAccountKey) {
        let throwaway = try shared.get()
        return (throwaway, try ServiceAccountKey(json: Array(throwaway.json.utf8), origin: "key.json"))
    }
}
