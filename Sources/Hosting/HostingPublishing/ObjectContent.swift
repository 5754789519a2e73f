// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingDelivery
internal import HostingModel
internal import HostingStorage
internal import Logging
internal import NIOCore

/// The bytes of an object, which never changes.
struct ObjectContent: DeliveryContent {
    let size: Int64
    let tag: EntityTag
    private let key: ObjectKey
    private let objects: any ObjectStore
    private let settings: DeliverySettings
    private let isForSome: Bool

    /// - `isForSome`: whether no cache that others ask, too, may keep it.
    init(
        _ object: StoredObject, in objects: any ObjectStore, _ settings: DeliverySettings, isForSome: Bool = false
    ) {
        self.isForSome = isForSome
        key = object.key
        size = object.size
        self.objects = objects
        self.settings = settings
        tag = EntityTag(object.sha256)
    }

    func read(at offset: Int64, count: Int) async throws(ContentError) -> ByteBuffer {
        do throws(StorageError) { return try await objects.read(key, at: offset, count: count) } catch {
            settings.logger.error("\(key) cannot be handed out: \(error); `ba-host verify` tells what needs it")
            throw .unreadable(path: key.name, reason: "\(error)")
        }
    }

    func readAtHand(at offset: Int64, count: Int) -> ByteBuffer? { objects.readAtHand(key, at: offset, count: count) }

    var senderAtHand: ContentSender? {
        switch settings.way {
        case .process: .process
        case .frontServer(let prefix): .other(.frontServer(path: prefix + "/" + key.name))
        case .store: nil
        }
    }

    func handOver(for method: HTTPRequest.Method) async throws(ContentError) -> ContentHandOver? {
        switch settings.way {
        case .process: return nil
        case .frontServer(let prefix): return .frontServer(path: prefix + "/" + key.name)
        case .store:
            let expires = settings.now().seconds + DeliveryWay.redirectLifetime
            do throws(StorageError) {
                return try await objects.address(
                    of: key, method: method.rawValue, expires: expires,
                    cacheControl: (isForSome ? CachePolicy.personal(.immutable) : .immutable).fieldValue
                ).map { .elsewhere(url: $0, lifetime: Int(DeliveryWay.redirectLifetime) / 2) }
            } catch { throw .unreadable(path: key.name, reason: "\(error)") }
        }
    }
}
