import Foundation
import TestSupport
import Testing

/// Apple wants apps, and the libraries in them, to say why they use some calls.
@Suite("What libraries for apps say of themselves", .fewAtATime)
struct PrivacyTests {
    /// The calls by the category that they belong to, as the sources write them.
    private static let calls = [
        "NSPrivacyAccessedAPICategoryFileTimestamp": ["stat(", "ModificationDate", "creationDate"],
        "NSPrivacyAccessedAPICategoryUserDefaults": ["UserDefaults"],
        "NSPrivacyAccessedAPICategorySystemBootTime": ["systemUptime", "mach_absolute_time"],
        "NSPrivacyAccessedAPICategoryDiskSpace": [
            "statfs(", "statvfs(", "volumeAvailableCapacity", "systemFreeSize",
        ],
    ]

    @Test("each gives a reason for every call that needs one", arguments: ["Core", "App", "Keepers"])
    func reasons(room: String) throws {
        let folder = Page.absolutePath("Sources/\(room)")
        for library in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let used = try Self.categories(below: "\(folder)/\(library)")
            #expect(try Self.declared(at: "\(folder)/\(library)/PrivacyInfo.xcprivacy") == used, "\(library)")
        }
    }

    private static func categories(below folder: String) throws -> Set<String> {
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        var found: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                .joined(separator: "\n")
            for (category, words) in calls where words.contains(where: code.utf8Contains) {
                found.insert(category)
            }
        }
        return found
    }

    private static func declared(at path: String) throws -> Set<String> {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let types = list?["NSPrivacyAccessedAPITypes"] as? [[String: Any]] ?? []
        for type in types {
            #expect((type["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false)
        }
        return Set(types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String })
    }
}

extension String {
    fileprivate func utf8Contains(_ text: String) -> Bool { utf8.contains(text.utf8) }
}
