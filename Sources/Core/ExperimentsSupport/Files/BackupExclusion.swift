import Foundation

/// Excludes data that belongs to one device from the backups of Apple's systems, because another device may be set up
/// from them.
package enum BackupExclusion {
    /// Excludes the file or folder at `path` from backups. Call it again after a file was replaced.
    package static func apply(to path: String) {
        #if canImport(Darwin)
        var url = URL(fileURLWithPath: path)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? url.setResourceValues(values)
        #endif
    }
}
