import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Profiles under names", .inTurn)
struct ProfileLibraryTests {
    private let folder: TemporaryFolder
    private let library: ProfileLibrary

    init() throws {
        folder = try TemporaryFolder()
        library = ProfileLibrary(
            besideOverridesAt: folder.path("overrides.json"),
            sharing: [try Self.profile("alpha", "9"), try Self.profile("team", "1")])
    }

    private static func profile(_ name: String, _ value: String) throws -> OverrideProfile {
        try OverrideProfile(
            name: name, overrides: OverrideSet(["max_items": Override(value: value)]), author: "ana",
            savedAt: Date(timeIntervalSince1970: 1_772_355_600))
    }

    private func problem(_ work: () throws -> Void) -> MessageError? {
        do {
            try work()
            return nil
        } catch {
            return error as? MessageError
        }
    }

    @Test("one's own profile counts more than the team's of the same name")
    func precedence() throws {
        #expect(try library.profile(named: "alpha").overrides["max_items"]?.value == "9")
        try library.save(Self.profile("alpha", "7"), replacing: false)
        #expect(try library.profile(named: "alpha").overrides["max_items"]?.value == "7")
        #expect(try library.profile(named: "team").overrides["max_items"]?.value == "1")
    }

    @Test("one that exists is replaced only where that is wanted")
    func replacing() throws {
        try library.save(Self.profile("mine", "7"), replacing: false)
        let taken = problem { try library.save(Self.profile("mine", "8"), replacing: false) }
        #expect(taken?.message == "profile \"mine\" already exists; nothing was changed")
        #expect(try library.profile(named: "mine").overrides["max_items"]?.value == "7")
        try library.save(Self.profile("mine", "8"), replacing: true)
        #expect(try library.profile(named: "mine").overrides["max_items"]?.value == "8")
    }

    @Test("a name that is not there is reported with the nearest one")
    func missing() throws {
        #expect(problem { _ = try library.profile(named: "tean") }?.advice == "Did you mean \"team\"?")
        let gone = problem { try library.delete(named: "elsewhere") }
        #expect(gone?.message == "no profile \"elsewhere\"")
        #expect(gone?.advice == "Available: alpha, team")
    }
}
