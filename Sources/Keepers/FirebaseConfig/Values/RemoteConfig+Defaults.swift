import ExperimentsCore
import Foundation
import Locks

extension RemoteConfig {
    /// Sets the app's defaults, for parameters that the service does not have. They replace the earlier ones.
    public func setDefaults(_ texts: [String: String]) {
        defaults.withLock { $0.app = texts }
    }

    /// Sets the app's defaults from the members of a value. Each member becomes the text that the service would send
    /// for it, and a `null` member has no default.
    ///
    /// - Throws: `DefaultsProblem` if the value is not encoded as an object, or cannot be encoded. The earlier
    ///   defaults then stay.
    public func setDefaults(from value: some Encodable) throws(DefaultsProblem) {
        let bytes: [UInt8]
        do {
            bytes = Array(try JSONEncoder().encode(value))
        } catch {
            throw DefaultsProblem("cannot be encoded: \(ValueDecodingError(error))")
        }
        setDefaults(try DefaultsReader(json: bytes).texts)
    }

    /// Sets the app's defaults from a file: a property list if its name ends in `.plist`, otherwise JSON. Firebase's
    /// console exports both.
    ///
    /// - Throws: `DefaultsProblem` that names the file, if it cannot be read or is not one object. The earlier
    ///   defaults then stay.
    public func setDefaults(fromFile path: String) throws(DefaultsProblem) {
        do throws(DefaultsProblem) {
            let bytes = try Self.read(path)
            let isPropertyList = path.lowercased().hasSuffix(".plist")
            let document =
                isPropertyList ? try DefaultsReader(propertyList: bytes) : try DefaultsReader(json: bytes)
            setDefaults(document.texts)
        } catch {
            throw DefaultsProblem(error.reason, key: error.key, path: path)
        }
    }

    private static func read(_ path: String) throws(DefaultsProblem) -> [UInt8] {
        do {
            return try FileBytes.read(path)
        } catch {
            throw DefaultsProblem("cannot be read: \(error)")
        }
    }

    /// Returns the app's default for a parameter, or a library's; nil if there is none.
    public func defaultValue(for key: String) -> Value? {
        defaults.withLock { $0[key] }.map {
            Value(stringValue: $0, source: .default, booleanRule: settings.booleanRule)
        }
    }
}
