// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage
internal import SystemSupport

/// What must be in reach for a program to run: itself, what interprets it, and the Swift runtime where it says that it is.
///
/// Whoever made the program named the rest of it. So all of it is opened once, as the kernel would find it, and nothing is given
/// but files that the kernel would use for that, and folders that hold a runtime.
struct ProgramParts: Sendable {
    /// Scripts whose interpreters are scripts: the kernel follows a few more.
    private static let deepest = 4
    /// A program's author names folders: one without this is no Swift runtime, and not opened by that.
    private static let runtimeLibrary = "libswiftCore.so"

    /// Of the executable itself.
    let image: ProgramImage
    /// The executable, its interpreters, and the loader.
    private(set) var files: [OpenedPath]
    private(set) var runtimes: [OpenedPath] = []

    init(of executable: String) throws(ProgramFault) {
        let file = try Self.file(executable, of: executable)
        image = try Self.image(of: file)
        files = [file]
        var (program, current) = (executable, image)
        while current.isScript, let name = current.interpreter {
            guard files.count <= Self.deepest else { throw .tooManyInterpreters(program: executable) }
            let interpreter = try Self.file(name, of: program)
            files.append(interpreter)
            (program, current) = (name, try Self.image(of: interpreter))
        }
        guard !current.isScript else { return }
        runtimes = current.libraryFolders.compactMap(Self.runtime)
        // A loader needs none, whatever it says: the kernel does not ask it.
        if let loader = current.interpreter { files.append(try Self.file(loader, of: program)) }
    }

    private static func file(_ path: String, of program: String) throws(ProgramFault) -> OpenedPath {
        // Links lead the kernel where they have led here, but for its own; what is not absolute begins elsewhere.
        guard path.hasPrefix("/") else { throw .relativeInterpreter(path, program: program) }
        let file: OpenedPath
        do throws(SystemError) { file = try OpenedPath(path) } catch {
            guard error.errno == .tooManySymbolicLinkLevels else { throw .system(error) }
            throw .uncertainInterpreter(path, program: program)
        }
        guard file.kind == .file else { throw .noFile(path, program: program) }
        return file
    }

    private static func image(of file: OpenedPath) throws(ProgramFault) -> ProgramImage {
        do throws(SystemError) { return try ProgramImage(of: file) } catch { throw .system(error) }
    }

    private static func runtime(_ folder: String) -> OpenedPath? {
        do throws(SystemError) {
            let opened = try OpenedPath(folder, isFolder: true)
            return opened.holdsFile(runtimeLibrary) ? opened : nil
        } catch { return nil }
    }
}
