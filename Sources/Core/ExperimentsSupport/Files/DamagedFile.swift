import Foundation

/// Keeps files that cannot be used beside the new ones, under other names.
package enum DamagedFile {
    /// Renames the file at `path` to `NAME.broken`, in place of an older file with that name.
    ///
    /// - Returns: the new path; nil if the file cannot be renamed.
    package static func setAside(_ path: String) -> String? {
        rename(path, to: path + ".broken")
    }

    /// Renames the file at `path` to `NAME.unusable-TIME`, so that each such file is kept.
    ///
    /// - Parameter milliseconds: whether the name has the milliseconds, for files that may be set aside often.
    /// - Returns: the new path; nil if the file cannot be renamed.
    package static func setAside(_ path: String, at now: Date, milliseconds: Bool = false) -> String? {
        let stamp = RFC3339.text(of: now, milliseconds: milliseconds).replacing(scalar: ":", with: "")
        return rename(path, to: path + ".unusable-" + stamp)
    }

    private static func rename(_ path: String, to aside: String) -> String? {
        Foundation.rename(path, aside) == 0 ? aside : nil
    }
}
