import ExperimentsCore
import Foundation
import GrowthBookFeatures
import TestSupport
import Testing

@testable import GrowthBookSource

@Suite("A file of sticky buckets", .inTurn)
struct StickyBucketFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("kept/sticky.json")
    }

    private func document(_ user: String, _ assignments: [String: String]) -> StickyBuckets.Document {
        StickyBuckets.Document(attributeName: "id", attributeValue: user, assignments: assignments)
    }

    @Test("is read as it was written, and made with the first assignment")
    func writing() throws {
        let file = StickyBucketFile(path: path)
        #expect(try file.read() == StickyBuckets())
        try file.keep([])
        #expect(try folder.names().isEmpty)
        try file.keep([document("ann", ["exp__0": "b"])])
        #expect(
            try folder.text(of: "kept/sticky.json")
                == "[{\"attributeName\":\"id\",\"attributeValue\":\"ann\",\"assignments\":{\"exp__0\":\"b\"}}]\n"
        )
        #expect(try StickyBucketFile(path: path).read() == StickyBuckets([document("ann", ["exp__0": "b"])]))
    }

    @Test("takes what programs beside each other store, and of two assignments the first")
    func merging() throws {
        let (one, other) = (StickyBucketFile(path: path), StickyBucketFile(path: path))
        try one.keep([document("ann", ["exp__0": "a", "new__0": "x"])])
        try other.keep([document("ann", ["exp__0": "b"]), document("bob", ["exp__0": "c"])])
        #expect(
            try one.read()
                == StickyBuckets([
                    document("ann", ["exp__0": "a", "new__0": "x"]), document("bob", ["exp__0": "c"]),
                ]))
    }

    @Test(
        "an assignment that replaces the one that was read is stored, because that variation no longer exists"
    )
    func replacing() throws {
        let file = StickyBucketFile(path: path)
        try file.keep([document("ann", ["exp__0": "gone"])])
        try file.keep([document("ann", ["exp__0": "b"])], since: try file.read())
        #expect(try file.read() == StickyBuckets([document("ann", ["exp__0": "b"])]))
    }

    @Test("reads documents by their keys, as SDKs hand them over")
    func byKey() throws {
        try folder.write(
            #"{"id||ann": {"attributeName": "id", "attributeValue": "ann", "assignments": {"e__0": "b"}}}"#,
            to: "kept/sticky.json")
        #expect(try StickyBucketFile(path: path).read() == StickyBuckets([document("ann", ["e__0": "b"])]))
    }

    @Test("drops those that were not changed for the longest time")
    func bounded() throws {
        let file = StickyBucketFile(path: path)
        let most = StickyBucketFile.mostDocuments
        try file.keep((0..<most).map { document("user \($0)", ["e__0": "a"]) })
        try file.keep([document("user 0", ["e__1": "b"]), document("late", ["e__0": "a"])])
        let kept = try file.read().documents
        #expect(kept.count == most)
        #expect(kept["id||user 0"]?.assignments == ["e__0": "a", "e__1": "b"])
        #expect(kept["id||user 1"] == nil && kept["id||late"] != nil)
    }

    @Test("is left as it is where it cannot be read", arguments: ["{", "7", "\"x\""])
    func broken(_ text: String) throws {
        try folder.write(text, to: "kept/sticky.json")
        let file = StickyBucketFile(path: path)
        #expect(throws: FileProblem.self) { try file.read() }
        #expect(throws: FileProblem.self) { try file.keep([document("ann", ["e__0": "b"])]) }
        #expect(try folder.text(of: "kept/sticky.json") == text)
    }
}
