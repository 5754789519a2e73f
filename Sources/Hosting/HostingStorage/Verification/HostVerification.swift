// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Reads every object that a host has on record, and compares it with what is known of it.
package struct HostVerification: Sendable {
    /// What was found.
    package struct Report: Equatable, Sendable {
        package var objectCount = 0
        /// Bytes that were read.
        package var size: Int64 = 0
        package var faults: [ObjectFault] = []
        /// Objects that nothing on record refers to: what was broken off has left them.
        package var unknown: [ObjectKey] = []

        package init() {}
    }

    /// Objects whose records are read at once.
    private static let pageSize = 500

    private let store: HostStore

    package init(store: HostStore) { self.store = store }

    /// - `progress`: told of each fault as soon as it is found.
    /// - Throws: when the records cannot be read; what is wrong with objects is in the report.
    package func run(
        faultFound: @Sendable (ObjectFault) -> Void = { _ in }
    ) async throws(StorageError) -> Report {
        var report = Report()
        // Those that come meanwhile are known, and those before their records are not taken for unknown ones.
        let present = try await allKeys()
        var known: Set<ObjectKey> = []
        var pages = RecordedPages(limit: Self.pageSize)
        while let objects = try await pages.next(in: store) {
            for object in objects {
                known.insert(object.key)
                report.objectCount += 1
                let (fault, size) = await check(object)
                report.size += size
                if let fault {
                    report.faults.append(fault)
                    faultFound(fault)
                }
            }
        }
        report.unknown = present.filter { !known.contains($0) && !StoreMark.isMark($0) }
        return report
    }

    private func allKeys() async throws(StorageError) -> [ObjectKey] {
        var keys: [ObjectKey] = []
        while true {
            let more = try await store.objects.keys(after: keys.last)
            if more.isEmpty { return keys }
            keys += more
        }
    }

    /// - Returns: also the bytes that were read.
    private func check(_ object: RecordedObject) async -> (ObjectFault?, Int64) {
        var digest = ObjectDigest()
        do throws(StorageError) {
            guard let size = try await store.objects.size(of: object.key) else { return (.missing(object), 0) }
            if let expected = object.size, expected != size { return (.sizeDiffers(object, found: size), 0) }
            try await digest.read(object.key, size: size, from: store.objects)
        } catch { return (.unreadable(object, reason: "\(error)"), digest.count) }
        guard let expected = object.sha256, expected != digest.text else { return (nil, digest.count) }
        return (.digestDiffers(object, found: digest.text), digest.count)
    }
}
