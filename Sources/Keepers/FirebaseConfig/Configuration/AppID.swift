/// The id that Firebase gives to an app, for example `1:123456789012:ios:0a1b2c3d`.
public struct AppID: Sendable, Hashable, CustomStringConvertible {
    /// What the app was registered as.
    public enum Platform: String, Sendable, CaseIterable {
        case ios
        case android
        case web
    }

    /// The id as written.
    public let text: String
    /// The number of the project, its second part.
    public let projectNumber: String
    /// What the app was registered as, its third part.
    public let platform: Platform

    /// The parts of an id, or nil if `text` is none: a version, the project's number, `ios`, `android` or `web`, and
    /// lower-case hexadecimal digits, with colons between.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty,
            !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let platform = Platform(rawValue: String(parts[2])),
            !parts[3].isEmpty, parts[3].utf8.allSatisfy(Self.isLowerHexadecimal)
        else { return nil }
        self.text = text
        self.platform = platform
        projectNumber = String(parts[1])
    }

    /// The id as written.
    public var description: String { text }

    private static func isLowerHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
