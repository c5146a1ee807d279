import { type AcquirerCostForm, type OpenChargebackForm, opsMoney } from '@daftar/contract/ops-money';
import { opsRiskEntries, type RiskListForm } from '@daftar/contract/ops-risk-entries';
import { opsRiskReviews } from '@daftar/contract/ops-risk-reviews';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { queryOf, useSavedList } from '../shared/query.ts';

/** The list's state in the address, its rows and their file. */
export const useTransactions = () =>
  useSavedList(opsMoney.transactions, opsMoney.exportTransactions, 'ops-transactions');

/** The accounts at processors by name, for the filter. */
export const useAccountNames = () => useQuery(queryOf(opsMoney.transactionAccounts));

/** Which transaction, as the address has it. */
export interface TransactionRef {
  merchantId: string;
  id: string;
}

/** Everything about one transaction. */
export const useTransaction = (params: TransactionRef) => useQuery(queryOf(opsMoney.transaction, { params }));

/** Open a dispute that the payer's bank announced. */
export const openChargeback = (params: TransactionRef, body: z.input<typeof OpenChargebackForm>) =>
  call(opsMoney.openChargeback, { params, body });

/** What the processor of a payment charges us for it. */
export const useAcquirerCosts = (params: TransactionRef) =>
  useQuery(queryOf(opsMoney.acquirerCosts, { params }));

/** Book a cost of a payment; the same reference books it once. */
export const bookAcquirerCost = (params: TransactionRef, body: z.input<typeof AcquirerCostForm>) =>
  call(opsMoney.bookAcquirerCost, { params, body });

/** What is known of a payment for risk rules. */
export const useRiskOf = (params: TransactionRef) => useQuery(queryOf(opsRiskReviews.payment, { params }));

/** Add something of a payment to a list. */
export const listPayment = (params: TransactionRef, body: z.input<typeof RiskListForm>) =>
  call(opsRiskEntries.addOfPayment, { params, body });
