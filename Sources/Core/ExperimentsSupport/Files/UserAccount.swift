import Foundation

/// The user who runs this process.
package struct UserAccount: Sendable, Hashable {
    /// The user's name; nil if neither the environment nor the system has one.
    package let name: String?
    /// The absolute path of the user's home folder; nil if neither the environment nor the system names one, as in
    /// containers that run under a number alone.
    package let home: String?

    /// Prefers what the environment says: `USER` or `LOGNAME`, and `HOME` unless it is relative, which would be another
    /// folder for each working directory.
    ///
    /// - Parameters:
    ///   - variable: returns the value of an environment variable.
    ///   - registered: the name and the home folder that the system has for the user.
    package init(
        variable: (String) -> String?, registered: () -> (name: String?, home: String?) = UserAccount.registered
    ) {
        let named = [variable("USER"), variable("LOGNAME")].compactMap(\.self).first { !$0.isEmpty }
        let home = variable("HOME").flatMap(Self.absolute)
        let entry = named == nil || home == nil ? registered() : (name: nil, home: nil)
        name = named ?? entry.name
        self.home = home ?? entry.home.flatMap(Self.absolute)
    }

    private static func absolute(_ path: String) -> String? { path.hasScalarPrefix("/") ? path : nil }

    /// What the system's list of users has.
    package static func registered() -> (name: String?, home: String?) {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var texts: [CChar] = Array(repeating: 0, count: 16_384)
        return texts.withUnsafeMutableBufferPointer { texts in
            guard let room = texts.baseAddress, getpwuid_r(getuid(), &entry, room, texts.count, &found) == 0,
                found != nil
            else { return (nil, nil) }
            return (entry.pw_name.map { String(cString: $0) }, entry.pw_dir.map { String(cString: $0) })
        }
    }
}
