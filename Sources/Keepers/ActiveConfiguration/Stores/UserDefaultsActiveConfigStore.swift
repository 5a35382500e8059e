import Foundation

/// A store that keeps each user's configuration in an app's user defaults.
///
/// An entry that cannot be used is moved to a key that ends in `.unusable`, and counts as absent.
public final class UserDefaultsActiveConfigStore: ActiveConfigStore, @unchecked Sendable {
    // The conformance is unchecked because UserDefaults may be used from any thread, but is not declared Sendable on
    // all platforms.
    private let defaults: UserDefaults
    private let key: @Sendable (String?) -> String

    /// Creates a store in `defaults`.
    ///
    /// - Parameters:
    ///   - defaults: the user defaults in which configurations are stored.
    ///   - prefix: the beginning of the names of its keys. Two stores in the same defaults need different prefixes.
    public convenience init(defaults: UserDefaults = .standard, prefix: String = "ActiveConfig") {
        self.init(defaults: defaults) { userID in
            userID.map { "\(prefix).user.\($0)" } ?? "\(prefix).shared"
        }
    }

    /// Creates a store in `defaults` whose keys the app chooses: a different one for each user, and one for nil.
    public init(defaults: UserDefaults = .standard, key: @escaping @Sendable (_ userID: String?) -> String) {
        self.defaults = defaults
        self.key = key
    }

    public func configuration(for userID: String?) throws -> StoredActiveConfig? {
        let key = key(userID)
        guard let object = defaults.object(forKey: key) else { return nil }
        do throws(ActiveConfigStoreProblem) {
            guard let data = object as? Data else { throw ActiveConfigStoreProblem("it is not data") }
            return try StoredActiveConfig(decoding: Array(data), for: userID)
        } catch {
            let aside = key + ".unusable"
            defaults.set(object, forKey: aside)
            defaults.removeObject(forKey: key)
            throw ActiveConfigStoreProblem(
                "the configuration stored in the user defaults under \(key) cannot be used: \(error); it was set aside as "
                    + aside)
        }
    }

    public func persist(_ configuration: StoredActiveConfig?, for userID: String?) {
        if let configuration {
            defaults.set(Data(configuration.encoded(for: userID)), forKey: key(userID))
        } else {
            defaults.removeObject(forKey: key(userID))
        }
    }

    public var firstDownloadFinished: Bool { defaults.bool(forKey: firstDownloadKey) }

    public func noteFirstDownload() {
        defaults.set(true, forKey: firstDownloadKey)
    }

    private var firstDownloadKey: String { key(nil) + ".firstDownloadFinished" }
}
