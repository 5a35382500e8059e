import ExperimentsCore
import FirebaseConfig

#if canImport(SwiftUI)
import SwiftUI
#endif

// The snippets of the pages of this library, as they stand there; a test sees to it that none is absent.

private func fetch() async throws -> String {
    let project = try FirebaseProject(contentsOfFile: "GoogleService-Info.plist")
    let config = RemoteConfig(
        project: project, store: FileConfigStore(path: FileConfigStore.defaultPath(for: project)))

    config.setDefaults(["welcome_message": "Hello"])
    try await config.fetchAndActivate()
    let message = config["welcome_message"].stringValue
    return message
}

private func read(_ config: RemoteConfig) throws -> (Bool, Int, ScreenConfig) {
    let isNew = config["new_checkout"].boolValue
    let days = config["trial_days"].intValue
    // An error names the place in the value.
    let screen: ScreenConfig = try config.decodedValue(for: "login_screen")
    return (isNew, days, screen)
}

extension RemoteConfig.Key {
    static let paywall: Self = "paywall_type"
}

private func readPaywall(_ config: RemoteConfig) -> String {
    config.setDefaults([.paywall: "a"])
    let paywall = config.configValue(for: .paywall).stringValue
    return paywall
}

private func previewClient() -> RemoteConfig {
    let preview = RemoteConfig.preview(withDefaults: [.paywall: "b"])
    return preview
}

private func requireUpdate(_ config: RemoteConfig) {
    if let update = config.requiredUpdate, update.isApplicable {
        print("Get version \(update.version) from \(update.download).")  // and show nothing else
    }
}

private func listen(_ config: RemoteConfig) -> ObservationHandle {
    let listener = config.addOnConfigUpdateListener { result in
        switch result {
        case .success(let update) where update.updatedKeys.contains("welcome_message"):
            config.activate()
        case .success: break
        case .failure(let error): print(error)
        }
    }
    return listener
}

private func follow(_ config: RemoteConfig) async throws {
    for try await update in config.configUpdates {
        print(update.updatedKeys)
    }
}

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

private func show(_ config: RemoteConfig, show: (ScreenConfig) -> Void) {
    switch config.reading(of: .login) {
    case .remote(let screen), .default(let screen): show(screen)
    case .incorrect(let problem, default: let screen):
        print(problem)  // login_screen: button.color.red: expected Int: …
        show(screen)
    }
}

private func load(_ config: RemoteConfig) async -> RemoteConfigLoader {
    let loader = RemoteConfigLoader(config)
    await loader.load()
    return loader
}

#if canImport(SwiftUI)
struct LoginView: View {
    let loader: RemoteConfigLoader

    var body: some View {
        switch loader.state {
        case .loading: ProgressView()
        case .idle, .loaded, .error: Text(loader.config.value(of: .login).label.text)
        }
    }
}
#endif
