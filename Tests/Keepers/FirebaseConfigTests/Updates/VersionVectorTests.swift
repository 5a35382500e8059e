import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

private typealias Version = ApplicationUpdate.Version

@Suite(
    "Recorded behavior of versions and updates", .inTurn,
    .enabled(if: Conformance.isPresent, Comment(rawValue: Conformance.absence)))
struct VersionVectorTests {
    private func cases(_ name: String, of file: String) throws -> [JSONObject] {
        let document = try JSONValue(parsing: [UInt8](Conformance.data("application_update/\(file)")))
        let cases = try #require(document.object?[name]?.array)
        #expect(!cases.isEmpty)
        return cases.compactMap(\.object)
    }

    private func version(_ name: String, in object: JSONObject) throws -> Version {
        let text = try #require(object[name]?.string)
        return try #require(Version(rawValue: text))
    }

    @Test("texts are versions or not, of these numbers")
    func parsing() throws {
        for vector in try cases("parse", of: "version_vectors.json") {
            let raw = try #require(vector["raw"]?.string)
            let version = Version(rawValue: raw)
            let numbers = version.map { [$0.major, $0.minor, $0.patch, $0.build] }
            #expect(numbers == vector["components"]?.array?.map(\.int), "\(raw)")
        }
    }

    @Test("versions are less or not")
    func order() throws {
        for vector in try cases("less_than", of: "version_vectors.json") {
            let (left, right) = (try version("lhs", in: vector), try version("rhs", in: vector))
            #expect((left < right) == vector["lt"]?.bool, "\(left) \(right)")
        }
    }

    @Test("versions are equal or not")
    func equality() throws {
        for vector in try cases("equal", of: "version_vectors.json") {
            let (left, right) = (try version("lhs", in: vector), try version("rhs", in: vector))
            #expect((left == right) == vector["eq"]?.bool, "\(left) \(right)")
        }
    }

    @Test("updates apply to an app or not")
    func applicability() throws {
        let url = try #require(URL(string: "https://example.com/app"))
        for vector in try cases("is_applicable", of: "version_vectors.json") {
            let update = ApplicationUpdate(version: try version("remote", in: vector), download: url)
            let app = Version(of: ["CFBundleVersion": try #require(vector["app"]?.string)])
            #expect(update.isApplicable(to: app) == vector["applicable"]?.bool, "\(vector)")
        }
    }

    @Test("documents are updates or not")
    func documents() throws {
        for vector in try cases("cases", of: "update_json_decode.json") {
            let json = try #require(vector["json"]?.string)
            let update = try? JSONDecoder().decode(ApplicationUpdate.self, from: Data(json.utf8))
            #expect((update != nil) == vector["ok"]?.bool, "\(json)")
            if let numbers = vector["version"]?.array?.map(\.int), let version = update?.version {
                #expect([version.major, version.minor, version.patch, version.build] == numbers)
            }
        }
    }
}
