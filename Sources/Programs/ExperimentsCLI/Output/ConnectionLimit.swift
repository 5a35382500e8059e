extension PlainText {
    /// The message if the system allows no more connections.
    func connectionsRefused(from limit: Int) -> StyledText {
        let words =
            "connections are refused: too many open files and connections (limit: \(limit)); "
        return shown(words + "use `ulimit -n` to raise the limit", ink: .red)
    }
}
