import SwiftSyntax
import SyntaxReading

/// Removes the declarations of the key from a file.
final class DeclarationRemoval: SyntaxVisitor {
    private let facts: RetirementFacts
    private let file: ParsedFile
    private(set) var edits = SourceEdits()
    private(set) var notes: [FileFolder.Note] = []

    init(_ facts: RetirementFacts, _ file: ParsedFile) {
        (self.facts, self.file) = (facts, file)
        super.init(viewMode: .sourceAccurate)
    }

    func run() {
        for declaration in DeclarationFinder.declarations(of: facts.key, in: file.tree) {
            if let element = declaration.node.as(EnumCaseElementSyntax.self) {
                remove(element, declaration.name)
            } else if let binding = declaration.node.as(PatternBindingSyntax.self) {
                remove(binding)
            }
        }
    }

    private func remove(_ binding: PatternBindingSyntax) {
        guard let list = binding.parent?.as(PatternBindingListSyntax.self), let variable = list.parent else { return }
        guard list.count == 1 else {
            return notes.append(
                FileFolder.Note(offset: binding.range.lowerBound, reason: "the key is declared together with others"))
        }
        removeItem(variable.declarationItem)
    }

    private func removeItem(_ item: Syntax) {
        var item = item
        // An extension that had nothing else goes, too.
        while let members = item.parent?.as(MemberBlockItemListSyntax.self), members.count == 1,
            let owner = members.parent?.parent, owner.is(ExtensionDeclSyntax.self) || owner.isCatalog
        {
            item = owner.declarationItem
        }
        let start = item.attachedComment ?? item.range.lowerBound
        edits.replace(file.text.removal(of: start..<item.range.upperBound))
    }

    private func remove(_ element: EnumCaseElementSyntax, _ name: KeyName) {
        guard let declaration = element.parent?.parent?.as(EnumCaseDeclSyntax.self),
            let owner = Syntax(declaration).enclosingEnum
        else { return }
        guard owner.caseElements.count > 1 else {
            return notes.append(
                FileFolder.Note(
                    offset: element.range.lowerBound,
                    reason: "it is the only case, without which the enum has no raw type"))
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
        let arms = ArmFinder(name.property, viewMode: .sourceAccurate)
        arms.walk(owner)
        for arm in arms.found { remove(name.property, from: arm) }
    }

    private func remove(_ property: String, from arm: SwitchCaseSyntax) {
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

    private final class ArmFinder: SyntaxVisitor {
        let property: String
        var found: [SwitchCaseSyntax] = []

        init(_ property: String, viewMode: SyntaxTreeViewMode) {
            self.property = property
            super.init(viewMode: viewMode)
        }

        override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
            if node.switchIsOfSelf, node.names(property) { found.append(node) }
            return .visitChildren
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
