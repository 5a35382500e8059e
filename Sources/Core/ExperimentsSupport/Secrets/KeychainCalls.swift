#if canImport(Security)
import Foundation
import Security
#endif

/// How the Keychain is asked. Tests have their own.
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
        (self.read, self.add, self.replace, self.remove) = (read, add, replace, remove)
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
            return KeychainStatus(rawValue: SecItemUpdate(item.query as CFDictionary, attributes as CFDictionary))
        },
        remove: { KeychainStatus(rawValue: SecItemDelete($0.query as CFDictionary)) })
}

extension KeychainItem {
    /// What finds it. On a Mac, too, in the Keychain that iOS has: the older one would ask the user.
    fileprivate var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: account, kSecUseDataProtectionKeychain as String: true,
        ]
    }

    /// Readable in the background, too, once the device was unlocked; never on another device, not even from a backup.
    fileprivate static func attributes(of secret: [UInt8]) -> [String: Any] {
        [
            kSecValueData as String: Data(secret),
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
    }
}
#endif
