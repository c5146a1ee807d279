/**
 * All writes to `merchants`, `merchant_settings` and `business_profiles`. Other nouns call these in their own
 * transaction, with the merchant locked where it matters.
 */
import type { BusinessInfoForm, StoreSettingsFormValues } from '@daftar/contract/account-business';
import type { DefaultSettingsFormValues, WebhookUrls } from '@daftar/contract/account-settings';
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { SettlementSchedule } from '@daftar/contract/ops-merchants';
import { type ApiVersion, LATEST_VERSION } from '@daftar/contract/versions';
import type * as z from 'zod/mini';
import type { Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

// The merchant ----------------------------------------------------------------------------------------------------------

/** Issues the missing keys of a merchant's status: of test mode always, of live mode once approved. */
async function issueKeys(tx: Tx, merchantId: number, status: number, now: Date): Promise<void> {
  const modes = status === MERCHANT_STATUS.live ? ['test', 'live'] : ['test'];
  for (const mode of modes) await tx`select issue_keys(${merchantId}, ${mode}::mode, ${now})`;
}

/** Creates a merchant with the status registered, and its keys of test mode. @returns its id. */
export async function createMerchant(
  tx: Tx,
  merchant: { businessName: string; email: string; mobile: string; now: Date },
): Promise<number> {
  const { businessName, email, mobile, now } = merchant;
  const [created] = await tx<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, created_at, updated_at)
    values (${businessName}, ${email}, ${mobile}, ${now}, ${now}) returning id`;
  await issueKeys(tx, created!.id, MERCHANT_STATUS.registered, now);
  return created!.id;
}

/** Locks a merchant, so that concurrent changes of its rows are serialised, even when it has none yet. */
export async function lockMerchant(tx: Tx, { merchantId }: Pick<Scope, 'merchantId'>): Promise<void> {
  await tx`select 1 from merchants where id = ${merchantId} for no key update`;
}

/** Sets a merchant under review. */
export async function beginReview(tx: Tx, merchantId: number, now: Date): Promise<void> {
  await tx`
    update merchants set status = ${MERCHANT_STATUS.underReview}, status_reason = null, updated_at = ${now}
     where id = ${merchantId}`;
}

/** The reasons of a merchant's status. */
export interface StatusReasons {
  /** The reason for its rejection; the merchant reads it. */
  rejection: string | null;
  /** The reason for its suspension; only operators read it. */
  suspension: string | null;
  /** The message about its suspension that the merchant reads. */
  suspensionMessage: string | null;
}

/**
 * Approves, rejects, suspends or resumes a locked merchant; gives it a store address and keys if it has none.
 * @param change `reasons.rejection` undefined: the stored one stays
 */
export async function setStatus(
  tx: Tx,
  merchantId: number,
  { status, reasons, now }: { status: number; reasons: Partial<StatusReasons>; now: Date },
): Promise<void> {
  const { rejection, suspension = null, suspensionMessage = null } = reasons;
  await tx`
    update merchants set status = ${status}, updated_at = ${now},
           status_reason = ${rejection === undefined ? tx`status_reason` : rejection},
           suspension_reason = ${suspension}, suspension_message = ${suspensionMessage},
           suspensions = suspensions + ${status === MERCHANT_STATUS.suspended ? 1 : 0},
           store_slug = coalesce(store_slug, 'store-' || id)
     where id = ${merchantId}`;
  await issueKeys(tx, merchantId, status, now);
}

/** Sets a merchant's logo. @returns the path of the former one. */
export async function setLogo(
  tx: Tx,
  merchantId: number,
  path: string | null,
  now: Date,
): Promise<string | null> {
  const [row] = await tx<{ before: string | null }[]>`
    update merchants m set logo_path = ${path}, updated_at = ${now}
    from (select id, logo_path from merchants where id = ${merchantId} for update) old
    where m.id = old.id returning old.logo_path as before`;
  return row?.before ?? null;
}

/** Requires two-step sign-in of everybody since a moment; null: of nobody. */
export async function requireTwoStep(tx: Tx, merchantId: number, since: Date | null): Promise<void> {
  await tx`update merchants set two_step_required_at = ${since} where id = ${merchantId}`;
}

/** Sets the addresses from which API keys may call, and with `portal` people too. */
export async function setAllowedAddresses(
  tx: Tx,
  merchantId: number,
  list: { ips: string[]; portal: boolean },
): Promise<void> {
  await tx`
    update merchants set allowed_ips = ${list.ips}, portal_restricted = ${list.portal} where id = ${merchantId}`;
}

/** Sets a merchant's settlement schedule. */
export async function setSettlementSchedule(
  tx: Tx,
  merchantId: number,
  plan: { schedule: SettlementSchedule; day: number | null },
  now: Date,
): Promise<void> {
  await tx`
    update merchants set settlement_schedule = ${plan.schedule}, settlement_day = ${plan.day}, updated_at = ${now}
     where id = ${merchantId}`;
}

/** Holds a merchant's settlements. @param reason null releases them. */
export async function setSettlementHold(
  tx: Tx,
  merchantId: number,
  reason: string | null,
  now: Date,
): Promise<void> {
  await tx`
    update merchants set settlement_held_at = ${reason === null ? null : now}, settlement_hold_reason = ${reason},
           updated_at = ${now}
     where id = ${merchantId}`;
}

// Its business and store ------------------------------------------------------------------------------------------------

/** Sets the verified data; address and description only if the merchant has no profile. */
export async function setVerifiedBusiness(
  tx: Tx,
  merchantId: number,
  facts: { businessType: 'corporate' | 'individual'; address: string; description: string; now: Date },
): Promise<void> {
  await tx`update merchants set business_type = ${facts.businessType} where id = ${merchantId}`;
  await tx`
    insert into business_profiles (merchant_id, address, description, updated_at)
    values (${merchantId}, ${facts.address}, ${facts.description}, ${facts.now})
    on conflict (merchant_id) do nothing`;
}

/** Sets a business's contact data and description. */
export async function setBusiness(
  tx: Tx,
  merchantId: number,
  form: z.output<typeof BusinessInfoForm>,
  now: Date,
): Promise<void> {
  await tx`
    update merchants set email = ${form.businessEmail}, mobile = ${form.businessPhone}, updated_at = ${now}
     where id = ${merchantId}`;
  await tx`
    insert into business_profiles as p (merchant_id, address, description, updated_at)
    values (${merchantId}, ${form.businessAddress}, ${form.businessDescription}, ${now})
    on conflict (merchant_id) do update set
      address = excluded.address, description = excluded.description, updated_at = excluded.updated_at`;
}

/** Sets a store's contact settings; the address stays where the form has none. */
export async function setStore(
  tx: Tx,
  merchantId: number,
  form: StoreSettingsFormValues,
  now: Date,
): Promise<void> {
  if (form.storeSlug !== undefined) {
    await tx`update merchants set store_slug = ${form.storeSlug}, updated_at = ${now} where id = ${merchantId}`;
  }
  await tx`
    insert into business_profiles as p
      (merchant_id, store_contact, store_email, store_address, facebook, instagram, twitter, linkedin, updated_at)
    values (${merchantId}, ${form.storeContact}, ${form.storeEmail}, ${form.storeAddress}, ${form.facebook},
            ${form.instagram}, ${form.twitter}, ${form.linkedin}, ${now})
    on conflict (merchant_id) do update set
      store_contact = excluded.store_contact, store_email = excluded.store_email,
      store_address = excluded.store_address, facebook = excluded.facebook, instagram = excluded.instagram,
      twitter = excluded.twitter, linkedin = excluded.linkedin, updated_at = excluded.updated_at`;
}

// Its settings of a mode ------------------------------------------------------------------------------------------------

/** Creates a new merchant's settings of both modes. */
export async function createSettings(tx: Tx, merchantId: number): Promise<void> {
  await tx`insert into merchant_settings (merchant_id, mode) values (${merchantId}, 'live'), (${merchantId}, 'test')`;
}

/** Sets the callback and redirect URLs of a mode. */
export async function setUrls(tx: Tx, scope: Scope, urls: WebhookUrls): Promise<void> {
  await tx`
    update merchant_settings set callback_version = case when callback_url is null then ${LATEST_VERSION} else callback_version end,
           callback_url = ${urls.defaultCallbackUrl}, cancel_url = ${urls.defaultCancelUrl},
           return_url = ${urls.defaultReturnUrl}
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
}

/** Sets the defaults of a mode. `language`: 1 Arabic, 2 English; `allowed`: null for every method. */
export async function setDefaults(
  tx: Tx,
  scope: Scope,
  form: Pick<DefaultSettingsFormValues, 'receiveNotification'> & {
    language: number;
    defaultPayment: number | null;
    allowed: number[] | null;
    currency: number | null;
  },
): Promise<void> {
  await tx`
    update merchant_settings set
      receive_notification = ${form.receiveNotification}, default_language = ${form.language},
      default_payment = ${form.defaultPayment}, allowed_methods = ${form.allowed},
      default_currency = ${form.currency}
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
}

/** Sets which actions need a second person's approval. */
export async function setApprovalRule(
  tx: Tx,
  scope: Scope,
  rule: { enabled: boolean; refundAbovePiastres: number },
): Promise<void> {
  await tx`
    insert into merchant_settings (merchant_id, mode, needs_approval, approval_refund_above_piastres)
    values (${scope.merchantId}, ${scope.mode}, ${rule.enabled}, ${rule.refundAbovePiastres})
    on conflict (merchant_id, mode) do update
       set needs_approval = excluded.needs_approval,
           approval_refund_above_piastres = excluded.approval_refund_above_piastres`;
}

/** Sets the version of the events sent to a mode's callback URL. */
export async function setCallbackVersion(tx: Tx, scope: Scope, version: ApiVersion): Promise<void> {
  await tx`
    update merchant_settings set callback_version = ${version}
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
}
