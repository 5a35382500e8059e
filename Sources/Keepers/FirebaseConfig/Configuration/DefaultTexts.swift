/// The values for parameters that the service does not have.
struct DefaultTexts {
    /// The app's values.
    var app: [String: String] = [:]
    /// The values of libraries, which apply if the app has none.
    var library: [String: String] = [:]
    /// The values of a client for previews, which never change; nil for any other client.
    var fixed: [String: String]?

    subscript(key: String) -> String? {
        guard let fixed else { return app[key] ?? library[key] }
        return fixed[key]
    }

    /// The parameters with a value.
    var keys: Set<String> {
        guard let fixed else { return Set(app.keys).union(library.keys) }
        return Set(fixed.keys)
    }
}
