// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// What stands at a place in a bundle, as far as a signature speaks of it.
enum SignedItem: Equatable, Sendable {
    case folder
    case link(target: ItemPath)
    /// - `digest`: SHA-256.
    case file(isExecutable: Bool, size: Int64, digest: [UInt8])

    /// A line of a signature, without its end.
    func line(at path: ItemPath) -> String {
        let name = SignatureText.escaped(path.text)
        switch self {
        case .folder: return "folder \(name)"
        case .link(let target): return "link \(SignatureText.escaped(target.text)) \(name)"
        case .file(let isExecutable, let size, let digest):
            return "file \(isExecutable ? "x" : "-") \(size) \(Hexadecimal.text(digest)) \(name)"
        }
    }

    /// Reads such a line; nil for anything else.
    static func parse(_ line: Substring) -> (path: ItemPath, item: SignedItem)? {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard let last = words.last, let path = SignatureText.unescaped(last).map(ItemPath.init) else { return nil }
        switch (words.first, words.count) {
        case ("folder", 2): return (path, .folder)
        case ("link", 3):
            guard let target = SignatureText.unescaped(words[1]) else { return nil }
            return (path, .link(target: ItemPath(target)))
        case ("file", 5):
            guard let size = Int64(words[2]), size >= 0, let digest = Hexadecimal.bytes(words[3]), digest.count == 32
            else { return nil }
            return (path, .file(isExecutable: words[1] == "x", size: size, digest: digest))
        default: return nil
        }
    }

    /// How this item differs from the one that was signed, in words; nil when it does not.
    ///
    /// - `mayLackBit`: the service withholds the executable bit here until the app may be launched.
    func difference(from signed: SignedItem, mayLackBit: Bool) -> String? {
        switch (self, signed) {
        case (.folder, .folder): return nil
        case (.link(let target), .link(let other)):
            return target == other ? nil : "it is a link to \(target), and was one to \(other) when it was signed"
        case (.file(let isExecutable, let size, let digest), .file(let wasExecutable, let oldSize, let oldDigest)):
            if size != oldSize || digest != oldDigest { return "it was changed after it was signed" }
            if isExecutable == wasExecutable || mayLackBit && !isExecutable { return nil }
            return isExecutable
                ? "it is executable, and was not when it was signed"
                : "it is not executable, and was so when it was signed"
        default: return "it is \(name), and was \(signed.name) when it was signed"
        }
    }

    private var name: String {
        switch self {
        case .folder: "a folder"
        case .link: "a symbolic link"
        case .file: "a file"
        }
    }
}
