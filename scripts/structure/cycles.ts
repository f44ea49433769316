export type Edge = { to: string; line: number };
export type Cycle = { path: string[]; line: number };

/**
 * One cycle for every import that closes one, in depth-first order over sorted nodes. `path` begins and ends with
 * the same node; `line` is that of the import in the last node but one, which closes it.
 */
export function findCycles(graph: ReadonlyMap<string, readonly Edge[]>): Cycle[] {
  const cycles: Cycle[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (node: string) => {
    trail.push(node);
    for (const { to, line } of graph.get(node) ?? []) {
      const at = trail.indexOf(to);
      if (at >= 0) cycles.push({ path: [...trail.slice(at), to], line });
      else if (!done.has(to)) visit(to);
    }
    trail.pop();
    done.add(node);
  };
  for (const node of [...graph.keys()].sort()) if (!done.has(node)) visit(node);
  return cycles;
}
