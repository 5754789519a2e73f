// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive

extension BlockEncoder {
    /// The payload of these bytes; nil when they are to be stored.
    func payload(_ bytes: [UInt8], room: Int? = nil) -> [UInt8]? {
        var target = [UInt8](repeating: 0xee, count: room ?? bytes.count)
        let size = bytes.withUnsafeBytes { source in
            target.withUnsafeMutableBytes { compress(source, into: $0) }
        }
        return size.map { Array(target[..<$0]) }
    }
}

extension BlockDecoder {
    /// The plain bytes of a payload.
    func plain(_ payload: [UInt8], count: Int) throws(ArchiveError) -> [UInt8] {
        var target = [UInt8](repeating: 0xee, count: count + 64)
        let result = payload.withUnsafeBytes { source in
            target.withUnsafeMutableBytes { room -> Result<Void, ArchiveError> in
                let exact = UnsafeMutableRawBufferPointer(rebasing: room[32..<32 + count])
                do throws(ArchiveError) {
                    try decompress(source, into: exact)
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
        }
        // Whatever the payload was, nothing may have been written outside.
        precondition(target[..<32].allSatisfy { $0 == 0xee } && target[(32 + count)...].allSatisfy { $0 == 0xee })
        try result.get()
        return Array(target[32..<32 + count])
    }
}
