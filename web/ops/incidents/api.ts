import { type IncidentForm, type IncidentUpdateForm, opsStatus } from '@daftar/contract/ops-status';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { queryOf, thenRefetch } from '../shared/query.ts';

/** How every component is. */
export const useComponents = () => useQuery(queryOf(opsStatus.components));

/** Incidents and maintenance, those that are not over first. */
export const useIncidents = () => useQuery(queryOf(opsStatus.incidents));

/** Publish an incident or planned maintenance. */
export const publishIncident = (body: z.input<typeof IncidentForm>) =>
  thenRefetch(call(opsStatus.publish, { body }));

/** Say how far one is. */
export const updateIncident = (id: number, body: z.input<typeof IncidentUpdateForm>) =>
  thenRefetch(call(opsStatus.update, { params: { id }, body }));
