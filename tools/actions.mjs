// Which calls of screens change something, and whether each is offered only to who may: somewhere between the
// call and the screen a component asks `useMay` for the endpoint's permission. A read-only operator would otherwise see a
// button that is answered with 403. It reads what refers to what, not under which condition: that a component asks is enough.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import swc from '@swc/core';

/** @returns the sources of `ops` (the console) or `portal` by path (`tickets/api.ts`), without tests. */
export function sourcesOf(root, part) {
  const folder = join(root, 'web', part);
  const names = readdirSync(folder, { recursive: true }).map(String);
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  return new Map(sources.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Calls `visit` for each node of a syntax tree. */
function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const [key, value] of Object.entries(node)) if (key !== 'span') walk(value, visit);
  }
}

const isUseMay = (node) => node?.type === 'CallExpression' && node.callee.value === 'useMay';

/** What a top-level declaration refers to: names, endpoints (`opsTickets.close`), and permissions asked of `useMay`. */
function readDeclaration(declaration) {
  const found = { names: new Set(), endpoints: new Set(), asked: new Set(), forms: false };
  const askers = new Set();
  walk(declaration, (node) => {
    if (node.type === 'Identifier') found.names.add(node.value);
    // The portal's forms are disabled where nothing can be changed (`ReadOnly`).
    if (node.type === 'JSXOpeningElement' && node.name.value === 'Form') found.forms = true;
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier')
      found.endpoints.add(`${node.object.value}.${node.property.value}`);
    if (node.type === 'VariableDeclarator' && isUseMay(node.init)) askers.add(node.id.value);
  });
  walk(declaration, (node) => {
    if (node.type !== 'CallExpression' || !(askers.has(node.callee.value) || isUseMay(node.callee))) return;
    const asked = node.arguments[0]?.expression;
    // What is computed, such as the permission of an approval's kind, is taken for right.
    if (asked) found.asked.add(asked.type === 'StringLiteral' ? asked.value : '*');
  });
  return found;
}

/** @returns the declarations of a file by name, and its imports by local name. */
function readFile(path, text) {
  const { body } = swc.parseSync(text, {
    syntax: 'typescript',
    tsx: path.endsWith('.tsx'),
    target: 'esnext',
  });
  const declarations = new Map();
  const imports = new Map();
  for (const item of body) {
    if (item.type === 'ImportDeclaration') {
      if (!item.source.value.startsWith('.')) continue;
      const target = normalize(join(dirname(path), item.source.value));
      for (const one of item.specifiers)
        imports.set(one.local.value, `${target}#${(one.imported ?? one.local).value}`);
      continue;
    }
    const statement = item.declaration ?? item.decl ?? item;
    if (statement.type === 'VariableDeclaration')
      for (const one of statement.declarations) declarations.set(one.id.value, readDeclaration(one));
    else if (statement.identifier) declarations.set(statement.identifier.value, readDeclaration(statement));
  }
  return { declarations, imports };
}

/**
 * Finds actions that are offered without asking.
 * @param sources paths and texts @param accessOf the permission by `opsTickets.close`, of calls that change something
 * @param anyWill whether having asked for any permission, or standing in a form, is enough
 * @returns how many actions were read, and a sentence for each that a screen offers to everybody
 */
export function findUnasked(sources, accessOf, anyWill = false) {
  const all = new Map();
  for (const [path, text] of sources) {
    const { declarations, imports } = readFile(path, text);
    for (const [name, declaration] of declarations) {
      const uses = [...declaration.names]
        .filter((each) => each !== name)
        .map((each) => imports.get(each) ?? (declarations.has(each) ? `${path}#${each}` : undefined))
        .filter((each) => each !== undefined);
      all.set(`${path}#${name}`, { ...declaration, uses });
    }
  }
  const users = new Map();
  for (const [key, { uses }] of all)
    for (const used of uses) users.set(used, [...(users.get(used) ?? []), key]);

  /** What a declaration asks, itself or through the hooks it uses. */
  const askedIn = (key, seen = new Set()) => {
    const { asked, uses, forms } = all.get(key) ?? { asked: [], uses: [], forms: false };
    if (anyWill && forms) return new Set(['*']);
    seen.add(key);
    const hooks = uses.filter((each) => /#use[A-Z]/.test(each) && !seen.has(each));
    return new Set([...asked, ...hooks.flatMap((each) => [...askedIn(each, seen)])]);
  };

  /** @returns the screen that offers `key` without asking, or nothing. */
  const unaskedFrom = (key, permission, seen = new Set()) => {
    if (seen.has(key)) return undefined;
    seen.add(key);
    const asked = askedIn(key);
    if (asked.has(permission) || asked.has('*') || (anyWill && asked.size > 0)) return undefined;
    const above = users.get(key) ?? [];
    if (above.length === 0) return key;
    return above.map((each) => unaskedFrom(each, permission, seen)).find((each) => each !== undefined);
  };
  const actions = [...all].flatMap(([key, { endpoints }]) =>
    [...endpoints].filter((name) => accessOf.has(name)).map((name) => ({ key, name })),
  );
  const problems = actions.flatMap(({ key, name }) => {
    // What nothing refers to is dead code, which knip finds.
    if (!users.has(key) && key.includes('api.ts#')) return [];
    const screen = unaskedFrom(key, accessOf.get(name));
    return screen ? [`${name} needs ${accessOf.get(name)}, and ${screen} offers it without asking`] : [];
  });
  return { actions: actions.length, problems };
}
