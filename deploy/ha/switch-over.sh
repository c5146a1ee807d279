#!/bin/sh
# Switches over to the synchronous standby: run it as root on the third machine, the one that `patronictl list` calls Replica.
# By itself Patroni lets the third machine wait for two seconds before it follows the new primary, and commits wait for it. So
# this machine follows the standby already before that is promoted, and is there when it takes writes. Meanwhile the primary has
# one standby instead of two: run it when `patronictl list` shows all three streaming.
# Exits 1, with everything as it was, when the standby is not followed within half a minute, or when Patroni refuses.
set -eu
# Patroni lets nobody switch over without its password, which it was started with.
environment=${PATRONI_ENVIRONMENT:-/etc/patroni_env.conf}
if [ -r "$environment" ]; then
  set -a
  # shellcheck disable=SC1090
  . "$environment"
  set +a
fi
config=${PATRONI_CONFIG:-/etc/patroni/config.yml}
reload=${PATRONI_RELOAD:-systemctl reload patroni}

# What a member is: NAME ROLE, one a line; and the address of one.
members() { patronictl -c "$config" list --format tsv | awk -F '\t' 'NR > 1 { print $0 }'; }
with_role() { members | awk -F '\t' -v role="$1" '$4 == role { print $2 }'; }
address_of() { members | awk -F '\t' -v name="$1" '$2 == name { print $3 }'; }

primary=$(with_role Leader)
standby=$(with_role 'Sync Standby')
third=$(with_role Replica)
if [ -z "$primary" ] || [ -z "$standby" ] || [ -z "$third" ]; then
  echo 'There have to be a leader, a sync standby and a replica.' >&2
  exit 1
fi

kept=$(mktemp)
cp -p "$config" "$kept"
restore() {
  # Into the file, which keeps its owner.
  cat "$kept" > "$config"
  rm -f "$kept"
  $reload
}
trap restore EXIT
trap 'exit 1' INT TERM
sed "s/^tags:/tags:\n  replicatefrom: $standby/" "$kept" > "$config"
$reload

# As the standby sees it: who streams from it.
follows() {
  python3 - "http://$(address_of "$standby"):8008/patroni" "$third" <<'PYTHON'
import json, sys, urllib.request
told = json.load(urllib.request.urlopen(sys.argv[1], timeout=2))
sys.exit(0 if any(each["application_name"] == sys.argv[2] and each["state"] == "streaming" for each in told.get("replication") or []) else 1)
PYTHON
}
tries=60
until follows 2> /dev/null; do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ]; then
    echo "$third does not follow $standby; nothing was switched over. Is this $third?" >&2
    exit 1
  fi
  sleep 0.5
done
patronictl -c "$config" switchover daftar --leader "$primary" --candidate "$standby" --force
# It exits 0 also when it was refused.
if [ "$(with_role Leader)" = "$primary" ]; then
  echo "$primary is the leader still." >&2
  exit 1
fi
