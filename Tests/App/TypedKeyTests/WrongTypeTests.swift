import Foundation
import TestSupport
import Testing

/// The compiler, where there is one.
private let compiler = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

/// What must not compile, seen not to.
@Suite("Code with mistakes", .inTurn, .enabled(if: compiler != nil, "there is no swiftc in PATH"))
struct WrongTypeTests {
    /// The lines that end with `// wrong` are those that the compiler refuses.
    private static let source = """
        import Experiments
        import ExperimentsMacros

        enum Style: String, CaseIterable { case plain, guided }
        enum Size { case small }

        extension Keys {
            static let columns = Key("columns", default: 3, in: 1...6)
            static let style = Key("style", default: Style.plain)
            static let list = Key("list", default: ["a"])  // wrong
            static let promo = Key<String?>("promo", default: nil)  // wrong
            static let size = Key("size", default: Size.small)  // wrong
            static let share = Key<Float>("share", default: 0.5)  // wrong
            static let mixed = Key("mixed", default: 3, in: 0.5...0.9) as Key<Int>  // wrong

            @RemoteKeys
            enum Shop {
                static let giftCards = false
                @KeyDetails("gift_cards") static let vouchers = 3  // wrong
                @KeyDetails(in: 1...6) static let rows = 9  // wrong
                @KeyDetails(in: "a"..."z") static let letter = "a"  // wrong
            }
        }

        struct Shelf {
            @Remote(.columns) var columns
            @Remote(.columns) var text: String  // wrong
        }

        func read(_ service: RemoteConfigService) throws {
            let _: Int = service[.columns]
            let _: Style = service[.style]
            let _: Bool = service[.giftCards]
            let _: String = service[.columns]  // wrong
            let _: Int? = service.pendingValue(of: .style)  // wrong
            let _: Int = service[.giftCards]  // wrong
            let _ = service[.unknown]  // wrong
            try service.override(.columns, with: 4)
            try service.override(.columns, with: "4")  // wrong
        }
        """

    @Test(
        "A wrong type, an unknown key and a mistake in a catalog do not compile, each at its line",
        .timeLimit(.minutes(60)))
    func refused() async throws {
        let compiler = try #require(compiler)
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.source, to: "App.swift")
        let products = BuiltProducts.folder
        let macrosProgram = "\(products)/ExperimentsMacrosPlugin-tool"
        let words =
            [compiler, "-typecheck", "-swift-version", "6", "-module-cache-path", folder.path("modules")]
            + BuiltProducts.moduleArguments
            + ["-load-plugin-executable", "\(macrosProgram)#ExperimentsMacrosPlugin"]
        let command = (words + [path]).map { "'\($0)'" }.joined(separator: " ") + " 2>&1"
        let check = try ChildProgram("/bin/sh", ["-c", command])
        #expect(try await check.end(within: .seconds(150)) == 1)
        let refused = Set(check.lines.compactMap { Self.line(of: $0, in: path) })
        let wrong = Self.source.components(separatedBy: "\n").enumerated()
            .filter { $0.element.hasSuffix("// wrong") }.map { $0.offset + 1 }
        #expect(refused.sorted() == wrong, "\(check.output)")
        for message in [
            "the key's values have another type than is expected here", "a list is read as JSON: write Key(",
            "optional: .string()) for an optional; give an enum a raw type, such as String",
            "write Key<Double>: decimal numbers",
        ] {
            #expect(check.output.contains(message), "\(check.output)")
        }
    }

    /// The line that an error of the compiler is about: `App.swift:5:3: error: …`.
    private static func line(of text: String, in path: String) -> Int? {
        guard text.hasPrefix(path + ":"), text.contains(": error: ") else { return nil }
        return text.dropFirst(path.count + 1).split(separator: ":").first.flatMap { Int($0) }
    }
}
