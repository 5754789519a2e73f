#!/usr/bin/env bash
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
#
# A store that speaks S3, of its own for tests: Ceph on one machine (a monitor, a disk in a sparse file, and the gateway), on free
# ports of 127.0.0.1. It prints the gateway's address, the access key and the secret key; it ends, and its folder goes, when its
# standard input ends.
set -euo pipefail

folder=$(mktemp -d /tmp/ba-s3.XXXXXX)
servers=()
end() {
    for server in "${servers[@]}"; do kill -KILL "$server" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT

# Free ports are taken by others now and then, in the moment between.
read -r monitor gateway < <(python3 - <<'P'
import socket
sockets = [socket.socket() for _ in range(2)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))
P
)
access=test secret=$(head -c 24 /dev/urandom | base64 | tr '+/' '-_')
configuration="$folder/ceph.conf"
mkdir "$folder/run" "$folder/log" "$folder/disk" "$folder/manager"
cat >"$configuration" <<C
[global]
fsid = $(uuidgen)
mon_host = [v2:127.0.0.1:$monitor]
mon_initial_members = a
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
mon_data_avail_warn = 2
osd_crush_chooseleaf_type = 0
osd_objectstore = bluestore
bluestore_block_size = 4294967296
osd_memory_target = 939524096
run_dir = $folder/run
pid_file = $folder/run/\$name.pid
admin_socket = $folder/run/\$name.asok
log_file = $folder/log/\$name.log
mon_data = $folder/monitor
osd_data = $folder/disk
mgr_data = $folder/manager
# It is needed for places of objects to be made, and for nothing else.
mgr_initial_modules =
keyring = $folder/keyring
setuser_match_path =
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:$gateway
# As small as the tests' own.
rgw_multipart_min_part_size = 1
rgw_enable_usage_log = false
rgw_run_sync_thread = false
C

run() { "$@" >>"$folder/log/steps" 2>&1 || { cat "$folder/log/steps" >&2; echo "$1 has failed" >&2; exit 1; }; }
start() {
    "$@" --foreground --conf "$configuration" >>"$folder/log/steps" 2>&1 &
    servers+=($!)
}
keyring="$folder/keyring"
run ceph-authtool --create-keyring "$keyring" --gen-key -n mon. --cap mon 'allow *'
key() { run ceph-authtool "$keyring" --gen-key -n "$1" "${@:2}"; }
key client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
key osd.0 --cap mon 'allow profile osd' --cap osd 'allow *' --cap mgr 'allow profile osd'
key mgr.x --cap mon 'allow profile mgr' --cap osd 'allow *'
key client.rgw --cap mon 'allow rw' --cap osd 'allow rwx' --cap mgr 'allow rw'
run monmaptool --create --clobber --addv a "[v2:127.0.0.1:$monitor]" --fsid "$(sed -n 's/^fsid = //p' "$configuration")" \
    "$folder/map"
run ceph-mon --conf "$configuration" --id a --mkfs --monmap "$folder/map" --keyring "$keyring"
start ceph-mon --id a
disk=$(uuidgen)
run timeout 60 ceph --conf "$configuration" osd new "$disk"
run ceph-osd --conf "$configuration" --id 0 --mkfs --osd-uuid "$disk"
start ceph-osd --id 0
start ceph-mgr --id x
run timeout 60 radosgw-admin --conf "$configuration" --name client.rgw user create --uid=test --display-name=test \
    --access-key="$access" --secret="$secret"
start radosgw --name client.rgw
for _ in $(seq 300); do
    curl --silent --output "$folder/log/answer" "http://127.0.0.1:$gateway" && break
    kill -0 "${servers[-1]}" 2>/dev/null || { cat "$folder/log/steps" >&2; exit 1; }
    sleep 0.1
done
echo "http://127.0.0.1:$gateway $access $secret"
# Whoever started it has ended.
cat >/dev/null
