import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("The API for apps", .inTurn)
struct LinkPartTests {
    private static let overrides = LinkAPI.overridesPath
    private static let key = LinkAPI.overridesPath + "/paywall_type"

    @Test(
        "an app is reported the overrides that count for it, with whom they are for, and not again what it knows"
    )
    func state() async throws {
        let site = try LinkSite()
        try site.set("1", of: "a")
        try site.set("2", of: "a", for: .app("shop"))
        try site.set("3", of: "b", for: .installation(app: "shop", id: "phone"))
        let answer = await site.ask("GET", Self.overrides + "?app=shop&installation=phone")
        let state = try LinkedState(parsing: answer.body)
        #expect(state.overrides.mapValues(\.scope) == ["a": .app, "b": .installation])
        #expect(
            answer.headers["etag"] == "\"\(state.revision)\"" && answer.headers["cache-control"] == "no-cache"
        )
        let again = await site.ask("GET", Self.overrides, ["if-none-match": "W/\"\(state.revision)\", \"x\""])
        #expect(again.status == 304 && again.body.isEmpty)
        try site.set("4", of: "c")
        #expect(
            await site.ask("GET", Self.overrides, ["if-none-match": "\"\(state.revision)\""]).status == 200)
    }

    @Test("an override is set, changed and removed, each a step that can be undone")
    func changing() async throws {
        let site = try LinkSite()
        let body = #"{"value": "b", "author": "ann", "note": "demo", "setAt": "1999-01-01T00:00:00Z"}"#
        let answer = await site.ask("PUT", Self.key + "?app=shop", ["if-match": "*"], body: body)
        #expect(answer.status == 200 && answer.headers["etag"] != nil)
        let override = try #require(try LinkedState(parsing: answer.body).overrides["paywall_type"]?.override)
        #expect(override.value == "b" && override.author == "ann" && override.note == "demo")
        #expect(override.setAt == site.clock.now, "the server's time counts")
        #expect(try site.ledger.journal?.read().steps.last?.title == "override paywall_type for shop")
        let tag = try #require(answer.headers["etag"])
        #expect(await site.ask("DELETE", Self.key + "?app=shop", ["if-match": tag]).status == 200)
        #expect(try await site.state("?app=shop").overrides.isEmpty)
        #expect(await site.ask("DELETE", Self.key + "?app=shop", ["if-match": "*"]).status == 404)
    }

    @Test("a change needs the state that it was decided on, and is reported the new one where that is over")
    func preconditions() async throws {
        let site = try LinkSite()
        try site.set("1", of: "paywall_type")
        let body = #"{"value": "b"}"#
        #expect(await site.ask("PUT", Self.key, body: body).status == 428)
        let tag = try #require(await site.ask("GET", Self.overrides).headers["etag"])
        try site.set("2", of: "paywall_type")
        for stale in [tag, "W/*", "\"x\"", "W/" + tag] {
            let refused = await site.ask("PUT", Self.key, ["if-match": stale], body: body)
            #expect(refused.status == 412)
            #expect(try LinkedState(parsing: refused.body).overrides["paywall_type"]?.override.value == "2")
        }
        let now = try #require(await site.ask("GET", Self.overrides).headers["etag"])
        #expect(await site.ask("PUT", Self.key, ["if-match": "\"x\", " + now], body: body).status == 200)
    }

    @Test("a change that another program made a moment ago, and that no one here has heard of, is not undone")
    func unheard() async throws {
        let site = try LinkSite()
        try site.set("1", of: "paywall_type")
        let tag = try #require(await site.ask("GET", Self.overrides).headers["etag"])
        try JSONOverrideStore(path: site.path, isWatched: false).update {
            $0["paywall_type"] = Override(value: "2")
        }
        let refused = await site.ask("PUT", Self.key, ["if-match": tag], body: #"{"value": "b"}"#)
        #expect(refused.status == 412)
        #expect(try LinkedState(parsing: refused.body).overrides["paywall_type"]?.override.value == "2")
    }

    @Test("of many changes together under one condition, one is made")
    func race() async throws {
        let site = try LinkSite()
        let tag = try #require(await site.ask("GET", Self.overrides).headers["etag"])
        let statuses = await withTaskGroup(of: Int.self) { group in
            for index in 0..<16 {
                group.addTask {
                    await site.ask("PUT", Self.key, ["if-match": tag], body: #"{"value": "\#(index)"}"#)
                        .status
                }
            }
            var statuses: [Int] = []
            for await status in group { statuses.append(status) }
            return statuses
        }
        #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 15))
    }

    @Test("unknown keys and invalid values are refused, unless they are forced")
    func checking() async throws {
        let key = CatalogKey(name: "max_items", schema: ValueSchema(kind: .int))
        let site = try LinkSite(keys: [key])
        let path = Self.overrides + "/max_items"
        #expect(await site.ask("PUT", path, ["if-match": "*"], body: #"{"value": "many"}"#).status == 422)
        #expect(await site.ask("PUT", path, ["if-match": "*"], body: #"{"value": "7"}"#).status == 200)
        let unknown = await site.ask(
            "PUT", Self.overrides + "/max_item", ["if-match": "*"], body: #"{"value": "7"}"#)
        #expect(unknown.status == 404 && unknown.text.contains("Did you mean max_items?"))
        #expect(
            await site.ask("PUT", path + "?raw=true", ["if-match": "*"], body: #"{"value": "many"}"#).status
                == 200)
    }

    @Test(
        "an invalid override is refused with the reason",
        arguments: [
            ("", "not JSON"), ("[]", "expected an object"), ("{}", "\"value\" is missing"),
            (#"{"value": 3}"#, "expected a string, found 3"), ("null", "The body is not an override"),
            (#"{"value": "x", "expiresAt": "soon"}"#, "expected a time"),
        ])
    func badBodies(body: String, words: String) async throws {
        let site = try LinkSite()
        let answer = await site.ask("PUT", Self.key, ["if-match": "*"], body: body)
        #expect(
            answer.status == 400 && answer.text.contains(words.replacingOccurrences(of: "\"", with: "\\\"")))
        #expect(try await site.state().overrides.isEmpty)
    }

    @Test(
        "what is misspelled in a change is refused with the nearest name, and nothing is set for everyone",
        arguments: [
            ("?aap=shop", #"{"value": "b"}"#, "Did you mean app?"),
            ("?app=shop&instalation=1", #"{"value": "b"}"#, "Did you mean installation?"),
            ("?scope=app", #"{"value": "b"}"#, "is not an item of this query"),
            ("?raw=yes", #"{"value": "b"}"#, "raw is true or false"),
            ("", #"{"value": "b", "enabeld": false}"#, "Did you mean enabled?"),
            ("", #"{"value": "b", "app": "shop", "scope": "app"}"#, "overrides/paywall_type?app=APP."),
            ("", #"{"value": "b", "installation": "1"}"#, "overrides/paywall_type?app=APP&installation=ID."),
            ("", #"{"value": "b", "scope": "app"}"#, "overrides/paywall_type?app=APP."),
            ("", #"{"value": "b", "expiresAt": "2020-01-01T00:00:00Z"}"#, "is in the past"),
            ("?app=shop", #"{"value": "b", "colour": 1}"#, "It can have value, enabled"),
        ])
    func misspelt(query: String, body: String, words: String) async throws {
        let site = try LinkSite()
        let answer = await site.ask("PUT", Self.key + query, ["if-match": "*"], body: body)
        #expect(answer.status == 400 && answer.text.contains(words), "\(answer.text)")
        #expect(try await site.state().overrides.isEmpty)
        #expect(try await site.state("?app=shop").overrides.isEmpty)
    }

    @Test("reading for a misspelled app is refused, too, instead of returning everyone's overrides")
    func misspeltReading() async throws {
        let site = try LinkSite()
        for path in [Self.overrides, LinkAPI.eventsPath] {
            let answer = await site.ask("GET", path + "?aap=shop")
            #expect(answer.status == 400 && answer.text.contains("Did you mean app?"), "\(path)")
        }
        #expect(await site.ask("DELETE", Self.key + "?aap=shop", ["if-match": "*"]).status == 400)
    }

    @Test("a DELETE that names the app in a body is refused, and everyone's override stays")
    func deletingWithBody() async throws {
        let site = try LinkSite()
        try site.set("1", of: "paywall_type")
        let answer = await site.ask("DELETE", Self.key, ["if-match": "*"], body: #"{"app": "shop"}"#)
        #expect(answer.status == 400 && answer.text.contains("?app=APP"), "\(answer.text)")
        #expect(try await site.state().overrides["paywall_type"] != nil)
    }

    @Test("the token of a link lets one app read, and nothing else")
    func tokens() async throws {
        let site = try LinkSite()
        try site.set("1", of: "a", for: .app("shop"))
        let (shop, mail) = (try site.link("shop"), try site.link("mail"))
        let server = "s3cret"
        func ask(_ method: String, _ target: String, _ token: String?, body: String = "") async -> Int {
            await site.ask(method, target, token: token, ["if-match": "*"], body: body, serverToken: server)
                .status
        }
        #expect(await ask("GET", Self.overrides + "?app=shop", shop) == 200)
        #expect(await ask("GET", Self.overrides + "?app=shop", mail) == 403)
        #expect(await ask("GET", LinkAPI.eventsPath + "?app=shop&installation=x", mail) == 403)
        #expect(await ask("GET", Self.overrides, nil) == 401)
        #expect(await ask("GET", Self.overrides, "exl_wrong") == 401)
        #expect(await ask("PUT", Self.key, shop, body: #"{"value": "b"}"#) == 403)
        #expect(await ask("PUT", Self.key, server, body: #"{"value": "b"}"#) == 200)
        let own = await site.ask("GET", Self.overrides, token: shop, serverToken: server)
        #expect(
            try LinkedState(parsing: own.body).overrides["a"]?.scope == .app, "an app need not name itself")
        _ = try site.grants.revoke(app: "shop")
        #expect(await ask("GET", Self.overrides + "?app=shop", shop) == 401)
        #expect(
            await site.ask("GET", Self.overrides + "?app=shop", token: shop).status == 401,
            "an app hears that its link is gone from a server that asks for no token, too")
        #expect(await site.ask("GET", Self.overrides + "?app=shop").status == 200)
    }

    @Test("a link that is revoked while its stream is opened opens none")
    func revokedMeanwhile() async throws {
        let site = try LinkSite()
        let secret = LinkSecret(try site.link("shop"))
        let grant = try #require(site.grants.grants.grant(for: secret))
        let request = ServedRequest(method: "GET", path: LinkAPI.eventsPath)
        #expect(try site.part.events(request, of: .app("shop"), for: grant).status == 200)
        _ = try site.grants.revoke(app: "shop")
        #expect(throws: ServerRefusal.self) { try site.part.events(request, of: .app("shop"), for: grant) }
        #expect(site.hub.streamCount == 0)
    }

    @Test("no answer says a token, or where the files are")
    func secrets() async throws {
        let site = try LinkSite()
        let token = try site.link("shop")
        try site.folder.write("{", to: "overrides.json")
        let failed = await site.ask("PUT", Self.key, ["if-match": "*"], body: #"{"value": "b"}"#)
        #expect(failed.status == 503 && !failed.text.contains(site.folder.path))
        for answer in [
            await site.ask("GET", Self.overrides + "?app=mail", token: token),
            await site.ask("GET", Self.overrides, token: token + "x"),
            await site.ask("PUT", Self.key, token: token, ["if-match": "*"], body: token),
        ] { #expect(!answer.text.contains(token) && !answer.headers.description.contains(token)) }
        #expect("\(LinkSecret(token))" == "(a secret)")
    }

    @Test("overrides of a production environment are neither sent nor changed")
    func production() async throws {
        let site = try LinkSite(refusal: "Overrides are not served for production.")
        try site.set("1", of: "a")
        #expect(try await site.state("?app=shop").overrides.isEmpty)
        let answer = await site.ask("PUT", Self.key, ["if-match": "*"], body: #"{"value": "b"}"#)
        #expect(answer.status == 403 && answer.text.contains("not served for production"))
        let subscription = try #require(site.hub.open(.everyone, grant: nil, since: nil))
        try site.set("2", of: "a")
        #expect(subscription.event(since: try await site.state().revision) == nil)
    }

    @Test(
        "names that are too long, empty or not text are refused; escape sequences are kept as what they are")
    func names() async throws {
        let site = try LinkSite()
        let long = String(repeating: "x", count: 1 << 20)
        #expect(await site.ask("GET", Self.overrides + "?app=" + long).status == 400)
        #expect(await site.ask("GET", Self.overrides + "?app=").status == 400)
        #expect(await site.ask("GET", Self.overrides + "?installation=phone").status == 400)
        let put = await site.ask(
            "PUT", Self.overrides + "/" + long, ["if-match": "*"], body: #"{"value": "b"}"#)
        #expect(put.status == 400)
        #expect(
            await site.ask("PUT", Self.overrides + "/%FF", ["if-match": "*"], body: #"{"value": "b"}"#).status
                == 404)
        let steering = await site.ask(
            "PUT", Self.overrides + "/%1B%5B31m%2Fa", ["if-match": "*"], body: #"{"value": "\u001b[2J"}"#)
        #expect(steering.status == 200)
        #expect(try await site.state().overrides["\u{1B}[31m/a"]?.override.value == "\u{1B}[2J")
        #expect(!steering.body.contains(0x1B), "no answer can steer a terminal")
    }

    @Test("a report that cannot be stored is answered with 503, so that the app keeps it") func fullStore()
        async throws
    {
        let site = try LinkSite()
        let token = try site.link("shop")
        site.reports.fill()
        let report = AppReport(
            identity: AppIdentity(app: "shop", installation: "phone"), run: "run", sequence: 1,
            sentAt: site.clock.now)
        let body = String(decoding: report.bytes, as: UTF8.self)
        let answer = await site.ask("POST", LinkAPI.reportsPath, token: token, body: body)
        #expect(answer.status == 503)
        #expect(answer.headers["retry-after"] == "5")
    }

    @Test("a report is passed on with the server's time, and the answer says what the next one needs")
    func reports() async throws {
        let site = try LinkSite()
        let token = try site.link("shop")
        let identity = AppIdentity(app: "shop", version: "4.2", installation: "phone")
        let tenYearsOff = site.clock.now + 10 * 365 * 86_400
        let report = AppReport(
            identity: identity, run: "r", sequence: 1, sentAt: tenYearsOff, isWhole: true,
            keys: [ReportedKey("a", status: .ok, value: "1", supplier: .source)])
        let body = String(decoding: report.bytes, as: UTF8.self)
        let answer = await site.ask(
            "POST", LinkAPI.reportsPath, token: token, body: body, serverToken: "s3cret")
        #expect(answer.status == 200)
        #expect(try ReportReceipt(parsing: answer.body).wantsWhole)
        #expect(site.reports.reports == [report])
        let other = try site.link("mail")
        #expect(await site.ask("POST", LinkAPI.reportsPath, token: other, body: body).status == 403)
        let long = body.replacingOccurrences(of: "phone", with: String(repeating: "x", count: 1_000))
        for bad in ["", "{}", "[1]", #"{"version": 2}"#, long] {
            #expect(await site.ask("POST", LinkAPI.reportsPath, token: token, body: bad).status == 400)
        }
        #expect(site.reports.reports.count == 1)
    }

    @Test("random bodies and queries are answered, and break nothing", arguments: 0..<40)
    func fuzz(seed: UInt64) async throws {
        let site = try LinkSite()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let body = RandomJSON.value(using: &random).compactText
            for (method, path) in [("PUT", Self.key), ("POST", LinkAPI.reportsPath)] {
                let status = await site.ask(method, path, ["if-match": "*"], body: body).status
                #expect([200, 400, 422].contains(status))
            }
        }
        #expect(await site.ask("GET", Self.overrides).status == 200)
    }
}

@Suite("The API for apps of a project", .inTurn)
struct LinkProjectTests {
    private func part(_ environment: String?, servesProduction: Bool = false) throws -> (LinkSite, LinkPart) {
        let site = try LinkSite()
        let part = LinkPart.following(
            site.ledger.store, at: site.path, by: OverrideOrigin(), environment: environment,
            servesProduction: servesProduction, keys: { nil }, watcher: nil)
        return (site, part)
    }

    @Test(
        "overrides are served for every environment but production, and for that where the project file allows it"
    )
    func environments() throws {
        #expect(try part(nil).1.refusal == nil && part("staging").1.refusal == nil)
        #expect(try part("prod-eu").1.refusal?.contains("\"prod-eu\"") == true)
        #expect(try part("production", servesProduction: true).1.refusal == nil)
    }

    @Test("links and journal are those beside the overrides")
    func files() throws {
        let (site, part) = try part(nil)
        _ = try site.link("shop")
        (part.grants as? LinkGrantStore)?.reload()
        #expect(part.grants.grants.all.map(\.app) == ["shop"])
    }

    @Test(
        "before the team's store is read, no app hears that its link is refused or that there are no overrides"
    )
    func notReadYet() async throws {
        let site = try LinkSite()
        let token = try site.link("shop")
        let isRead = Mutex(false)
        let sharing = LinkSharing(
            change: { _, _, _, _ in }, grants: { $0 }, isPending: { !isRead.withLock { $0 } },
            knowsLinks: { isRead.withLock { $0 } })
        let part = LinkPart.following(
            site.ledger.store, at: site.path, by: OverrideOrigin(), environment: nil, servesProduction: false,
            keys: { nil }, watcher: nil, sharing: sharing)
        func status(_ token: String) async -> Int {
            await ServerResponder([part], ServerConfiguration()) { _ in }.respond(
                to: ServedRequest(
                    method: "GET", path: LinkAPI.overridesPath,
                    headers: ["host": "localhost", "authorization": "Bearer \(token)"])
            ).status
        }
        let unknown = LinkSecret.prefix + token.dropFirst(LinkSecret.prefix.count).reversed()
        #expect(await status(token) == 503)
        #expect(await status(unknown) == 503)
        isRead.withLock { $0 = true }
        #expect(await status(token) == 200)
        #expect(await status(unknown) != 503)
    }
}
