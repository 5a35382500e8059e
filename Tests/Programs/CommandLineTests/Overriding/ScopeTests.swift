import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("override for apps", .fewAtATime)
struct ScopeTests {
    private func overrides(_ workplace: Workplace, _ arguments: String...) async throws -> [String] {
        let document = try await workplace.run(
            Workplace.program, ["override", "list", "--offline", "--json"] + arguments
        ).json()
        return (document.object?["overrides"]?.array ?? []).compactMap(\.object).map { entry in
            [entry["name"], entry["app"], entry["installation"], entry["value"]].compactMap { $0?.string }
                .joined(separator: " ")
        }
    }

    @Test(
        "set, list and unset are for whom --app and --installation say, and for everyone else nothing changes"
    )
    func scopes() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(try await workplace.run("override", "set", "paywall", "b").status == 0)
        let set = try await workplace.run("override", "set", "paywall", "c", "--app", "shop")
        #expect(set.output == "paywall for shop: b -> c\n", "\(set)")
        let phone = ["--app", "shop", "--installation", "phone"]
        #expect(
            try await workplace.run(Workplace.program, ["override", "set", "timeout", "7"] + phone).output
                == "timeout for shop on phone: 12 -> 7\n")
        #expect(try await overrides(workplace) == ["paywall b", "paywall shop c", "timeout shop phone 7"])
        #expect(try await overrides(workplace, "--app", "mail") == ["paywall b"])
        #expect(try await overrides(workplace, "--app", "shop") == ["paywall b", "paywall shop c"])
        let table = try await workplace.run("override", "list", "--offline")
        #expect(table.output.contains("FOR") && table.output.contains("shop on phone"), "\(table)")
        #expect(
            try await workplace.run(Workplace.program, ["override", "unset", "timeout"] + phone).status == 0)
        #expect(try await workplace.run("override", "clear", "--yes", "--app", "shop").status == 0)
        #expect(try await overrides(workplace) == ["paywall b"])
        #expect(try await workplace.run("get", "paywall", "--json").output.contains("\"b\""))
    }

    @Test("clear removes those of all scopes in one step, unless a scope is named")
    func clear() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "b")
        _ = try await workplace.run("override", "set", "paywall", "c", "--app", "shop")
        let phone = ["override", "set", "timeout", "7", "--app", "mail", "--installation", "phone"]
        _ = try await workplace.run(Workplace.program, phone)
        let cleared = try await workplace.run("override", "clear", "--yes")
        #expect(cleared.status == 0 && cleared.output.contains("paywall for shop: "), "\(cleared)")
        #expect(try await overrides(workplace).isEmpty)
        #expect(try await workplace.run("override", "undo").status == 0)
        #expect(
            try await Set(overrides(workplace)) == ["paywall b", "timeout mail phone 7", "paywall shop c"])
    }

    @Test("an override that an app does not have cannot be removed from it, and its neighbours stay")
    func missing() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "b")
        let unset = try await workplace.run("override", "unset", "paywall", "--app", "shop")
        #expect(unset.status == 1 && unset.errors.contains("is from the overrides for everyone"), "\(unset)")
        let unknown = try await workplace.run("override", "unset", "timeout", "--app", "shop")
        #expect(unknown.status == 1 && unknown.errors.contains("timeout has no override"), "\(unknown)")
        #expect(try await overrides(workplace) == ["paywall b"])
        let off = try await workplace.run("override", "disable", "paywall", "--app", "shop")
        #expect(off.output == "paywall for shop: b, override off\n", "\(off)")
        #expect(try await overrides(workplace) == ["paywall b", "paywall shop b"])
        #expect(try await workplace.run("override", "enable", "paywall", "--app", "shop").status == 0)
        #expect(try await overrides(workplace) == ["paywall b"])
    }

    @Test("the misspelled name of a linked app is refused; an app that is not linked yet is not")
    func misspelled() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("link", "--app", "shop")
        let set = try await workplace.run("override", "set", "timeout", "7", "--app", "shpo")
        #expect(set.status == 1 && set.output.isEmpty, "\(set)")
        #expect(
            set.errors == """
                error: no links of app "shpo"
                Did you mean shop?
                Use --raw to set it anyway.

                """)
        #expect(
            try await workplace.run("override", "set", "timeout", "7", "--app", "shpo", "--raw").status == 0)
        #expect(try await workplace.run("override", "set", "timeout", "7", "--app", "reader").status == 0)
    }

    @Test(
        "the beginning of an installation's ID, and one with a wrong letter, is refused; an unknown installation is not",
        arguments: [("4f2a", 1), ("shop/4f2a91", 1), ("4f2b91", 1), ("4f2a91", 0), ("tablet", 0)])
    func installations(id: String, status: Int32) async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write(
            """
            {"version": 1, "savedAt": "2026-03-01T09:00:00Z", "apps": [{"id": "shop/4f2a91", "app": "shop",
             "installation": "4f2a91", "firstSeen": "2026-03-01T09:00:00Z", "lastSeen": "2026-03-01T09:00:00Z"}]}
            """, to: ".experiments/.linked-apps/overrides.json")
        let set = try await workplace.run(
            "override", "set", "timeout", "7", "--app", "shop", "--installation", id)
        #expect(set.status == status, "\(set)")
        #expect(set.errors.contains("Did you mean 4f2a91?") == (status == 1), "\(set)")
    }

    @Test("undo reverts the last change, whatever its scope, and the log shows it")
    func undo() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "b")
        _ = try await workplace.run("override", "set", "paywall", "c", "--app", "shop")
        let log = try await workplace.run("override", "log", "--key", "paywall", "--json").json()
        let change = log.object?["steps"]?.array?.first?.object?["changes"]?.array?.first?.object
        #expect(change?["name"] == "paywall" && change?["app"] == "shop")
        let undo = try await workplace.run("override", "undo")
        let words = "undone: override paywall for shop\n  paywall for shop: c -> b, override removed\n"
        #expect(undo.output == words, "\(undo)")
        #expect(try await overrides(workplace) == ["paywall b"])
        _ = try await workplace.run("override", "redo")
        #expect(try await overrides(workplace) == ["paywall b", "paywall shop c"])
    }

    @Test(
        "an installation without its app, and overrides for apps that cannot be read, are refused with a reason"
    )
    func refused() async throws {
        let workplace = try Workplace.withFineProject()
        let alone = try await workplace.run("override", "set", "paywall", "b", "--installation", "phone")
        #expect(alone.status == 1 && alone.errors.contains("an installation belongs to an app"), "\(alone)")
        let text = "{\"version\": 1,\n \"apps\": {\"shop\": 3}}"
        try workplace.folder.write(text, to: ".experiments/overrides.json")
        let set = try await workplace.run("override", "set", "paywall", "b", "--app", "shop")
        #expect(set.status == 1 && set.errors.contains("overrides.json:2:"), "\(set)")
        #expect(try workplace.folder.text(of: ".experiments/overrides.json") == text)
        #expect(try await workplace.run("override", "set", "paywall", "b").status == 0)
    }
}
