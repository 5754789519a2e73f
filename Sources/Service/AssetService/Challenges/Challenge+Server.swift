// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface
internal import TransferEngine

extension Challenge {
    /// What an app is told of a server's challenge.
    init(id: String, _ challenge: ServerChallenge) {
        self.init(
            id: id, method: Method(challenge.method), host: challenge.host, port: challenge.port,
            proxy: challenge.isProxy ? true : nil, realm: challenge.realm,
            previousFailures: challenge.previousFailures, certificates: challenge.certificates.map { Data($0) },
            distrust: challenge.distrust)
    }
}

extension Challenge.Method {
    fileprivate init(_ method: ServerChallenge.Method) {
        self =
            switch method {
            case .httpBasic: .httpBasic
            case .httpDigest: .httpDigest
            case .httpBearer: .httpBearer
            case .serverTrust: .serverTrust
            case .clientCertificate: .clientCertificate
            }
    }
}

extension ChallengeAnswer {
    /// What an app has answered.
    init(_ reply: ChallengeReply) {
        switch reply.disposition {
        case .useCredential: self = reply.credential.flatMap(ChallengeAnswer.init) ?? .performDefaultHandling
        case .performDefaultHandling, .unknown: self = .performDefaultHandling
        case .cancel: self = .cancel
        case .rejectProtectionSpace: self = .rejectProtectionSpace
        case .declined: self = .nobody
        }
    }

    private init?(_ credential: Credential) {
        if let password = credential.password {
            self = .credential(
                HTTPCredential(
                    user: password.user, password: password.password, isKept: !(password.once ?? false)))
        } else if let identity = credential.identity {
            self = .identity(
                ClientIdentity(.pem(certificates: identity.certificates, privateKey: identity.privateKey)))
        } else if let archive = credential.archive {
            self = .identity(ClientIdentity(.pkcs12([UInt8](archive.data), passphrase: archive.passphrase)))
        } else if credential.trust == true {
            self = .trust
        } else {
            return nil
        }
    }
}
