import Foundation

/// Keeps secrets of one installation between starts, readable by this app on this device alone.
package protocol SecretStore: Sendable {
    /// The secret called `name`; nil for none.
    ///
    /// - Throws: `FileProblem` if there is one that cannot be read.
    func secret(named name: String) throws(FileProblem) -> [UInt8]?

    /// Keeps a secret in place of any other of its name.
    ///
    /// - Throws: `FileProblem`; the former one may be lost then.
    func keep(_ secret: [UInt8], as name: String) throws(FileProblem)

    /// Forgets the secret called `name`, if there is one.
    func forget(_ name: String)
}

/// Keeps each secret in a file of a folder, readable by the user alone and left out of backups.
package struct SecretFiles: SecretStore, Hashable {
    let folder: String
    /// The largest secret that is read, in bytes.
    let limit: Int

    package init(folder: String, limit: Int) {
        (self.folder, self.limit) = (folder, limit)
    }

    package func secret(named name: String) throws(FileProblem) -> [UInt8]? {
        try FileBytes.readIfPresent(path(name), limit: limit)
    }

    package func keep(_ secret: [UInt8], as name: String) throws(FileProblem) {
        try AtomicFile.write(secret, to: path(name), permissions: .ownerOnly)
        // A file that is replaced has to be left out again; with its folder, all that lies there is.
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
