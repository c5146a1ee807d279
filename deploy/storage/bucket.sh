#!/bin/sh
# Makes the bucket once the storage answers; one that is there is left as it is. The shell of SeaweedFS ends well whatever
# became of its command, so only the list of buckets tells.
set -eu
ask() { echo "$1" | weed shell -master=storage:9333 -filer=storage:8888; }
tries=0
until ask s3.bucket.list | grep -q '^ *daftar[[:space:]]'; do
  tries=$((tries + 1))
  [ "$tries" -le 30 ] || { echo 'The storage does not answer, or does not make the bucket.' >&2; exit 1; }
  [ "$tries" -eq 1 ] || sleep 1
  ask 's3.bucket.create -name daftar'
done
