// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackModel

/// Takes from an archive's entries what publishing needs: the embedded manifest and the size of all files.
final class PackScan {
    private let collector = Collector()
    private let reader: ArchiveReader

    init() {
        let collector = collector
        reader = ArchiveReader { event in collector.receive(event) }
    }

    /// Bytes of all files once extracted.
    var installedSize: Int64 { collector.installedSize }

    /// Takes the next bytes of the archive.
    func feed(_ bytes: UnsafeRawBufferPointer) async throws { try await reader.feed(bytes) }

    /// Says that the archive has ended.
    func finish() async throws { try await reader.finish() }

    /// The manifest, when the archive has ended; nil when it has none.
    ///
    /// Under which name Apple's tool puts it is not documented, so any JSON file at the root that reads as one will do.
    /// Throws what is wrong with a `Manifest.json` that is there.
    func manifest(path: String) throws(SourceError) -> PackManifest? {
        let files = collector.rootFiles
        func parse(_ name: String, _ bytes: [UInt8]) throws(SourceError) -> PackManifest {
            try PackManifest(parsing: SourceText(name: "\(path):\(name)", bytes: bytes))
        }
        if let bytes = files[PackManifest.path] { return try parse(PackManifest.path, bytes) }
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            if let manifest = try? parse(name, bytes) { return manifest }
        }
        return nil
    }

    /// What the reader hands its events to.
    private final class Collector {
        /// Most files that are looked at.
        private static let fileLimit = 16

        var installedSize: Int64 = 0
        var rootFiles: [String: [UInt8]] = [:]
        private var current: String?

        func receive(_ event: EntryEvent) {
            switch event {
            case .header(let header, _):
                current = nil
                guard header.kind == .file else { return }
                let size = header.dataSize ?? 0
                // Sizes come from outside: a sum that overflows is no size.
                let (sum, overflows) = installedSize.addingReportingOverflow(Int64(clamping: size))
                installedSize = overflows ? .max : sum
                if !header.path.contains("/"), header.path.lowercased().hasSuffix(".json"),
                    size <= UInt64(PackManifest.maximumSize), rootFiles.count < Self.fileLimit
                {
                    current = header.path
                    rootFiles[header.path] = []
                }
            case .data(let bytes, _):
                if let current { rootFiles[current]?.append(contentsOf: bytes) }
            case .end:
                current = nil
            }
        }
    }
}
