import type { Sql } from './connect.ts';

/**
 * The state of everything that would survive the loss of this database: its standbys, its archived WAL, its backups.
 */
export interface Copies {
  /** Null without the privilege to see standbys (`pg_read_all_stats`, deploy/postgres/role.sql). */
  replication: {
    /** Number of connected standbys. */
    standbys: number;
    /** Number of those for which a commit waits. */
    synchronous: number;
    /** The lag of the slowest standby, in seconds and bytes. */
    lagSeconds: number;
    lagBytes: number;
  } | null;
  /** Seconds since WAL was last archived; null if it is not archived. */
  archivedSeconds: number | null;
  /** Seconds since the last successful backup and drill, and their duration in seconds. */
  upkeep: { what: 'backup' | 'drill'; ageSeconds: number; seconds: number }[];
}

/** Reads the state of the copies from the primary: three small views and a table with two rows. */
export async function copiesOf(sql: Sql): Promise<Copies> {
  const [row] = await sql<Copies[]>`
    select case when pg_has_role('pg_read_all_stats', 'usage') then (
             select json_build_object(
                      'standbys', count(*),
                      'synchronous', count(*) filter (where sync_state in ('sync', 'quorum')),
                      'lagSeconds', coalesce(max(extract(epoch from replay_lag)), 0),
                      'lagBytes', coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0))
               from pg_stat_replication where state in ('streaming', 'catchup')) end as replication,
           case when current_setting('archive_mode') <> 'off' then (
             select extract(epoch from now() - coalesce(last_archived_time, pg_postmaster_start_time()))::float8
               from pg_stat_archiver) end as "archivedSeconds",
           coalesce((select json_agg(json_build_object(
                       'what', what, 'ageSeconds', extract(epoch from now() - at), 'seconds', seconds))
                       from upkeep), '[]') as upkeep`;
  return row!;
}
