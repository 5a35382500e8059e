import ExperimentsCore
import Foundation

/// One message of the realtime stream.
struct InvalidationMessage: Sendable, Hashable {
    /// The version of a template that is out now.
    var templateVersion: Int64?
    /// Whether the project's realtime updates are switched off.
    var isDisabled = false
    /// For how many seconds the service wants no new connection once this one is over.
    var retryInterval: TimeInterval?

    /// No wait is believed to be longer than this.
    static let longestRetryInterval: TimeInterval = 24 * 3600
}

extension InvalidationMessage {
    /// Reads a message. Members that it does not know are passed over.
    ///
    /// - Throws: `InvalidationMessageProblem` with the member that is not as the protocol says.
    init(_ json: JSONObject) throws(InvalidationMessageProblem) {
        if let version = json["latestTemplateVersionNumber"] {
            guard let number = version.int64, number >= 0 else {
                throw InvalidationMessageProblem("\"latestTemplateVersionNumber\" must be a whole number from 0")
            }
            templateVersion = number
        }
        // Its mere presence says nothing: `"featureDisabled": false` is a message too.
        isDisabled = json["featureDisabled"]?.bool == true
        if let interval = json["retryIntervalSeconds"] {
            guard let number = interval.int64, number >= 0 else {
                throw InvalidationMessageProblem("\"retryIntervalSeconds\" must be a whole number from 0")
            }
            retryInterval = min(TimeInterval(number), Self.longestRetryInterval)
        }
    }
}

/// Why something in a stream is no message.
struct InvalidationMessageProblem: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
