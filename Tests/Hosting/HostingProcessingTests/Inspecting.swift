// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import HostingStorage
import Testing

@testable import HostingProcessing

/// An object store in a folder, and the program that inspects what is in it.
struct Inspecting {
    let folder: TemporaryFolder
    let objects: FolderObjectStore

    static func with(_ body: (Inspecting) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await body(Inspecting(folder: folder, objects: try FolderObjectStore(path: folder.path("objects"))))
        }
    }

    static func inspector(
        limits: @escaping @Sendable (Int64) -> InspectionLimits = InspectionLimits.init(forBytes:)
    ) -> Inspector {
        Inspector(executable: ProgramRun.programs + "/ba-host", arguments: ["inspect"], limits: limits)
    }

    func inspect(
        _ kind: InspectedKind, _ bytes: [UInt8], size: Int64? = nil, with inspector: Inspector = Inspecting.inspector()
    ) async throws -> InspectionOutcome {
        let key = try #require(ObjectKey("files/sample"))
        try await objects.write(bytes, to: key)
        return try await inspector.inspect(kind, key, size: size ?? Int64(bytes.count), in: objects)
    }
}
