// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A program at a terminal of its own, before which somebody answers a question as soon as it is there.
package enum TerminalRun {
    private static let program = """
        import os, pty, sys
        prompt, ahead, answer = (text.encode() for text in sys.argv[1:4])
        process, terminal = pty.fork()
        if process == 0: os.execv(sys.argv[4], sys.argv[4:])
        os.write(terminal, ahead)
        output = b""
        while True:
            try: data = os.read(terminal, 4096)
            except OSError: break
            if not data: break
            output += data
            if prompt and prompt in output:
                os.write(terminal, answer)
                prompt = b""
        sys.stdout.buffer.write(output)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        """

    /// Runs a program to its end.
    ///
    /// - `prompt`: what it shows when it asks.
    /// - `ahead`: what is typed before it asks.
    /// - `answer`: what is typed then.
    package static func run(
        _ command: [String], prompt: String, typedAhead ahead: String = "", answer: String,
        environment: [String: String], directory: String? = nil
    ) async throws -> ProgramRun {
        try await ProgramRun.run(
            "/usr/bin/python3", ["-c", program, prompt, ahead, answer + "\n"] + command, environment: environment,
            directory: directory)
    }
}
