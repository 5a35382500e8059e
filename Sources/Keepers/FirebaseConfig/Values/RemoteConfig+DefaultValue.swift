import ExperimentsCore
import ExperimentsLocks
import Foundation

extension RemoteConfig {
    /// A default value for a parameter, before it becomes a string, as all values are.
    public enum DefaultValue: Sendable, Hashable {
        /// A string, which is used unchanged.
        case text(String)
        /// A boolean, as the text `1` or `0`.
        case bool(Bool)
        /// A whole number, as its digits.
        case integer(Int)
        /// A decimal number, as short as it can be.
        case decimal(Double)
        /// A time, as `2026-03-01 09:30:00` without a time zone.
        case date(Date)
        /// Bytes in UTF-8. Invalid bytes are replaced.
        case data(Data)
        /// A document, as compact JSON.
        case json(JSONValue)
    }
}

extension RemoteConfig.DefaultValue {
    /// Creates a value from Foundation's types: strings, numbers, dates, data, and arrays and dictionaries of values
    /// that JSON allows. Any other object becomes an empty text.
    public init(_ object: Any) {
        switch object {
        case let text as String: self = .text(text)
        case let bool as Bool: self = .bool(bool)
        case let number as NSNumber where number.isFloatingPoint: self = .decimal(number.doubleValue)
        case let number as NSNumber: self = .text(number.stringValue)
        case let number as Int: self = .integer(number)
        case let number as Double: self = .decimal(number)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        default:
            guard JSONSerialization.isValidJSONObject(object),
                let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
            else {
                self = .text("")
                return
            }
            self = .data(data)
        }
    }

    /// Returns the text that reads of the parameter return.
    ///
    /// - Parameter timeZone: the time zone in which a date is written.
    public func text(in timeZone: TimeZone = .current) -> String {
        switch self {
        case .text(let text): text
        case .bool(let isTrue): isTrue ? "1" : "0"
        case .integer(let number): String(number)
        case .decimal(let number): Int(exactly: number).map { String($0) } ?? String(number)
        case .date(let date): RFC3339.wallClock(date, in: timeZone)
        case .data(let data): String(decoding: data, as: UTF8.self)
        case .json(let value): value.compactText
        }
    }
}

extension NSNumber {
    /// Whether the number was created from a `Double` or a `Float`, by the type codes of Objective-C.
    fileprivate var isFloatingPoint: Bool { ["d", "f"].contains(String(cString: objCType)) }
}

extension RemoteConfig.DefaultValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a decimal number.
    public init(floatLiteral value: Double) { self = .decimal(value) }
}

extension RemoteConfig {
    /// The release that the app requires; nil if none is published, or if the published one is not valid: see
    /// `applicationUpdate(_:)`.
    ///
    /// `isApplicable` of the update shows whether the running app is older. If there is also a recommended update, the
    /// app decides which of them to show.
    public var requiredUpdate: ApplicationUpdate? { (try? applicationUpdate(.required)) ?? nil }

    /// The release that the app should offer; nil in the same cases as `requiredUpdate`.
    public var recommendedUpdate: ApplicationUpdate? { (try? applicationUpdate(.recommended)) ?? nil }

    /// Returns the update of a kind; nil if none is published, or the parameter is empty.
    ///
    /// - Throws: `ValueDecodingError` with the reason why the parameter is not valid.
    public func applicationUpdate(_ kind: ApplicationUpdate.Kind) throws(ValueDecodingError)
        -> ApplicationUpdate?
    {
        let key = updateKeys[kind].rawValue
        guard !configValue(for: key).stringValue.isEmpty else { return nil }
        return try decodedValue(for: key)
    }

    /// The names of the parameters for updates: those of the settings, or the usual ones for the app's platform.
    public var updateKeys: ApplicationUpdate.Keys {
        settings.updateKeys ?? ApplicationUpdate.Keys(project.appID.platform)
    }

    /// The source of a value.
    public enum Source: String, Sendable, Hashable {
        /// The service, with the values that are in use.
        case remote
        /// The app or a library, with its defaults.
        case `default`
        /// No source; the value is empty.
        case `static`
    }

    /// The value of a parameter, and its source. An empty text from the service is a value, too.
    ///
    /// The service always sends a string, which the properties convert to other types. If the text cannot be converted,
    /// the property is empty: false, 0 or nil. `decoded(as:)` gives the reason.
    public struct Value: Sendable, Hashable {
        /// The value as text, as the service sends it or the app declares it.
        public let stringValue: String
        /// The origin of the value: the service, the defaults, or neither.
        public let source: Source
        /// The strings that are read as true.
        public let booleanRule: BooleanRule

        /// Creates a value.
        public init(stringValue: String, source: Source, booleanRule: BooleanRule = .shared) {
            self.stringValue = stringValue
            self.source = source
            self.booleanRule = booleanRule
        }
    }
}

extension RemoteConfig.Value {
    /// Whether the text is one of those that mean true.
    public var boolValue: Bool { booleanRule.value(of: stringValue) }

    /// The decimal number in the text; 0 if it is not one.
    public var doubleValue: Double { NumberText.double(stringValue) ?? 0 }

    /// The whole number in the text; 0 if it is not one.
    public var intValue: Int { NumberText.integer(stringValue) ?? 0 }

    /// The text in UTF-8.
    public var dataValue: Data { Data(stringValue.utf8) }

    /// The text as JSON; nil if it is not JSON.
    public var jsonValue: JSONValue? { try? JSONValue(parsing: stringValue) }
}

extension RemoteConfig {
    /// Sets the app's defaults, for parameters that the service does not provide. They replace the earlier ones.
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
