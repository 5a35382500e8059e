/// The tools that the server offers.
struct ToolCatalog: Sendable {
    /// The tools, in the same order each time.
    let tools: [Tool]

    /// - Parameter permissions: what the assistant may change. Tools that need another permission are left out, because
    ///   a tool that is always refused only takes room.
    init(_ permissions: Set<Permission>) {
        tools = (Self.reading + Self.writing).filter { $0.permission.map(permissions.contains) ?? true }
    }

    subscript(name: String) -> Tool? { tools.first { $0.name == name } }

    /// Returns the permission that a tool needs which is not offered; nil if there is no such tool.
    static func missingPermission(for name: String) -> Permission? {
        writing.first { $0.name == name }?.permission
    }

    static let source = ToolArgument("source", "Name of the source (default: the first of the project)")
    static let key = ToolArgument("key", "Name of the key", isRequired: true)
}
