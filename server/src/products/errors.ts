import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class ProductNotFound extends NotFoundError {}

/** 422: another product of the merchant has this code. */
export const codeTaken = () => InvalidError.field('product_code', 'CodeTaken');

/** 400: the only picture of a product stays. */
export class LastImage extends RuleError {
  constructor() {
    super('products.lastImage');
  }
}
