import Foundation
import TestSupport
import Testing

@testable import NcursesTerminal

@Suite("The desktop's clipboard")
struct ClipboardToolTests {
    private func tool(_ environment: [String: String], _ programs: Set<String>) -> ClipboardTool? {
        ClipboardTool(
            environment: environment.merging(["PATH": "/usr/bin:/opt/bin"]) { $1 }, isProgram: { programs.contains($0) }
        )
    }

    @Test("is that of the display there is, with the first program that is installed")
    func choice() {
        let all: Set = ["/opt/bin/wl-copy", "/usr/bin/xclip", "/usr/bin/xsel"]
        #expect(tool(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], all)?.path == "/opt/bin/wl-copy")
        #expect(tool(["DISPLAY": ":0"], all)?.arguments == ["-selection", "clipboard", "-in"])
        #expect(tool(["DISPLAY": ":0"], ["/usr/bin/xsel"])?.path == "/usr/bin/xsel")
        #expect(tool([:], ["/usr/bin/pbcopy"])?.path == "/usr/bin/pbcopy")
    }

    @Test("is not asked over ssh, nor without a display")
    func elsewhere() {
        #expect(tool(["DISPLAY": ":0", "SSH_CONNECTION": "a b c d"], ["/usr/bin/xclip"]) == nil)
        #expect(tool([:], ["/usr/bin/xclip"]) == nil)
        #expect(tool(["DISPLAY": ":0"], []) == nil)
    }

    @Test("takes a text of any length to its end, and says where it fails")
    func copy() throws {
        let folder = try TemporaryFolder()
        let script = try folder.write("#!/bin/sh\ncat >\"$(dirname \"$0\")/copy\"\n", to: "xclip")
        chmod(script, 0o700)
        let tool = try #require(ClipboardTool(environment: ["DISPLAY": ":0", "PATH": folder.path]))
        let text = String(repeating: "値 ", count: 100_000)
        #expect(tool.copy(text))
        #expect(try folder.text(of: "copy") == text)
        try folder.write("#!/bin/sh\nexit 1\n", to: "xclip")
        chmod(script, 0o700)
        #expect(!tool.copy("x"))
    }
}
