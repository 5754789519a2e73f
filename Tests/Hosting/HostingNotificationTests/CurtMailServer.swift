// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation

/// A server for mail that hangs up at a certain command, with a reset of the connection.
enum CurtMailServer {
    private static let program = """
        import os, socket, struct, sys
        listener = socket.create_server(("127.0.0.1", 0))
        with open(sys.argv[1] + ".new", "w") as file: file.write(str(listener.getsockname()[1]))
        os.rename(sys.argv[1] + ".new", sys.argv[1])
        while True:
            connection = listener.accept()[0]
            lines = connection.makefile("rb")
            connection.sendall(b"220 here\\r\\n")
            inMail = False
            for line in lines:
                if inMail and line != b".\\r\\n": continue
                inMail = line.startswith(b"DATA")
                if line.decode().startswith(sys.argv[2]): break
                connection.sendall(b"354 go on\\r\\n" if inMail else b"250 fine\\r\\n")
                if line == b".\\r\\n" and sys.argv[2] == "the end": break
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            lines.close()
            connection.close()
        """

    /// Runs one while `body` runs, which is given its port.
    ///
    /// - `command`: what it hangs up at; `the end` for right after it has taken the mail.
    static func with(hangingUpAt command: String, _ body: (Int) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let process = TestProcess()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            process.arguments = [
                try folder.write(program, to: "curt.py"), folder.path("port"), command,
            ]
            try process.run()
            defer {
                process.send(9)
                process.waitUntilExit()
            }
            let port = try await eventualValue {
                FileManager.default.contents(atPath: folder.path("port")).flatMap {
                    Int(String(decoding: $0, as: UTF8.self))
                }
            }
            try await body(port)
        }
    }
}
