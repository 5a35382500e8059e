import ExperimentsCore
import Foundation
import GoogleServiceAccount
import TestSupport
import Testing
import ThrowawayKeys

@Suite("The key file of a service account", .inTurn)
struct KeyFileTests {
    private func problem(_ change: (inout JSONObject) -> Void) throws -> ServiceAccountKeyError? {
        var throwaway = try Keys.shared.get()
        change(&throwaway.members)
        let json = throwaway.json
        return #expect(throws: ServiceAccountKeyError.self) {
            try ServiceAccountKey(json: Array(json.utf8), origin: "key.json")
        }
    }

    @Test("is read from disk")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Keys.shared.get().json, to: "key.json")
        let key = try ServiceAccountKey(contentsOfFile: path)
        #expect(key.projectID == "demo-project")
        #expect(key.keyID == "0a1b2c3d4e5f")
        #expect(key.clientEmail == "publisher@demo-project.iam.gserviceaccount.com")
        #expect(key.tokenURL.absoluteString == "https://oauth2.googleapis.com/token")
    }

    @Test("that is named by its content is an error that does not show it")
    func contentInsteadOfPath() throws {
        let json = try Keys.shared.get().json
        for text in [json, "\n" + json, String(json.filter { !$0.isNewline })] {
            let errors: [ServiceAccountKeyError?] = [
                #expect(throws: ServiceAccountKeyError.self) { try ServiceAccountKey(contentsOfFile: text) },
                #expect(throws: ServiceAccountKeyError.self) { try GoogleCredentials(contentsOfFile: text) },
            ]
            for error in errors {
                let words = try #require(error?.description)
                #expect(
                    words.hasPrefix("the key file: is named by its content instead of its path"), "\(words)")
                #expect(!words.contains("PRIVATE") && words.count < 200)
            }
        }
    }

    @Test("that is not there is an error that names it")
    func missing() throws {
        let error = #expect(throws: ServiceAccountKeyError.self) {
            try ServiceAccountKey(contentsOfFile: "/nowhere/key.json")
        }
        #expect(error?.message == "/nowhere/key.json: cannot open: no such file or directory")
    }

    @Test("that is not JSON is an error with line and column")
    func notJSON() throws {
        let error = #expect(throws: ServiceAccountKeyError.self) {
            try ServiceAccountKey(json: Array("{\n  \"type\": oops}".utf8), origin: "key.json")
        }
        #expect(error?.message.hasPrefix("key.json: is not JSON: ") == true)
        #expect(error?.message.contains("line 2, column 11") == true, "\(String(describing: error))")
    }

    @Test(
        "without a member is an error that names the member",
        arguments: ["type", "project_id", "private_key_id", "private_key", "client_email", "token_uri"])
    func without(field: String) throws {
        let error = try problem { $0[field] = nil }
        #expect(error?.field == field)
        #expect(error?.problem.contains("is missing") == true)
    }

    @Test(
        "with a member that makes no sense says what was expected",
        arguments: [
            ("project_id", "a/b", "must be a project ID"), ("project_id", "a b", "contains a space"),
            ("token_uri", "oauth2.googleapis.com/token", "must be a URL such as"),
            ("token_uri", "file:///token", "must be a URL such as"),
            ("client_email", "a\nb", "contains a space"),
            ("private_key", "c2VjcmV0", "must begin with -----BEGIN PRIVATE KEY-----"),
            ("private_key", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nc2VjcmV0", "is encrypted"),
            (
                "private_key", #"-----BEGIN PRIVATE KEY-----\nc2VjcmV0"#,
                #"contains \n instead of line breaks"#
            ),
        ])
    func nonsense(field: String, text: String, words: String) throws {
        let error = try problem { $0[field] = .string(text) }
        #expect(error?.field == field)
        #expect(error?.problem.hasPrefix(words) == true, "\(String(describing: error))")
        #expect("\(String(describing: error))".contains("c2VjcmV0") == false)
    }

    @Test("that is cut off anywhere is an error that shows nothing of the private key")
    func truncated() throws {
        let throwaway = try Keys.shared.get()
        let bytes = Array(throwaway.json.utf8)
        for count in bytes.indices {
            let error = #expect(throws: ServiceAccountKeyError.self) {
                try ServiceAccountKey(json: Array(bytes[..<count]), origin: "key.json")
            }
            let words = error?.description ?? ""
            #expect(words.hasPrefix("key.json: "))
            #expect(throwaway.secretLines.allSatisfy { !words.contains($0.prefix(16)) })
        }
    }

    @Test("with a number where a text should be says so")
    func kinds() throws {
        #expect(try problem { $0["private_key"] = 1 }?.problem == "expected a string, found a number")
    }

    @Test("of another kind says which")
    func kindsOfFile() throws {
        #expect(
            try problem { $0["type"] = "authorized_user" }?.problem.contains("the credentials of a person")
                == true)
        #expect(try problem { $0["type"] = "external_account" }?.problem.contains("another identity") == true)
        #expect(try problem { $0["type"] = "other" }?.problem == "must be \"service_account\"")
        #expect(try problem { $0["project_info"] = [:] }?.problem.contains("google-services.json") == true)
    }

    @Test("keeps its private key out of descriptions and dumps")
    func secrecy() throws {
        let (throwaway, key) = try Keys.pair()
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("publisher@demo-project"))
            #expect(throwaway.secretLines.allSatisfy { !text.contains($0) })
        }
    }
}
