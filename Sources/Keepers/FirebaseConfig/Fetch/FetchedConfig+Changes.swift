extension FetchedConfig {
    /// The parameters that differ from those of `other`: added, removed, of another value, or touched by another
    /// experiment, rollout or personalization.
    public func changedKeys(since other: FetchedConfig) -> Set<String> {
        var changed: Set<String> = []
        if entries != other.entries {
            for (key, text) in entries where other.entries[key] != text { changed.insert(key) }
            for key in other.entries.keys where entries[key] == nil { changed.insert(key) }
        }
        if experiments != other.experiments {
            changed.formUnion(Self.keys(touchedBy: experiments, not: other.experiments, \.affectedParameterKeys))
        }
        if rollouts != other.rollouts {
            changed.formUnion(Self.keys(touchedBy: rollouts, not: other.rollouts, \.affectedParameterKeys))
        }
        if personalization != other.personalization {
            for (key, assignment) in personalization where other.personalization[key] != assignment {
                changed.insert(key)
            }
            for key in other.personalization.keys where personalization[key] == nil { changed.insert(key) }
        }
        return changed
    }

    private static func keys<Assignment: Hashable>(
        touchedBy now: [Assignment], not before: [Assignment], _ affected: (Assignment) -> [String]
    ) -> Set<String> {
        Set(Set(now).symmetricDifference(before).flatMap(affected))
    }
}
