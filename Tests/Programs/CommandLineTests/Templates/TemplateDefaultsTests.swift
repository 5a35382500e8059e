import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("template defaults, and templates as Firebase's tools have them", .fewAtATime)
struct TemplateDefaultsTests {
    private static let template = """
        {
          // Texts of the shop
          "parameters": {
            "welcome": {"defaultValue": {"value": "Tom & <Jerry>"}}, /* inside */
            "size": {"defaultValue": {"useInAppDefault": true}}
          },
          "parameterGroups": {"G": {"parameters": {"hours": {"defaultValue": {"value": "{\\"from\\":9}"}}}}}
        }
        """

    private func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(Self.template, to: "cloud/rc.json")
        try workplace.folder.write(#"{"remoteconfig": {"template": "cloud/rc.json"}}"#, to: "firebase.json")
        return workplace
    }

    @Test("each format is written as Firebase's console exports it")
    func formats() async throws {
        let workplace = try workplace()
        func text(_ format: String) async throws -> String {
            try await workplace.run("template", "defaults", "cloud/rc.json", "--format", format).output
        }
        #expect(
            try await text("plist") == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                    <dict>
                        <key>welcome</key>
                        <string>Tom &amp; &lt;Jerry&gt;</string>
                        <key>hours</key>
                        <string>{"from":9}</string>
                    </dict>
                </plist>

                """)
        #expect(try await text("xml").contains("<defaultsMap>\n    <entry>\n        <key>welcome</key>\n"))
        let json = try JSONValue(parsing: Array(try await text("json").utf8))
        #expect(json == ["welcome": "Tom & <Jerry>", "hours": #"{"from":9}"#])
    }

    @Test(
        "the ending of the file decides about the format, and init reads each of them back",
        arguments: ["plist", "xml", "json"])
    func readBack(format: String) async throws {
        let workplace = try workplace()
        let saved = try await workplace.run(
            "template", "defaults", "firebase.json", "-o", "defaults.\(format)")
        #expect(
            saved.output
                == "saved 2 default values in defaults.\(format); skipped 1 with the in-app default\n",
            "\(saved)")
        let written = try await workplace.run("init", "--from", "defaults.\(format)")
        #expect(
            written.output == "wrote experiments.yaml with 2 keys from defaults.\(format)\n", "\(written)")
        #expect(try await workplace.run("get", "welcome").output == "Tom & <Jerry>\n")
        #expect(try await workplace.run("check", "--strict").status == 0)
    }

    @Test("what XML cannot hold is an error, and nothing is written")
    func control() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"{"parameters": {"bell": {"defaultValue": {"value": "\u0007"}}}}"#, to: "t.json")
        let refused = try await workplace.run("template", "defaults", "t.json", "-o", "d.plist")
        #expect(refused.status == 1 && refused.errors.contains("\"bell\""), "\(refused)")
        #expect(try workplace.folder.names() == ["t.json"])
        #expect(try await workplace.run("template", "defaults", "t.json", "--format", "json").status == 0)
    }

    @Test("a template with comments is valid, and a source by the path of firebase.json")
    func comments() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("template", "validate", "firebase.json").status == 0)
        try workplace.folder.write(
            "source: {kind: firebase-template, path: firebase.json}\nkeys: [{name: welcome, type: string}]\n",
            to: "experiments.yaml")
        #expect(try await workplace.run("get", "welcome").output == "Tom & <Jerry>\n")
        let edited = try await workplace.run("template", "set", "welcome", "Hello")
        #expect(edited.status == 0, "\(edited)")
        let published = try await workplace.run("template", "publish", "--yes")
        #expect(published.status == 0, "\(published)")
        #expect(
            try workplace.folder.text(of: "cloud/rc.json")
                == Self.template.replacing("Tom & <Jerry>", with: "Hello"))
    }

    @Test("a firebase.json without a template says what to write")
    func noTemplate() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(#"{"hosting": {}}"#, to: "firebase.json")
        let refused = try await workplace.run("template", "validate", "firebase.json")
        #expect(refused.status == 1 && refused.errors.contains("has no remoteconfig.template"), "\(refused)")
    }
}
