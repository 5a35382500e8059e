import ExperimentsCore
import Foundation

extension FirebaseProject {
    /// The project that a configuration file of Firebase names: a `GoogleService-Info.plist` or a
    /// `google-services.json`, told apart by their content.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - selection: which app, where a `google-services.json` lists several.
    /// - Throws: `FirebaseConfigurationError` for a file that cannot be read, or as the initializers of the two kinds.
    public init(
        contentsOfFile path: String, selecting selection: ClientSelection = .only
    ) throws(FirebaseConfigurationError) {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, limit: 1_000_000)
        } catch {
            throw FirebaseConfigurationError(origin: path, error.message)
        }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if first == UInt8(ascii: "{") {
            try self.init(googleServices: Data(bytes), selecting: selection, origin: path)
        } else {
            try self.init(propertyList: Data(bytes), origin: path)
        }
    }
}
