// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import System
import Testing

struct FileDescriptorTests {
    @Test func writesSeeksAndReads() throws {
        let folder = try TemporaryFolder()
        let path = folder.path.appending("file")
        let descriptor = try FileDescriptor.open(
            path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        try descriptor.closeAfter {
            #expect(try descriptor.writeAll("hello world".utf8) == 11)
            #expect(try descriptor.seek(offset: -5, from: .end) == 6)
            #expect(try text(descriptor, 16) == "world")
            #expect(try text(descriptor, 16).isEmpty)
            #expect(try descriptor.writeAll(toAbsoluteOffset: 0, "J".utf8) == 1)
            #expect(try Array("W".utf8).withUnsafeBytes { try descriptor.write(toAbsoluteOffset: 6, $0) } == 1)
            var bytes = [UInt8](repeating: 0, count: 5)
            #expect(try bytes.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: 6, into: $0) } == 5)
            #expect(String(decoding: bytes, as: UTF8.self) == "World")
            #expect(try Array("!".utf8).withUnsafeBytes { try descriptor.write($0) } == 1)
            try descriptor.seek(offset: 0, from: .start)
            #expect(try text(descriptor, 16) == "Jello World!")
            try descriptor.resize(to: 5)
            #expect(try descriptor.seek(offset: 0, from: .end) == 5)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == Data("Jello".utf8))
    }

    @Test func errorsAreOfThisModule() throws {
        let folder = try TemporaryFolder()
        #expect(throws: Errno.noSuchFileOrDirectory) {
            try FileDescriptor.open(folder.path.appending("missing"), .readOnly)
        }
        #expect(throws: Errno.isDirectory) { try FileDescriptor.open(folder.path, .writeOnly) }
        #expect(throws: Errno.notDirectory) {
            try FileDescriptor.open("/dev/null", .readOnly, options: .directory)
        }
        do {
            _ = try folder.path.withCString { try FileDescriptor.open($0, .readWrite) }
            Issue.record("a folder was opened for writing")
        } catch Errno.isDirectory {}
        let invalid = FileDescriptor(rawValue: -1)
        #expect(throws: Errno.badFileDescriptor) { try invalid.close() }
        #expect(throws: Errno.badFileDescriptor) { try invalid.seek(offset: 0, from: .start) }
        #expect(throws: Errno.badFileDescriptor) { try invalid.writeAll([1]) }
        #expect(throws: Errno.badFileDescriptor) { try invalid.duplicate() }
        #expect(throws: Errno.badFileDescriptor) { try invalid.resize(to: 0) }
        #expect(throws: Errno.badFileDescriptor) { try text(invalid, 1) }
    }

    @Test func closesAfterFailure() throws {
        struct Failure: Error {}
        let descriptor = try FileDescriptor.open("/dev/null", .readOnly)
        #expect(throws: Failure.self) { try descriptor.closeAfter { throw Failure() } }
        #expect(throws: Failure.self) { try FileDescriptor(rawValue: -1).closeAfter { throw Failure() } }
        #expect(throws: Errno.badFileDescriptor) { try FileDescriptor(rawValue: -1).closeAfter {} }
    }

    @Test func pipesAndCopies() throws {
        let ends = try FileDescriptor.pipe()
        let copy = try ends.writeEnd.duplicate()
        #expect(copy != ends.writeEnd)
        try ends.writeEnd.close()
        _ = try copy.closeAfter { try copy.writeAll("through".utf8) }
        try ends.readEnd.closeAfter {
            let texts = [try text(ends.readEnd, 32), try text(ends.readEnd, 32)]
            #expect(texts == ["through", ""])
        }
    }

    @Test func pipeOptions() throws {
        let ends = try FileDescriptor.pipe(options: [.nonBlocking, .closeOnExec])
        try ends.writeEnd.closeAfter {
            try ends.readEnd.closeAfter {
                #expect(throws: Errno.wouldBlock) { try text(ends.readEnd, 1) }
                #expect(throws: Errno.invalidArgument) {
                    try ends.readEnd.duplicate(as: ends.readEnd, options: .closeOnExec)
                }
                let other = try FileDescriptor.open("/dev/null", .readOnly)
                let copy = try ends.readEnd.duplicate(as: other, options: .closeOnExec)
                try copy.closeAfter {
                    #expect(copy == other)
                    try ends.writeEnd.writeAll("x".utf8)
                    #expect(try text(copy, 4) == "x")
                }
            }
        }
    }

    @Test func constants() {
        #expect(FileDescriptor.standardInput.rawValue == 0)
        #expect(FileDescriptor.standardOutput.rawValue == 1)
        #expect(FileDescriptor.standardError.rawValue == 2)
        #expect(FileDescriptor.AccessMode.readWrite.rawValue == 2)
        #expect(FileDescriptor.OpenOptions([.create, .truncate]).contains(.truncate))
        #expect(FileDescriptor.OpenOptions.append.description.contains("append"))
        #expect(FileDescriptor.SeekOrigin.end.rawValue == 2)
    }

    @Test func encodedAsNumbers() throws {
        #expect(try JSONEncoder().encode([FileDescriptor.standardError]) == Data("[2]".utf8))
        #expect(try JSONDecoder().decode([FileDescriptor].self, from: Data("[2]".utf8)) == [.standardError])
    }

    private func text(_ descriptor: FileDescriptor, _ limit: Int) throws -> String {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try bytes.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
