import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The product does not exist, or belongs to another merchant or mode. */
export class ProductNotFound extends NotFoundError {}

/** 422: another product of the merchant has this code. */
export const codeTaken = () => InvalidError.field('product_code', 'CodeTaken');

/** 400: a product's only picture cannot be removed. */
export class LastImage extends RuleError {
  constructor() {
    super('products.lastImage');
  }
}
