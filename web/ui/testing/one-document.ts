import { builtinEnvironments, type Environment } from 'vitest/runtime';

/**
 * happy-dom with one document for all test files of a process: React keeps the first document that it drew into, and
 * loading React and the kit for each file took most of its time.
 */
export default {
  name: 'one-document',
  viteEnvironment: 'client',
  async setup(global, options) {
    global.oneDocument ??= await builtinEnvironments['happy-dom'].setup(global, options);
    return { teardown() {} };
  },
} satisfies Environment;
