// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostingDelivery
import NIOCore
import SystemSupport
import Testing

@Suite struct FileContentTests {
    private func open(_ path: String) throws -> FileContent {
        let descriptor = OwnedDescriptor(taking: Foundation.open(path, O_RDONLY | O_CLOEXEC))
        let status = try descriptor.status(subject: path)
        return FileContent(descriptor: descriptor, status: status, tag: EntityTag("x"), path: path)
    }

    @Test func readsAnyPart() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/file"
            try Data(0..<200).write(to: URL(fileURLWithPath: path))
            let content = try open(path)
            #expect(content.size == 200)
            #expect(Array(try await content.read(at: 0, count: 200).readableBytesView) == Array(0..<200))
            #expect(Array(try await content.read(at: 50, count: 3).readableBytesView) == [50, 51, 52])
        }
    }

    @Test func aReplacedFileIsReadOn() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/file"
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))
            let content = try open(path)
            try Data("new and longer".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            #expect(content.isUnchanged)
            #expect(String(buffer: try await content.read(at: 0, count: 3)) == "old")
        }
    }

    @Test func aFileWrittenOverInPlaceIsNotSentAsWhatItWas() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/file"
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))
            // An older time, so that the change shows whatever the resolution of the clock is.
            try FileManager.default.setAttributes([.modificationDate: Date() - 60], ofItemAtPath: path)
            let content = try open(path)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.write(contentsOf: Data("new".utf8))
            try handle.close()
            #expect(!content.isUnchanged)
            await #expect(throws: ContentError.changed(path: path)) { try await content.read(at: 0, count: 3) }
        }
    }

    @Test func aTruncatedFileIsNoticed() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/file"
            try Data(0..<200).write(to: URL(fileURLWithPath: path))
            let content = try open(path)
            #expect(truncate(path, 100) == 0)
            await #expect(throws: ContentError.changed(path: path)) { try await content.read(at: 50, count: 100) }
        }
    }
}
