import ExperimentsCore
import Foundation

/// The reason why a parameter's value does not have the type that the app asked for.
public struct ValueDecodingError: Error, Sendable, Hashable, OperatorError {
    /// The key of the parameter, if the value was read with it.
    public var key: String?
    /// The place of the mistake in the value, for example `buttons[2].title`; empty for the value as a whole.
    public let codingPath: String
    /// What is wrong at that place.
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
    /// `login_screen: buttons[2].title is missing`, as far as it is known.
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

    /// As `description`.
    public var errorDescription: String? { description }
}
