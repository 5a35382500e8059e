import ExperimentsCore
import Foundation

/// Reads a good answer of the installations service.
struct InstallationAnswer {
    let response: TransportResponse

    func object() throws -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: response.body)
        } catch {
            throw invalid("not JSON: \(ServerText.presentable("\(error)"))")
        }
        guard let object = value.object else { throw invalid("expected a JSON object, found \(value.kindName)") }
        return object
    }

    /// A text that will travel in a header, where a line break would begin another header.
    func secret(_ name: String, in object: JSONObject) throws -> String {
        guard let text = object[name]?.string, !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw invalid("\"\(name)\" must be a text of printable ASCII characters") }
        return text
    }

    func token(in object: JSONObject, receivedAt now: Date) throws -> InstallationToken {
        guard let lifetime = object["expiresIn"]?.string.flatMap(Self.seconds), lifetime > 0 else {
            throw invalid("\"expiresIn\" must be a length of time such as 604800s")
        }
        return InstallationToken(text: try secret("token", in: object), issuedAt: now, lifetime: lifetime)
    }

    /// The seconds of a duration in protobuf's JSON form, `604800s`.
    static func seconds(_ text: String) -> TimeInterval? {
        guard text.hasSuffix("s") else { return nil }
        return NumberText.double(String(text.dropLast()))
    }

    func invalid(_ problem: String) -> FirebaseFetchError {
        .invalidAnswer(
            InvalidAnswer(
                service: .installations, problem: problem, status: response.status, bytes: response.body.count))
    }
}
