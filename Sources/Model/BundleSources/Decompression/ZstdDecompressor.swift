// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CZstd
internal import SystemPackage
internal import SystemSupport

/// zstd, one frame or several, by the system's libzstd, which checks the content checksums that frames carry.
final class ZstdDecompressor: StreamDecompressor {
    /// Base-2 logarithm of the largest window: that of `zstd --ultra -21`; what needs more
    /// is refused.
    private static let windowLog: Int32 = 26

    private let stream: OpaquePointer
    private let output = OutputWindow()
    /// At the end of a frame.
    private var isBetween = false

    init() throws(BundleSourceError) {
        guard let stream = ZSTD_createDStream(),
            ZSTD_isError(ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowLog)) == 0
        else { throw .file(SystemError(errno: .noMemory, operation: "start", subject: "libzstd")) }
        self.stream = stream
    }

    deinit { ZSTD_freeDStream(stream) }

    func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: Consumer) throws {
        guard !bytes.isEmpty else { return }
        var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        while true {
            var window = ZSTD_outBuffer(dst: output.start, size: OutputWindow.size, pos: 0)
            let result = ZSTD_decompressStream(stream, &window, &input)
            if window.pos > 0 { try consumer(output.bytes(window.pos)) }
            if ZSTD_isError(result) != 0 { throw Self.error(result) }
            isBetween = result == 0
            // A full window means that there may be more of it.
            if input.pos == input.size, window.pos < window.size || isBetween { return }
        }
    }

    func finish(_ consumer: Consumer) throws {
        guard isBetween else { throw BundleSourceError.truncated(.zstd) }
    }

    private static func error(_ result: Int) -> BundleSourceError {
        let text = String(cString: ZSTD_getErrorName(result))
        return text.contains("too much memory")
            ? .windowTooLarge(.zstd, limit: 1 << windowLog) : .corrupt(.zstd, reason: text)
    }
}
