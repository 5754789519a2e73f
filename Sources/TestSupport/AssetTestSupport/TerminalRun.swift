// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A program at a terminal of its own, before which somebody answers a question as soon as it is there.
package enum TerminalRun {
    private static let program = """
        import json, os, pty, subprocess, sys
        prompt, ahead, answer = (text.encode() for text in sys.argv[1:4])
        meanwhile, command = json.loads(sys.argv[4]), sys.argv[5:]
        process, terminal = pty.fork()
        if process == 0: os.execv(command[0], command)
        os.write(terminal, ahead)
        output = b""
        while True:
            try: data = os.read(terminal, 4096)
            except OSError: break
            if not data: break
            output += data
            if prompt and prompt in output:
                if meanwhile: subprocess.run(meanwhile, check=True, stdout=subprocess.DEVNULL)
                os.write(terminal, answer)
                prompt = b""
        sys.stdout.buffer.write(output)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        """

    /// Runs a program to its end.
    ///
    /// - `prompt`: what it shows when it asks.
    /// - `ahead`: what is typed before it asks.
    /// - `meanwhile`: a command that runs to its end while the question is there; if it fails, so does the run.
    /// - `answer`: what is typed then.
    package static func run(
        _ command: [String], prompt: String, typedAhead ahead: String = "", meanwhile: [String] = [],
        answer: String, environment: [String: String], directory: String? = nil
    ) async throws -> ProgramRun {
        let meanwhile = String(decoding: try JSONEncoder().encode(meanwhile), as: UTF8.self)
        return try await ProgramRun.run(
            "/usr/bin/python3", ["-c", program, prompt, ahead, answer + "\n", meanwhile] + command,
            environment: environment,
            directory: directory)
    }
}
