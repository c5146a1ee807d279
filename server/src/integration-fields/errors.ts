import { InvalidError } from '../platform/http/errors.ts';

/** 422: another of the same kind and mode has the merchant reference, and one of its own was asked for. */
export class MerchantReferenceTaken extends InvalidError {
  constructor() {
    super({ merchant_reference: [{ key: 'MerchantReferenceTaken' }] });
  }
}
