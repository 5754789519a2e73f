// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import Glibc
import Synchronization
import SystemSupport
import Testing

@Suite struct NamespaceFolderTests {
    private func writer(_ generation: UInt64, version: Int) throws(NamespaceError) -> NamespaceWriter {
        var writer = NamespaceWriter(generation: generation)
        try writer.add(NamespacePack(id: "pack", version: version), files: [.file("file", size: Int64(generation))])
        return writer
    }

    @Test func aFolderWithoutNamespaceSaysSo() throws {
        try withNamespaceFolder { folder in
            let file = folder.path + "/namespace"
            #expect(throws: NamespaceError.missing(file: file)) { _ = try Namespace(in: folder) }
            let generations = try NamespaceFolder.generations(in: folder)
            #expect(generations.isEmpty)
        }
    }

    @Test func readersKeepTheirGeneration() throws {
        try withNamespaceFolder { folder in
            try NamespaceFolder.publish(writer(1, version: 10), in: folder)
            let first = try Namespace(in: folder)
            try NamespaceFolder.publish(writer(2, version: 20), in: folder)
            let second = try Namespace(in: folder)
            #expect(try first.lookup("file")?.size == 1)
            #expect(try second.lookup("file")?.size == 2)
            #expect(try NamespaceFolder.generations(in: folder) == [1, 2])
        }
    }

    @Test func pinnedGenerationsStayUntilLetGo() throws {
        try withNamespaceFolder { folder in
            try NamespaceFolder.publish(writer(1, version: 10), in: folder)
            var reader: Namespace? = try Namespace(in: folder)
            try NamespaceFolder.publish(writer(2, version: 20), in: folder)
            #expect(
                try NamespaceFolder.removeUnpinned(in: folder) == [
                    .init(packID: "pack", version: 10), .init(packID: "pack", version: 20),
                ])
            #expect(try reader?.lookup("file")?.size == 1)
            reader = nil
            #expect(try NamespaceFolder.removeUnpinned(in: folder) == [.init(packID: "pack", version: 20)])
            #expect(try NamespaceFolder.generations(in: folder) == [2])
        }
    }

    @Test func aGenerationIsNeverWrittenTwice() throws {
        try withNamespaceFolder { folder in
            try NamespaceFolder.publish(writer(1, version: 10), in: folder)
            #expect(throws: NamespaceError.self) { try NamespaceFolder.publish(writer(1, version: 11), in: folder) }
            #expect(try Namespace(in: folder).pack(withID: "pack")?.version == 10)
        }
    }

    @Test func leftoversOfAKilledWriterDoNotMatter() throws {
        try withNamespaceFolder { folder in
            try NamespaceFolder.publish(writer(1, version: 10), in: folder)
            try folder.writeAtomically([1, 2, 3], to: ".namespace")
            try folder.folder("namespaces").writeAtomically([1], to: ".2")
            try NamespaceFolder.publish(writer(2, version: 20), in: folder)
            #expect(try Namespace(in: folder).generation == 2)
        }
    }

    @Test func anUnreadableGenerationKeepsEverything() throws {
        try withNamespaceFolder { folder in
            try NamespaceFolder.publish(writer(1, version: 10), in: folder)
            try folder.folder("namespaces").writeAtomically(Array("not a namespace".utf8), to: "2")
            #expect(try NamespaceFolder.removeUnpinned(in: folder) == nil)
        }
    }

    @Test func opensFilesBeneathTheFolderOnly() throws {
        try withNamespaceFolder { folder in
            try folder.makeFolder("pack")
            let pack = try folder.folder("pack")
            try pack.makeFolder("10")
            try pack.makeFolder("10/Contents")
            try pack.folder("10/Contents").writeAtomically(Array("inside".utf8), to: "file")
            try NamespaceFolder.publish(writer(1, version: 10), in: folder)
            let namespace = try Namespace(in: folder)
            let entry = try #require(try namespace.lookup("file"))
            let descriptor = try namespace.open(entry, at: "file", in: folder)
            #expect(try descriptor.readAll(limit: 100, subject: "file") == Array("inside".utf8))
            #expect(throws: NamespaceError.self) {
                _ = try namespace.open(entry, at: "../../../namespace/../..", in: folder)
            }
        }
    }

    /// Readers that open while generations come and go always get a whole one that still stands.
    @Test func readersAndTheServiceRunBesideEachOther() throws {
        try withNamespaceFolder { folder in
            try NamespaceFolder.publish(writer(1, version: 1), in: folder)
            let finished = Atomic(false)
            let problems = Mutex<[String]>([])
            let path = folder.path
            let readers = (0..<2).map { _ in
                Worker {
                    do {
                        let folder = try Directory(opening: path)
                        var last: UInt64 = 0
                        while !finished.load(ordering: .acquiring) {
                            let namespace = try Namespace(in: folder)
                            guard namespace.generation >= last, try namespace.lookup("file") != nil,
                                try NamespaceFolder.generations(in: folder).contains(namespace.generation)
                            else { throw NamespaceError.busy(file: "generation \(namespace.generation) after \(last)") }
                            last = namespace.generation
                        }
                    } catch { problems.withLock { $0.append("\(error)") } }
                }
            }
            for generation in 2...200 as ClosedRange<UInt64> {
                try NamespaceFolder.publish(writer(generation, version: Int(generation)), in: folder)
                _ = try NamespaceFolder.removeUnpinned(in: folder)
            }
            finished.store(true, ordering: .releasing)
            readers.forEach { $0.join() }
            #expect(problems.withLock { $0 } == [])
        }
    }
}

/// A POSIX thread that runs a closure once.
private struct Worker {
    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        final class Box {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, context)
        precondition(result == 0)
        self.thread = thread
    }

    func join() { pthread_join(thread, nil) }
}
