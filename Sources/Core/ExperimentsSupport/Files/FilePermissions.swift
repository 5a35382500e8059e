import Foundation

/// The permissions of a file that a program creates.
package enum FilePermissions: Sendable, Hashable {
    /// The permissions that the user's file mode mask allows, for files that a user named. A replaced file keeps its
    /// permissions.
    case usual
    /// Only the user, even if an older file allowed others.
    case ownerOnly
    /// The permissions of the file at this path, or only the user if there is no such file. For that file itself, and
    /// for files next to it with the same information.
    case like(String)

    /// The mode and the owner of a file; nil for those that are not changed.
    package struct Bits {
        package let mode: mode_t
        /// The user and group of the file, if it should be like another one.
        package let owner: (user: uid_t, group: gid_t)?

        /// The mode for a folder, which those who may read its files can enter.
        package var ofFolder: mode_t { mode | (mode & 0o444) >> 2 | 0o700 }

        /// Sets them on an open file, as far as the system lets this user. A file that already has them is not touched,
        /// because a process that waits for its lock would mistake the change for progress.
        package func apply(to descriptor: Int32) {
            guard let status = FileStatus(of: descriptor) else { return }
            var mode = mode
            if let owner {
                // Only the superuser may change the user of a file, but a user may choose among their own groups.
                let isGiven =
                    geteuid() == 0 && status.owner != owner
                    && fchown(descriptor, owner.user, owner.group) == 0
                if !isGiven, status.owner.group != owner.group, fchown(descriptor, .max, owner.group) != 0 {
                    // Permissions for one group must not be given to another.
                    mode &= ~0o070
                }
            }
            if status.permissions != mode { fchmod(descriptor, mode) }
        }
    }

    /// - Parameter old: the file that is replaced, if there is one.
    package func bits(replacing old: FileStatus? = nil) -> Bits? {
        switch self {
        case .usual: return old.map { Bits(mode: $0.permissions, owner: $0.owner) }
        case .ownerOnly: return Bits(mode: 0o600, owner: old?.owner)
        case .like(let path):
            guard let model = FileStatus(of: path) else { return Bits(mode: 0o600, owner: old?.owner) }
            // A file next to a write-protected one must still be lockable and writable.
            let isItself = old.map(model.isSameFile) ?? false
            return Bits(mode: isItself ? model.permissions : model.permissions | 0o600, owner: model.owner)
        }
    }
}

/// The user who runs this process.
package struct UserAccount: Sendable, Hashable {
    /// The user's name; nil if neither the environment nor the system has one.
    package let name: String?
    /// The absolute path of the user's home folder; nil if neither the environment nor the system names one, as in
    /// containers that run under a number alone.
    package let home: String?

    /// Prefers the values of the environment: `USER` or `LOGNAME`, and `HOME` unless it is relative, which would be
    /// another folder for each working directory.
    ///
    /// - Parameters:
    ///   - variable: returns the value of an environment variable.
    ///   - registered: the name and the home folder that the system has for the user.
    package init(
        variable: (String) -> String?,
        registered: () -> (name: String?, home: String?) = UserAccount.registered
    ) {
        let named = [variable("USER"), variable("LOGNAME")].compactMap(\.self).first { !$0.isEmpty }
        let home = variable("HOME").flatMap(Self.absolute)
        let entry = named == nil || home == nil ? registered() : (name: nil, home: nil)
        name = named ?? entry.name
        self.home = home ?? entry.home.flatMap(Self.absolute)
    }

    private static func absolute(_ path: String) -> String? { path.hasScalarPrefix("/") ? path : nil }

    /// Returns the entry of the user in the system's list of users.
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
