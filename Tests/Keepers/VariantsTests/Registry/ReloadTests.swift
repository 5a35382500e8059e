import ExperimentsCore
import TestSupport
import Testing
import Variants

@Suite("Reloading", .inTurn)
struct ReloadTests {
    private static let first = """
        {"flag_defs": [{"flag": "a", "base_value": 0}, {"flag": "b", "base_value": 0}],
         "variants": [{"id": "V", "mods": [{"flag": "a", "value": 1}, {"flag": "b", "value": 1}]},
                      {"id": "W", "mods": [{"flag": "b", "value": 2}]}]}
        """

    private static func variants(_ text: String) -> VariantsDocument {
        VariantsDocument(text: #"{"variants": [\#(text)]}"#)
    }

    @Test("a reload replaces what has the same name in its place, and adds what is new at the end")
    func overlay() throws {
        let registry = try VariantRegistry.holding(Self.first)
        try registry.reload(
            VariantsDocument(
                text: """
                    {"flag_defs": [{"flag": "c", "base_value": 7}, {"flag": "a", "base_value": 5}],
                     "variants": [{"id": "X", "mods": []}, {"id": "V", "mods": [{"flag": "b", "value": 3}]}]}
                    """))
        #expect(registry.flags.map(\.name) == ["a", "b", "c"])
        #expect(registry.variants.map(\.id) == ["V", "W", "X"])
        // V no longer changes a; W still comes after V.
        #expect(try registry.int("a") == 5)
        #expect(try registry.int("b") == 2)
        #expect(try registry.int("c") == 7)
    }

    @Test("a variant continues changing a flag whose definition is replaced")
    func oldVariantsAct() throws {
        let registry = try VariantRegistry.holding(Self.first)
        try registry.reload(VariantsDocument(text: #"{"flag_defs": [{"flag": "a", "base_value": 9}]}"#))
        #expect(try registry.int("a") == 1)
    }

    @Test("a reload may change flags that only the registry knows")
    func flagsOfRegistry() throws {
        let registry = try VariantRegistry.holding(Self.first)
        try registry.reload(Self.variants(#"{"id": "N", "mods": [{"flag": "a", "value": 4}]}"#))
        #expect(try registry.int("a") == 4)
    }

    @Test("a reload keeps custom condition types, and uses them")
    func keepsTypes() throws {
        let registry = try VariantRegistry.holding(Self.first)
        try registry.registerConditionType("ON") { _ in { $0["on"] == true } }
        for _ in 0..<3 {
            try registry.reload(
                Self.variants(
                    #"{"id": "W", "conditions": [{"type": "on"}], "mods": [{"flag": "b", "value": 8}]}"#))
            #expect(try registry.int("b", context: ["on": true]) == 8)
            #expect(try registry.int("b") == 1)
        }
    }

    @Test("replacing documents removes what they brought, and keeps what code registered")
    func replacing() throws {
        let registry = VariantRegistry()
        try registry.register(
            flags: [FlagDefinition("mine", baseValue: 1)],
            variants: [Variant(id: "Mine", mods: [.init(flag: "mine", value: 2)])])
        try registry.load(VariantsDocument(text: Self.first))
        try registry.replaceDocuments(
            with: VariantsDocument(text: #"{"flag_defs": [{"flag": "z", "base_value": 0}]}"#))
        #expect(registry.flags.map(\.name) == ["mine", "z"])
        #expect(registry.variants.map(\.id) == ["Mine"])
        #expect(try registry.int("mine") == 2)
    }

    @Test("replacing is refused where a variant of code would change a flag that is gone")
    func dangling() throws {
        let registry = try VariantRegistry.holding(Self.first)
        try registry.register(Variant(id: "Mine", mods: [.init(flag: "a", value: 2)]))
        let problems = #expect(throws: DocumentProblems.self) {
            try registry.replaceDocuments(with: VariantsDocument(text: "{}"))
        }
        #expect(problems?.description.contains(#"variant "Mine", which is registered by code"#) == true)
        #expect(try registry.int("a") == 2)
    }

    @Test("each change is reported once, after it is made; one that fails is not")
    func notices() throws {
        let registry = VariantRegistry()
        let seen = Recorder<Int>()
        let observation = registry.observe { seen.record($0.flags.count) }
        try registry.load(VariantsDocument(text: Self.first))
        #expect(throws: DocumentProblems.self) { try registry.load(VariantsDocument(text: Self.first)) }
        try registry.register(FlagDefinition("c", baseValue: 0))
        observation.cancel()
        try registry.register(FlagDefinition("d", baseValue: 0))
        #expect(seen.elements == [2, 3])
    }

    @Test("the stream of changes has an element for a change")
    func stream() async throws {
        let registry = VariantRegistry()
        var changes = registry.changes().makeAsyncIterator()
        try registry.load(VariantsDocument(text: Self.first))
        #expect(await changes.next() != nil)
    }

    @Test("readers see one document or the other, whole, while it is reloaded")
    func concurrentReads() async throws {
        func document(_ number: Int) -> VariantsDocument {
            VariantsDocument(
                text: """
                    {"flag_defs": [{"flag": "a", "base_value": \(number)}, {"flag": "b", "base_value": \(number)}],
                     "variants": []}
                    """)
        }
        let registry = VariantRegistry()
        try registry.load(document(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var last = 0
                    while last < 300 {
                        let readings = registry.readings(for: Persona()).map { try? $0.value.get().int }
                        #expect(readings.count == 2 && readings[0] == readings[1])
                        let now = try registry.int("a")
                        #expect(now >= last)
                        last = now
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                for number in 1...300 {
                    try registry.reload(document(number))
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
    }
}
