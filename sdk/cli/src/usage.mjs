/** What was typed cannot be done as it is. */
export class UsageError extends Error {}
