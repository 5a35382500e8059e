import ExperimentsCore
import FirebaseTemplates

/// A refusal, with the status and the name that Google's services use.
struct EmulatorError: Error {
    let status: Int
    let name: String
    let message: String
    /// The place of the mistake in the request, in the service's words; nil if it is unknown.
    var details: JSONValue?

    static func invalidArgument(_ message: String) -> EmulatorError {
        EmulatorError(status: 400, name: "INVALID_ARGUMENT", message: message)
    }

    /// Creates the error for a template that breaks a rule. Clients find the code only in a message of one line.
    static func validation(_ message: String) -> EmulatorError {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return invalidArgument("[VALIDATION_ERROR]: \(line)")
    }

    /// Creates the error for a template with members that the API does not declare.
    static func unknown(_ members: [UnknownMember]) -> EmulatorError {
        let violations = members.prefix(20).map { member in
            (
                field: member.field,
                words:
                    "Invalid JSON payload received. Unknown name \(JSONValue.string(member.name).compactText) at "
                    + "'\(member.field)': Cannot find field."
            )
        }
        var error = invalidArgument(violations.map(\.words).joined(separator: " "))
        error.details = [
            [
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": .array(
                    violations.map { ["field": .string($0.field), "description": .string($0.words)] }),
            ]
        ]
        return error
    }

    static func unauthenticated(_ message: String) -> EmulatorError {
        EmulatorError(status: 401, name: "UNAUTHENTICATED", message: message)
    }

    static func permissionDenied(_ message: String) -> EmulatorError {
        EmulatorError(status: 403, name: "PERMISSION_DENIED", message: message)
    }

    static func notFound(_ message: String) -> EmulatorError {
        EmulatorError(status: 404, name: "NOT_FOUND", message: message)
    }

    static func alreadyExists(_ message: String) -> EmulatorError {
        EmulatorError(status: 409, name: "ALREADY_EXISTS", message: message)
    }

    static func tooLarge(_ limit: Int) -> EmulatorError {
        EmulatorError(
            status: 413, name: "INVALID_ARGUMENT",
            message: "Request payload size exceeds the limit: \(limit) bytes.")
    }

    /// There are no values yet. Clients keep their values, and try again.
    static let unavailable = EmulatorError(
        status: 503, name: "UNAVAILABLE", message: "The source of the values has not been reached yet.")

    /// Creates the error for content that would fill the memory.
    static func exhausted(_ message: String) -> EmulatorError {
        EmulatorError(status: 429, name: "RESOURCE_EXHAUSTED", message: message)
    }

    /// Returns the error of an injected fault.
    static func injected(_ status: Int) -> EmulatorError {
        EmulatorError(status: status, name: names[status] ?? "UNKNOWN", message: "Injected by the emulator.")
    }

    private static let names = [
        400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
        409: "ABORTED", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 501: "UNIMPLEMENTED", 502: "UNAVAILABLE",
        503: "UNAVAILABLE", 504: "DEADLINE_EXCEEDED",
    ]
}
