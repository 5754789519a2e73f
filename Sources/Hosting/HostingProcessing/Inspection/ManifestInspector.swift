// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel

/// Reads a manifest that was uploaded by itself.
struct ManifestInspector {
    /// Bytes: many times what any manifest has.
    static let largestSize = 4 << 20

    private(set) var bytes: [UInt8] = []

    mutating func feed(_ more: UnsafeRawBufferPointer) throws(InspectionFault) {
        guard bytes.count + more.count <= Self.largestSize else { throw .manifestTooLarge }
        bytes.append(contentsOf: more)
    }

    func finish() -> InspectionOutcome {
        var problems = ProblemList()
        guard let report = ManifestReport.read(bytes, &problems), problems.errors.isEmpty else {
            return .invalid(problems)
        }
        return .manifest(report)
    }
}
