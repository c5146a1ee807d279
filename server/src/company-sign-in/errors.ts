import { ConflictError, NotFoundError, RuleError, UnavailableError } from '../platform/http/errors.ts';

/** The business has entered no provider. */
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

/** The person or the provider said no. */
export class CompanyDenied extends RuleError {
  constructor() {
    super('company-sign-in.denied');
  }
}

/** The provider did not answer, or its address may not be reached. */
export class ProviderSilent extends RuleError {
  constructor() {
    super('company-sign-in.silent');
  }
}

/** What the provider answered cannot be trusted: wrong signature, issuer, audience, nonce, or a used code. */
export class ProviderUntrusted extends RuleError {
  constructor() {
    super('company-sign-in.untrusted');
  }
}

/** The provider does not vouch for the e-mail address, or it is of another domain. */
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

/** The person signs in with another account at the provider. */
export class OtherAccount extends RuleError {
  constructor() {
    super('company-sign-in.otherAccount');
  }
}

/** The person's account at the provider is not known. */
export class NoCompanyAccount extends RuleError {
  constructor() {
    super('company-sign-in.noAccount');
  }
}

/** The provider did not ask the person to sign in again. */
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

/** Nobody can be made to sign in by a provider whose domain is not proven. */
export class ProveDomainFirst extends RuleError {
  constructor() {
    super('company-sign-in.proveFirst');
  }
}

/** The domain cannot change while everybody has to sign in by it. */
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

/** DNS knows no such record, or another value. */
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
