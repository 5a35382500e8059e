/// The names by which addresses call the machine that they are used on.
enum ThisMachine {
    /// Returns whether a host is this machine.
    static func isNamed(by host: String) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
    }
}
