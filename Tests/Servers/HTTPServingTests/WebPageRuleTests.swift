import ExperimentsHTTPServing
import TestSupport
import Testing

@Suite("The rule for web pages", .inTurn)
struct WebPageRuleTests {
    func visitor(
        _ rule: WebPageRule = WebPageRule(), host: String? = "127.0.0.1:9199", origin: String? = nil,
        site: String? = nil, for audience: WebPageRule.Audience = .apps
    ) throws -> String? {
        try rule.visitor(host: host, origin: origin, fetchSite: site, for: audience)?.description
    }

    @Test(
        "lets in who calls the server by a name of loopback",
        arguments: [
            "127.0.0.1", "127.0.0.1:9199", "127.1.2.3:1", "localhost", "LocalHost:9199", "localhost.:80",
            "[::1]:9199",
            "[0:0:0:0:0:0:0:1]", "10.0.2.2:9199",
        ])
    func ownHosts(host: String) throws {
        #expect(try visitor(host: host) == nil)
    }

    @Test(
        "refuses every other name, whoever asks",
        arguments: [
            "evil.example", "evil.example:9199", "127.0.0.1.evil.example", "localhost.evil.example",
            "localhost@evil",
            "127.0.0.1:80:80", "127.0.0.1:9x", "[::1", "[::1]x", "::1", "[localhost]", "", " ", ":80",
            "192.168.0.7:9199", "127.1", "0x7f.0.0.1", "2130706433", "localhost,evil.example", "[::2]",
        ])
    func otherHosts(host: String) {
        #expect(throws: WebPageRule.Refusal.misdirected(host: host)) { try visitor(host: host) }
        #expect(throws: WebPageRule.Refusal.misdirected(host: host)) {
            try visitor(host: host, origin: "http://\(host)", for: .operators)
        }
    }

    @Test("lets in by further names, and by every address where others reach the server")
    func furtherHosts() throws {
        let named = WebPageRule(hosts: ["Host.Docker.Internal"])
        #expect(try visitor(named, host: "host.docker.internal:9199") == nil)
        #expect(throws: WebPageRule.Refusal.self) { try visitor(named, host: "docker.internal") }
        let open = WebPageRule(acceptsAddresses: true)
        for host in ["192.168.0.7:9199", "[fe80::1]:9199", "localhost"] {
            #expect(try visitor(open, host: host) == nil)
        }
        #expect(throws: WebPageRule.Refusal.self) { try visitor(open, host: "evil.example") }
    }

    @Test("lets web pages of every origin do what apps do if that is allowed, and no more")
    func allOrigins() throws {
        let open = WebPageRule(acceptsAllOrigins: true)
        #expect(try visitor(open, origin: "https://anything.example") == "https://anything.example")
        #expect(throws: WebPageRule.Refusal.foreign(origin: "https://anything.example")) {
            try visitor(open, origin: "https://anything.example", for: .operators)
        }
    }

    @Test("lets in by any name where the server asks for a token instead")
    func uncheckedHost() throws {
        let rule = WebPageRule()
        #expect(
            try rule.visitor(
                host: "shop.example", origin: nil, fetchSite: nil, for: .apps, checksHost: false) == nil)
    }

    @Test("knows who asks without being a page")
    func noPage() throws {
        #expect(try visitor(host: nil) == nil)
        for site in ["none", "same-origin"] { #expect(try visitor(site: site, for: .operators) == nil) }
        for site in ["cross-site", "same-site", "anything"] {
            #expect(throws: WebPageRule.Refusal.foreign(origin: nil)) { try visitor(site: site) }
        }
    }

    @Test("lets pages of this machine do what apps do, and no more")
    func ownPages() throws {
        for origin in ["http://localhost:5173", "https://127.0.0.1", "http://[::1]:8080"] {
            #expect(try visitor(origin: origin, site: "cross-site") == origin)
            #expect(throws: WebPageRule.Refusal.foreign(origin: origin)) {
                try visitor(origin: origin, for: .operators)
            }
        }
        #expect(try visitor(origin: "http://127.0.0.1:9199", for: .operators) == nil)
    }

    @Test(
        "keeps pages of others out",
        arguments: [
            "https://evil.example", "http://evil.example:9199", "null", "", "*", "file://",
            "chrome://localhost",
            "http://localhost.evil.example", "http://127.0.0.1@evil.example",
            "http://localhost, https://evil.example",
            "HTTP://EVIL.EXAMPLE", "http://10.0.2.2",
        ])
    func foreignPages(origin: String) {
        for audience in [WebPageRule.Audience.apps, .operators] {
            #expect(throws: WebPageRule.Refusal.foreign(origin: origin)) {
                try visitor(origin: origin, for: audience)
            }
        }
    }

    @Test("lets pages in whose origin is named")
    func allowedPages() throws {
        let origins = try ["https://shop.example:443", "http://Staging.example:8080", "null"].map {
            try #require(WebOrigin($0))
        }
        let rule = WebPageRule(origins: Set(origins))
        for audience in [WebPageRule.Audience.apps, .operators] {
            #expect(
                try visitor(rule, origin: "https://shop.example", for: audience) == "https://shop.example")
            #expect(
                try visitor(rule, origin: "http://staging.example:8080", for: audience)
                    == "http://staging.example:8080")
            #expect(try visitor(rule, origin: "null", for: audience) == "null")
            for origin in ["http://shop.example", "https://shop.example:444", "https://x.shop.example"] {
                #expect(throws: WebPageRule.Refusal.self) { try visitor(rule, origin: origin, for: audience) }
            }
        }
        #expect(throws: WebPageRule.Refusal.self) { try visitor(rule, host: "evil.example", origin: "null") }
    }

    @Test("origins have no path, and there is none for all")
    func origins() {
        for text in [
            "*", "", "shop.example", "https://", "https://shop.example/", "https://a b", "://x",
            "https://x?y",
        ] {
            #expect(WebOrigin(text) == nil, "\(text)")
        }
        #expect(WebOrigin("capacitor://localhost")?.description == "capacitor://localhost")
        #expect(WebPageRule.isHost("my-mac.local"))
        for text in ["a:1", "[::1]", "https://x", "a b", ""] { #expect(!WebPageRule.isHost(text), "\(text)") }
    }
}
