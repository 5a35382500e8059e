/// The values that apply where the service has none.
struct DefaultTexts {
    /// Those of the app.
    var app: [String: String] = [:]
    /// Those of libraries, below the app's.
    var library: [String: String] = [:]

    subscript(key: String) -> String? { app[key] ?? library[key] }

    /// The parameters that have one.
    var keys: Set<String> { Set(app.keys).union(library.keys) }
}
