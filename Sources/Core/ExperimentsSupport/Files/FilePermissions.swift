import Foundation

/// Who may read and write a file that a program makes.
package enum FilePermissions: Sendable, Hashable {
    /// Whoever the user's mask lets: for files that somebody asked for by name. A file that is replaced keeps its own.
    case usual
    /// The user alone, also where an older file let others.
    case ownerOnly
    /// Those who may read and write the file at this path; where there is none, the user alone. For that file itself,
    /// and for what lies beside it and tells as much.
    case like(String)

    /// What a file gets; nil for what it has, or the mask leaves it.
    package struct Bits {
        package let mode: mode_t
        /// The user and group that the file belongs to, where it is like another.
        package let owner: (user: uid_t, group: gid_t)?

        /// The same for a folder, which can be entered by those who may read its files.
        package var ofFolder: mode_t { mode | (mode & 0o444) >> 2 | 0o700 }

        /// Gives them to an open file, as far as the system lets this user. A file that has them is not touched: those
        /// who wait for its lock would take that for progress.
        package func apply(to descriptor: Int32) {
            guard let status = FileStatus(of: descriptor) else { return }
            var mode = mode
            if let owner {
                // Only the superuser may give files away, but a user may choose among the groups they are in.
                let isGiven =
                    geteuid() == 0 && status.owner != owner && fchown(descriptor, owner.user, owner.group) == 0
                if !isGiven, status.owner.group != owner.group, fchown(descriptor, .max, owner.group) != 0 {
                    // What the one group may do is not meant for another.
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
            // What lies beside a file that is write-protected is to be locked and written all the same.
            let isItself = old.map(model.isSameFile) ?? false
            return Bits(mode: isItself ? model.permissions : model.permissions | 0o600, owner: model.owner)
        }
    }
}
