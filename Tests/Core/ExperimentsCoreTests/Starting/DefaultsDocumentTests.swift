import Dispatch
import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

/// A service that writes down what is declared wrongly.
private final class ComplainingService: RemoteConfigService, @unchecked Sendable {
    let problems = Recorder<DeclarationProblem>()

    override func trackDeclarationProblem(_ problem: DeclarationProblem) { problems.record(problem) }
}

@Suite("Defaults of a document", .inTurn)
struct DefaultsDocumentTests {
    private let keeper = InMemoryRemoteConfigKeeper()
    private let service: RecordingService

    init() {
        service = RecordingService(remoteConfigKeeper: keeper)
    }

    private var paywall: Paywall { service.remoteValue(for: Key.paywall) }

    private static let documents = [
        #"{"paywall": "b", "retries": 4, "onboarding": null}"#,
        #"""
        {"parameters": {"paywall": {"defaultValue": {"value": "b"}, "conditionalValues": {"x": {"value": "c"}}},
          "onboarding": {"defaultValue": {"useInAppDefault": true}}},
         "parameterGroups": {"Net": {"parameters": {"retries": {"defaultValue": {"value": "4"}}}}}}
        """#,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>paywall</key><string>b</string><key>retries</key><integer>4</integer></dict></plist>
        """,
    ]

    @Test("are the same from JSON, a template and a property list", arguments: documents)
    func forms(text: String) throws {
        let texts = try DefaultsDocument.content(text.utf8).texts()
        #expect(texts["paywall"] == "b" && texts["retries"] == "4" && texts["onboarding"] == nil)
    }

    @Test("come after the values of the source and before those of the code, and the key is still missing")
    func order() throws {
        try service.defaults(from: .content(Self.documents[0].utf8))
        keeper.publish(Snapshot([:]))
        #expect(paywall == .b)
        let row = service.row(for: CatalogKey(Key.paywall))
        #expect(row.status == .missing && row.valueText == "b")
        #expect(service.getValues(for: [Key.paywall]).rows.first?.valueText == "b")
        #expect(service.trackingCalls.contains("trackKeyNotFound(paywall)"))
        keeper.publish(Snapshot(["paywall": "c"]))
        #expect(paywall == .c)
        keeper.publish(Snapshot(["paywall": "nonsense"]))
        #expect(paywall == .b)
    }

    @Test("reach those who observe a value")
    func observed() throws {
        let told = Recorder<Paywall>()
        let observation = service.observeRemoteValue(for: Key.paywall) { (value: Paywall) in
            told.record(value)
        }
        try service.defaults(from: .content(#"{"paywall": "b"}"#.utf8))
        try service.defaults(from: .content(#"{"paywall": "c"}"#.utf8))
        #expect(told.elements == [.default, .b, .c])
        withExtendedLifetime(observation) {}
    }

    @Test("a value that is not valid for its key is named, and not used")
    func invalid() throws {
        let service = ComplainingService(remoteConfigKeeper: keeper)
        try service.defaults(from: .content(#"{"paywall": "nonsense"}"#.utf8))
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .default)
        #expect(service.problems.elements.map(\.key) == ["paywall"])
        #expect(
            service.row(for: CatalogKey(Key.paywall)).valueText == CatalogKey(Key.paywall).schema.defaultText)
    }

    @Test(
        "a document that cannot be read changes nothing, and the error says what to do",
        arguments: [
            (DefaultsDocument.content("[1]".utf8, named: "d.json"), "d.json:1:1: expected an object"),
            (.content("{".utf8, named: "d.json"), "d.json:1:"),
            (.content("<plist>".utf8, named: "d.plist"), "d.plist: is not a property list"),
            (.file("/nowhere/d.json"), "/nowhere/d.json"),
            (.bundle("NoSuchDefaults"), "has no resource NoSuchDefaults, NoSuchDefaults.plist or"),
        ])
    func failure(document: DefaultsDocument, words: String) throws {
        try service.defaults(from: .content(#"{"paywall": "b"}"#.utf8))
        let error = #expect(throws: FileProblem.self) { try service.defaults(from: document) }
        let text = error.map { ErrorReport.headline(of: $0) } ?? ""
        #expect(text.contains(words), "\(text)")
        #expect(paywall == .b)
    }

    @Test("two documents at the same time leave one of them, whole")
    func race() throws {
        let keys = [Key.paywall, .otherPaywall]
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            let text = number.isMultiple(of: 2) ? "b" : "c"
            try? service.defaults(
                from: .content(#"{"paywall": "\#(text)", "otherPaywall": "\#(text)"}"#.utf8))
            let rows = service.report(for: keys.map { CatalogKey($0) }).rows
            #expect(rows[0].valueText == rows[1].valueText)
        }
    }
}
