#!/bin/sh
# Makes the bucket once the storage answers; one that is there is left as it is.
set -eu
tries=0
until echo 's3.bucket.list' | weed shell -master=storage:9333 >/tmp/buckets 2>/dev/null; do
  tries=$((tries + 1))
  [ "$tries" -lt 30 ] || { echo 'The storage does not answer.' >&2; exit 1; }
  sleep 1
done
grep -q '^ *daftar\b' /tmp/buckets || echo 's3.bucket.create -name daftar' | weed shell -master=storage:9333
