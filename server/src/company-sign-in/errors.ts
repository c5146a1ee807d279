import { ConflictError, NotFoundError, RuleError, UnavailableError } from '../platform/http/errors.ts';

/** The business has configured no identity provider. */
export class NoProvider extends NotFoundError {}

/** No business signs in with the accounts of this domain. */
export class CompanyUnknown extends RuleError {
  constructor() {
    super('company-sign-in.unknown');
  }
}

/** The sign-in took too long, was answered before, began in another browser, or its settings changed meanwhile. */
export class CompanySignInExpired extends RuleError {
  constructor() {
    super('company-sign-in.expired');
  }
}

/** The person or the identity provider refused the sign-in. */
export class CompanyDenied extends RuleError {
  constructor() {
    super('company-sign-in.denied');
  }
}

/** The identity provider did not answer, or its address may not be called. */
export class ProviderSilent extends RuleError {
  constructor() {
    super('company-sign-in.silent');
  }
}

/** The identity provider's answer cannot be trusted: wrong signature, issuer, audience, nonce, or a used code. */
export class ProviderUntrusted extends RuleError {
  constructor() {
    super('company-sign-in.untrusted');
  }
}

/** The identity provider has not verified the e-mail address, or the address is of another domain. */
export class EmailNotProven extends RuleError {
  constructor() {
    super('company-sign-in.emailNotProven');
  }
}

/** Nobody of the business has this e-mail address. */
export class NotAMember extends RuleError {
  constructor(email: string) {
    super('company-sign-in.notAMember', { email });
  }
}

/** The person is linked to another account at the identity provider. */
export class OtherAccount extends RuleError {
  constructor() {
    super('company-sign-in.otherAccount');
  }
}

/** The person has no linked account at the identity provider. */
export class NoCompanyAccount extends RuleError {
  constructor() {
    super('company-sign-in.noAccount');
  }
}

/** The identity provider did not ask the person to sign in again. */
export class NotAskedAgain extends RuleError {
  constructor() {
    super('company-sign-in.notAskedAgain');
  }
}

/** The person is in none of the groups that have a role. */
export class NoGroup extends RuleError {
  constructor() {
    super('company-sign-in.noGroup');
  }
}

/** An identity provider cannot be required before its domain is proven. */
export class ProveDomainFirst extends RuleError {
  constructor() {
    super('company-sign-in.proveFirst');
  }
}

/** The domain cannot change while everybody must sign in by it. */
export class MakeOptionalFirst extends RuleError {
  constructor() {
    super('company-sign-in.optionalFirst');
  }
}

/** Another business has proven this domain. */
export class CompanyDomainTaken extends ConflictError {
  constructor() {
    super('domains.taken');
  }
}

/** DNS has no such record, or a different value. */
export class CompanyRecordNotFound extends RuleError {
  constructor() {
    super('domains.notFound');
  }
}

/** DNS did not answer. */
export class CompanyDnsSilent extends UnavailableError {
  constructor() {
    super('domains.silent');
  }
}
