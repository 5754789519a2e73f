// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Why a program is not given what it says that it needs to run.
enum ProgramFault: Error, Equatable, CustomStringConvertible {
    case system(SystemError)
    /// It names an interpreter, or loader, that the kernel would look for in another folder than the service.
    case relativeInterpreter(String, program: String)
    /// It names one by a link that leads each process elsewhere.
    case uncertainInterpreter(String, program: String)
    /// What should be a file of its is something else, as a folder is.
    case noFile(String, program: String)
    /// Its interpreters need interpreters, and so on.
    case tooManyInterpreters(program: String)

    var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .relativeInterpreter(let name, let program):
            "its file \(program) names \(String(reflecting: name)) as its interpreter, which is no absolute path: name one, such "
                + "as /usr/bin/python3"
        case .uncertainInterpreter(let name, let program):
            "its file \(program) names \(String(reflecting: name)) as its interpreter, which leads each process elsewhere: name "
                + "one by a path that does not go through /proc"
        case .noFile(let path, let program):
            path == program
                ? "its executable \(program) is no file"
                : "its file \(program) names \(String(reflecting: path)) as its interpreter, which is no file: name a program"
        case .tooManyInterpreters(let program):
            "its file \(program) is a script whose interpreter is a script, and so on: name a program as the interpreter"
        }
    }
}
