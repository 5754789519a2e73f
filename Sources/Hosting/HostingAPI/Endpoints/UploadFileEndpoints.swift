// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel
internal import HostingStorage

/// `backgroundAssetUploadFiles` (hosting-api 1.1 and 2).
struct UploadFileEndpoints: Sendable {
    let store: HostStore
    let uploads: UploadAddresses

    private static let largestFileSize: Int64 = (1 << 53) - 1
    private static let fields: [ResourceSchema] = [.backgroundAssetUploadFiles]

    func add(to table: inout OperationTable) {
        ToManyRelationship(
            owner: "backgroundAssetVersions", name: "backgroundAssetUploadFiles", schema: .backgroundAssetUploadFiles,
            query: QueryRules(fields: Self.fields, paging: .list), find: find
        ).add(to: &table)
        table.add(
            Operation(
                id: "backgroundAssetUploadFiles_createInstance", method: .post, path: "/v1/backgroundAssetUploadFiles",
                body: .create(
                    "backgroundAssetUploadFiles",
                    attributes: [
                        .init(
                            "assetType", .enumeration(.uploadAssetKind), isRequired: true),
                        .init("fileName", .string(length: 1...255), isRequired: true),
                        .init("fileSize", .integer(1...Self.largestFileSize), isRequired: true),
                    ],
                    relationships: [.init("backgroundAssetVersion", "backgroundAssetVersions", isRequired: true)]),
                answer: .one(.backgroundAssetUploadFiles), permission: .upload, perform: create,
                recall: get))
        table.add(
            Operation(
                id: "backgroundAssetUploadFiles_getInstance", method: .get,
                path: "/v1/backgroundAssetUploadFiles/{id}", query: QueryRules(fields: Self.fields),
                answer: .one(.backgroundAssetUploadFiles), permission: .read, perform: get))
        table.add(
            Operation(
                id: "backgroundAssetUploadFiles_updateInstance", method: .patch,
                path: "/v1/backgroundAssetUploadFiles/{id}",
                body: .update(
                    "backgroundAssetUploadFiles",
                    attributes: [
                        .init("uploaded", .bool, isNullable: true),
                        .init("sourceFileChecksum", .string(length: 1...128), isNullable: true),
                        .init("sourceFileChecksums", ResourceSchema.checksums, isNullable: true),
                    ]), answer: .one(.backgroundAssetUploadFiles), permission: .upload, perform: update))
    }

    // MARK: Reading

    private func find(_ call: OperationCall) async throws(APIFailure) -> ToManyRelationship.Found {
        let version = try await store.version(call.id, for: call.caller)
        let (id, limit) = (version.version.id, call.query.limit)
        let after = try call.query.after([.integer, .text])
        let page = try await store.serving { (store) throws(StorageError) in
            try await store.files(ofVersion: id, after: after, limit: limit)
        }
        var resources: [ResourceObject] = []
        for file in page.elements { resources.append(try await resource(file, call)) }
        return ToManyRelationship.Found(
            resources: resources,
            page: call.query.page(page) { [.integer($0.createdAt.milliseconds), .string($0.id)] })
    }

    private func get(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        .one(try await resource(try await file(call), call))
    }

    private func file(_ call: OperationCall) async throws(APIFailure) -> UploadFile {
        let id = call.id
        let file = try await store.serving { (store) throws(StorageError) in try await store.file(id) }
        guard let file else { throw APIFailure(.notFound(ResourceSchema.backgroundAssetUploadFiles.type, id: id)) }
        let version = try await store.serving { (store) throws(StorageError) in
            try await store.version(file.versionID)
        }
        guard let version, call.caller.sees(appID: version.pack.appID) else {
            throw APIFailure(.notFound(ResourceSchema.backgroundAssetUploadFiles.type, id: id))
        }
        return file
    }

    private func resource(_ file: UploadFile, _ call: OperationCall) async throws(APIFailure) -> ResourceObject {
        ResourceObject(file, operations: try await uploads.operations(of: file, for: call))
    }

    // MARK: Changing

    private func create(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let versionID = call.body?.id("backgroundAssetVersion") ?? ""
        let version = try await store.serving { (store) throws(StorageError) in try await store.version(versionID) }
        guard let version, call.caller.sees(appID: version.pack.appID) else {
            throw APIFailure(
                APIError(
                    .relatedNotFound(
                        relationship: "backgroundAssetVersion", type: "backgroundAssetVersions", id: versionID)))
        }
        guard let type = call.body?.string("assetType").flatMap(UploadAssetType.init(rawValue:)),
            let name = call.body?.string("fileName"), let size = call.body?.integer("fileSize")
        else { throw APIFailure(.internalFault("a body that was checked lacks its attributes")) }
        let file = try await store.serving { (store) throws(StorageError) in
            try await store.reserveFile(versionID: versionID, type: type, name: name, size: size)
        }
        return .one(try await resource(file, call))
    }

    private func update(_ call: OperationCall) async throws(APIFailure) -> OperationReply {
        let file = try await file(call)
        guard call.body?.bool("uploaded") == true else { return .one(try await resource(file, call)) }
        let checksums = try call.body.map { (body) throws(APIFailure) in try AnnouncedChecksums(body) }
        let committed = try await store.serving { (store) throws(StorageError) in
            try await store.commitFile(file.id, checksums: checksums ?? AnnouncedChecksums())
        }
        return .one(ResourceObject(committed))
    }
}

extension AnnouncedChecksums {
    private static let digitsOfMD5 = 32

    /// In all spellings that clients have (hosting-api 2.2).
    ///
    /// - Throws: for what is no digest, before anything that has arrived is held against it.
    fileprivate init(_ body: RequestBody) throws(APIFailure) {
        self.init(flat: body.string("sourceFileChecksum"))
        if let flat { try Self.check(flat, .md5, "sourceFileChecksum") }
        guard case .object(let checksums)? = body.value("sourceFileChecksums") else { return }
        if case .object(let file)? = checksums["file"], case .string(let hash)? = file["hash"] {
            // Who does not say which it is means the one that has so many digits.
            var algorithm: Algorithm = hash.utf8.count == Self.digitsOfMD5 ? .md5 : .sha256
            if case .string(let name)? = file["algorithm"], let named = Algorithm(rawValue: name) { algorithm = named }
            try Self.check(hash, algorithm, "sourceFileChecksums/file")
            self.file = (algorithm, hash)
        }
        if case .object(let composite)? = checksums["composite"], case .string(let hash)? = composite["hash"] {
            // The count of the parts may stand behind it.
            let digits = hash.prefix { $0 != "-" }
            let count = hash.dropFirst(digits.count).dropFirst()
            try Self.check(
                hash.hasSuffix("-") || !count.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? hash : String(digits),
                .md5,
                "sourceFileChecksums/composite")
            self.composite = hash
        }
    }

    private static func check(
        _ hash: String, _ algorithm: Algorithm, _ attribute: String
    ) throws(APIFailure) {
        let count = algorithm == .md5 ? digitsOfMD5 : 2 * digitsOfMD5
        guard hash.utf8.count == count, hash.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw APIFailure(
                .attributeInvalid(
                    attribute,
                    "'\(hash.prefix(80))' is no \(algorithm.rawValue), which has \(count) hexadecimal digits"))
        }
    }
}
