import { RuleError } from '../platform/http/errors.ts';

/** Names of the merchant are like listed ones, and nobody has decided about them yet. */
export class HitsOpen extends RuleError {
  constructor(count: number) {
    super('screening.open', { count });
  }
}

/** A name of the merchant was found to be a listed one. */
export class HitsTrue extends RuleError {
  constructor() {
    super('screening.true');
  }
}

/** A list is connected, and none was taken yet: nothing could be compared. */
export class ListMissing extends RuleError {
  constructor() {
    super('screening.noList');
  }
}
