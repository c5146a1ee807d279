import { AuthenticatedMerchant, PASSWORD_MINIMUM, SignedIn } from '@daftar/contract/auth';
import { ChargebackRow } from '@daftar/contract/chargebacks';
import { CUSTOMER_DUPLICATES, Customer } from '@daftar/contract/customers';
import {
  DASHBOARD_PERIODS,
  DashboardStatistics,
  LatestTransaction,
  PaymentMethodCount,
} from '@daftar/contract/dashboard';
import { KYC_DUPLICATES } from '@daftar/contract/kyc';
import { NOTIFICATION_POLL_MILLISECONDS, NotificationItem } from '@daftar/contract/notifications';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@daftar/contract/paging';
import { isPermission } from '@daftar/contract/permissions';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allEndpoints } from '../../src/endpoints.ts';
import { translate } from '../../src/platform/i18n/translate.ts';

/**
 * Every call that the product's specification names, to the letter: method, base, path, then what is sent. `:x` in a
 * path is any parameter. Files are no schema's field and are not named.
 */
const CALLS = `
POST fixed /merchant/login email password
POST fixed /merchant/register firstName lastName email mobileNumber businessName tAndC
POST fixed /merchant/password/reset-password email
POST fixed /merchant/password/create password password_confirmation email token
POST fixed /merchant/password/resend-password-create email
POST fixed /merchant/refresh-token
DELETE fixed /merchant/logout
GET mode /merchant/authenticated-merchant
GET mode /merchant/authenticated-merchant/permissions
GET mode /merchant/notifications
POST mode /merchant/notifications/:x
POST mode /merchant/DocumentUpload
POST mode /merchant/Corporate mobileNumber email address landMark areaId businessServiceTypeId currencyId businessSubCategoryId description logoPath companyNameEn companyNameAr companyAddress companyWebsite signatoryName signatoryIdDocument bankAccountName bankAccountNumber bankName branchName swift optionalDocument companyMobile companyEmail crNumber crDocument taxIdNumber taxIdDocument signatoryPosition iban
POST mode /merchant/Individual mobileNumber email address landMark areaId businessServiceTypeId currencyId businessSubCategoryId description logoPath companyNameEn companyNameAr companyAddress companyWebsite signatoryName signatoryIdDocument bankAccountName bankAccountNumber bankName branchName swift optionalDocument ownerAddress ownerAddressProofDocument
GET mode /merchant/Governorate/List
GET mode /merchant/Area/List GovernorateId
GET mode /merchant/BusinessServiceType/List
GET mode /merchant/Currency/List
GET mode /merchant/BusinessCategory/List
GET mode /merchant/BusinessSubCategory/List CategoryId
GET mode /merchant/BusinessInfo/Info
GET mode /merchant/statistics
GET mode /merchant/statistics/payment_methods date_from date_to
GET mode /merchant/chargebacks page page_size chargeback_name reference status date_from date_to amount sort_by sort_type
GET mode /merchant/chargebacks/exportCsv chargeback_name reference status date_from date_to amount sort_by sort_type
GET mode /merchant/Customer/List PageNumber PageSize Keyword mobile email nationalId creation SortType SortKey
POST mode /merchant/Customer/Create name email mobile nationalId description
POST mode /merchant/Customer/Update customerId name email mobile nationalId description
GET mode /merchant/payment_links page page_size invoice_name due_date status sort_by sort_type
GET mode /merchant/payment_links/:x
GET mode /merchant/payment_links/:x/transactions reference page page_size
PATCH mode /merchant/payment_links/deactivate/:x
POST mode /merchant/payment_links/create invoice_name description currency_id amount fixed_fees percentage_fees fixed_tax percentage_tax due_date payment_methods notify_by_email notify_by_sms require_email require_name require_address require_phone language notes max_payment_count business_account_id
POST mode /merchant/payment_links/exportCsv payLinks
POST mode /merchant/payment_links/payout amount
GET mode /merchant/available_balance
GET mode /merchant/invoices/insight
GET mode /merchant/invoices page page_size invoice_name due_date status customer_name sort_by sort_type
GET mode /merchant/invoices/:x
GET mode /merchant/invoices/:x/customers page page_size name
POST mode /merchant/invoices/create invoice_name description currency_id amount fixed_fees percentage_fees fixed_tax percentage_tax due_date payment_methods notify_by_email notify_by_sms require_email require_name require_address require_phone language notes business_account_id customers
PATCH mode /merchant/invoices/deactivate/:x
POST mode /merchant/invoices/exportCsv invoice_name due_date status customer_name invoices
GET mode /merchant/payment_methods
GET mode /merchant/currency
GET mode /merchant/currency/exchange_rate code
GET mode /merchant/Customer/AllCustomer
POST mode /merchant/Customer/Import
GET mode /merchant/Customer customerId
GET mode /merchant/customers/:x/statistics
GET mode /merchant/customers/invoices customer_id page page_size status sort_by sort_type
GET mode /merchant/transactions page page_size reference external_reference status date_from date_to payment_method_id amount_from amount_to sort_by sort_type
GET mode /merchant/transactions/:x
GET mode /merchant/transactions/exportCsv reference external_reference status date_from date_to payment_method_id amount_from amount_to
POST mode /merchant/hpp/aman-card-refund-inquiry Mobile transactionReference
POST mode /merchant/hpp/aman-card-send-otp MobileNumber
POST mode /merchant/hpp/aman-card-partial-refund Mobile transactionReference OTP amount
GET mode /merchant/settlements page page_size reference date_from date_to sort_by sort_type
GET fixed /merchant/settlements/export/:x
GET mode /merchant/support/statistics
GET mode /merchant/support page_number page_size sort_type sort_key ticket_number status ticket_type creation
POST mode /merchant/support/create-ticket ticket_type reference_id ticket_message
GET mode /merchant/support/ticket ticket_id
GET mode /merchant/support/ticket-messages ticket_id
GET mode /merchant/storage/:x
POST mode /merchant/support/send-message ticket_id message
GET mode /merchant/business-account/permissions
GET mode /merchant/business-account/roles
GET mode /merchant/business-account/roles/insight
GET mode /merchant/business-account/roles/:x/permissions
POST mode /merchant/business-account/roles/create name_ar name_en description permissions
PUT mode /merchant/business-account/roles/:x name_ar name_en description permissions
DELETE mode /merchant/business-account/roles/:x
GET mode /merchant/business-account/merchants page page_size search
GET mode /merchant/business-account/merchants/:x
POST mode /merchant/business-account/merchants first_name last_name email mobile role_id
PUT mode /merchant/business-account/merchants/:x first_name last_name email mobile role_id
DELETE mode /merchant/business-account/merchants/:x
PUT mode /merchant/business-account/merchants/status/:x is_active
GET mode /merchant/AccountSettings/BusinessInfo
GET mode /merchant/AccountSettings/KeysInfo
GET mode /merchant/AccountSettings/FinancialInfo
POST mode /merchant/AccountSettings/AddBankAccount bankAccountName bankAccountNumber bankName bankBranch swift iban optionalDocument
POST mode /merchant/AccountSettings/UpdateBankAccount bankAccountId bankAccountName bankAccountNumber bankName bankBranch swift iban optionalDocument
DELETE mode /merchant/AccountSettings/DeleteBankAccount bankAccountId
POST mode /merchant/AccountSettings/ToggleReceiveSettlement bankAccountId
GET mode /merchant/AccountSettings/WebHooKUrl
POST mode /merchant/AccountSettings/WebHooKUrl defaultCallbackUrl defaultCancelUrl defaultReturnUrl
GET mode /merchant/AccountSettings/DefaultSettings
POST mode /merchant/AccountSettings/DefaultSettings receiveNotification language defaultPayment
GET mode /merchant/AccountSettings/IpWhiteListing
POST mode /merchant/AccountSettings/IpWhiteListing ips
GET mode /merchant/AccountSettings/StoreSettings
POST mode /merchant/AccountSettings/StoreSettings storeContact storeEmail storeAddress facebook instagram twitter linkedin
GET mode /merchant/store/products/statistics
GET mode /merchant/store/products/link
GET mode /merchant/store/lookup/products-name
GET mode /merchant/store/lookup/categories
GET mode /merchant/store/lookup/sub-categories category
GET mode /merchant/store/products page_number page_size keyword sort_type sort_key product_name product_code price_from price_to category sub_category created_from created_to
GET mode /merchant/store/products/details product_id
POST mode /merchant/store/products/create-product product_name product_code description price weight in_stock category_id sub_category_id product_images product_images_url
POST mode /merchant/store/products/update-product product_id product_name product_code description price weight in_stock category_id sub_category_id product_images product_images_url
DELETE mode /merchant/store/products/delete-product product_id
POST mode /merchant/store/products/import-product
POST mode /merchant/store/products/upload-product-img
POST mode /merchant/store/products/remove-upload-product-img path
POST mode /merchant/store/products/remove-image product_id url
GET mode /merchant/store/categories page_number page_size keyword sort_type sort_key
GET mode /merchant/store/categories/details category_id
POST mode /merchant/store/categories/create-category category sub_category
PUT mode /merchant/store/categories/update-category category_id category sub_category
DELETE mode /merchant/store/categories/delete-category category_id
POST mode /merchant/store/categories/import-category
GET mode /merchant/store/products/orders page_number page_size order_number sort_type sort_key status created_from created_to
GET mode /merchant/store/products/orders/details order_number
PUT fixed /merchant/authenticated-merchant first_name last_name email mobile avatar address password password_confirmation
POST fixed /avatar_uploader
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

const PERMITTED = `
view-customers-list add-customer update-customer view-customer-details view-chargeback-list export-chargeback submit-kyc
update-live-mode view-invoices-list view-pay-links-list view-settlements view-transactions-list users-manage tickets-list
store-management create-invoice create-pay-link export-invoices view-invoice-details export-pay-links
view-pay-link-details export-settlements view-transaction-details export-transactions payout-request-transactions
transaction-refund create-ticket view-ticket create-user edit-user delete-user change-user-status create-role edit-role
delete-role view-settings financial-settings api-keys-settings payment-methods-settings ip-white-listing-settings
store-settings add-bank-account edit-bank-account detele-bank-account products-list add-product import-products
edit-product delete-product view-orders view-order-details categories-list add-category import-category edit-category
delete-category`
  .trim()
  .split(/\s+/);

/** What screens read of an answer. */
const READ: readonly [z.ZodMiniType, string][] = [
  [SignedIn, 'access_token status permissions'],
  [AuthenticatedMerchant, 'first_name last_name status permissions'],
  [NotificationItem, 'notificationId content created_at'],
  [Customer, 'id name email mobile nationalId description created_at creator_avatar'],
  [ChargebackRow, 'id reference name status transaction_id transaction_reference amount created_at due_date'],
  [
    DashboardStatistics,
    'total_balance chargeback_balance total_share_links active_share_links expired_share_links total_invoices paid_invoices unpaid_invoices latest_transactions',
  ],
  [LatestTransaction, 'id reference total_amount currency value status transaction_date'],
  [PaymentMethodCount, 'payment_method total_transactions'],
];

/** Words that are the specification's. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  transactionStatus: ['Pending', 'Success', 'Failed', 'Refunded', 'Canceled', 'Expired'],
  chargebackStatus: ['Pending', 'Applied'],
};

const endpoints = Object.values(allEndpoints).flatMap((table) => Object.values(table));
const shapeOf = (path: string) => path.replace(/:[A-Za-z]+/g, ':x');

/** The names a schema takes, also behind checks and transformations. */
function namesOf(schema: unknown): string[] {
  if (!schema) return [];
  const { def } = (schema as z.ZodMiniType)._zod as unknown as {
    def: { type: string; shape?: object; in?: unknown; innerType?: unknown };
  };
  return def.shape ? Object.keys(def.shape) : namesOf(def.in ?? def.innerType);
}

describe('the contract contains every name of the specification verbatim', () => {
  test.each(CALLS)('%s %s %s', (method, base, path, ...names) => {
    const found = endpoints.find(
      (each) => each.method === method && each.base === base && shapeOf(each.path) === path,
    );
    expect(found, 'the call is there').toBeDefined();
    expect([...namesOf(found?.query), ...namesOf(found?.body)]).toEqual(expect.arrayContaining(names));
  });

  test.each(READ)('fields of a response (%#)', (schema, names) => {
    expect(namesOf(schema)).toEqual(expect.arrayContaining(names.split(' ')));
  });

  test('every permission', () => {
    expect(PERMITTED.filter((name) => !isPermission(name))).toEqual([]);
  });

  test('constants and sentences', () => {
    expect([PAGE_SIZES, DEFAULT_PAGE_SIZE, NOTIFICATION_POLL_MILLISECONDS, PASSWORD_MINIMUM]).toEqual([
      [10, 20, 30],
      10,
      300_000,
      8,
    ]);
    expect(DASHBOARD_PERIODS).toEqual(['this-month', 'last-7-days', 'previous-month']);
    for (const [kind, words] of Object.entries(WORDS)) {
      expect(words.map((_, status) => translate('en', `${kind}.${status}`))).toEqual(words);
    }
    expect(translate('en', 'DocumentFileTypes')).toBe(
      'Allowed extensions are .JPG, .JPEG, .PNG, .GIF, .BMP & .PDF.',
    );
    expect(KYC_DUPLICATES).toEqual({
      mobileNumber: 'Mobile Number is already taken',
      email: 'Email address is already taken',
    });
    expect(CUSTOMER_DUPLICATES).toEqual({
      email: 'Email Address is already taken',
      mobile: 'Mobile Number is already taken',
      nationalId: 'NationalId is already taken',
    });
  });
});
