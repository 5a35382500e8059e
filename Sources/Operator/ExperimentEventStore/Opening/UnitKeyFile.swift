import ExperimentEvents
import ExperimentsSupport
import Foundation

/// The key for naming a project's units: `events.key` next to the database, readable only by its owner.
package struct UnitKeyFile: Sendable {
    private static let length = 32
    package let path: String

    package init(beside database: String) {
        path = PathText.join(PathText.folder(of: database), "events.key")
    }

    /// Returns the naming with the key, which is created if there is no database yet.
    ///
    /// - Throws: `FileProblem` if there is a database without its key, and if the key cannot be read.
    package func naming(isNew: Bool) throws -> UnitNaming {
        try FileLock.whileHeld(guarding: path) {
            if let text = try FileBytes.readIfPresent(path, limit: 1024) {
                return try UnitNaming(key: key(text))
            }
            guard isNew else {
                throw FileProblem(
                    path: path, message: "the key of the events is missing",
                    advice: "restore it from a backup, or move the events away to start again",
                    isMissing: true)
            }
            var random = SystemRandomNumberGenerator()
            let key = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            try AtomicFile.write(Array((Base64URL.text(key) + "\n").utf8), to: path, permissions: .ownerOnly)
            return UnitNaming(key: key)
        }
    }

    /// The advice for a key that does not match the events.
    static let adviceOnKey =
        "restore the right key from a backup, or move it and the events away to start again"

    private func key(_ text: [UInt8]) throws -> [UInt8] {
        let line = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key = Base64URL.bytes(line), key.count == Self.length else {
            throw FileProblem(path: path, message: "not a key of events", advice: Self.adviceOnKey)
        }
        return key
    }
}
