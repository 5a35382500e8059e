/// Features that need each other.
struct PrerequisiteCycles {
    /// The keys of the features of each cycle, in the order in which they need each other.
    private(set) var cycles: [[String]] = []

    init(_ features: [Feature]) {
        let needed = features.map { feature in
            Array(Set(feature.rules.flatMap { $0.prerequisites.compactMap(\.feature) })).sorted()
        }
        // 0 for one that was not seen, 1 for one that lies on the way, 2 for one that is done.
        var states = [Int](repeating: 0, count: features.count)
        for start in features.indices where states[start] == 0 {
            var way = [(feature: start, next: 0)]
            states[start] = 1
            while let (feature, next) = way.last {
                guard next < needed[feature].count else {
                    states[feature] = 2
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let prerequisite = needed[feature][next]
                if states[prerequisite] == 0 {
                    states[prerequisite] = 1
                    way.append((prerequisite, 0))
                } else if states[prerequisite] == 1 {
                    let cycle = way.drop { $0.feature != prerequisite }
                    cycles.append(cycle.map { features[$0.feature].key })
                }
            }
        }
    }
}
