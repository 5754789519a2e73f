// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
package import HostingStorage
internal import NIOCore
package import NIOPosix
internal import SystemSupport

/// Has files read that anybody has uploaded: by a process of its own, which is confined and limited, and which this feeds.
package struct Inspector: Sendable {
    /// Bytes of what such a process may answer: the list of an archive's files is the most of it.
    private static let largestAnswer = 256 << 20
    /// Bytes that are read from the object store at a time.
    private static let pieceSize: Int64 = 4 << 20

    /// The program, and what it is called with before the kind of the file and the limits.
    package let executable: String
    package let arguments: [String]
    private let threads: NIOThreadPool
    private let limits: @Sendable (Int64) -> InspectionLimits

    /// - `arguments`: how the program is told to inspect; the kind, and the limits of a processor's seconds and of addresses
    ///   follow.
    package init(
        executable: String, arguments: [String], threads: NIOThreadPool = .singleton,
        limits: @escaping @Sendable (Int64) -> InspectionLimits = InspectionLimits.init(forBytes:)
    ) {
        self.executable = executable
        self.arguments = arguments
        self.threads = threads
        self.limits = limits
    }

    /// Reads an object from its beginning to its end.
    package func inspect(
        _ kind: InspectedKind, _ key: ObjectKey, size: Int64, in objects: any ObjectStore
    ) async throws(InspectionError) -> InspectionOutcome {
        let limits = limits(size)
        let process = try start(kind, limits)
        let isLate = Flag()
        // By the clock of the machine: it is a process that is waited for.
        let watch = Task {
            do { try await Task.sleep(for: .seconds(limits.time)) } catch { return }
            isLate.set()
            process.kill()
        }
        defer { watch.cancel() }
        let (answer, fault) = await withTaskCancellationHandler {
            async let answer = process.readAnswer(limit: Self.largestAnswer, on: threads)
            let fault = await feed(process, key, size, objects)
            return (await answer, fault)
        } onCancel: {
            process.kill()
        }
        let ending = await process.waitForEnd(on: threads)
        if Task.isCancelled { throw .cancelled }
        if isLate.isSet { throw .tooDemanding("took more than \(Int(limits.time)) s") }
        if let fault { throw fault }
        return try Self.outcome(answer, ending)
    }

    private func start(
        _ kind: InspectedKind, _ limits: InspectionLimits
    ) throws(InspectionError) -> InspectorChild {
        do throws(SystemError) {
            return try InspectorChild(
                executable: executable,
                arguments: arguments + [kind.rawValue, "\(limits.processorTime)", "\(limits.addressSpace)"])
        } catch { throw .notStarted("\(error)") }
    }

    /// - Returns: why it was not fed to the end; nil when it was, or has ended by itself.
    private func feed(
        _ process: InspectorChild, _ key: ObjectKey, _ size: Int64, _ objects: any ObjectStore
    ) async -> InspectionError? {
        defer { process.endInput() }
        var offset: Int64 = 0
        while offset < size {
            let bytes: ByteBuffer
            do throws(StorageError) {
                bytes = try await objects.read(key, at: offset, count: Int(min(Self.pieceSize, size - offset)))
            } catch {
                process.kill()
                return .unreadable(error)
            }
            offset += Int64(bytes.readableBytes)
            // What is wrong with it is said before all of it has come.
            guard await process.write(bytes, on: threads) else { return nil }
        }
        return nil
    }

    private static func outcome(
        _ answer: Result<[UInt8], SystemError>, _ ending: InspectorChild.Ending
    ) throws(InspectionError) -> InspectionOutcome {
        switch ending {
        case .exited(0): break
        case .signalled(SIGXCPU), .signalled(SIGKILL):
            throw .tooDemanding("took more of a processor's time than it may, or of what memory there is")
        case .signalled(SIGABRT), .signalled(SIGSEGV), .signalled(SIGBUS), .signalled(SIGILL), .signalled(SIGTRAP):
            throw .tooDemanding("took more memory than it may, or brought its reader down")
        case .exited(let status): throw .failed("ended with status \(status)")
        case .signalled(let signal): throw .failed("was ended by signal \(signal)")
        }
        do {
            return try JSONDecoder().decode(InspectionOutcome.self, from: Data(try answer.get()))
        } catch { throw .failed("has told nothing that can be read: \(error)") }
    }
}
