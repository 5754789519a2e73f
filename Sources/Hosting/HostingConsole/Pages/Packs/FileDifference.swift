// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import SystemSupport

/// What a version has other than another one, as far as a page takes it.
struct FileDifference: Sendable {
    /// Files of each kind that are shown.
    private static let shownCount = 500
    private static let shortCount = 20

    struct File: Sendable {
        let path: String
        let size: String
        /// Of a file that was changed: what it was.
        let oldSize: String?

        init(_ file: ListedFile, oldSize: UInt64? = nil) {
            path = Self.visible(file.path)
            size = ByteCount.text(Int64(clamping: file.size))
            self.oldSize = oldSize.map { ByteCount.text(Int64(clamping: $0)) }
        }

        /// A path with what would have it read as another one: characters that change the direction of writing, or are not seen.
        private static func visible(_ path: String) -> String {
            func isHidden(_ scalar: Unicode.Scalar) -> Bool {
                switch scalar.value {
                case 0..<32, 127...159, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x2069, 0xfeff: true
                default: false
                }
            }
            guard path.unicodeScalars.contains(where: isHidden) else { return path }
            return path.unicodeScalars.reduce(into: "") { text, scalar in
                if isHidden(scalar) {
                    text += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
    }

    struct Group: Sendable {
        let name: String
        /// A class of the style sheet.
        let look: String
        let count: Int
        /// The first of them, in a place where all are seen at once.
        let files: [File]
        /// The others.
        let others: [File]
        /// Whether it is shown at once.
        let isShort: Bool

        init?(_ name: String, look: String, _ files: [File]) {
            if files.isEmpty { return nil }
            self.name = name
            self.look = look
            count = files.count
            isShort = files.count <= FileDifference.shortCount
            self.files = Array(files.prefix(FileDifference.shownCount))
            others = Array(files.dropFirst(FileDifference.shownCount))
        }
    }

    /// What it is compared with: `version 2, which App Store has`; nil where it is the first.
    let other: String?
    let groups: [Group]
    let unchangedCount: Int
    let isEmpty: Bool

    init(from old: [ListedFile]?, _ other: String?, to new: [ListedFile]) {
        self.other = other
        let difference = FileListDifference(from: old ?? [], to: new)
        groups = [
            Group("Removed", look: "bad", difference.removed.map { File($0) }),
            Group("Changed", look: "busy", difference.changed.map { File($0.new, oldSize: $0.old.size) }),
            Group(old == nil ? "Files" : "Added", look: "good", difference.added.map { File($0) }),
        ].compactMap { $0 }
        unchangedCount = difference.unchangedCount
        isEmpty = difference.isEmpty
    }
}
