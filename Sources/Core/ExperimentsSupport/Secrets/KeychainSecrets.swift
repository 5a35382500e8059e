import Foundation

#if canImport(Security)
import Security
#endif

/// Stores secrets in the Keychain of Apple platforms, or in files if a program has no Keychain, for example because it
/// is not signed.
///
/// An empty file marks each stored secret. So an app without secrets does not use the Keychain when it starts, and
/// secrets that stay in the Keychain when an app is deleted are not used by the next app with its name.
package struct KeychainSecrets: SecretStore {
    /// The service under which the secrets are stored, together with their names.
    let service: String
    let marks: SecretFiles
    let calls: KeychainCalls

    /// - Parameters:
    ///   - service: the service under which the secrets are stored, together with their names.
    ///   - folder: the folder of the marks, and of the secrets of a program without a Keychain.
    ///   - limit: the largest secret that is read from there, in bytes.
    package init(service: String, folder: String, limit: Int, calls: KeychainCalls) {
        self.service = service
        marks = SecretFiles(folder: folder, limit: limit)
        self.calls = calls
    }

    package func secret(named name: String) throws(FileProblem) -> [UInt8]? {
        guard let marked = try marks.secret(named: name) else { return nil }
        // Written before there was a Keychain to write to.
        guard marked.isEmpty else { return marked }
        let (status, secret) = calls.read(item(name))
        switch status {
        case .success: return secret
        case .notFound: return nil
        default: throw problem("read", name, after: status)
        }
    }

    package func keep(_ secret: [UInt8], as name: String) throws(FileProblem) {
        var status = calls.add(item(name), secret)
        if status == .duplicate { status = calls.replace(item(name), secret) }
        switch status {
        case .success: try marks.keep([], as: name)
        case .notEntitled: try marks.keep(secret, as: name)
        default: throw problem("keep", name, after: status)
        }
    }

    package func forget(_ name: String) {
        marks.forget(name)
        _ = calls.remove(item(name))
    }

    private func item(_ name: String) -> KeychainItem { KeychainItem(service: service, account: name) }

    private func problem(_ action: String, _ name: String, after status: KeychainStatus) -> FileProblem {
        FileProblem(
            path: PathText.join(marks.folder, name),
            message: "the Keychain did not \(action) it: status \(status.rawValue)",
            advice: status == .locked ? "restart the app when the device is unlocked" : nil)
    }
}

/// The identity of a secret in the Keychain.
package struct KeychainItem: Sendable, Hashable {
    package let service: String
    package let account: String
}

/// The result of a Keychain call: an `OSStatus`.
package struct KeychainStatus: RawRepresentable, Sendable, Hashable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let success = KeychainStatus(rawValue: 0)
    /// There is one of that name already.
    package static let duplicate = KeychainStatus(rawValue: -25299)
    package static let notFound = KeychainStatus(rawValue: -25300)
    /// The device was not unlocked yet since it was started.
    package static let locked = KeychainStatus(rawValue: -25308)
    /// The program is not signed for it.
    package static let notEntitled = KeychainStatus(rawValue: -34018)
}

/// The calls of the Keychain. Tests have their own.
package struct KeychainCalls: Sendable {
    package var read: @Sendable (KeychainItem) -> (KeychainStatus, [UInt8]?)
    package var add: @Sendable (KeychainItem, [UInt8]) -> KeychainStatus
    package var replace: @Sendable (KeychainItem, [UInt8]) -> KeychainStatus
    package var remove: @Sendable (KeychainItem) -> KeychainStatus

    package init(
        read: @escaping @Sendable (KeychainItem) -> (KeychainStatus, [UInt8]?),
        add: @escaping @Sendable (KeychainItem, [UInt8]) -> KeychainStatus,
        replace: @escaping @Sendable (KeychainItem, [UInt8]) -> KeychainStatus,
        remove: @escaping @Sendable (KeychainItem) -> KeychainStatus
    ) {
        self.read = read
        self.add = add
        self.replace = replace
        self.remove = remove
    }
}

#if canImport(Security)
extension KeychainCalls {
    /// The system's.
    package static let system = KeychainCalls(
        read: { item in
            var query = item.query
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = KeychainStatus(rawValue: SecItemCopyMatching(query as CFDictionary, &found))
            return (status, (found as? Data).map { Array($0) })
        },
        add: { item, secret in
            let attributes = item.query.merging(KeychainItem.attributes(of: secret)) { $1 }
            return KeychainStatus(rawValue: SecItemAdd(attributes as CFDictionary, nil))
        },
        replace: { item, secret in
            let attributes = KeychainItem.attributes(of: secret)
            return KeychainStatus(
                rawValue: SecItemUpdate(item.query as CFDictionary, attributes as CFDictionary))
        },
        remove: { KeychainStatus(rawValue: SecItemDelete($0.query as CFDictionary)) })
}

extension KeychainItem {
    /// The query that finds it. On a Mac, too, it is in the Keychain of iOS: the older one would ask the user.
    fileprivate var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: account, kSecUseDataProtectionKeychain as String: true,
        ]
    }

    /// Readable also in the background, once the device was unlocked; never on another device, not even from a backup.
    fileprivate static func attributes(of secret: [UInt8]) -> [String: Any] {
        [
            kSecValueData as String: Data(secret),
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
    }
}
#endif
