/** Applies answers of DNS to the proof of a company's domain. */
import { COMPANY_DOMAIN_REMINDER_DAYS, type CompanyDomainState } from '@daftar/contract/company-sign-in';
import { type Answer, afterLookup, lapseOf } from '../domains/proof.ts';

/** The stored state of the proof of a company's domain. */
export interface DomainProof {
  verifiedAt: Date | null;
  missingSince: Date | null;
  remindedAt: Date | null;
  suspendedAt: Date | null;
  nextCheckAt: Date | null;
}

/** The change that a lookup caused, which owners are notified of and the audit log records. */
export type DomainProofEvent = 'verified' | 'missing' | 'reminder' | 'suspended' | 'resumed';

const HOUR_MILLISECONDS = 3_600_000;
const REMINDER_MILLISECONDS = COMPANY_DOMAIN_REMINDER_DAYS * 24 * HOUR_MILLISECONDS;

/**
 * Applies the answer of a DNS lookup to the proof of a company's domain. The rules are those of payers' hosts, but a domain whose
 * record was gone for too long is suspended and looked up on, and owners are reminded before. `unknown` changes nothing.
 */
export function afterDomainLookup(
  proof: DomainProof,
  answer: Answer,
  now: Date,
): { proof: DomainProof; event: DomainProofEvent | null } {
  const { verifiedAt, missingSince, nextCheckAt, suspendedAt, remindedAt } = proof;
  // Reset as for a new domain, so that the record is looked for as long as the settings exist.
  const asked = { createdAt: now, wasVerified: true, verifiedAt, missingSince, nextCheckAt };
  const { proof: found, event } = afterLookup(asked, answer, now);
  const after = {
    verifiedAt: found.verifiedAt,
    missingSince: found.missingSince,
    nextCheckAt: found.nextCheckAt ?? new Date(now.getTime() + HOUR_MILLISECONDS),
    suspendedAt: found.verifiedAt ? null : suspendedAt,
    remindedAt: found.missingSince ? remindedAt : null,
  };
  if (event === 'lapsed') return { proof: { ...after, suspendedAt: now }, event: 'suspended' };
  if (event === 'verified') return { proof: after, event: suspendedAt ? 'resumed' : 'verified' };
  const isReminded =
    event === null &&
    answer === 'missing' &&
    after.missingSince !== null &&
    remindedAt === null &&
    lapseOf(after.missingSince).getTime() - now.getTime() <= REMINDER_MILLISECONDS;
  return isReminded ? { proof: { ...after, remindedAt: now }, event: 'reminder' } : { proof: after, event };
}

/** Returns the state of a company's domain. */
export function domainStateOf({ verifiedAt, missingSince, suspendedAt }: DomainProof): CompanyDomainState {
  if (verifiedAt) return missingSince ? 'missing' : 'verified';
  return suspendedAt ? 'suspended' : 'waiting';
}
