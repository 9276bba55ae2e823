/**
 * A shell script that runs the command in its arguments until its standard input closes. The system closes it when
 * our process ends in any way: then PostgreSQL receives the signal for a fast stop, so that no orphan remains.
 */
export const WATCHDOG = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
(
  while read -r line <&3; do :; done
  kill -INT "$server"
  waited=0
  while kill -0 "$server" && [ "$waited" -lt 30 ]; do sleep 1; waited=$((waited + 1)); done
  kill -QUIT "$server"
) 2>/dev/null &
reader=$!
exec 3<&-
wait "$server"
status=$?
kill "$reader" 2>/dev/null
exit "$status"
`;
