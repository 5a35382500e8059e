import Foundation
import TestSupport
import Testing

/// Declarations that have the name of a key, and the places that read the key beside them.
enum SameName {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let code: String

        var testDescription: String { name }
    }

    static let declarations: [Case] = [
        ("a text of an enum", "enum Other_N { static let flag_N = \"flag_N\" }"),
        ("another text of an enum", "enum Other_N { static let flag_N = \"other\" }"),
        ("a text of a struct", "struct Other_N { static let flag_N: String = \"flag_N\" }"),
        ("a text of an instance", "struct Other_N { let flag_N = \"flag_N\" }"),
        ("a variable", "struct Other_N { static var flag_N: Int { 3 } }"),
        ("a function of a type", "enum Other_N { static func flag_N() -> Bool { false } }"),
        ("a case", "enum Other_N { case home, flag_N }"),
        ("a case with values", "enum Other_N { case home, flag_N(Int) }"),
        ("a case of texts", "enum Other_N: String, CaseIterable { case home, flag_N }"),
        (
            "a case of coding keys",
            "struct Other_N: Codable { var flag_N: Bool?; enum CodingKeys: String, CodingKey { case flag_N } }"
        ),
        (
            "a notification",
            "extension Notification.Name { static let flag_N = Notification.Name(\"flag_N\") }"
        ),
        ("a value of the type itself", "struct Other_N { let id: Int; static let flag_N = Other_N(id: 1) }"),
        (
            "an option",
            "struct Other_N: OptionSet { let rawValue: Int; static let flag_N = Other_N(rawValue: 1) }"
        ),
        ("a text of the file", "let flag_N = \"flag_N\""),
        (
            "a private text of the file",
            "private let flag_N = \"flag_N\"; func other_N() -> String { flag_N }"
        ),
        ("a function of the file", "func flag_N() -> Bool { false }"),
        ("a type in a type", "enum Other_N { struct flag_N {} }"),
        ("a text of the service", "extension RemoteConfigService { static let flag_N = \"flag_N\" }"),
        ("a property of the service", "extension RemoteConfigService { var flag_N: Bool { false } }"),
        (
            "a default of a protocol",
            "protocol Other_N {}\nextension Other_N { static var flag_N: Int { 4 } }"
        ),
        ("another key in a type", "enum Other_N { static let flag_N = Key(\"other_N\", default: true) }"),
        (
            "a key path's property",
            "struct Other_N { var flag_N = false; static let path = \\Other_N.flag_N }"
        ),
    ].map { Case(name: $0, code: $1) }

    static let reads: [Case] = [
        ("of a parameter", "func use_N(_ s: RemoteConfigService) -> Bool { s[.flag_N] }"),
        ("with the name of the type", "func use_N(_ s: RemoteConfigService) -> Bool { s[Keys.flag_N] }"),
        (
            "of a property",
            """
            struct User_N { let s: RemoteConfigService; func isOn() -> Bool { self.s[.flag_N] } }
            func use_N(_ s: RemoteConfigService) -> Bool { User_N(s: s).isOn() }
            """
        ),
        (
            "of a wrapped property",
            """
            struct User_N { @Remote(.flag_N) var isOn }
            func use_N(_ s: RemoteConfigService) -> Bool { User_N().isOn }
            """
        ),
        ("of the scope", "func use_N(_ s: RemoteConfigService) -> Bool { RemoteScope.service![.flag_N] }"),
        ("of a constant", "func use_N(_ s: RemoteConfigService) -> Bool { let t = s; return !t[.flag_N] }"),
        (
            "of an argument of a closure",
            "func use_N(_ s: RemoteConfigService) -> Bool { [s].map { $0[.flag_N] }[0] }"
        ),
        (
            "in a closure with a type",
            "func use_N(_ s: RemoteConfigService) -> Bool { { (t: RemoteConfigService) in t[.flag_N] }(s) }"
        ),
        (
            "in a type that has the name, too",
            """
            enum User_N {
                static let flag_N = "flag_N"
                static func isOn(_ s: RemoteConfigService) -> Bool { s[.flag_N] && flag_N.count > 1 }
            }
            func use_N(_ s: RemoteConfigService) -> Bool { User_N.isOn(s) }
            """
        ),
        (
            "beside a constant of that name",
            "func use_N(_ s: RemoteConfigService) -> Bool { let flag_N = 2; return s[.flag_N] && flag_N > 1 }"
        ),
        ("of an unknown service", "func use_N(_ s: RemoteConfigService) -> Bool { { t in t[.flag_N] }(s) }"),
    ].map { Case(name: $0, code: $1) }

    /// A program for each declaration with all reads that are certain, and one with a read that may be another thing.
    static let shapes = declarations.flatMap { declaration in
        let certain = reads.filter { !$0.name.contains("unknown") }
        return [certain, reads.filter { $0.name.contains("unknown") }].map { shape(declaration, $0) }
    }

    private static func shape(_ declaration: Case, _ reads: [Case]) -> ProgramShape {
        let parts = reads.enumerated().map { index, read in
            read.code.replacing("use_N", with: "use\(index)_N").replacing("User_N", with: "User\(index)_N")
        }
        let calls = reads.indices.map { "show(use\($0)_N(s))" }.joined(separator: "; ")
        let run = "func run_N(_ s: RemoteConfigService, _ x: Bool, _ n: Int) throws { \(calls) }"
        let heading = declaration.name + (reads.count == 1 ? ", and a read \(reads[0].name)" : "")
        return ProgramShape(
            heading: heading, code: "\(declaration.code)\n\(parts.joined(separator: "\n"))\n\(run)\n",
            file: "same names")
    }
}

@Suite("A key and another declaration of its name", .inTurn)
struct SameNameTests {
    @Test(
        "Each read gets the value, or keeps the key, and the other declaration stays",
        arguments: SameName.shapes)
    func both(_ shape: ProgramShape) throws {
        let isCertain = !shape.heading.contains("unknown")
        let program = shape.program(1)
        let declaration = try #require(SameName.declarations.first { shape.code.hasPrefix($0.code + "\n") })
        for value in program.values {
            let (sources, left) = try ProgramBatch.retired(program, value)
            let text = try #require(sources["P1A.swift"])
            #expect(text.contains(declaration.code.replacing("_N", with: "_1")), "\(text)")
            let isRead = ["[.flag_1]", "(.flag_1)", "Keys.flag_1"].contains { text.contains($0) }
            // What is not proven to be a read is listed, and keeps the key.
            #expect(isRead == !isCertain, "\(left) \(text)")
            #expect(left.isEmpty == isCertain, "\(left) \(text)")
            #expect(text.contains("Key(\"flag_1\"") == !isCertain, "\(text)")
        }
    }
}

@Suite("Shapes of code", .inTurn)
struct ProgramShapeTests {
    @Test("Only the places that the file lists are left", arguments: ProgramShape.all)
    func left(_ shape: ProgramShape) throws { #expect(try shape.leftPlaces() == shape.left) }

    @Test(
        "EXPERIMENTS_RECORD=1 writes the places again", .enabled(if: isRecording),
        arguments: ProgramShape.files)
    func record(file: String) throws {
        let text = try ProgramShape.shapes(in: file).map { try $0.text(left: $0.leftPlaces()) }.joined()
        try text.write(
            to: ProgramShape.folder.appending(path: file + ".txt"), atomically: true, encoding: .utf8)
    }

    private static let isRecording = ProcessInfo.processInfo.environment["EXPERIMENTS_RECORD"] != nil
}
