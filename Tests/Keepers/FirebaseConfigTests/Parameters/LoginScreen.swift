import FirebaseConfig

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
