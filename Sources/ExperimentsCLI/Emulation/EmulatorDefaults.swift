/// What an emulator is told, and tells, where nobody says otherwise.
enum EmulatorDefaults {
    /// The id of the project.
    static let projectID = "demo-project"
    /// The id of the app.
    static let appID = "1:123456789012:ios:0a1b2c3d"
    /// The API key: any is as good.
    static let apiKey = "emulator"
    /// The environment variable with the token that requests have to carry.
    static let tokenVariable = "EXPERIMENTS_EMULATOR_TOKEN"
    /// The port.
    static let port: UInt16 = 9199
}
