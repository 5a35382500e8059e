import TestSupport
import Testing

@Suite("A command that changes several overrides", .fewAtATime)
struct SeveralKeysTests {
    @Test("says how many before it does, with or without --yes")
    func announced() async throws {
        let workplace = try Workplace.withFineProject()
        let set = try await workplace.run("override", "set", "timeout", "rate", "5")
        #expect(set.errors == "overriding 2 keys: timeout, rate\n", "\(set)")
        let filtered = try await workplace.run(
            "override", "set", "--filter", "key:/./", "--raw", "--yes", "5")
        #expect(filtered.errors == "overriding 4 keys: paywall, timeout, new_ui, rate\n", "\(filtered)")
        let off = try await workplace.run("override", "disable", "timeout", "rate")
        #expect(off.errors == "turning off the overrides of 2 keys: timeout, rate\n", "\(off)")
        let edited = try await workplace.run("override", "edit", "timeout", "rate", "--note", "x")
        #expect(edited.errors == "changing the overrides of 2 keys: timeout, rate\n", "\(edited)")
        let unset = try await workplace.run("override", "unset", "timeout", "rate")
        #expect(unset.errors == "removing the overrides of 2 keys: timeout, rate\n", "\(unset)")
        let undone = try await workplace.run("override", "undo")
        #expect(undone.errors == "undoing a change of 2 keys: rate, timeout\n", "\(undone)")
        let redone = try await workplace.run("override", "redo")
        #expect(redone.errors == "redoing a change of 2 keys: rate, timeout\n", "\(redone)")
        let cleared = try await workplace.run("override", "clear", "--yes")
        #expect(cleared.errors == "removing the overrides of 2 keys: new_ui, paywall\n", "\(cleared)")
    }

    @Test("one that was named needs no words")
    func one() async throws {
        let set = try await Workplace.withFineProject().run("override", "set", "timeout", "5")
        #expect(set.errors.isEmpty, "\(set)")
    }

    @Test("loading a profile says how many it changes")
    func profile() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "timeout", "rate", "5")
        _ = try await workplace.run("override", "profile", "save", "fast")
        _ = try await workplace.run("override", "set", "timeout", "rate", "6")
        let loaded = try await workplace.run("override", "profile", "load", "fast", "--yes")
        #expect(loaded.errors == "changing the overrides of 2 keys: rate, timeout\n", "\(loaded)")
    }
}
