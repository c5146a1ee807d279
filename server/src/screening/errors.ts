import { RuleError } from '../platform/http/errors.ts';

/** Names of the merchant resemble listed ones, and these hits are undecided. */
export class HitsOpen extends RuleError {
  constructor(count: number) {
    super('screening.open', { count });
  }
}

/** A name of the merchant was confirmed as a listed one. */
export class HitsTrue extends RuleError {
  constructor() {
    super('screening.true');
  }
}

/** A sanctions list is configured but not loaded yet, so nothing could be compared. */
export class ListMissing extends RuleError {
  constructor() {
    super('screening.noList');
  }
}
