/// Keeps secrets of one installation between starts, readable by this app on this device alone.
package protocol SecretStore: Sendable {
    /// The secret called `name`; nil for none.
    ///
    /// - Throws: `FileProblem` where there is one that cannot be read.
    func secret(named name: String) throws(FileProblem) -> [UInt8]?

    /// Keeps a secret in place of any other of its name.
    ///
    /// - Throws: `FileProblem`; the former one may be lost then.
    func keep(_ secret: [UInt8], as name: String) throws(FileProblem)

    /// Forgets the secret called `name`, if there is one.
    func forget(_ name: String)
}
