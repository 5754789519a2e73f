// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceInterface

extension BackgroundWork {
    /// What the service is asked for.
    ///
    /// - Returns: also a file that is there only for it.
    func description() throws -> (SessionTask, temporary: URL?) {
        let object = self.task
        var task = SessionTask(
            number: number, kind: kind, request: FileRequest(url: ""), resumeID: resumeID,
            priority: object.map { Double($0.priority).asPriority }, text: object?.taskDescription)
        task.earliestBegin = earliestBegin?.timeIntervalSince1970.inSeconds
        task.expectedToSend = expectedToSend
        task.expectedToReceive = expectedToReceive
        if resumeID != nil {
            if originalRequest?.allowsExpensiveNetworkAccess == false { task.allowsExpensive = false }
            return (task, nil)
        }
        guard var request = originalRequest else { throw URLError(.badURL) }
        // What takes the body away takes the stream away, too.
        guard request.httpBodyStream == nil || content != nil else { throw URLError.streamedBody }
        session.map { request.complete(by: $0.configuration) }
        var body = request.httpBody
        request.httpBody = nil
        var temporary: URL?
        switch content {
        case .file(let url)?:
            task.uploadPath = url.path
            body = nil
        case .data(let data)?: body = data
        case .stream?: throw URLError.streamedBody
        case nil: break
        }
        if task.uploadPath == nil, kind == .upload || body?.count ?? 0 > FileRequest.largestBody {
            // What has no room in a message goes as a file.
            let file = try BodyFiles.file(with: body ?? Data())
            task.uploadPath = file.path
            (temporary, body) = (file, nil)
        }
        if request.httpMethod == "POST", task.uploadPath != nil || body?.isEmpty == false,
            request.value(forHTTPHeaderField: "Content-Type") == nil
        {
            // As Foundation has it.
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        if !request.allowsCellularAccess { task.allowsExpensive = false }
        request.httpBody = body
        task.request = try FileRequest(request)
        let size = try task.uploadPath.map { try Self.size(of: $0) } ?? Int64(body?.count ?? 0)
        setCountToSend(size)
        return (task, temporary)
    }

    private static func size(of path: String) throws -> Int64 {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw URLError(
                .fileDoesNotExist, userInfo: [NSLocalizedDescriptionKey: "\(path), which is to be sent, is not there"])
        }
        if isFolder.boolValue {
            throw URLError(
                .fileIsDirectory, userInfo: [NSLocalizedDescriptionKey: "\(path), which is to be sent, is a folder"])
        }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw URLError(
                .noPermissionsToReadFile,
                userInfo: [NSLocalizedDescriptionKey: "\(path), which is to be sent, may not be read by this app"])
        }
        do {
            // The service sends what a link leads to.
            let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            return try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64 ?? 0
        } catch {
            throw URLError(.noPermissionsToReadFile, userInfo: [NSLocalizedDescriptionKey: error.localizedDescription])
        }
    }
}
