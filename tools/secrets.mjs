// Finds secrets in the tree: keys, tokens, passwords in URLs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Patterns of secrets. Each is narrow, because a rule with false alarms is soon ignored. */
const KINDS = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/=]{32,}/g],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['a token of GitHub', /\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_\w{60,}\b/g],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*[^\s$]{16,}/g],
  ['a token of Slack', /\bxox[abprs]-[0-9A-Za-z-]{20,}/g],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/g],
  ['a live key of ours or of a processor', /\b[sr]k_live_[0-9A-Za-z]{24,}\b/g],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/g],
  // Not `user:password@` or `${…}`, which are examples or placeholders.
  [
    'a password in an address',
    /\b[a-z][a-z+]*:\/\/[\w.-]+:(?!password@|secret@|x+@|…|\*)[^\s:@/'"`$<>{}]{8,}@[\w.-]+/gi,
  ],
  [
    'a secret in a settings file',
    /^(?:DAFTAR_SECRET|[A-Z_]*(?:SECRET_ACCESS_KEY|PASSWORD|API_KEY))=["']?[^\s"'$#]{8,}/gm,
  ],
];
const MAX_BYTES = 2 * 1024 * 1024;

/** Finds secrets in a text. @returns kind and line of each; never the secret itself. */
export function secretsIn(text) {
  const found = [];
  for (const [kind, pattern] of KINDS) {
    for (const match of text.matchAll(pattern)) {
      found.push({ kind, line: text.slice(0, match.index).split('\n').length });
    }
  }
  return found;
}

/** Folders that git ignores, for trees without git. */
const NOT_OURS = new Set(['node_modules', 'dist', '.data', '.git', 'test-results']);

/** Every file that git tracks or would add; without git, every file of ours. */
function filesOf(root) {
  const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (git.status === 0) return git.stdout.split('\0').filter((each) => each && existsSync(join(root, each)));
  const below = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (NOT_OURS.has(entry.name)) return [];
      if (entry.isDirectory()) return below(path);
      return entry.isFile() ? [path] : [];
    });
  return below('');
}

/** Finds secrets in every file of the project. @returns place and kind of each */
export function secretsInTree(root) {
  const found = [];
  for (const path of filesOf(root)) {
    const { size } = statSync(join(root, path));
    if (size > MAX_BYTES) continue;
    const bytes = readFileSync(join(root, path));
    if (bytes.includes(0)) continue;
    for (const { kind, line } of secretsIn(bytes.toString('utf8'))) found.push(`${path}:${line}: ${kind}`);
  }
  return found;
}
