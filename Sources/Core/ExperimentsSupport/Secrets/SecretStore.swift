import Foundation

/// Stores secrets of one installation permanently, readable only by this app on this device.
package protocol SecretStore: Sendable {
    /// Returns the secret called `name`; nil if there is none.
    ///
    /// - Throws: `FileProblem` if the secret cannot be read.
    func secret(named name: String) throws(FileProblem) -> [UInt8]?

    /// Stores a secret, replacing any other with its name.
    ///
    /// - Throws: `FileProblem`; the previous secret may then be lost.
    func keep(_ secret: [UInt8], as name: String) throws(FileProblem)

    /// Forgets the secret called `name`, if there is one.
    func forget(_ name: String)
}

/// Stores each secret in a file of a folder, readable only by the user and excluded from backups.
package struct SecretFiles: SecretStore, Hashable {
    let folder: String
    /// The largest secret that is read, in bytes.
    let limit: Int

    package init(folder: String, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    package func secret(named name: String) throws(FileProblem) -> [UInt8]? {
        try FileBytes.readIfPresent(path(name), limit: limit)
    }

    package func keep(_ secret: [UInt8], as name: String) throws(FileProblem) {
        try AtomicFile.write(secret, to: path(name), permissions: .ownerOnly)
        // A file that is replaced must be excluded again. Excluding the folder excludes all files in it.
        Folders.excludeFromBackups(folder)
    }

    package func forget(_ name: String) { unlink(path(name)) }

    private func path(_ name: String) -> String { PathText.join(folder, name) }
}

extension Sequence<UInt8> {
    /// Returns whether both are the same bytes. The time it takes depends only on the length, not on
    /// the place of the first difference, so it reveals nothing else about a secret.
    @inlinable package func equalsInConstantTime(_ other: some Sequence<UInt8>) -> Bool {
        var (difference, rest) = (UInt8(0), other.makeIterator())
        for byte in self {
            guard let matching = rest.next() else { return false }
            difference |= byte ^ matching
        }
        return difference == 0 && rest.next() == nil
    }
}
