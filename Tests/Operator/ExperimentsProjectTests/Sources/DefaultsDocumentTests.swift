import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Reading the default values of an app", .inTurn)
struct DefaultsDocumentTests {
    private func content(_ text: String, _ path: String = "RemoteConfigDefaults.plist") throws
        -> FileSourceContent
    {
        try FileSourceContent(Array(text.utf8), path: path)
    }

    private func texts(_ content: FileSourceContent) -> [String: String?] {
        Dictionary(content.entries.mapValues(\.text))
    }

    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <!-- The first one -->
            <key>welcome</key> <string>Tom &amp; &#x4A;erry\r\n</string>
            <key>count</key> <integer>12</integer>
            <key>boost</key> <real>1.50</real>
            <key>on</key> <true/>
            <key>hours</key> <dict><key>from</key><string>09:00</string><key>days</key><array><integer>1</integer></array></dict>
            <key>since</key> <date>2026-01-02T03:04:05Z</date>
            <key>empty</key> <string/>
        </dict>
        </plist>
        """

    @Test("a property list gives its values in its own order")
    func propertyList() throws {
        let content = try content(Self.plist)
        #expect(content.names == ["welcome", "count", "boost", "on", "hours", "since", "empty"])
        #expect(
            texts(content) == [
                "welcome": "Tom & Jerry\n", "count": "12", "boost": "1.50", "on": "true",
                "hours": #"{"from":"09:00","days":[1]}"#, "since": "2026-01-02 03:04:05", "empty": "",
            ])
    }

    @Test("a binary property list gives the same values")
    func binary() throws {
        let list = try PropertyListSerialization.propertyList(from: Data(Self.plist.utf8), format: nil)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let content = try FileSourceContent(Array(data), path: "defaults")
        #expect(Set(content.names) == ["welcome", "count", "boost", "on", "hours", "since", "empty"])
        #expect(content.entries["count"]?.text == "12" && content.entries["on"]?.text == "true")
        #expect(content.entries["since"]?.text == "2026-01-02 03:04:05")
    }

    @Test("XML for Android gives its values in its own order")
    func map() throws {
        let content = try content(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <defaultsMap>
                <entry><key>b</key><value>1</value></entry>
                <entry><key>a</key><value><![CDATA[<b>&]]></value></entry>
            </defaultsMap>
            """, "remote_config_defaults.xml")
        #expect(content.names == ["b", "a"])
        #expect(texts(content) == ["b": "1", "a": "<b>&"])
    }

    @Test(
        "a mistake is reported with its place",
        arguments: [
            ("<plist><dict>\n<key>a</key>\n</dict></plist>", 1, "the key \"a\" has no value"),
            ("<plist><dict>\n  <string>a</string></dict></plist>", 2, "expected <key>, found <string>"),
            ("<plist><array/></plist>", 1, "expected one <dict> in <plist>"),
            ("<plist><dict/>\n<dict/></plist>", 2, "expected one <dict> in <plist>"),
            (
                "<plist><dict><key>a</key><true/>\n<key>a</key><true/></dict></plist>", 2,
                "the key \"a\" occurs twice"
            ),
            (
                "<defaultsMap><entry><key>a</key><value/></entry>\n<entry><key>a</key><value/></entry></defaultsMap>",
                2,
                "the key \"a\" occurs twice"
            ),
            (
                "<plist><dict><key>a</key>\n<integer>1.5</integer></dict></plist>", 2,
                "expected a whole number in <integer>, found \"1.5\""
            ),
            (
                "<plist><dict><key>a</key>\n<real>inf</real></dict></plist>", 2,
                "expected a number in <real>, found \"inf\""
            ),
            (
                "<plist><dict><key>a</key>\n<string>x<b>y</b></string></dict></plist>", 2,
                "expected text in <string>, found <b>"
            ),
            (
                "<plist><dict><key>a</key>x<true/></dict></plist>", 1,
                "expected only elements in <dict>, found \"x\""
            ),
            (
                "<plist><dict>\n<key>a</key><string>x</dict></plist>", 2,
                "expected </string>, for the tag on line 2"
            ),
            (
                "<plist><dict><key>a</key><string>a & b</string></dict></plist>", 1,
                "expected &amp; for an ampersand"
            ),
            (
                "<defaultsMap>\n<entry><key>a</key></entry></defaultsMap>", 2,
                "expected <key> and <value> in <entry>"
            ),
            ("<resources>\n</resources>", 1, "in <plist> or <defaultsMap>, found <resources>"),
            ("<plist><dict>", 1, "<dict> on line 1 has no end"),
            ("<plist/>\n<plist/>", 2, "expected nothing after"),
            ("<!DOCTYPE x [<!ENTITY a 'b'>]><plist/>", 1, "declarations of its own is not supported"),
            ("<\u{0}", 1, "expected the name of a tag"),
        ])
    func mistakes(text: String, line: Int, message: String) {
        let problem = #expect(throws: FileProblem.self) { try content(text) }
        #expect(problem?.line == line && problem?.column != nil)
        #expect(problem?.message.contains(message) == true, "\(problem?.message ?? "")")
    }

    @Test("numbers may be hexadecimal, as property lists allow") func numbers() throws {
        let content = try content(
            "<plist><dict><key>a</key><integer> 0x1F </integer><key>b</key><real>+.5</real></dict></plist>")
        #expect(texts(content) == ["a": "31", "b": "0.5"])
    }

    @Test("another property list is refused with how to convert it, and that of a project with its source")
    func otherLists() async throws {
        let problem = #expect(throws: FileProblem.self) { try content("{ a = x; }") }
        #expect(problem?.advice?.contains("plutil -convert xml1") == true)
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "<plist><dict><key>API_KEY</key><string>k</string><key>GOOGLE_APP_ID</key><string>1:2:ios:3</string></dict></plist>",
            to: "GoogleService-Info.plist")
        let failure = await #expect(throws: FetchFailure.self) {
            try await FileRemoteConfigKeeper(path: path, isWatched: false).fetch(.manual)
        }
        #expect(
            failure?.description.contains("google_services") == true
                && failure?.description.contains("1:2") == false)
    }

    @Test("elements inside each other without end are refused, and do not overflow the stack")
    func depth() {
        #expect(throws: FileProblem.self) { try content(String(repeating: "<a>", count: 100_000)) }
    }

    @Test("any beginning of a file is read or refused")
    func cut() {
        let bytes = Array(Self.plist.utf8)
        for length in bytes.indices { _ = try? FileSourceContent(Array(bytes[..<length]), path: "x.plist") }
    }
}
