#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a certificate authority, and a certificate for localhost by it: make-certificate.sh FOLDER
set -euo pipefail
mkdir -p "$1"
cd "$1"
umask 077
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj "/CN=Sessions test authority" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign" \
    -keyout authority.key -out authority.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=localhost" \
    -keyout server.key -out server.csr 2>/dev/null
printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n' >server.ext
openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 30 \
    -extfile server.ext -out server.pem 2>/dev/null
