// What the libraries use of the module Security: passwords in the Keychain. None of it works: it is there to be type-checked
// against. What Apple bridges to Swift's types is of those types here.

public typealias CFTypeRef = AnyObject
public typealias CFDictionary = [String: Any]
public typealias OSStatus = Int32

public let kSecClass = ""
public let kSecClassGenericPassword = ""
public let kSecAttrService = ""
public let kSecAttrAccount = ""
public let kSecAttrAccessible = ""
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = ""
public let kSecUseDataProtectionKeychain = ""
public let kSecReturnData = ""
public let kSecMatchLimit = ""
public let kSecMatchLimitOne = ""
public let kSecValueData = ""

public func SecItemCopyMatching(_: CFDictionary, _: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { absent() }
public func SecItemAdd(_: CFDictionary, _: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { absent() }
public func SecItemUpdate(_: CFDictionary, _: CFDictionary) -> OSStatus { absent() }
public func SecItemDelete(_: CFDictionary) -> OSStatus { absent() }

private func absent() -> Never { fatalError("a stub") }
