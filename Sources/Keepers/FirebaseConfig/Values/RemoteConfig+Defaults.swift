import ExperimentsCore
import Foundation
import Locks

extension RemoteConfig {
    /// Sets the app's own values for parameters that the service does not have, in place of those set before.
    public func setDefaults(_ texts: [String: String]) {
        defaults.withLock { $0.app = texts }
    }

    /// As `setDefaults(_:)`, with the members of a value: each becomes the text that the service would send for it, and one
    /// that is `null` none.
    ///
    /// - Throws: `DefaultsProblem` where the value is no object of key and value, or cannot be encoded.
    public func setDefaults(from value: some Encodable) throws(DefaultsProblem) {
        let bytes: [UInt8]
        do {
            bytes = Array(try JSONEncoder().encode(value))
        } catch {
            throw DefaultsProblem("cannot be encoded: \(ValueDecodingError(error))")
        }
        setDefaults(try DefaultsReader(json: bytes).texts)
    }

    /// As `setDefaults(_:)`, with what a file holds: a property list where its name ends in `.plist`, else JSON. Firebase's
    /// console exports both.
    ///
    /// - Throws: `DefaultsProblem` that names the file, where it cannot be read or is not one object of key and value.
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

    /// The app's default for a parameter, else a library's; nil if there is none.
    public func defaultValue(for key: String) -> Value? {
        defaults.withLock { $0[key] }.map {
            Value(stringValue: $0, source: .default, booleanRule: settings.booleanRule)
        }
    }
}

/// The values that apply where the service has none.
struct DefaultTexts {
    /// Those of the app.
    var app: [String: String] = [:]
    /// Those of libraries, below the app's.
    var library: [String: String] = [:]
    /// Those of a client for previews, which no others change; nil for any other client.
    var fixed: [String: String]?

    subscript(key: String) -> String? {
        guard let fixed else { return app[key] ?? library[key] }
        return fixed[key]
    }

    /// The parameters that have one.
    var keys: Set<String> {
        guard let fixed else { return Set(app.keys).union(library.keys) }
        return Set(fixed.keys)
    }
}
