import { isIP } from 'node:net';
import { addressesOf } from '../platform/db/addresses.ts';

/** The part of the configuration with the connections of a process. */
interface Connections {
  databaseUrl: string | null;
  databaseDirectUrl: string | null;
  databaseReadUrl: string | null;
  smtpUrl: string | null;
  smsGatewayUrl: string | null;
  s3: { endpoint: string | null } | null;
  clamd: { host: string } | null;
  tracing: { endpoint: string } | null;
}

const isHere = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Returns whether a URL leads to this machine: by loopback or a Unix socket. */
function staysHere(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, '');
  return host === '' || host.startsWith('/') || isHere(host);
}

/** The driver verifies certificates against a name, not an IP address. */
const isDatabaseOverTls = ({ hostname, searchParams }: URL) =>
  searchParams.get('sslmode') === 'verify-full' &&
  isIP((searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '')) === 0;

const isMailOverTls = ({ protocol, searchParams }: URL) =>
  protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';

/**
 * Returns the first connection that would leave this machine unencrypted, or without verifying the other side's
 * certificate, and how to fix it; null when there is none. ASVS 12.3.1, 12.3.3.
 */
export function plainConnection(to: Connections): { name: string; why: string } | null {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, smtpUrl, smsGatewayUrl, s3, clamd, tracing } = to;
  const databases = {
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_READ_URL: databaseReadUrl,
  };
  for (const [name, address] of Object.entries(databases)) {
    const hosts = address ? addressesOf(address) : [];
    if (hosts.some((each) => !staysHere(each) && !isDatabaseOverTls(new URL(each))))
      return { name, why: 'must name its host and end in ?sslmode=verify-full' };
  }
  if (smtpUrl && !staysHere(smtpUrl) && !isMailOverTls(new URL(smtpUrl)))
    return { name: 'SMTP_URL', why: 'must be smtps://, or end in ?requireTLS=true' };
  const isPlain = (address: string | null | undefined) =>
    address?.startsWith('http:') === true && !staysHere(address);
  if (isPlain(smsGatewayUrl)) return { name: 'SMS_GATEWAY_URL', why: 'must be https://' };
  if (isPlain(s3?.endpoint)) return { name: 'DAFTAR_S3_ENDPOINT', why: 'must be https://' };
  if (isPlain(tracing?.endpoint)) return { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', why: 'must be https://' };
  if (clamd && !isHere(clamd.host))
    return { name: 'DAFTAR_CLAMD_URL', why: 'must lead to this machine: clamd speaks no TLS' };
  return null;
}
