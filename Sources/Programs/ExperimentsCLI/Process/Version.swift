enum Version {
    /// As `--version` prints it.
    static let text = "0.1.0"
}
