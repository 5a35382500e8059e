import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Personas under names", .inTurn)
struct PersonaLibraryTests {
    private let folder: TemporaryFolder
    private let library: PersonaLibrary
    private let declared = NamedPersona(name: "beta", fields: ["country": "NO"], origin: .project)

    init() throws {
        folder = try TemporaryFolder()
        library = PersonaLibrary([declared], besideOverridesAt: folder.path("overrides.json"))
    }

    private func saved(_ name: String, _ fields: [String: JSONValue] = ["plan": "pro"]) -> NamedPersona {
        NamedPersona(
            name: name, fields: fields,
            origin: .saved(author: "ana", at: Date(timeIntervalSince1970: 1_772_355_600)))
    }

    private func message(_ work: () throws -> Void) -> String {
        do {
            try work()
            return ""
        } catch {
            return (error as? any OperatorError).map { ErrorReport($0).text() } ?? "\(error)"
        }
    }

    @Test("a name is found regardless of case if only one differs in nothing else")
    func otherCase() throws {
        try library.save(saved("Alpha"), replacing: false)
        #expect(try library.persona(named: "ALPHA").name == "Alpha")
        #expect(try library.persona(named: "Beta").name == "beta")
        try library.save(saved("alphA"), replacing: false)
        #expect(message { _ = try library.persona(named: "ALPHA") }.contains("no persona"))
    }

    @Test("saved personas come back, after those of the project file, and only the user can read them")
    func roundTrip() throws {
        let persona = saved("alpha", ["plan": "pro", "age": .number("7"), "tags": ["a"], "country": .null])
        try library.save(persona, replacing: false)
        #expect(try library.list().personas == [declared, persona])
        #expect(try library.persona(named: "alpha") == persona)
        let mode = try FileManager.default.attributesOfItem(atPath: library.path(of: "alpha"))[
            .posixPermissions]
        #expect(mode as? Int == 0o600)
        try library.delete(named: "alpha")
        #expect(try library.list().personas == [declared])
    }

    @Test("one that exists is replaced only where that is wanted, and one of the project file never")
    func replacing() throws {
        try library.save(saved("alpha"), replacing: false)
        let refusal = message { try library.save(saved("alpha", [:]), replacing: false) }
        #expect(refusal.contains("already exists; nothing was changed"))
        #expect(try library.persona(named: "alpha").fields == ["plan": "pro"])
        try library.save(saved("alpha", [:]), replacing: true)
        #expect(try library.persona(named: "alpha").fields.isEmpty)
        #expect(
            message { try library.save(saved("beta"), replacing: true) }.contains("the project file declares")
        )
        #expect(message { try library.delete(named: "beta") }.contains("the project file declares"))
        #expect(try library.persona(named: "beta") == declared)
    }

    @Test("a name that is not there is reported with the nearest one")
    func missing() throws {
        try library.save(saved("alpha"), replacing: false)
        #expect(message { _ = try library.persona(named: "alhpa") }.contains("Did you mean \"alpha\"?"))
        #expect(message { _ = try library.persona(named: "zzz") }.contains("Available: beta, alpha"))
    }

    @Test(
        "no name leaves the folder, or could be taken for NAME=VALUE",
        arguments: ["", "../x", "a/b", ".x", "a=b", "a:b", "a\u{7}", " a", String(repeating: "x", count: 81)])
    func names(_ name: String) {
        #expect(message { try library.save(saved(name), replacing: true) }.contains("name"))
        #expect(!FileManager.default.fileExists(atPath: library.folder))
    }

    @Test(
        "a file that is not a persona is reported with its place, and the others are there still",
        arguments: [
            ("{\"version\": 1,\n ]", "bad.json:2:2"), ("{}", "\"version\" is missing"),
            ("[]", "\"version\" is missing"),
            ("{\"version\": 2, \"fields\": {}}", "has version 2, but this program reads version 1"),
            ("{\"version\": 1}", "has no \"fields\""),
            ("{\"version\": 1, \"fields\": []}", "has no \"fields\""),
        ])
    func damaged(_ text: String, _ problem: String) throws {
        try library.save(saved("alpha"), replacing: false)
        try folder.write(text, to: "personas/bad.json")
        let listing = try library.list()
        #expect(listing.personas.map(\.name) == ["beta", "alpha"])
        #expect(
            listing.problems.map { ErrorReport($0).text() }.first?.contains(problem) == true,
            "\(listing.problems)")
    }

    @Test("no damage to a file crashes the reader")
    func fuzz() throws {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        let original = saved("alpha", ["plan": "pro", "n": .number("1")]).documentBytes
        for _ in 0..<FuzzEffort.rounds(usually: 300) {
            var bytes = original
            for _ in 0...random.below(4) { Mutation.apply(to: &bytes, using: &random) }
            _ = try? NamedPersona(parsing: bytes, named: "alpha", at: "alpha.json")
        }
    }

    @Test("a persona lies over what is configured, and takes away what it says is not known")
    func laying() throws {
        let configured = SourcePersona(fields: ["country": "GB", "os": "ios"])
        let persona = saved("x", ["country": "NO", "os": .null, "plan": "pro"])
        #expect(persona.laid(over: configured).fields == ["country": "NO", "plan": "pro"])
        #expect(persona.words == "country=NO os= plan=pro")
        let kept = try NamedPersona(
            name: "y", of: persona.laid(over: configured), configured: configured, author: nil, at: Date())
        #expect(kept.laid(over: configured) == persona.laid(over: configured))
    }
}
