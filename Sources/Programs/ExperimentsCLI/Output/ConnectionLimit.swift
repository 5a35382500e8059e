/// The message if the system allows no more connections.
enum ConnectionLimit {
    static func words(_ limit: Int) -> String {
        "connections are refused: the system lets this program have \(limit) files and connections open, which "
            + "ulimit -n can raise"
    }
}
