/** The front door of webhooks, for the settings that say where they go. */
export { webhooksPath } from './paths.ts';
