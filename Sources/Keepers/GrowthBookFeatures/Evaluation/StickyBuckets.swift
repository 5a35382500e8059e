import ExperimentsCore

/// The stored assignments of users to variations, so that users keep the variation that they saw first.
public struct StickyBuckets: Sendable, Hashable {
    /// The stored assignments of one user.
    public struct Document: Sendable, Hashable {
        /// The attribute that identifies the user.
        public var attributeName: String
        /// The value of that attribute.
        public var attributeValue: String
        /// The keys of variations, by experiment and version.
        public var assignments: [String: String]

        /// Creates the document of a user.
        public init(attributeName: String, attributeValue: String, assignments: [String: String] = [:]) {
            self.attributeName = attributeName
            self.attributeValue = attributeValue
            self.assignments = assignments
        }

        /// The key under which it is stored.
        public var key: String { "\(attributeName)||\(attributeValue)" }
    }

    /// The documents, by their keys.
    public private(set) var documents: [String: Document]

    /// Creates assignments from documents. If two are for the same user, the last one is used.
    public init(_ documents: some Sequence<Document> = []) {
        self.documents = Dictionary(documents.map { ($0.key, $0) }, uniquingKeysWith: { _, last in last })
    }

    /// Reads documents from a list, or from an object that contains them by key. Other values are ignored.
    public init(_ json: JSONValue) {
        let list = json.array ?? json.object?.members.map(\.value) ?? []
        self.init(list.compactMap { Document($0) })
    }

    /// Returns the documents that an SDK would read for a user of a payload: those for the attributes by which
    /// experiments identify users.
    package func read(for attributes: JSONObject, of payload: FeaturePayload) -> StickyBuckets {
        let keys = payload.stickyAttributes.map { name in
            let value = AttributeValue(attributes[name] ?? .string(""))
            return "\(name)||\(Self.text(of: value))"
        }
        return StickyBuckets(keys.compactMap { documents[$0] })
    }

    /// Returns these documents, with those for the same users replaced by others.
    package func replacing(_ others: some Sequence<Document>) -> StickyBuckets {
        var buckets = self
        for document in others { buckets.documents[document.key] = document }
        return buckets
    }

    /// Returns the documents that differ from those in `others`.
    package func changed(since others: StickyBuckets) -> [Document] {
        documents.filter { others.documents[$0.key] != $0.value }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns a value in the form in which documents store it.
    static func text(of value: AttributeValue) -> String {
        if case .text(let text) = value { text } else { value.json.compactText }
    }

    /// Stores an assignment.
    ///
    /// - Parameter user: the document of a user without assignments.
    /// - Returns: whether that changed anything.
    mutating func store(_ variation: String, for assignment: String, of user: Document) -> Bool {
        var document = documents[user.key] ?? user
        guard document.assignments[assignment] != variation else { return false }
        document.assignments[assignment] = variation
        documents[document.key] = document
        return true
    }
}

extension StickyBuckets.Document {
    /// Reads a document; nil if the value is not one.
    package init?(_ json: JSONValue) {
        guard let object = json.object, let name = object["attributeName"]?.string,
            let value = object["attributeValue"]
        else { return nil }
        var assignments: [String: String] = [:]
        for member in object["assignments"]?.object?.members ?? [] {
            assignments[member.name] = member.value.valueText
        }
        self.init(
            attributeName: name, attributeValue: value.string ?? value.compactText, assignments: assignments)
    }

    /// The JSON, as GrowthBook's SDKs write it.
    package var json: JSONValue {
        [
            "attributeName": .string(attributeName), "attributeValue": .string(attributeValue),
            "assignments": .object(JSONObject(sorting: assignments.mapValues(JSONValue.string))),
        ]
    }
}
