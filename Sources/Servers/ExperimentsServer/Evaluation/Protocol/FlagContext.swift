import ExperimentsCore

/// The user or the machine for which flags are evaluated, according to a request.
struct FlagContext: Sendable, Hashable {
    /// The user for whom flags are requested; nil if the request does not say.
    let targetingKey: String?
    /// The other members of the context.
    let fields: [String: JSONValue]

    /// The member of a request's body that is read.
    private static let member = "context"

    /// The empty context.
    static let empty = FlagContext(targetingKey: nil, fields: [:])

    init(targetingKey: String?, fields: [String: JSONValue]) {
        self.targetingKey = targetingKey
        self.fields = fields
    }

    /// Reads the context of a request's body. A missing or null context is empty: every server-side SDK sends `{}` if
    /// the app sets none.
    ///
    /// - Throws: `MessageError` if it is not JSON, not an object, has other members but no context, or has a targeting
    ///   key that is not a text.
    init(ofBody body: [UInt8]) throws(MessageError) {
        guard !body.isEmpty else {
            self = .empty
            return
        }
        let document = try JSONValue(parsing: body) { error in
            MessageError("The body is not JSON: \(error.message) at line \(error.line).")
        }
        guard let object = document.object else {
            throw MessageError("The body must be an object with a context, not \(document.kindName).")
        }
        // Providers of later versions may send other members, so they are ignored. Without a context, they are probably a
        // mistake.
        if object[Self.member] == nil, let unknown = object.members.first?.name {
            let near = SpellingSuggestion.nearest(to: unknown, in: [Self.member])
            throw MessageError(
                "Unknown member \(Quotation.of(unknown, limit: 60)) of the body. "
                    + (near.map { "Did you mean \(Quotation.of($0))?" }
                        ?? "Attributes of the user belong in \(Quotation.of(Self.member))."))
        }
        switch object[Self.member] {
        case nil, .null: self = .empty
        case .object(let members): try self.init(members)
        case let other?: throw MessageError("The context must be an object, not \(other.kindName).")
        }
    }

    private init(_ members: JSONObject) throws(MessageError) {
        let name = SourcePersona.targetingKeyName
        switch members[name] {
        case nil, .null: targetingKey = nil
        case .string(let text): targetingKey = text
        case let other?: throw MessageError("The targetingKey must be a string, not \(other.kindName).")
        }
        fields = Dictionary(
            members.members.lazy.filter { $0.name != name }.map { ($0.name, $0.value) },
            uniquingKeysWith: { $1 })
    }
}
