import Experiments

extension RemoteValues {
    /// Allows only the keys that have values here, and `keys`. Reading any other key fails the test.
    public mutating func allowOnly(_ keys: [any RemoteKey] = []) {
        allowedNames = Set(keys.map(\.name))
    }

    func allows(_ name: String) -> Bool {
        guard let allowedNames else { return true }
        return allowedNames.contains(name) || texts[name] != nil
    }
}
