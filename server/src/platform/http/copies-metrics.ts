import { Gauge, type Registry } from 'prom-client';
import type { Copies } from '../db/copies.ts';

/**
 * Registers the metrics of standbys, archive and backups. @returns a function that sets them; null values are not
 * reported
 */
export function createCopiesMetrics(registers: Registry[]): (copies: Copies | null) => void {
  // With an unused label, a gauge without a value is omitted instead of reported as 0.
  const gauge = (name: string, help: string, labelNames: string[] = ['database']) =>
    new Gauge({ name, help, labelNames, registers });
  const standbys = gauge('daftar_replication_standbys', 'Standbys that follow the database');
  const synchronous = gauge('daftar_replication_synchronous', 'Standbys that a commit waits for');
  const lagSeconds = gauge('daftar_replication_lag_seconds', 'How far the slowest standby is behind');
  const lagBytes = gauge('daftar_replication_lag_bytes', 'How much WAL the slowest standby has not replayed');
  const archived = gauge('daftar_archive_age_seconds', 'How long ago WAL was last archived');
  const age = gauge('daftar_upkeep_age_seconds', 'How long ago a backup or drill last succeeded', ['what']);
  const took = gauge('daftar_upkeep_duration_seconds', 'How long the last backup or drill took', ['what']);
  return (copies) => {
    for (const each of [standbys, synchronous, lagSeconds, lagBytes, archived, age, took]) each.reset();
    if (copies?.replication) {
      standbys.set({}, copies.replication.standbys);
      synchronous.set({}, copies.replication.synchronous);
      lagSeconds.set({}, copies.replication.lagSeconds);
      lagBytes.set({}, copies.replication.lagBytes);
    }
    if (copies && copies.archivedSeconds !== null) archived.set({}, copies.archivedSeconds);
    for (const { what, ageSeconds, seconds } of copies?.upkeep ?? []) {
      age.set({ what }, ageSeconds);
      took.set({ what }, seconds);
    }
  };
}
