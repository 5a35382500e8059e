import ExperimentsCore

/// The values for parameters that the service does not provide.
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

/// The strings that are read as true. The official clients for the different platforms disagree, and one template
/// serves them all.
public enum BooleanRule: Sendable, Hashable {
    /// `1`, `true`, `t`, `yes`, `y` and `on`, in any case and without spaces around them, as in the clients for
    /// Android, the web and servers.
    case shared
    /// The rule of `NSString.boolValue`, which the official client on Apple platforms uses: after spaces, a sign and
    /// zeros, one of the letters `YyTt` or a digit from 1 to 9. So `on` is false, and `2` and `truthy` are true.
    case apple

    /// Returns the boolean for a string; false if the text is not one.
    public func value(of text: String) -> Bool {
        switch self {
        case .shared: BooleanText.value(of: text) ?? false
        case .apple: BooleanText.foundationValue(of: text)
        }
    }
}
