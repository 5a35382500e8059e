import ExperimentsCore
import Foundation
import TestSupport
import Testing
import Variants
import VariantsPublishers

@Suite("Publishers of a registry", .inTurn)
struct VariantsPublishersTests {
    private let registry = VariantRegistry()

    private func document(_ color: String, variant: Bool = false) -> VariantsDocument {
        let variants = variant ? #"{"id": "All", "mods": [{"flag": "color", "value": "red"}]}"# : ""
        return VariantsDocument(
            text:
                #"{"flag_defs": [{"flag": "color", "base_value": "\#(color)"}], "variants": [\#(variants)]}"#)
    }

    @Test("each change is an element, also where it was made by code; one that is refused is none")
    func changes() throws {
        let changes = Recorder<Int>()
        let subscription = registry.changePublisher.sink { changes.record(registry.flags.count) }
        try registry.load(document("blue"))
        #expect(throws: DocumentProblems.self) { try registry.load(document("blue")) }
        try registry.register(FlagDefinition("mine", baseValue: 1))
        #expect(changes.elements == [1, 2])
        subscription.cancel()
        try registry.register(FlagDefinition("other", baseValue: 1))
        #expect(changes.elements == [1, 2])
    }

    @Test("a reading arrives on subscription, then each different one, and nothing else")
    func readings() throws {
        try registry.load(document("blue"))
        let values = Recorder<FlagReading>()
        let publisher = registry.readingPublisher(of: "color", for: Persona())
        let subscription = publisher.sink { values.record($0) }
        try registry.register(FlagDefinition("mine", baseValue: 1))
        try registry.reload(document("green"))
        try registry.reload(document("green", variant: true))
        #expect(
            values.elements == [
                FlagReading(flag: "color", value: .success("blue"), variant: nil),
                FlagReading(flag: "color", value: .success("green"), variant: nil),
                FlagReading(flag: "color", value: .success("red"), variant: "All"),
            ])
        subscription.cancel()
        try registry.reload(VariantsDocument(text: #"{"flag_defs": [{"flag": "color", "base_value": 1}]}"#))
        #expect(values.count == 3)
    }

    @Test("a flag that is not there is a failure until it is")
    func absent() throws {
        let values = Recorder<FlagReading>()
        let subscription = registry.readingPublisher(of: "color", for: Persona()).sink { values.record($0) }
        try registry.load(document("blue"))
        #expect(values.elements.map(\.value) == [.failure(.unknownFlag("color")), .success("blue")])
        subscription.cancel()
    }

    @Test("a change is a notification, too, for as long as it is asked for")
    func notification() throws {
        let center = NotificationCenter()
        let posted = Recorder<Bool>()
        let token = center.addObserver(forName: .variantRegistryDidChange, object: nil, queue: nil) {
            posted.record($0.object as? VariantRegistry === registry)
        }
        let posting = registry.postNotifications(to: center)
        try registry.load(document("blue"))
        #expect(throws: DocumentProblems.self) { try registry.load(document("blue")) }
        #expect(posted.elements == [true])
        posting.cancel()
        try registry.reload(document("green"))
        #expect(posted.count == 1)
        center.removeObserver(token)
    }
}
