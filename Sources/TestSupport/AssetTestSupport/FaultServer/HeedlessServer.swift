// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A server with TLS that hears nothing while it sends, and sends without end, once: a client that says goodbye is sent to all
/// the same, until its end of the connection is closed. Servers made with NIO would say goodbye in return.
package final class HeedlessServer: Sendable {
    /// The program has said something else than a number, or has ended without a word.
    package struct Failure: Error { package let text: String }

    private static let program = """
        import socket, ssl, sys
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1])
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        connection = context.wrap_socket(listener.accept()[0], server_side=True)
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n\\r\\n")
        sent = 0
        try:
            while True:
                sent += connection.send(bytes(65536))
        except OSError:
            print(sent)
        """

    package let url: String
    /// What is trusted to connect to it, as PEM.
    package let authorityPEM: String
    private let output: Pipe

    private init(url: String, authorityPEM: String, output: Pipe) {
        self.url = url
        self.authorityPEM = authorityPEM
        self.output = output
    }

    /// Runs a server while `body` runs.
    package static func with<Result: Sendable>(
        in folder: TemporaryFolder, _ body: (HeedlessServer) async throws -> Result
    ) async throws -> Result {
        let authority = try FaultAuthority()
        let identity = try authority.server(.valid)
        let (process, output) = (TestProcess(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            try folder.write(program, to: "heedless.py"),
            try folder.write(identity.key + "\n" + identity.certificate, to: "heedless.pem"),
        ]
        process.standardOutput = output
        try process.run()
        defer {
            process.send(9)
            process.waitUntilExit()
        }
        let port = try await number(from: output)
        return try await body(
            HeedlessServer(
                url: "https://127.0.0.1:\(port)/file", authorityPEM: authority.pem(), output: output))
    }

    /// Waits until its connection has ended.
    ///
    /// - Returns: the bytes of the body that it has sent.
    package func sentByteCount() async throws -> Int { try await Self.number(from: output) }

    /// What the program says next, on a line of its own.
    private static func number(from output: Pipe) async throws -> Int {
        let handle = output.fileHandleForReading
        let text = await withCheckedContinuation { continuation in
            // No thread of the tasks is to wait for it.
            Thread.detachNewThread {
                var bytes = Data()
                while bytes.last != UInt8(ascii: "\n") {
                    let more = handle.availableData
                    if more.isEmpty { break }
                    bytes += more
                }
                continuation.resume(returning: String(decoding: bytes.dropLast(), as: UTF8.self))
            }
        }
        guard let number = Int(text) else { throw Failure(text: text) }
        return number
    }
}
