extension TemplateDifference {
    /// What both this change and another one touch, for two people who edited the same template.
    public func overlap(with other: TemplateDifference) -> [TemplateChange.Subject] {
        let subjects = Set(other.changes.map(\.subject))
        return changes.map(\.subject).filter(subjects.contains)
    }
}
