#!/bin/sh
# SeaweedFS with its S3 side closed to all but one pair of keys, which come from the environment and are written nowhere else.
set -eu
umask 077
cat >/tmp/s3.json <<JSON
{ "identities": [{ "name": "daftar",
  "credentials": [{ "accessKey": "$S3_ACCESS_KEY", "secretKey": "$S3_SECRET_KEY" }],
  "actions": ["Read", "Write", "List", "Tagging"] }] }
JSON
exec weed server -dir=/data -ip=storage -ip.bind=0.0.0.0 -s3 -s3.config=/tmp/s3.json
