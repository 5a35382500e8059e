extension String {
    /// Creates a text from UTF-8; nil if any byte is not valid.
    @inlinable package init?(validUTF8 bytes: some Collection<UInt8>) {
        self.init(valid: bytes, as: UTF8.self)
    }

    /// Creates a text from code units; nil if any of them is not valid.
    @inlinable package init?<Encoding: Unicode.Encoding>(
        valid units: some Collection<Encoding.CodeUnit>, as: Encoding.Type
    ) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            self.init(validating: units, as: Encoding.self)
            return
        }
        guard let text = Self(strictly: units, as: Encoding.self) else { return nil }
        self = text
    }

    /// The same for systems whose standard library cannot validate.
    @usableFromInline init?<Encoding: Unicode.Encoding>(
        strictly units: some Collection<Encoding.CodeUnit>, as: Encoding.Type
    ) {
        var scalars = String.UnicodeScalarView()
        var decoder = Encoding.ForwardParser()
        var rest = units.makeIterator()
        while true {
            switch decoder.parseScalar(from: &rest) {
            case .valid(let encoded): scalars.append(Encoding.decode(encoded))
            case .emptyInput:
                self.init(scalars)
                return
            case .error: return nil
            }
        }
    }
}
