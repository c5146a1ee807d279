/** The credential with the integration id of each method. */
export const INTEGRATIONS = { 1: 'cardIntegration', 3: 'walletIntegration', 4: 'kioskIntegration' } as const;
export type Method = keyof typeof INTEGRATIONS;
export const METHODS = [1, 3, 4] as const satisfies readonly Method[];
