// Renders the chart of `deploy/helm` as Helm would, for its test: Helm itself is in no package registry that this project
// installs from. Knows the part of Go's templates and of Helm's functions that the chart uses, and refuses the rest.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

const ACTION = /\{\{(-)?\s*(\/\*[\s\S]*?\*\/|(?:"(?:[^"\\]|\\.)*"|[^"}]|\}(?!\}))*?)\s*(-)?\}\}/g;
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[|()]|\$\w*(?:\.\w+)*|(?:\.\w+)+|\.|\w+)/y;

/** Splits a template into texts and actions, with the space that `{{-` and `-}}` take away taken away. */
function piecesOf(source) {
  const pieces = [];
  let at = 0;
  let trims = false;
  const text = (to, cut) => {
    let given = source.slice(at, to);
    if (trims) given = given.trimStart();
    if (cut) given = given.trimEnd();
    pieces.push({ text: given });
  };
  for (const match of source.matchAll(ACTION)) {
    text(match.index, match[1] === '-');
    pieces.push({ action: match[2] });
    at = match.index + match[0].length;
    trims = match[3] === '-';
  }
  text(source.length, false);
  return pieces;
}

/** Nests pieces by their blocks. @returns the nodes up to `end` or `else` */
function nodesOf(pieces, defined) {
  const nodes = [];
  while (pieces.length > 0) {
    const piece = pieces.shift();
    if (piece.text !== undefined) nodes.push(piece);
    else {
      const [, word = '', rest = ''] =
        /^(if|with|range|define|end|else)\b\s*([\s\S]*)$/.exec(piece.action) ?? [];
      if (word === 'end' || word === 'else') {
        nodes.ending = word;
        return nodes;
      }
      if (word === '') nodes.push(piece);
      else {
        const body = nodesOf(pieces, defined);
        const otherwise = body.ending === 'else' ? nodesOf(pieces, defined) : [];
        if (word === 'define') defined[JSON.parse(rest)] = body;
        else nodes.push({ block: word, rest, body, otherwise });
      }
    }
  }
  return nodes;
}

const isTrue = (value) =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length > 0
      : Boolean(value);

const sorted = (value) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      )
    : value;

/** A value as Go writes it, to which values of a chart come as floating-point numbers: a million is 1e+06. */
function goText(value) {
  if (typeof value !== 'number' || Math.abs(value) < 1e6) return String(value);
  const [digits, exponent] = value.toExponential().split('e+');
  return `${digits}e+${exponent.padStart(2, '0')}`;
}

const FUNCTIONS = {
  default: (otherwise, given) => (isTrue(given) ? given : otherwise),
  quote: (value) => JSON.stringify(goText(value)),
  kindIs: (kind, value) => kind === (typeof value === 'number' ? 'float64' : typeof value),
  ternary: (yes, no, condition) => (condition ? yes : no),
  join: (by, list) => list.join(by),
  list: (...values) => values,
  index: (from, key) => from[key],
  eq: (one, other) => one === other,
  has: (one, list) => (list ?? []).includes(one),
  fail: (message) => {
    throw new Error(message);
  },
  not: (value) => !isTrue(value),
  printf: (format, ...values) => format.replaceAll('%s', () => String(values.shift())),
  trunc: (length, text) => text.slice(0, length),
  trimSuffix: (suffix, text) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  nindent: (by, text) => `\n${text.replaceAll(/^/gm, ' '.repeat(by))}`,
  toYaml: (value) => stringify(sorted(value)).trimEnd(),
  toJson: (value) => JSON.stringify(sorted(value)),
  sha256sum: (text) => createHash('sha256').update(text).digest('hex'),
  urlParse: (text) => ({ host: new URL(text).host, hostname: new URL(text).hostname }),
  required: (message, value) => {
    if (value === undefined || value === null || value === '') throw new Error(message);
    return value;
  },
};

class Renderer {
  #defined = {};
  #functions;
  constructor() {
    this.#functions = { ...FUNCTIONS, include: (name, dot) => this.#run(this.#named(name), dot, dot, {}) };
  }

  add(source) {
    return nodesOf(piecesOf(source), this.#defined);
  }

  render(nodes, root) {
    return this.#run(nodes, root, root, {});
  }

  #named(name) {
    if (!this.#defined[name]) throw new Error(`No template is called ${name}`);
    return this.#defined[name];
  }

  #run(nodes, dot, root, outer) {
    const variables = Object.create(outer);
    let out = '';
    for (const node of nodes) {
      if (node.text !== undefined) out += node.text;
      else if (node.block) out += this.#block(node, dot, root, variables);
      else if (!node.action.startsWith('/*')) {
        const [, name, rest] = /^\$(\w+)\s*:=\s*([\s\S]*)$/.exec(node.action) ?? [];
        if (name) variables[name] = this.#value(rest, dot, root, variables);
        else out += this.#shown(this.#value(node.action, dot, root, variables));
      }
    }
    return out;
  }

  #shown(value) {
    if (value === undefined || value === null) throw new Error('A value that is not there is shown');
    return String(value);
  }

  #block({ block, rest, body, otherwise }, dot, root, variables) {
    const [, names, source = rest] = /^(\$\w+(?:\s*,\s*\$\w+)?)\s*:=\s*([\s\S]*)$/.exec(rest) ?? [];
    const value = this.#value(source, dot, root, variables);
    if (!isTrue(value)) return this.#run(otherwise, dot, root, variables);
    if (block === 'if') return this.#run(body, dot, root, variables);
    if (block === 'with') return this.#run(body, value, root, variables);
    const [key, each = key] = (names ?? '').split(',').map((name) => name.trim().slice(1));
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(sorted(value));
    return entries
      .map(([at, one]) => {
        const own = Object.create(variables);
        if (key) own[key] = at;
        if (each) own[each] = one;
        return this.#run(body, one, root, own);
      })
      .join('');
  }

  #value(source, dot, root, variables) {
    TOKEN.lastIndex = 0;
    const tokens = [];
    while (TOKEN.lastIndex < source.trimEnd().length) {
      const match = TOKEN.exec(source);
      if (!match || match[0] === '') throw new Error(`Not understood: ${source}`);
      tokens.push(match[1]);
    }
    const value = this.#pipeline(tokens, { dot, root, variables });
    if (tokens.length > 0) throw new Error(`Not understood: ${source}`);
    return value;
  }

  #pipeline(tokens, scope) {
    let value = this.#command(tokens, scope, []);
    while (tokens[0] === '|') {
      tokens.shift();
      value = this.#command(tokens, scope, [value]);
    }
    return value;
  }

  #command(tokens, scope, piped) {
    const called = /^[a-z]\w*$/i.test(tokens[0]) ? this.#functions[tokens[0]] : undefined;
    if (called) {
      tokens.shift();
      const given = [];
      while (tokens.length > 0 && tokens[0] !== '|' && tokens[0] !== ')')
        given.push(this.#operand(tokens, scope));
      return called(...given, ...piped);
    }
    if (piped.length > 0) throw new Error(`No function is called ${tokens[0]}`);
    return this.#operand(tokens, scope);
  }

  #operand(tokens, scope) {
    const token = tokens.shift();
    if (token === '(') {
      const value = this.#pipeline(tokens, scope);
      if (tokens.shift() !== ')') throw new Error('A parenthesis stays open');
      return /^\.\w/.test(tokens[0] ?? '') ? within(value, tokens.shift()) : value;
    }
    if (token.startsWith('"')) return JSON.parse(token);
    if (/^\d+$/.test(token)) return Number(token);
    if (token === '.') return scope.dot;
    if (token.startsWith('.')) return within(scope.dot, token);
    const [, name, path] = /^\$(\w*)(.*)$/.exec(token) ?? [];
    if (name === undefined) throw new Error(`No function is called ${token}`);
    if (name !== '' && !(name in scope.variables)) throw new Error(`No variable is called $${name}`);
    return within(name === '' ? scope.root : scope.variables[name], path);
  }
}

const within = (value, path) =>
  path
    .split('.')
    .filter(Boolean)
    .reduce((from, key) => from?.[key], value);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values over those of the chart, one by one. */
function merged(under, over) {
  const all = { ...under };
  for (const [key, value] of Object.entries(over))
    all[key] = isObject(value) && all[key] ? merged(all[key], value) : value;
  return all;
}

/**
 * @param values beside those of the chart, which they replace one by one.
 * @returns the objects of all templates, with the template that each is of.
 */
export function renderChart(folder, values = {}) {
  const read = (path) => readFileSync(join(folder, path), 'utf8');
  const { name, version, appVersion } = parse(read('Chart.yaml'));
  const root = {
    Values: merged(parse(read('values.yaml')), values),
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: 'daftar', Namespace: 'default', Service: 'Helm' },
  };
  const renderer = new Renderer();
  const templates = readdirSync(join(folder, 'templates')).map((file) => [
    file,
    renderer.add(read(`templates/${file}`)),
  ]);
  return templates
    .filter(([file]) => !file.startsWith('_'))
    .flatMap(([file, nodes]) => {
      const text = renderer.render(nodes, root);
      if (!file.endsWith('.yaml')) return [{ file, text }];
      return text
        .split(/^---$/m)
        .filter((part) => part.replaceAll(/^\s*#.*$/gm, '').trim() !== '')
        .map((part) => ({ file, object: parse(part) }));
    });
}
