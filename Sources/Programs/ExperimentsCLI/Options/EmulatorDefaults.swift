/// The defaults of an emulator.
enum EmulatorDefaults {
    /// The id of the project.
    static let projectID = "demo-project"
    /// The id of the app.
    static let appID = "1:123456789012:ios:0a1b2c3d"
    /// The API key: any is as good, but it should be no word of a message, which would be hidden there.
    static let apiKey = "no-key-is-needed"
    /// The environment variable with the token that requests have to carry.
    static let tokenVariable = "EXPERIMENTS_EMULATOR_TOKEN"
    /// The port.
    static let port: UInt16 = 9199
}
