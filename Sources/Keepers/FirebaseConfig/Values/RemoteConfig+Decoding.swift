import ExperimentsCore
import Foundation

extension RemoteConfig.Value {
    /// Decodes the text; nil if that is not possible. `decoded(as:)` gives the reason.
    public func decodedValue<Decoded: Decodable>(as type: Decoded.Type = Decoded.self) -> Decoded? {
        try? decoded(as: type)
    }

    /// Decodes the text. `String`, `Bool`, numbers and `Data` are read like the properties of the value, any other type
    /// is read as JSON. A text that is not JSON, or is a scalar, can also be decoded as a string, for example `classic`
    /// as a case of an enum.
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
        // Only JSON's texts stand between quotation marks; a parameter's text does not.
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
