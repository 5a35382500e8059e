/// The most bytes that a request's body may have, after it is unpacked.
enum BodyLimit {
    /// Of requests of apps.
    static let usual = 1_000_000
    /// Of templates that are published: a million characters of values, with everything around them.
    static let template = 10_000_000

    /// The limit for requests to `path`.
    static func bytes(for path: String) -> Int {
        path.hasSuffix("/remoteConfig") || path.hasSuffix("/serverRemoteConfig") ? template : usual
    }
}
