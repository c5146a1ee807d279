import { connect, type Sql } from '../db/connect.ts';

/** One node of a plan as PostgreSQL ran it. */
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

/** A pool whose every statement tells how it was run. */
export interface PlanWatch {
  sql: Sql;
  /** The plans of what ran since the last call, every node of each, in order. */
  taken(): PlanNode[][];
  end(): Promise<void>;
}

/**
 * Watches how PostgreSQL really runs statements, prepared ones with the plans it keeps for them, by its own
 * auto_explain. One connection, so that settings made on it hold.
 */
export async function watchPlans(url: string): Promise<PlanWatch> {
  let plans: PlanNode[][] = [];
  const sql = connect(url, {
    max: 1,
    applicationName: 'daftar plans',
    onNotice: ({ message }) => {
      const start = message?.indexOf('{') ?? -1;
      if (message?.startsWith('duration:') && start > 0)
        plans.push(nodesOf(JSON.parse(message.slice(start)).Plan));
    },
  });
  await sql.unsafe(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on;
    set auto_explain.log_format = json;
    set client_min_messages = log`);
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

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** How many rows a node looked at, those it threw away included. */
export function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}
