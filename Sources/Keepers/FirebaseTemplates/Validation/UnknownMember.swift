import ExperimentsCore

/// A member of a template that the service's API does not declare.
package struct UnknownMember: Sendable {
    /// The path of the member.
    package let path: DocumentPath
    /// The name of the member.
    package let name: String
    /// The path of the object that contains it, in the service's notation: `remote_config.parameters[0].value`.
    package let field: String
    /// The kind of the object.
    let owner: TemplateShape.Message

    /// Whether a template that has both members is right to do so, or wrong in the same way.
    private func isSameKind(as other: UnknownMember) -> Bool {
        name == other.name && owner.title == other.owner.title
    }

    /// Returns the unknown members of a template, in its order.
    ///
    /// - Parameter published: the template that it replaces. Members that its objects of the same kind have are known
    ///   to the service, and newer than this package.
    package static func all(
        in template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate? = nil
    ) -> [UnknownMember] {
        let json = JSONValue.object(template.json)
        // There is almost never one, so no path is created unless it is needed.
        guard TemplateShape.template.hasUnknownMember(in: json) else { return [] }
        var found: [UnknownMember] = []
        add(from: json, of: .template, at: DocumentPath(), named: "remote_config", to: &found)
        guard !found.isEmpty, let published else { return found }
        let known = all(in: published)
        return found.filter { member in !known.contains { $0.isSameKind(as: member) } }
    }

    private static func add(
        from json: JSONValue, of shape: TemplateShape, at path: DocumentPath, named field: String,
        to found: inout [UnknownMember]
    ) {
        switch shape {
        case .text, .other: break
        case .list(let element):
            for (index, json) in (json.array ?? []).enumerated() {
                add(from: json, of: element, at: path[index], named: "\(field)[\(index)]", to: &found)
            }
        case .map(let value):
            for (index, member) in (json.object?.members ?? []).enumerated() {
                add(
                    from: member.value, of: value, at: path[member.name], named: "\(field)[\(index)].value",
                    to: &found)
            }
        case .message(let message):
            for member in json.object?.members ?? [] {
                let path = path[member.name]
                if let shape = message[member.name] {
                    let name = TemplateShape.Message.snakeCase(member.name)
                    add(from: member.value, of: shape, at: path, named: "\(field).\(name)", to: &found)
                } else {
                    found.append(UnknownMember(path: path, name: member.name, field: field, owner: message))
                }
            }
        }
    }
}

extension TemplateShape {
    fileprivate func hasUnknownMember(in json: JSONValue) -> Bool {
        switch self {
        case .text, .other: false
        case .list(let element): json.array?.contains(where: element.hasUnknownMember) ?? false
        case .map(let value): json.object?.members.contains { value.hasUnknownMember(in: $0.value) } ?? false
        case .message(let message):
            json.object?.members.contains { member in
                message[member.name]?.hasUnknownMember(in: member.value) ?? true
            } ?? false
        }
    }
}

extension TemplateProblem {
    /// Creates the problem with a member that the service would refuse.
    init(_ member: UnknownMember) {
        let hint = DocumentWords.hint(for: member.name, among: member.owner.members.map(\.name))
        let isWrapper =
            member.path.steps.count == 1 && ["remoteconfig", "template"].contains(member.name.lowercased())
        self.init(
            path: member.path, "is not a member of \(member.owner.title) \(hint)", rule: .unknownMember,
            advice: isWrapper ? "move its content to the top level of the file" : nil)
    }
}
