import Foundation
import TestSupport
import Testing

@testable import ExperimentsFlagRetirement

/// Every reason, once.
private let allReasons: [LeftReason] = [
    .noLiteral, .refusedValue, .hiddenType, .unknownReceiver("config"), .optionalReceiver("service"),
    .ownSubscript("flags"), .untypedReader("isOn(_:)"), .builtName("a"), .unknownMember("source"),
    .macro("log"),
    .passedOn, .followed,
    .state("isNew"), .maybeKey, .otherBranch, .closureArguments, .closureResult, .closureEffects, .unwrapped,
    .declaredName,
    .assignsItself, .emptyList, .onlyElement, .label, .severalStatements, .condition, .exits, .openCase,
    .neverRuns,
    .empty, .unreachableCatch, .otherValue("a"), .unknownValue, .override, .onlySetting, .stillRead,
    .text("a"),
    .caseName("Screen.a"), .onlyCase, .declaredTogether, .unreadable, .unparsable,
    .notUnicode,
]

@Suite("The guide on removing a flag", .inTurn)
struct RemovalGuideTests {
    private static func heading(_ reason: LeftReason) -> String {
        switch reason {
        case .noLiteral: "The value cannot be written as an expression of its type"
        case .refusedValue: "The compiler refuses the value here"
        case .hiddenType: "Another type has the name of the value's type here"
        case .unknownReceiver: "The type of the service is not known, so this may read something else"
        case .optionalReceiver: "The service may be nil here, which gives another value"
        case .ownSubscript: "A subscript of a type takes the key here"
        case .untypedReader: "The type of a reader is not known"
        case .builtName: "The name of the key is built here"
        case .unknownMember: "A property of the parameter is known only to the source"
        case .macro: "A macro may do more with the key than read its value"
        case .passedOn: "The key itself is used here, not its value"
        case .followed: "Changes of the key are followed here"
        case .state: "The projected value is the state of the key, which is more than its value"
        case .maybeKey: "This name may be the key"
        case .otherBranch: "The removed branch determines the type of the expression"
        case .closureArguments: "Without this code, the closure would take fewer arguments"
        case .closureResult: "A return that would go determines the type of the closure"
        case .closureEffects: "Only code that would go makes the closure throw or wait"
        case .unwrapped: "The value is unwrapped here, but may not be optional without the other branch"
        case .declaredName: "The branch that runs declares a name that is also declared outside it"
        case .assignsItself: "A variable would be assigned to itself"
        case .emptyList: "The list would be empty and have no type"
        case .onlyElement: "The other elements would give the list another type"
        case .label: "The statement has a label"
        case .severalStatements: "The branch that runs is more than an expression"
        case .condition: "The condition calls functions that must still run"
        case .exits: "The case that runs exits the switch or falls through"
        case .openCase: "The case that runs is not known"
        case .neverRuns: "This code never runs"
        case .empty: "This is empty now"
        case .unreachableCatch: "Nothing in this do throws any more"
        case .otherValue: "A value other than the given one is set here"
        case .unknownValue: "The value that is set here is not a literal"
        case .override: "An override of the key is set here"
        case .onlySetting: "Only the key is set here"
        case .stillRead: "The key is set or listed here, and still read elsewhere"
        case .text: "The name of the key is in a text here"
        case .caseName: "A case has the name of the key"
        case .onlyCase: "It is the only case, without which the enum has no raw type"
        case .declaredTogether: "The key is declared together with others"
        case .unreadable: "The file cannot be parsed from here on, so it is not changed"
        case .notUnicode: "The file is not UTF-8 text, so it is not changed"
        case .unparsable: "The file could not be parsed after the change, so it is not changed"
        }
    }

    @Test("has a heading for each reason, and each reason has a sentence of its own", arguments: allReasons)
    func reasons(_ reason: LeftReason) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/App/Experiments/Experiments.docc").standardized
        let guide = try String(contentsOf: folder.appending(path: "Guides/RemovingAFlag.md"), encoding: .utf8)
        #expect(guide.contains("\n### \(Self.heading(reason))\n"), "\(reason.text)")
        #expect(allReasons.count { $0.text == reason.text } == 1)
    }
}
