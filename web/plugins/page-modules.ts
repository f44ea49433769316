import path from 'node:path';

/** A node of the bundler's syntax tree. */
type Node = { type: string; [field: string]: unknown };

export const PAGE_INDEX = /\/web\/src\/pages\/index\.ts$/;
const PAGES = path.join(import.meta.dirname, '../src/pages');

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
/** Return the children of a node; for a call, only its arguments. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node.type === 'CallExpression' ? [node.arguments] : node)
    .flat()
    .filter(isNode);

/**
 * Return a map from the path of each page to the module of its component. In pages/index.ts, `component` either imports
 * the module itself, or names a constant of pages/index.ts that imports it.
 */
export function componentModules(program: object): Map<string, string> {
  const constants = new Map<unknown, Node>();
  const modules = new Map<string, string>();

  const importIn = (node: Node): string | undefined => {
    if (node.type === 'ImportExpression') return String((node.source as Node).value);
    const constant = node.type === 'Identifier' && constants.get(node.name);
    for (const child of constant ? [constant] : childrenOf(node)) {
      const found = importIn(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator' && isNode(node.init))
      constants.set((node.id as Node).name, node.init);
    if (node.type === 'Property' && (node.key as Node).type === 'Literal') {
      const component = childrenOf(node.value as Node).find(
        (property) => property.type === 'Property' && (property.key as Node).name === 'component',
      );
      const found = component && importIn(component.value as Node);
      if (found) modules.set(String((node.key as Node).value), path.join(PAGES, found));
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program as Node);
  return modules;
}
