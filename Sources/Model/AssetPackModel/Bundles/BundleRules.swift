// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SystemSupport

/// All rules for a bundle: keys, extension, files. Whoever makes one sees all that is wrong with it at once; the service
/// refuses it for the first obstacle.
///
/// The rules are those of Apple's documents on Background Assets keys, of app extensions, and of the flat layout.
package struct BundleRules {
    private let bundle: BundleInformation
    private let requiresExecutableBit: Bool

    /// `requiresExecutableBit`: false for a bundle whose bit the service withholds during installation.
    package init(_ bundle: BundleInformation, requiresExecutableBit: Bool = true) {
        self.bundle = bundle
        self.requiresExecutableBit = requiresExecutableBit
    }

    /// All that there is to say; nothing when the bundle is right.
    package var findings: [BundleFinding] {
        let downloaders = bundle.extensions.filter(\.isDownloader)
        // An extension that does not say what it is has a finding of its own.
        let hasExtension = bundle.extensions.contains { $0.isDownloader || $0.point == nil }
        var findings = AppKeyRules(info: bundle.info, hasExtension: hasExtension).findings
        for item in bundle.extensions { findings += ExtensionKeyRules(item: item, app: bundle.info).findings }
        if downloaders.count > 1 {
            let names = downloaders.map(\.name).joined(separator: ", ")
            findings.append(
                BundleFinding(
                    .obstacle, "Extensions",
                    "an app has one downloader extension, and these are \(downloaders.count): \(names); keep one"))
        }
        if let receipt = bundle.receipt { findings += ReceiptRules(receipt: receipt, app: bundle.info).findings }
        if let path = bundle.path { findings += fileFindings(path) }
        return findings
    }

    private func fileFindings(_ path: String) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        if let name = bundle.info.string("CFBundleExecutable"), AppKeyRules.isFileName(name) {
            findings += executable(name, at: path, requiresBit: requiresExecutableBit, level: .obstacle)
        }
        for item in bundle.extensions {
            guard let name = item.info.string("CFBundleExecutable"), AppKeyRules.isFileName(name) else { continue }
            findings += executable(
                "Extensions/\(item.name)/\(name)", at: path, requiresBit: true,
                level: item.isDownloader ? .obstacle : .error)
        }
        return findings
    }

    /// Whether the kernel would know how to execute a file, by its first bytes. One that cannot be read is not judged.
    private static func isProgram(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return true }
        defer { file.closeFile() }
        let start = [UInt8](file.readData(ofLength: 4))
        return start == [0x7f] + Array("ELF".utf8) || start.starts(with: "#!".utf8)
    }

    private func executable(
        _ name: String, at path: String, requiresBit: Bool, level: BundleFinding.Level
    ) -> [BundleFinding] {
        guard let status = FileStatus(path: path + "/" + name), status.kind == .file else {
            return [
                BundleFinding(
                    level, name,
                    "it is missing or no regular file, and CFBundleExecutable names it; `ba bundle` makes a whole bundle"
                )
            ]
        }
        if requiresBit, status.permissions & 0o111 == 0 {
            return [BundleFinding(level, name, "it is not executable: set its mode with chmod +x")]
        }
        guard Self.isProgram(path + "/" + name) else {
            return [
                // Some systems can execute others, too (binfmt_misc).
                BundleFinding(
                    .error, name, "it is no program: it begins neither as an ELF file nor with #! and an interpreter")
            ]
        }
        return []
    }
}
