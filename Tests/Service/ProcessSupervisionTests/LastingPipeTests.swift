// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport
import Testing

@testable import ProcessSupervision

@Suite(.timeLimit(.minutes(1))) struct LastingPipeTests {
    /// Starts a script that prints to a pipe.
    private func start(_ script: String, to writer: Int32, in folder: TemporaryFolder) throws -> TestProcess {
        let child = TestProcess()
        child.executableURL = URL(fileURLWithPath: "/bin/sh")
        child.arguments = ["-c", script]
        child.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        child.standardOutput = FileHandle(fileDescriptor: writer, closeOnDealloc: false)
        try child.run()
        return child
    }

    @Test("What a child prints when nobody reads it breaks nothing, and is read by who comes after") func lasting()
        async throws
    {
        try await TemporaryFolder.with { folder in
            var (reader, writer): (PipeReader?, Int32) = try LastingPipe.make()
            let child = try start(
                "while ! [ -e go ]; do sleep 0.01; done; echo one && echo done > part && mv part printed; exec sleep 600",
                to: writer, in: folder)
            defer { kill(child.processIdentifier, SIGKILL) }
            close(writer)
            // It is read already.
            #expect(reader != nil && LastingPipe.reopen(of: child.processIdentifier) == nil)
            reader = nil
            try folder.write("", to: "go")
            try await eventually { FileManager.default.fileExists(atPath: folder.path("printed")) }
            let next = try #require(LastingPipe.reopen(of: child.processIdentifier))
            #expect(LastingPipe.reopen(of: child.processIdentifier) == nil)
            #expect(next.read() == Array("one\n".utf8))
            kill(child.processIdentifier, SIGKILL)
            #expect(next.read() == nil)
        }
    }

    @Test("The pipe of another, and what is none, is left alone") func others() async throws {
        try await TemporaryFolder.with { folder in
            let (reader, writer) = try ChildOutput.pipe()
            let child = try start("exec sleep 600", to: writer, in: folder)
            defer { kill(child.processIdentifier, SIGKILL) }
            #expect(LastingPipe.reopen(of: child.processIdentifier) == nil)
            for end in [reader, writer] { close(end) }
            // Open for both, as a terminal is.
            let file = open(try folder.write("a", to: "file"), O_RDWR | O_CLOEXEC)
            let other = try start("exec sleep 600", to: file, in: folder)
            defer { kill(other.processIdentifier, SIGKILL) }
            #expect(LastingPipe.reopen(of: other.processIdentifier) == nil)
            close(file)
            #expect(LastingPipe.reopen(of: .max) == nil)
        }
    }
}
