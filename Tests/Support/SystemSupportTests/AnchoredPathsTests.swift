// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import SystemSupport

/// Paths stay beneath the folder that they are anchored to, also where the kernel or a container's filter refuses `openat2`.
@Suite(.timeLimit(.minutes(1))) struct AnchoredPathsTests {
    /// How `openat2` is refused; 0 when it is not.
    static let refusals = [0, ENOSYS, EPERM]
    private static let openat2: UInt32 = 437

    /// Runs `body` on a thread that the kernel refuses `openat2`.
    private func refusing(_ code: Int32, _ body: @escaping @Sendable () throws -> Void) async throws {
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                if code != 0, !Self.refuse(code) {
                    Issue.record("no filter of system calls could be set")
                    return continuation.resume(returning: .success(()))
                }
                continuation.resume(returning: Result { try body() })
            }
        }
        try result.get()
    }

    /// For this thread only: the filter that a container's runtime sets which does not know the call.
    private static func refuse(_ code: Int32) -> Bool {
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        guard let symbol = dlsym(nil, "prctl") else { return false }
        let control = unsafeBitCast(symbol, to: Control.self)
        /// `struct sock_filter`.
        struct Instruction {
            let code: UInt16
            let ifTrue: UInt8
            let ifFalse: UInt8
            let value: UInt32
        }
        let program = [
            Instruction(code: 0x20, ifTrue: 0, ifFalse: 0, value: 0),  // the number of the call
            Instruction(code: 0x15, ifTrue: 0, ifFalse: 1, value: openat2),
            Instruction(code: 0x06, ifTrue: 0, ifFalse: 0, value: 0x0005_0000 | UInt32(code)),
            Instruction(code: 0x06, ifTrue: 0, ifFalse: 0, value: 0x7fff_0000),
        ]
        return program.withUnsafeBufferPointer { instructions in
            /// `struct sock_fprog`.
            struct Whole {
                let count: UInt16
                let first: UnsafePointer<Instruction>?
            }
            let (noNewPrivileges, setFilter, filtering): (Int32, Int32, UInt) = (38, 22, 2)
            return withUnsafePointer(to: Whole(count: UInt16(instructions.count), first: instructions.baseAddress)) {
                control(noNewPrivileges, 1, 0, 0, 0) == 0
                    && control(setFilter, filtering, UInt(bitPattern: $0), 0, 0) == 0
            }
        }
    }

    @Test("What lies beneath is reached", arguments: refusals) func beneath(_ code: Int32) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("text", to: "anchor/a/b/file")
            let path = folder.path("anchor")
            try await refusing(code) {
                let anchor = try Directory(opening: path)
                for name in ["a/b/file", "a//b/file", "a/./b/file"] {
                    let bytes = try anchor.open(name).readAll(limit: 10, subject: name)
                    #expect(bytes == Array("text".utf8), "\(name)")
                }
                for (name, expected) in [("a/b", ["file"]), ("a/b/", ["file"]), (".", ["a"])] {
                    let names = try anchor.folder(name).names()
                    #expect(names == expected, "\(name)")
                }
                try anchor.makeFolder("a/new")
                let file = try anchor.open("a/new/made", flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o640)
                try file.writeAll(Array("made".utf8), subject: "made")
                let permissions = try file.status(subject: "made").permissions
                #expect(permissions == 0o640)
                try anchor.rename("a/new/made", to: "a/moved")
                let (isThere, isGone) = (anchor.exists("a/moved"), !anchor.exists("a/new/made"))
                #expect(isThere && isGone)
                try anchor.removeTree("a")
                let left = try anchor.names()
                #expect(left == [])
            }
        }
    }

    @Test("No path leads out of it: up, by its root, or by links of any kind and place", arguments: refusals)
    func outside(_ code: Int32) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("secret", to: "outside/secret")
            try folder.write("text", to: "anchor/a/file")
            let (path, outside) = (folder.path("anchor"), folder.path("outside"))
            for (name, target) in [
                ("link", outside + "/secret"), ("folder", outside), ("up", "../outside"), ("root", "/"),
                ("own", "a/file"), ("loop", "loop"), ("a/up", "../../outside"), ("magic", "/proc/self/root" + outside),
            ] { symlink(target, path + "/" + name) }
            try await refusing(code) {
                let anchor = try Directory(opening: path)
                for name in [
                    "..", "../outside/secret", "a/../../outside/secret", outside + "/secret", "/", "",
                    "link", "folder/secret", "up/secret", "root/etc/passwd", "own", "loop", "loop/x", "a/up/secret",
                    "folder", "magic/secret", "a/file/secret", "a/file/", "a/nothing", "nothing/a",
                    String(repeating: "x", count: 300), "a/\(String(repeating: "x", count: 300))/b",
                ] {
                    #expect(throws: SystemError.self, "\(name)") { _ = try anchor.open(name) }
                    #expect(throws: SystemError.self, "\(name)") { _ = try anchor.folder(name) }
                }
                for name in ["folder/new", "up/new", "a/up/new", "../outside/new", "magic/new"] {
                    #expect(throws: SystemError.self, "\(name)") {
                        _ = try anchor.open(name, flags: O_WRONLY | O_CREAT, mode: 0o600)
                    }
                    #expect(throws: SystemError.self, "\(name)") { try anchor.makeFolder(name) }
                    #expect(throws: SystemError.self, "\(name)") { try anchor.rename("a/file", to: name) }
                }
                for name in ["folder/secret", "up/secret", "a/up/secret", "../outside/secret"] {
                    #expect(throws: SystemError.self, "\(name)") { try anchor.removeFile(name) }
                    #expect(throws: SystemError.self, "\(name)") { try anchor.removeTree(name) }
                    #expect(throws: SystemError.self, "\(name)") { try anchor.rename(name, to: "a/stolen") }
                }
                // A link itself may be removed; what it leads to stays.
                try anchor.removeTree("folder")
                try anchor.removeFile("link")
                let isThere = anchor.exists("a/file")
                #expect(isThere)
            }
            let left = try Directory(opening: outside).names()
            #expect(left == ["secret"])
        }
    }

    @Test("Files are counted and trees are removed without a step outside", arguments: refusals)
    func walks(_ code: Int32) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("secret", to: "outside/secret")
            try folder.write("text", to: "anchor/a/file")
            symlink(folder.path("outside"), folder.path("anchor/a/folder"))
            let path = folder.path
            try await refusing(code) {
                let anchor = try Directory(opening: path + "/anchor")
                var found: [String] = []
                anchor.forEachFile { path, _ in found.append(path) }
                #expect(found == ["a/file"])
                try anchor.removeTree("a")
                let left = try anchor.names()
                #expect(left == [])
            }
            #expect(FileStatus(path: folder.path("outside/secret")) != nil)
        }
    }
}
