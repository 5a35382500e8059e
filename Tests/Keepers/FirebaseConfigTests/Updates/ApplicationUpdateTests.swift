import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Updates of the app", .inTurn)
struct ApplicationUpdateTests {
    private typealias Version = ApplicationUpdate.Version

    private func client(_ texts: [String: String], settings: RemoteConfig.Settings = .init()) throws
        -> RemoteConfig
    {
        let config = try ClientUnderTest(settings: settings).config
        config.setDefaults(texts)
        return config
    }

    @Test(
        "a version is three or four numbers; parts that are none do not count",
        arguments: [
            ("1.2.3", "1 2 3"), ("1.2.3.400", "1 2 3 400"), ("1.2.3.beta", "1 2 3"), ("1..2.3", "1 2 3"),
            ("1.2.3-beta", nil), ("v1.2.3", nil), ("1", nil), ("1.2", nil), ("1.2.3.4.5", nil), ("", nil),
        ])
    func parsing(text: String, numbers: String?) {
        let version = Version(rawValue: text)
        let found = version.map { [$0.major, $0.minor, $0.patch, $0.build].compactMap(\.self) }
        #expect(found.map { $0.map(String.init).joined(separator: " ") } == numbers)
    }

    @Test("versions go number by number, and no build is build 0")
    func order() throws {
        let texts = ["1.2.2", "1.2.3", "1.2.3.1", "1.2.3.10", "1.3.0.0", "1.10.0", "2.0.0"]
        let versions = try texts.map { try #require(Version(rawValue: $0)) }
        for (index, version) in versions.enumerated() {
            for other in versions[(index + 1)...] { #expect(version < other && !(other < version)) }
        }
        let (short, long) = (
            try #require(Version(rawValue: "1.2.3")), try #require(Version(rawValue: "1.2.3.0"))
        )
        #expect(!(short < long) && !(long < short) && short != long)
    }

    @Test("an update applies to an app that is older, and to none whose version is unknown")
    func applicability() throws {
        let update = ApplicationUpdate(
            version: try #require(Version(rawValue: "1.2.3.500")), download: try base("https://example.com"))
        #expect(update.isApplicable(to: Version(of: ["CFBundleVersion": "1.2.3.400"])))
        #expect(!update.isApplicable(to: Version(of: ["CFBundleVersion": "1.2.3.500"])))
        #expect(!update.isApplicable(to: Version(of: ["CFBundleVersion": "400"])))
        #expect(!update.isApplicable(to: Version(of: nil)))
        #expect(update.isApplicable(to: Version(of: ["AppVersion": "1.2.3"], key: "AppVersion")))
        #expect(update.id == "1.2.3.500")
    }

    @Test("an update is written as it is read")
    func roundTrip() throws {
        let json = #"{"version": "01.2.3", "download": "https://example.com/an app", "extra": 1}"#
        let update = try JSONDecoder().decode(ApplicationUpdate.self, from: Data(json.utf8))
        #expect(update.download.absoluteString == "https://example.com/an%20app")
        let written = try JSONValue(parsing: [UInt8](JSONEncoder().encode(update)))
        #expect(written.object?["version"] == "01.2.3")
        #expect(written.object?["download"] == "https://example.com/an%20app")
        #expect(try JSONDecoder().decode(ApplicationUpdate.self, from: Data(written.compactBytes)) == update)
    }

    @Test("a client finds both under the usual names of its platform")
    func keys() throws {
        let config = try client([
            "ios_required_update": #"{"version": "2.0.0", "download": "https://example.com/2"}"#,
            "ios_recommended_update": #"{"version": "2.1.0", "download": "https://example.com/2"}"#,
            "android_required_update": #"{"version": "3.0.0", "download": "https://example.com/3"}"#,
        ])
        #expect(config.requiredUpdate?.version.rawValue == "2.0.0")
        #expect(config.recommendedUpdate?.version.rawValue == "2.1.0")
    }

    @Test("names of the app's own take the place of the usual ones")
    func ownKeys() throws {
        let keys = ApplicationUpdate.Keys(required: "must_update", recommended: "may_update")
        let config = try client(
            ["must_update": #"{"version": "2.0.0", "download": "https://example.com"}"#],
            settings: RemoteConfig.Settings(updateKeys: keys))
        #expect(config.requiredUpdate?.version.rawValue == "2.0.0")
        #expect(config.recommendedUpdate == nil)
    }

    @Test(
        "what makes no sense is nil, and an error that says where for whoever asks",
        arguments: [
            (#"{"version": "2.0" "download": "https://x/"}"#, "ios_required_update: not JSON: "),
            (#"{"download": "https://x/"}"#, "ios_required_update: version is missing"),
            (
                #"{"version": "2.0", "download": "https://x/"}"#,
                "ios_required_update: version: must be a version such as 1.2.3"
            ),
            (#"{"version": "2.0.0", "download": ""}"#, "ios_required_update: download: must be a URL"),
            (#"{"version": 2, "download": "https://x/"}"#, "ios_required_update: version: expected String"),
        ])
    func incorrect(json: String, words: String) throws {
        let config = try client(["ios_required_update": json])
        #expect(config.requiredUpdate == nil)
        let problem = #expect(throws: ValueDecodingError.self) { try config.applicationUpdate(.required) }
        #expect(problem?.description.hasPrefix(words) == true, "\(String(describing: problem))")
    }

    @Test("the absence of an update is not an error")
    func none() throws {
        #expect(try client([:]).applicationUpdate(.required) == nil)
        #expect(try client(["ios_required_update": ""]).applicationUpdate(.required) == nil)
    }
}
