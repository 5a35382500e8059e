/// The values that apply where the service has none.
struct DefaultTexts {
    /// Those of the app.
    var app: [String: String] = [:]
    /// Those of libraries, below the app's.
    var library: [String: String] = [:]
    /// Those of a client for previews, which no others change; nil for any other client.
    var fixed: [String: String]?

    subscript(key: String) -> String? {
        guard let fixed else { return app[key] ?? library[key] }
        return fixed[key]
    }

    /// The parameters that have one.
    var keys: Set<String> {
        guard let fixed else { return Set(app.keys).union(library.keys) }
        return Set(fixed.keys)
    }
}
