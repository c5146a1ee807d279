import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { isAlive } from '../before-start.mjs';
import { connect } from './connect.ts';
import { connectionInfo, type Embedded, startEmbedded } from './embedded.ts';
import { type Child, startInChild } from './embedded-child.ts';

/** A data folder for one test, and the processes started on it. */
export class Scene {
  /** Every user may enter it, so that as root the cluster stays inside; the private case has its own test. */
  readonly parent = mkdtempSync(join(tmpdir(), 'daftar-embedded-'));
  readonly dataDir = join(this.parent, 'data');
  /** The logged lines. */
  readonly lines: string[] = [];
  readonly #started: Embedded[] = [];
  readonly #children: Child[] = [];

  constructor() {
    process.umask(0o022);
    execFileSync('chmod', ['755', this.parent]);
  }

  /** Copies the stopped database of another scene, because creating one takes seconds. */
  copy(other: Scene): void {
    execFileSync('cp', ['-a', other.dataDir, this.dataDir]);
  }

  async start(dataDir = this.dataDir): Promise<Embedded> {
    const embedded = await startEmbedded({ dataDir, log: (line) => this.lines.push(line) });
    this.#started.push(embedded);
    return embedded;
  }

  async child(): Promise<Child> {
    const child = await startInChild(this.dataDir);
    this.#children.push(child);
    return child;
  }

  /** Stops all processes, orphaned servers too, and removes the folder. */
  async end(): Promise<void> {
    for (const child of this.#children) child.kill();
    await Promise.all(this.#children.map(({ ended }) => ended));
    await Promise.all(this.#started.map((embedded) => embedded.stop()));
    const orphan = connectionInfo(this.dataDir);
    if (orphan) process.kill(orphan.pid, 'SIGINT');
    await vi.waitUntil(() => !orphan || !isAlive(orphan.pid), { timeout: 10_000 });
    rmSync(this.parent, { recursive: true, force: true });
  }
}

/** Runs a query on a connection of its own. @returns the first row */
export async function query(url: string, text: string): Promise<Record<string, unknown> | undefined> {
  const sql = connect(url, { max: 1 });
  try {
    const [row] = await sql.unsafe(text);
    return row;
  } finally {
    await sql.end();
  }
}
