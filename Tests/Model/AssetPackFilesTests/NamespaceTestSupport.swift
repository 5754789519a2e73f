// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import Glibc
import SystemSupport
import Testing

/// A temporary folder of its own, opened, for the time of `body`.
func withNamespaceFolder<Result>(_ body: (borrowing Directory) throws -> Result) throws -> Result {
    var template = Array("/tmp/ba-namespace-XXXXXX".utf8CString)
    let path = try #require(
        template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } })
    let parent = try Directory(opening: "/tmp")
    defer { try? parent.removeTree(String(path.dropFirst("/tmp/".count))) }
    return try body(try Directory(opening: path))
}

/// Three packs with folders in common, a collision, and two languages.
func sampleWriter(generation: UInt64 = 7) throws(NamespaceError) -> NamespaceWriter {
    var writer = NamespaceWriter(generation: generation)
    try writer.add(
        NamespacePack(id: "tutorial", version: 3),
        files: [
            .file("Videos/Introduction.m4v", size: 1_000), .file("Videos/Deep/er/end.bin", size: 5, permissions: 0o755),
            .file("shared.txt", size: 11), .folder("Empty", permissions: 0o700),
        ])
    try writer.add(
        NamespacePack(id: "speech-fr", version: 1, language: "fr", flags: [.outOfDate]),
        files: [.file("Speech/hello.wav", size: 21)])
    try writer.add(
        NamespacePack(id: "speech-de", version: 12, language: "de", flags: [.obsolete]),
        files: [.file("Speech/hello.wav", size: 22), .file("shared.txt", size: 12), .file("Speech/nur.wav", size: 0)])
    return writer
}
