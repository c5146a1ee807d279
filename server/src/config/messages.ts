import { type Env, fail, isYes, url, wholeNumber } from './env.ts';

/** The environment of the process, which determines whether it may call addresses on its own machine. */
interface Place {
  production: boolean;
  publicUrl: string;
  /** True if the database is embedded. */
  embedded: boolean;
}

/** Otherwise a callback URL could reach services on this machine. */
function webhooksToLoopback(env: Env, { production, embedded }: Place): boolean {
  const asked = isYes(env, 'DAFTAR_WEBHOOKS_TO_LOOPBACK', !production && embedded ? 'yes' : 'no');
  if (asked && production)
    fail(
      'DAFTAR_WEBHOOKS_TO_LOOPBACK',
      'must not be yes in production: merchants could reach this machine itself',
    );
  return asked;
}

/** Reads how e-mails, SMS and webhooks are sent, and how long records of them and of test mode are kept. */
export const messageSettings = (env: Env, place: Place) => ({
  /** Null: e-mails remain in the outbox. */
  smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
  mailFrom: env.MAIL_FROM || `Daftar <no-reply@${new URL(place.publicUrl).hostname}>`,
  /** Null: SMS remain in the outbox. */
  smsGatewayUrl: url(env, 'SMS_GATEWAY_URL', ['http:', 'https:']),
  /** Days after which the body of an unsent message is erased. */
  messageBodyDays: wholeNumber(env, 'DAFTAR_MESSAGE_BODY_DAYS', { from: 1, to: 3650, unset: 30 }),
  /** Days after which a message is deleted. */
  messageDays: wholeNumber(env, 'DAFTAR_MESSAGE_DAYS', { from: 30, to: 3650, unset: 365 }),
  /** Days after which a notification is deleted. */
  notificationDays: wholeNumber(env, 'DAFTAR_NOTIFICATION_DAYS', { from: 30, to: 3650, unset: 365 }),
  /** Days after which sandbox payments, and messages of test mode, are deleted. */
  testDays: wholeNumber(env, 'DAFTAR_TEST_DAYS', { from: 90, to: 3650, unset: 365 }),
  /** Whether webhooks may go to this machine; never to another private address. */
  webhooksToLoopback: webhooksToLoopback(env, place),
});
