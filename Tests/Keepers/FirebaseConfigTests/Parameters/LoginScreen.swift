import FirebaseConfig

/// The example of the article on typed parameters.
struct ScreenConfig: Codable, Hashable {
    struct Label: Codable, Hashable {
        var text: String
    }

    struct Button: Codable, Hashable {
        var text: String
        var color: Color
    }

    struct Color: Codable, Hashable {
        var red: Int
        var green: Int
        var blue: Int
    }

    var label: Label
    var button: Button
}

extension RemoteConfig.Parameter where Value == ScreenConfig {
    static let login = Self(
        "login_screen",
        default: ScreenConfig(
            label: .init(text: "Welcome to Remote Config Demo (default)"),
            button: .init(text: "Continue (default)", color: .init(red: 50, green: 206, blue: 50))))
}

/// What the screen shows.
enum LoginScreen: Equatable {
    case spinner
    case screen(title: String, button: String, green: Int)

    /// The screen for a state: a spinner while the first values are on their way, else the values that there are.
    init(_ loader: RemoteConfigLoader) {
        if case .loading = loader.state {
            self = .spinner
            return
        }
        let config = loader.config.value(of: .login)
        self = .screen(title: config.label.text, button: config.button.text, green: config.button.color.green)
    }
}
