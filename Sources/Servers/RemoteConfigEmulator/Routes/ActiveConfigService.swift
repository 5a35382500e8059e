import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The server's side of ActiveConfig: `GET /active_config?userID=N`.
struct ActiveConfigService {
    /// The query item that names the user.
    static let userItem = "userID"

    /// The path of the folder with the answers for single users, if there is one: `ID.json`, and `shared.json` for
    /// requests without a user.
    let folder: String?
    let now: Date

    /// Returns the user's file unchanged, valid or not; if there is none, the sample configuration.
    func answer(_ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let userID = request.query[Self.userItem].flatMap { $0.isEmpty ? nil : $0 }
        let user = userID.map { "user \($0)" } ?? "nobody"
        if let bytes = try file(of: userID) {
            return answer(bytes, etag: Self.etag(of: bytes), to: request, note: "file for \(user)")
        }
        let sections = Self.sampleSections(of: userID)
        let document: JSONValue = [
            "meta": ["format_version_string": "1.0", "creation_time": .string(RFC3339.text(of: now))],
            "config_sections": sections,
        ]
        // The time of creation differs in every answer, so the tag depends only on the sections.
        let etag = Self.etag(of: Array(sections.compactText.utf8))
        return answer(Array(document.compactText.utf8), etag: etag, to: request, note: "sample for \(user)")
    }

    private func answer(_ body: [UInt8], etag: String, to request: EmulatorRequest, note: String)
        -> EmulatorAnswer
    {
        if request.headers["if-none-match"] == etag {
            return EmulatorAnswer(
                EmulatorResponse(status: 304, headers: ["etag": etag]), note: note + ", not modified")
        }
        return EmulatorAnswer(.json(body, etag: etag), note: note)
    }

    private func file(of userID: String?) throws(EmulatorError) -> [UInt8]? {
        guard let folder, let name = Self.fileName(of: userID) else { return nil }
        do throws(FileProblem) {
            return try FileBytes.readIfPresent(folder + "/" + name)
        } catch {
            throw EmulatorError(status: 500, name: "INTERNAL", message: error.description)
        }
    }

    /// Returns the name of a user's file; nil for an ID that could lead out of the folder.
    private static func fileName(of userID: String?) -> String? {
        guard let userID else { return "shared.json" }
        let isPlain = userID.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "-_.@".utf8.contains($0)
        }
        return isPlain && !userID.hasScalarPrefix(".") && userID.utf8.count < 200 ? userID + ".json" : nil
    }

    private static func etag(of bytes: [UInt8]) -> String {
        "\"" + String(ContentHash(bytes).value, radix: 16) + "\""
    }
}

/// The configuration that ActiveConfig's sample backend returns for a user: a color, a text and a switch that depend on
/// the user's number.
extension ActiveConfigService {
    /// Returns the sections of the user whose ID begins with a whole number, in the exchange format; the shared ones
    /// for any other.
    private static func sampleSections(of userID: String?) -> JSONValue {
        let text = (userID ?? "").drop { $0 == " " }
        let sign = text.hasScalarPrefix("-") ? "-" : ""
        let digits = text.dropFirst(text.hasScalarPrefix("-") || text.hasScalarPrefix("+") ? 1 : 0).prefix {
            "0"..."9" ~= $0
        }
        let number = Int(sign + digits)
        let settings: JSONValue = [
            "ViewBackgroundColor": ["value": color(of: number)],
            "LabelText": [
                "value": .string("This is a label value for user ID \(number.map { "\($0)" } ?? "NaN")")
            ],
            "ButtonEnabled": ["value": .bool(number == 3)],
        ]
        return ["SampleViewConfiguration": ["settings": settings]]
    }

    private static func color(of number: Int?) -> JSONValue {
        guard let number, number != 0 else { return ["red": 0, "green": 0, "blue": 0] }
        let divisor = Double(number)
        return [
            "red": .number("\(sin(45 / divisor) / divisor)"), "green": .number("\(cos(30.0) / divisor)"),
            "blue": .number("\(1 / divisor)"),
        ]
    }
}
