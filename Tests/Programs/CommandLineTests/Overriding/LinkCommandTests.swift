import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("link", .fewAtATime)
struct LinkCommandTests {
    private static let server = ["--server", "http://192.168.1.20:4180"]

    private func link(_ workplace: Workplace, _ arguments: [String]) async throws -> Finished {
        try await workplace.run(Workplace.program, ["link"] + arguments)
    }

    @Test("prints a link with a token that is not stored, and lists and revokes it")
    func life() async throws {
        let workplace = try Workplace.withFineProject()
        let made = try await link(workplace, ["--app", "shop", "--json"] + Self.server)
        let url = try #require(try made.json().object?["link"]?.object?["url"]?.string)
        #expect(
            url.hasPrefix("shop-debug://experiments?server=http://192.168.1.20:4180&token=exl_"), "\(url)")
        #expect(url.hasSuffix("&app=shop"))
        let token = try #require(url.components(separatedBy: "token=").last?.prefix(36))
        let kept = try workplace.folder.text(of: ".experiments/.links/overrides.json")
        #expect(!kept.contains(token))
        let list = try await link(workplace, ["--list"])
        #expect(list.output.contains("shop") && list.output.contains("tester"), "\(list)")
        let document = try await link(workplace, ["--list", "--json"]).json()
        let id = try #require(document.object?["links"]?.array?.first?.object?["id"]?.string)
        #expect(try await link(workplace, ["--revoke", "--id", id]).output == "revoked \(id) of shop\n")
        let none = try await link(workplace, ["--revoke", "--yes"])
        #expect(none.status == 1 && none.errors.contains("no links to revoke"), "\(none)")
        #expect(try await link(workplace, ["--list"]).output.hasPrefix("no links in "))
    }

    @Test(
        "revokes the links of all apps only after a question that says how many, and what is not there never")
    func revokeAll() async throws {
        let workplace = try Workplace.withFineProject()
        for app in ["shop", "shop", "mail"] { _ = try await link(workplace, ["--app", app] + Self.server) }
        let asked = try await link(workplace, ["--revoke"])
        #expect(asked.status == 1 && asked.output.isEmpty, "\(asked)")
        #expect(asked.errors.contains("link --revoke without --app revokes 3 links"), "\(asked)")
        #expect(asked.errors.contains("or --yes to revoke all"), "\(asked)")
        let misspelt = try await link(workplace, ["--revoke", "--app", "shpo"])
        #expect(misspelt.status == 1 && misspelt.errors.contains("Did you mean shop?"), "\(misspelt)")
        let noID = try await link(workplace, ["--revoke", "--app", "shop", "--id", "0badc0de"])
        #expect(noID.status == 1 && noID.errors.contains("with the ID \"0badc0de\""), "\(noID)")
        #expect(try await link(workplace, ["--list"]).output.split(separator: "\n").count == 4)
        #expect(
            try await link(workplace, ["--revoke", "--app", "shop"]).output.split(separator: "\n").count == 2)
        #expect(try await link(workplace, ["--revoke", "--yes"]).output.hasSuffix(" of mail\n"))
    }

    @Test("draws the QR code below the URL, without any other program")
    func code() async throws {
        let workplace = try Workplace.withFineProject()
        let server = "--server http://10.0.0.1:4180"
        let made = try await workplace.shell("PATH=/nowhere \"$EXPERIMENTS\" link --app shop \(server)")
        let lines = made.output.split(separator: "\n").map(String.init)
        #expect(made.status == 0 && made.errors.isEmpty, "\(made)")
        // 37 modules and a border of 4 on each side, two rows to a line.
        #expect(lines.count == 24 && lines.dropFirst().allSatisfy { $0.count == 45 }, "\(made)")
        #expect(lines.dropFirst().first == String(repeating: "█", count: 45), "\(made)")
        let ascii = try await link(workplace, ["--app", "shop", "--ascii"] + Self.server)
        #expect(ascii.output.split(separator: "\n").count == 50, "\(ascii)")
        #expect(ascii.output.utf8.allSatisfy { $0 < 0x80 }, "\(ascii)")
        let colored = try await workplace.run(
            Workplace.program, ["link", "--app", "shop"] + Self.server, with: ["CLICOLOR_FORCE": "1"])
        #expect(colored.output.contains("\u{1B}[97;40m█"), "\(colored)")
    }

    @Test("says that a phone does not reach this machine's own address, and whether a server runs there")
    func notes() async throws {
        let workplace = try Workplace.withFineProject()
        let made = try await link(workplace, ["--app", "shop", "--server", "http://127.0.0.1:9"])
        #expect(made.status == 0 && made.output.hasPrefix("shop-debug://"), "\(made)")
        #expect(made.errors.contains("note: no server is running at 127.0.0.1:9; start one with"), "\(made)")
        #expect(made.errors.contains("reached only from this machine and its Simulator"), "\(made)")
        #expect(made.errors.contains("experiments serve --host 0.0.0.0 --token"), "\(made)")
        #expect(try await link(workplace, ["--app", "shop"] + Self.server).errors.isEmpty)
    }

    @Test(
        "refuses an invalid link, and issues no token for it",
        arguments: [
            ["--app", "shop", "--server", "ftp://x"], ["--app", "shop", "--server", "192.168.1.20:x"],
            ["--app", "shop", "--scheme", "1x"], ["--app", ""], [], ["--list", "--revoke"],
            ["--app", "x", "--id", "1"],
            ["--app", String(repeating: "x", count: 300)],
        ])
    func refused(arguments: [String]) async throws {
        let workplace = try Workplace.withFineProject()
        let made = try await link(workplace, arguments)
        #expect(made.status != 0 && !made.errors.isEmpty && made.output.isEmpty, "\(made)")
        #expect(try await link(workplace, ["--list"]).output.hasPrefix("no links in "))
    }
}

@Suite("link, for the server of the project file", .fewAtATime)
struct LinkServerTests {
    @Test("without --server, the link is for the server that the project file describes")
    func server() async throws {
        let workplace = try Workplace.withFineProject()
        func server() async throws -> String? {
            let made = try await workplace.run(Workplace.program, ["link", "--app", "shop", "--json"])
            return try made.json().object?["link"]?.object?["server"]?.string
        }
        #expect(try await server() == "http://127.0.0.1:4180")
        let project = try workplace.folder.text(of: "experiments.yaml")
        try workplace.folder.write(project + "\nserve: {port: 4999}\n", to: "experiments.yaml")
        #expect(try await server() == "http://127.0.0.1:4999")
        // A phone cannot ask for 0.0.0.0, which is every address of the machine that serves.
        let all = "\nserve: {host: 0.0.0.0, token: \"${SERVE_TOKEN}\"}\n"
        try workplace.folder.write(project + all, to: "experiments.yaml")
        let address = try #require(try await server())
        #expect(address.hasSuffix(":4180"))
    }
}
