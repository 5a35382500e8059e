import RemoteConfigEmulator

/// `[TARGET/]DURATION[:PART][*TIMES]`: a fault whose effect is a delay.
enum DelayArgument {
    /// The fault that `text` means.
    static func fault(_ text: String) throws(FaultText.Problem) -> FaultText {
        guard let slash = text.lastIndex(of: "/") else { return try FaultText(parsing: "delay=" + text) }
        return try FaultText(parsing: text[...slash] + "delay=" + text[text.index(after: slash)...])
    }
}
