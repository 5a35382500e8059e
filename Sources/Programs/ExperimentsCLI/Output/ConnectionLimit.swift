extension PlainText {
    /// The message if the system allows no more connections.
    func connectionsRefused(from limit: Int) -> StyledText {
        let words =
            "connections are refused: the system lets this program have \(limit) files and connections open, which "
        return shown(words + "ulimit -n can raise", ink: .red)
    }
}
