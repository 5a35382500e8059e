import ExperimentsCore
import Foundation
import TestSupport
import Testing

/// `experiments serve` in a workplace, and where it listens. It runs for as long as somebody holds it.
struct ServedProgram {
    let workplace: Workplace
    let server: RunningProgram
    let url: URL

    var port: UInt16 { UInt16(clamping: url.port ?? 0) }

    /// Serves a project of two keys, whose values are in `config.json`.
    ///
    /// - Parameters:
    ///   - limit: how many files and connections it may have open; nil for as many as the tests.
    ///   - port: the port; 0 for any.
    init(_ workplace: Workplace, _ arguments: [String] = [], port: Int = 0, limit: Int? = nil) async throws {
        self.workplace = workplace
        let words = ["serve", "--port", "\(port)", "--json"] + arguments
        if let limit {
            server = try workplace.start(
                "/bin/bash", ["-c", "ulimit -n \(limit) && exec \"$0\" \"$@\"", Workplace.program] + words)
        } else {
            server = try workplace.start(words)
        }
        try await server.waitForOutput("\n")
        let line = try #require(server.output.split(separator: "\n").first)
        url = try #require(
            try JSONValue(parsing: String(line)).object?["url"]?.string.flatMap(URL.init(string:)))
    }

    /// A workplace with a project of two keys.
    ///
    /// - Parameter store: the address of an etcd with the team's overrides, if the project has some.
    static func workplace(etcd store: String? = nil) throws -> Workplace {
        let workplace = try Workplace()
        let etcd = store.map {
            "{file: overrides.json, etcd: {endpoints: \"http://\($0)\", prefix: shop/test}}"
        }
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            overrides: \(etcd ?? "overrides.json")
            keys:
              - {name: paywall_type, type: string, default: a}
              - {name: items_per_row, type: int, default: 3}

            """, to: "experiments.yaml")
        try workplace.folder.write(#"{"paywall_type": "a", "items_per_row": 3}"#, to: "config.json")
        return workplace
    }

    /// Makes a link for the shop.
    ///
    /// - Parameter port: where the app finds the server; nil for where it listens.
    /// - Returns: what the app is opened with.
    func link(at port: UInt16? = nil) async throws -> String {
        let made = try await workplace.run(
            "link", "--app", "shop", "--server", "http://127.0.0.1:\(port ?? self.port)", "--json")
        return try #require(try made.json().object?["link"]?.object?["url"]?.string)
    }

    /// Starts the shop, as on another device: in a folder without a project.
    ///
    /// - Parameter phone: the folder of the device.
    func shop(_ link: String, on phone: String = "phone") throws -> RunningProgram {
        let values = try workplace.folder.write(#"{"paywall_type": "a"}"#, to: "\(phone)/values.json")
        return try workplace.start(
            BuiltProducts.path("ShopExample"), ["--values", values, "--link-folder", "link"],
            with: ["EXPERIMENTS_LINK": link], in: phone)
    }

    /// Opens the stream of overrides of an installation.
    func follow(_ token: String, as installation: String) async throws -> RawConnection {
        let connection = try await RawConnection(port: port)
        try await connection.send(
            "GET /experiments/v1/events?app=shop&installation=\(installation) HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(token)\r\n\r\n")
        return connection
    }

    /// The token of a link.
    static func token(of link: String) throws -> String {
        try #require(link.components(separatedBy: "token=").last?.components(separatedBy: "&").first)
    }
}
