export type { ErrorCode, KnownErrorCode } from './error-codes.ts';
export * from './errors.ts';
export type { WebhookEvent } from './events.ts';
export type { DaftarOptions, Page, RequestOptions } from './http.ts';
export * from './resources.ts';
export * from './types.ts';
export { type PaymentResult, verifyResult, verifyWebhook } from './webhooks.ts';
