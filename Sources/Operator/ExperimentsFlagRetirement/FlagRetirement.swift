import ExperimentsCore
import ExperimentsProject
import ExperimentsSourceScanning

/// The change that removes a key from an app's source code: each place that reads it gets the value that all users
/// have.
///
/// Nothing is compiled. A place where the change might alter the meaning is not changed, and is listed.
package struct FlagRetirement: Sendable {
    /// A key to remove.
    package struct Request: Sendable {
        /// The name of the key.
        package var key: String
        /// The value that everyone gets, as the source has it.
        package var value: String
        /// The type of the key, if the project file has it.
        package var kind: ValueKind?
        /// The functions of the app that read keys by their names.
        package var readers: [ProjectCodeReader]

        package init(key: String, value: String, kind: ValueKind? = nil, readers: [ProjectCodeReader] = []) {
            (self.key, self.value, self.kind, self.readers) = (key, value, kind, readers)
        }
    }

    /// A file, before and after.
    package struct Change: Sendable, Hashable {
        package let path: String
        package let before: [UInt8]
        package let after: [UInt8]

        package init(path: String, before: [UInt8], after: [UInt8]) {
            (self.path, self.before, self.after) = (path, before, after)
        }
    }

    /// A place that is not changed.
    package struct LeftPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The place in the file before the change.
        package let place: SourcePlace
        /// The place in the file after the change.
        package let after: SourcePlace
        package let reason: String

        package init(place: SourcePlace, after: SourcePlace, reason: String) {
            self.place = place
            self.after = after
            self.reason = reason
        }

        /// `path:line:column: reason`.
        package var description: String { "\(place): \(reason)" }

        package static func < (left: LeftPlace, right: LeftPlace) -> Bool {
            (left.place, left.reason) < (right.place, right.reason)
        }
    }

    /// The files that change, sorted by path.
    package let changes: [Change]
    /// The places that stay, sorted.
    package let left: [LeftPlace]
    /// The texts that have the name of the key, sorted. Nothing reads the key by them.
    package let texts: [LeftPlace]
    /// Whether the sources have the key at all.
    package let isFound: Bool
    /// Whether no place refers to the key after the change, so that it can go everywhere.
    package let isComplete: Bool

    /// Computes the change.
    ///
    /// - Parameter progress: called with the number of files read so far.
    /// - Throws: `MessageError` if the key cannot have the value.
    package init(
        _ files: [SourceFile], _ request: Request, progress: (Int) -> Void = { _ in }
    ) throws(MessageError) {
        let work = RetirementWork(files, request, progress: progress)
        try work.check()
        work.run()
        changes = work.changes
        left = work.leftPlaces
        texts = work.textPlaces
        isFound = work.isFound
        isComplete = work.isComplete
    }
}
