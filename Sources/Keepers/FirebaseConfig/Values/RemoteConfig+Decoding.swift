import ExperimentsCore
import Foundation

extension RemoteConfig.Value {
    /// Decodes the text; nil if that is not possible. `decoded(as:)` gives the reason.
    public func decodedValue<Decoded: Decodable>(as type: Decoded.Type = Decoded.self) -> Decoded? {
        try? decoded(as: type)
    }

    /// Decodes the text. `String`, `Bool`, numbers and `Data` are read like the properties of the value, any other type
    /// is read as JSON. A string that is not JSON, or is a scalar, can also be decoded as a string, for example
    /// `classic` as a case of an enum.
    ///
    /// - Throws: `ValueDecodingError` with the place of the mistake in the value.
    public func decoded<Decoded: Decodable>(
        as type: Decoded.Type = Decoded.self
    ) throws(ValueDecodingError) -> Decoded {
        if let scalar = try scalar(as: type) { return scalar }
        let failure: ValueDecodingError
        do {
            return try JSONDecoder().decode(type, from: dataValue)
        } catch {
            failure = ValueDecodingError(error)
        }
        // In JSON, strings are in quotation marks; a parameter's text is not.
        switch jsonValue {
        case .object, .array: throw failure
        default:
            let quoted = Data(JSONValue.string(stringValue).compactBytes)
            if let decoded = try? JSONDecoder().decode(type, from: quoted) { return decoded }
            throw jsonValue == nil ? notJSON(failure) : failure
        }
    }

    private func scalar<Decoded>(as type: Decoded.Type) throws(ValueDecodingError) -> Decoded? {
        switch type {
        case is String.Type: return stringValue as? Decoded
        case is Data.Type: return dataValue as? Decoded
        case is Bool.Type:
            guard booleanRule == .apple || BooleanText.value(of: stringValue) != nil else {
                throw ValueDecodingError("expected a boolean, found \(Quotation.of(stringValue))")
            }
            return boolValue as? Decoded
        case is Int.Type:
            guard let number = NumberText.integer(stringValue) else {
                throw ValueDecodingError("expected a whole number, found \(Quotation.of(stringValue))")
            }
            return number as? Decoded
        case is Double.Type:
            guard let number = NumberText.double(stringValue) else {
                throw ValueDecodingError("expected a number, found \(Quotation.of(stringValue))")
            }
            return number as? Decoded
        default: return nil
        }
    }

    private func notJSON(_ failure: ValueDecodingError) -> ValueDecodingError {
        do throws(JSONProblem) {
            _ = try JSONValue(parsing: stringValue)
            return failure
        } catch {
            return ValueDecodingError("not JSON: \(error)")
        }
    }
}

/// The reason why a parameter's value does not have the type that the app requested.
public struct ValueDecodingError: Error, Sendable, Hashable, OperatorError {
    /// The key of the parameter, if the value was read with it.
    public var key: String?
    /// The place of the mistake in the value, for example `buttons[2].title`; empty for the value as a whole.
    public let codingPath: String
    /// The problem at that place.
    public let reason: String

    /// Creates an error.
    public init(_ reason: String, at codingPath: String = "", key: String? = nil) {
        self.reason = reason
        self.codingPath = codingPath
        self.key = key
    }
}

extension ValueDecodingError {
    /// Creates an error from that of a decoder.
    init(_ error: any Error) {
        switch error as? DecodingError {
        case .typeMismatch(let type, let context)?:
            self.init("expected \(type): \(context.debugDescription)", at: Self.text(of: context.codingPath))
        case .valueNotFound(let type, let context)?:
            self.init("expected \(type), found null", at: Self.text(of: context.codingPath))
        case .keyNotFound(let key, let context)?:
            self.init("is missing", at: Self.text(of: context.codingPath + [key]))
        case .dataCorrupted(let context)?:
            self.init(context.debugDescription, at: Self.text(of: context.codingPath))
        default: self.init("\(error)")
        }
    }

    private static func text(of path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}

extension ValueDecodingError: CustomStringConvertible, LocalizedError {
    /// `login_screen: buttons[2].title is missing`, with the parts that are known.
    public var description: String {
        let words = ServerText.presentable(reason)
        let place = ServerText.presentable(codingPath)
        let problem =
            switch (place.isEmpty, reason == "is missing") {
            case (true, _): words
            case (false, true): "\(place) \(words)"
            case (false, false): "\(place): \(words)"
            }
        return (key.map { "\(ServerText.presentable($0)): " } ?? "") + problem
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
