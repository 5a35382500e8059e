/// What this client calls itself towards the services.
enum SDKVersion {
    /// The services know clients by a prefix for the platform: `i:` for Apple's, `w:` for the rest.
    static let text = prefix + "1.0.0"

    #if canImport(Darwin)
    private static let prefix = "i:"
    #else
    private static let prefix = "w:"
    #endif
}
