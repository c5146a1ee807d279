#!/bin/sh
# What systemd does on a real machine, for the rehearsal: unit.sh start|stop|restart worker|<port>
set -eu
verb=$1
name=$2
pid="$SITE/$name.pid"

for each in $METRICS; do
  case $each in "$name="*) DAFTAR_METRICS_PORT=${each#*=} ;; esac
done
export DAFTAR_METRICS_PORT
case $name in
worker) export DAFTAR_ROLE=worker ;;
*) export DAFTAR_ROLE=server PORT="$name" ;;
esac

stop() {
  [ -f "$pid" ] || return 0
  id=$(cat "$pid")
  kill -TERM "$id" 2>/dev/null || return 0
  tries=0
  # As TimeoutStopSec=15 does; a process that has to be killed is a fault, and is written down as one.
  while kill -0 "$id" 2>/dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -ge 150 ]; then
      echo "$name had to be killed" >>"$SITE/$name.log"
      kill -KILL "$id" 2>/dev/null || true
      break
    fi
    sleep 0.1
  done
  rm -f "$pid"
}

start() {
  cd "$SITE/current"
  if [ -n "$RUN_AS" ]; then as="setpriv --reuid ${RUN_AS%:*} --regid ${RUN_AS#*:} --clear-groups --no-new-privs"; else as=; fi
  # shellcheck disable=SC2086
  setsid $as node --enable-source-maps server/dist/main.js >>"$SITE/$name.log" 2>&1 </dev/null &
  echo $! >"$pid"
}

case $verb in
start) start ;;
stop) stop ;;
restart)
  stop
  start
  ;;
esac
