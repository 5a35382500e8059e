import ExperimentsSyntaxReading
import SwiftSyntax

/// Removes the declarations of the key from a file.
struct DeclarationRemoval {
    private let file: ParsedFile
    private(set) var edits = SourceEdits()
    private(set) var notes: [FileFolder.Note] = []

    init(_ declarations: [KeyDeclaration], _ file: ParsedFile) {
        self.file = file
        for declaration in declarations {
            if let element = declaration.node.as(EnumCaseElementSyntax.self) {
                remove(element, declaration.name)
            } else if let binding = declaration.node.as(PatternBindingSyntax.self) {
                remove(binding)
            }
        }
    }

    private mutating func remove(_ binding: PatternBindingSyntax) {
        guard let list = binding.parent?.as(PatternBindingListSyntax.self), let variable = list.parent else {
            return
        }
        guard list.count == 1 else {
            return notes.append(
                FileFolder.Note(offset: binding.range.lowerBound, reason: .declaredTogether))
        }
        removeItem(variable.declarationItem)
    }

    private mutating func removeItem(_ item: Syntax) {
        var item = item
        // Remove an extension without other content, too.
        while let members = item.parent?.as(MemberBlockItemListSyntax.self), members.count == 1,
            let owner = members.parent?.parent, owner.is(ExtensionDeclSyntax.self) || owner.isCatalog
        {
            item = owner.declarationItem
        }
        edits.replace(file.text.removal(ofItem: item))
    }

    private mutating func remove(_ element: EnumCaseElementSyntax, _ name: KeyName) {
        guard let declaration = element.parent?.parent?.as(EnumCaseDeclSyntax.self),
            let owner = Syntax(declaration).enclosingEnum
        else { return }
        guard owner.caseElements.count > 1 else {
            return notes.append(
                FileFolder.Note(
                    offset: element.range.lowerBound,
                    reason: .onlyCase))
        }
        if declaration.elements.count == 1 {
            removeItem(Syntax(declaration).declarationItem)
        } else {
            let elements = Array(declaration.elements)
            let index = elements.firstIndex { $0.id == element.id } ?? 0
            if index + 1 < elements.count {
                edits.replace(element.range.lowerBound..<elements[index + 1].range.lowerBound)
            } else {
                let before = elements[index - 1]
                let end = before.trailingComma?.range.lowerBound ?? before.range.upperBound
                edits.replace(end..<element.range.upperBound)
            }
        }
        for arm in owner.nodes(of: SwitchCaseSyntax.self) where arm.switchIsOfSelf && arm.names(name.property)
        {
            remove(name.property, from: arm)
        }
    }

    private mutating func remove(_ property: String, from arm: SwitchCaseSyntax) {
        guard case .case(let label) = arm.label else { return }
        let items = Array(label.caseItems)
        guard items.count > 1, let index = items.firstIndex(where: { $0.isCase(property) }) else {
            return edits.replace(file.text.removal(of: arm.range))
        }
        if index + 1 < items.count {
            edits.replace(items[index].range.lowerBound..<items[index + 1].range.lowerBound)
        } else {
            let end = items[index - 1].trailingComma?.range.lowerBound ?? items[index - 1].range.upperBound
            edits.replace(end..<items[index].range.upperBound)
        }
    }
}

extension Syntax {
    fileprivate var isCatalog: Bool {
        self.as(EnumDeclSyntax.self)?.attributes.attribute(CatalogDeclaration.attribute) != nil
    }

    fileprivate var enclosingEnum: EnumDeclSyntax? {
        var node = parent
        while let current = node {
            if let declaration = current.as(EnumDeclSyntax.self) { return declaration }
            node = current.parent
        }
        return nil
    }
}
