import Foundation

/// Keeps what belongs to one device out of the backups that Apple's systems make: another device may be set up from them.
package enum BackupExclusion {
    /// Leaves the file or folder at `path` out of backups. A file that is replaced has to be left out anew.
    package static func apply(to path: String) {
        #if canImport(Darwin)
        var url = URL(fileURLWithPath: path)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? url.setResourceValues(values)
        #endif
    }
}
