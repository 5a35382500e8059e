/// The services that a client speaks to.
public enum FirebaseService: String, Sendable, Hashable, CaseIterable {
    /// Registers the installation and gives it tokens.
    case installations = "Firebase Installations"
    /// Answers fetches.
    case remoteConfig = "Remote Config"
    /// Announces changes.
    case realtime = "Remote Config realtime"
}
