// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import SystemSupport

/// What runs in a process of its own: it reads a file from its standard input, and writes what it has found to its standard
/// output. It needs nothing else, and can do nothing else.
package enum InspectionProcess {
    /// Bytes that are read at a time.
    private static let pieceSize = 1 << 20

    /// - Throws: when nothing can be read or written: whoever started it is gone.
    package static func run(_ kind: InspectedKind, within limits: InspectionLimits) async throws {
        try limits.apply()
        let outcome = await outcome(kind)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        let output = OwnedDescriptor(taking: STDOUT_FILENO)
        try output.writeAll(try encoder.encode(outcome), subject: "what was found")
    }

    private static func outcome(_ kind: InspectedKind) async -> InspectionOutcome {
        do {
            switch kind {
            case .archive:
                let inspector = ArchiveInspector()
                try await forEachPiece { try await inspector.feed($0) }
                return try await inspector.finish()
            case .build:
                var inspector = BuildInspector()
                try await forEachPiece { try inspector.feed($0) }
                return try inspector.finish()
            case .manifest:
                var inspector = ManifestInspector()
                try await forEachPiece { try inspector.feed($0) }
                return inspector.finish()
            }
        } catch { return InspectionFault.outcome(error) }
    }

    private static func forEachPiece(_ body: (UnsafeRawBufferPointer) async throws -> Void) async throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count = try retrying("read", "the file") { read(STDIN_FILENO, buffer.baseAddress, buffer.count) }
            if count == 0 { return }
            try await body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
