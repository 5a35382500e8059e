import ArgumentParser
import FirebaseConfig

/// The apps that updates are published for.
enum UpdatePlatform: String, ExpressibleByArgument, CaseIterable {
    case ios
    case android

    /// The same as a platform of Firebase's.
    var appPlatform: AppID.Platform {
        switch self {
        case .ios: .ios
        case .android: .android
        }
    }
}
