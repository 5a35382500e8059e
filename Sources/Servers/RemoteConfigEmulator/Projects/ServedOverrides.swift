/// The values that operators set instead of those of a template.
public struct ServedOverrides: Sendable, Hashable {
    /// The texts by key, for everyone; nil to leave the key out, so that the app uses its own default.
    public var everyone: [String: String?]
    /// The same for some clients only.
    var narrower: [ServedScope: [String: ServedValue]] = [:]

    /// Creates overrides for everyone, by default none.
    public init(everyone: [String: String?] = [:]) {
        self.everyone = everyone
    }

    /// The number of narrower scopes with overrides.
    public var narrowerScopeCount: Int { narrower.count }

    /// What one client gets: of several scopes, the narrowest counts that says something of a key.
    func values(for client: EmulatedClient) -> [String: String?] {
        guard !narrower.isEmpty else { return everyone }
        var values = everyone
        for installation in [nil, client.installation] {
            for name in client.appNames {
                for (key, value) in narrower[ServedScope(app: name, installation: installation)] ?? [:] {
                    switch value {
                    case .text(let text): values.updateValue(text, forKey: key)
                    case .leftOut: values.updateValue(nil, forKey: key)
                    case .template: values.removeValue(forKey: key)
                    }
                }
            }
        }
        return values
    }
}

/// A scope of clients: those of an app, or one installation of it.
struct ServedScope: Sendable, Hashable {
    /// The app, by its id or by the name of its package.
    let app: String
    /// The installation's id; nil for all of the app.
    let installation: String?
}

/// The value of a key in a scope.
enum ServedValue: Sendable, Hashable {
    /// This text.
    case text(String)
    /// Nothing is sent, so that the app uses its own default.
    case leftOut
    /// The template's value, whatever a wider scope has, because the override is switched off.
    case template
}

/// Who asks an emulator.
struct EmulatedClient: Sendable, Hashable {
    /// The id of its installation.
    let installation: String
    /// What its app is called: its id, such as `1:123456789012:ios:0a1b2c3d`, and the name of its package, as far as it
    /// says.
    let appNames: [String]
}
