import { connect, type Sql } from '../../../src/platform/db/connect.ts';

/** A node of an executed plan. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A pool that records the plans of its statements. */
export interface PlanWatch {
  sql: Sql;
  /** Returns the plans executed since the last call, each as a list of all its nodes, depth first. */
  taken(): PlanNode[][];
  end(): Promise<void>;
}

/**
 * Records how PostgreSQL executes statements, including prepared ones with cached plans, by auto_explain. Uses one
 * connection, so that settings persist, and chooses between generic and custom plans as the product does.
 */
export async function watchPlans(url: string): Promise<PlanWatch> {
  let plans: PlanNode[][] = [];
  const wholes = new Map<string, string>();
  const sql = connect(url, {
    max: 1,
    applicationName: 'daftar plans',
    onNotice: ({ message }) => {
      const start = message?.indexOf('{') ?? -1;
      if (message?.startsWith('duration:') && start > 0)
        plans.push(nodesOf(JSON.parse(message.slice(start)).Plan, wholes));
    },
  });
  // Each partition's index has its own name; tests use the parent's.
  const parts = await sql<{ part: string; whole: string }[]>`
    select part.relname as part, whole.relname as whole from pg_inherits i
    join pg_class part on part.oid = i.inhrelid join pg_class whole on whole.oid = i.inhparent
    where part.relkind = 'i'`;
  for (const { part, whole } of parts) wholes.set(part, whole);
  await sql.unsafe(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_format = json;
    set client_min_messages = log;
    set plan_cache_mode = auto`);
  plans = [];
  return {
    sql,
    taken() {
      const those = plans;
      plans = [];
      return those;
    },
    end: () => sql.end({ timeout: 1 }),
  };
}

function nodesOf(node: PlanNode, wholes: ReadonlyMap<string, string>): PlanNode[] {
  const index = wholes.get(node['Index Name'] ?? '');
  const named = index === undefined ? node : { ...node, 'Index Name': index };
  return [named, ...(node.Plans ?? []).flatMap((each) => nodesOf(each, wholes))];
}

/** Returns how many rows a node read, including those it discarded. */
export function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}
